//! What the bots weigh: a file of `data` for each side in each battle and in the campaigns.

use data::{DataError, Text};

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// Whole numbers that bots weigh things by; what they mean stands in the files.
        #[derive(Clone, Debug)]
        pub struct Weights {
            $(pub $name: i32),+
        }

        pub(super) fn load(text: &Text) -> Result<Weights, DataError> {
            let [$($name),+] = data::weights(text, [$(stringify!($name)),+])?;
            Ok(Weights { $($name),+ })
        }
    };
}

/// How else somebody may be minded.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mood {
    Bold,
    Wary,
    Hurried,
    Steady,
}

impl Mood {
    pub const ALL: [Mood; 4] = [Mood::Bold, Mood::Wary, Mood::Hurried, Mood::Steady];
}

impl Weights {
    /// The same weights in a mood.
    #[must_use]
    pub fn minded(&self, mood: Mood) -> Weights {
        let mut it = self.clone();
        match mood {
            Mood::Bold => {
                it.promise = 0;
                it.lineup = 2;
                it.take *= 2;
                it.take_defending *= 2;
                it.danger_attacking /= 2;
                it.danger_defending /= 2;
                it.impulses_battle += 2;
                it.impulses_campaign += 1;
                it.impulses_defending += 1;
            }
            Mood::Wary => {
                it.promise = it.promise * 2 + 8;
                it.lineup = it.lineup * 2 + 8;
                it.danger_attacking *= 2;
                it.danger_defending *= 2;
                it.impulses_battle = (it.impulses_battle - 2).max(1);
                it.impulses_campaign = (it.impulses_campaign - 1).max(1);
            }
            Mood::Hurried => {
                it.progress *= 3;
                it.goal *= 2;
                it.danger_attacking = 0;
                it.crowd *= 2;
            }
            Mood::Steady => {
                it.progress /= 2;
                it.hold *= 2;
                it.garrison *= 2;
                it.garrison_rivers *= 2;
                it.better *= 2;
                it.on_his_way *= 2;
            }
        }
        it
    }
}

weights! {
    promise,
    lineup,
    crowd,
    better,
    pressing,
    progress,
    goal,
    danger_attacking,
    danger_defending,
    loss_battle,
    loss_campaign,
    take,
    take_defending,
    leak,
    zone,
    impulses_battle,
    impulses_campaign,
    impulses_defending,
    air_points,
    goal_waal,
    goal_roer,
    goal_scheldt,
    drop_early,
    content,
    hold,
    garrison,
    garrison_rivers,
    on_his_way,
    urge,
    guard_bulge,
    north,
    goal_bridge,
    goal_objective,
    goal_antwerp,
    goal_north,
}
