//! What the bots weigh: `data/bot.toml`.

use data::{DataError, Text};

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// Whole numbers that bots weigh things by; what they mean stands in `data/bot.toml`.
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
    on_his_way,
    urge,
    guard_bulge,
    north,
}
