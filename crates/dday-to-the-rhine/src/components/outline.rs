//! What is drawn under the hexes: `data/ground.txt`. Nothing here has an effect on play.

use data::{DataError, Text, WordFile};

/// Shapes in the order in which they are painted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outline {
    pub shapes: Vec<Shape>,
}

/// One closed outline or one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// `land`, `border`: how it is painted.
    pub recipe: String,
    /// `France`; may be empty.
    pub name: String,
    /// In units of the sheet, where a hex is 88 across and the sheet touches the hexes of column 1 and row 1; a
    /// shape may reach beyond it.
    pub points: Vec<(i16, i16)>,
}

/// Recipes, and the fewest points each makes sense with.
const RECIPES: [(&str, usize); 4] = [("land", 3), ("neutral", 3), ("water", 3), ("border", 2)];

impl Outline {
    pub fn read(text: &Text) -> Result<Outline, DataError> {
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
            shapes.push(Shape { recipe: recipe.as_str().to_owned(), name, points });
        }
        Ok(Outline { shapes })
    }
}
