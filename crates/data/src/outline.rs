//! What is drawn under the spots of a map: `ground.txt`. Nothing here has an effect on play.

use crate::{DataError, Text, WordFile};
use referee::{LineLook, LineRun, Through};

/// Shapes in the order in which they are painted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outline {
    pub shapes: Vec<OutlineShape>,
}

/// One closed outline or one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutlineShape {
    /// How it is painted: `land`, `neutral`, `water`, `wood`, `hills`, `river`, `great-river`, `border` or
    /// `rail`.
    pub recipe: String,
    /// `France`, `Seine`; may be empty.
    pub name: String,
    /// In units of the file; a shape may reach beyond the sheet.
    pub points: Vec<(i16, i16)>,
}

/// Recipes, and the fewest points each makes sense with: three make an outline, two a line.
const RECIPES: [(&str, usize); 9] = [
    ("land", 3),
    ("neutral", 3),
    ("water", 3),
    ("wood", 3),
    ("hills", 3),
    ("river", 2),
    ("great-river", 2),
    ("border", 2),
    ("rail", 2),
];

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
                let point = word.as_str().split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
                let wrong = || word.error(format!("a point is written as in 812,-40, not {:?}", word.as_str()));
                points.push(point.ok_or_else(wrong)?);
            }
            if points.len() < fewest {
                return Err(record.error(format!("a {} needs at least {fewest} points", recipe.as_str())));
            }
            shapes.push(OutlineShape { recipe: recipe.as_str().to_owned(), name, points });
        }
        Ok(Outline { shapes })
    }

    /// Adds the looks that the shapes need, unless a line of that recipe is there already.
    pub fn add_looks(&self, looks: &mut Vec<LineLook>) {
        for shape in &self.shapes {
            if !looks.iter().any(|look| look.recipe == shape.recipe) {
                let (name, recipe) = (shape.recipe.clone(), shape.recipe.clone());
                looks.push(LineLook { name, recipe, effect: String::new(), sure: false });
            }
        }
    }

    /// The shapes as a kit draws them; `place` turns a point of the file into one of the sheet.
    pub fn runs(&self, looks: &[LineLook], place: impl Fn((i16, i16)) -> (f32, f32)) -> Vec<LineRun> {
        let run = |shape: &OutlineShape| {
            let look = looks.iter().position(|look| look.recipe == shape.recipe)?;
            let points: Vec<(f32, f32)> = shape.points.iter().map(|point| place(*point)).collect();
            let closed = RECIPES.iter().any(|(recipe, fewest)| *recipe == shape.recipe && *fewest == 3);
            let through = if closed { Through::Shape(points) } else { Through::Points(points) };
            Some(LineRun { line: u8::try_from(look).ok()?, name: shape.name.clone(), owners: vec![], through })
        };
        self.shapes.iter().filter_map(run).collect()
    }
}
