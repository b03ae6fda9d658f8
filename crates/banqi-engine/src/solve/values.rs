//! The values of all positions found so far.

use std::collections::HashMap;

use banqi::{Position, Rules};

use super::layer::{Layer, LayerKey};

/// By layer, and in it by number.
#[derive(Default)]
pub(super) struct Values {
    layers: HashMap<LayerKey, (Layer, Box<[f64]>)>,
}

impl Values {
    pub(super) fn insert(&mut self, layer: Layer, values: Box<[f64]>) {
        self.layers.insert(layer.key(), (layer, values));
    }

    /// For the side to move.
    pub(super) fn of(&self, position: &Position, rules: &Rules) -> f64 {
        if let Some(outcome) = position.outcome(rules) {
            return match outcome.winner {
                Some(winner) if winner == position.seat() => 1.0,
                Some(_) => -1.0,
                None => 0.0,
            };
        }
        let (layer, values) = &self.layers[&LayerKey::of(position)];
        values[layer.number(position)]
    }
}
