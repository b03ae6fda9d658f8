pub use banqi_referee::*;
