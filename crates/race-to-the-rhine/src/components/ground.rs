//! What is drawn under the areas: `data/ground.txt`. Nothing here has an effect on play.

use data::{DataError, Text, WordFile};

/// Shapes in the order in which they are painted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ground {
    pub shapes: Vec<GroundShape>,
}

/// One outline or line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroundShape {
    /// `land`, `wood`, `river`, `border`, `rhine`: how it is painted.
    pub recipe: String,
    /// `France`, `Seine`; may be empty.
    pub name: String,
    /// In units of the map's sheet; a shape may reach beyond it.
    pub points: Vec<(i16, i16)>,
}

/// Recipes, and the fewest points each makes sense with.
const RECIPES: [(&str, usize); 6] = [("land", 3), ("water", 3), ("wood", 3), ("river", 2), ("border", 2), ("rhine", 2)];

impl Ground {
    pub fn read(text: &Text) -> Result<Ground, DataError> {
        let mut shapes = Vec::new();
        for record in WordFile::read(text)?.records() {
            let mut words = record.words();
            let recipe = words.take("the recipe")?;
            let fewest = recipe.one_of("recipe", &RECIPES)?;
            let name = words.take("the name, or \"\"")?.as_str().to_owned();
            let mut points = Vec::new();
            for word in words.rest() {
                let read = || word.as_str().split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
                points.push(
                    read().ok_or_else(|| {
                        word.error(format!("a point is written as in 812,-40, not {:?}", word.as_str()))
                    })?,
                );
            }
            if points.len() < fewest {
                return Err(record.error(format!("a {} needs at least {fewest} points", recipe.as_str())));
            }
            shapes.push(GroundShape { recipe: recipe.as_str().to_owned(), name, points });
        }
        Ok(Ground { shapes })
    }
}
