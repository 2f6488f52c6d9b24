//! Reading JSON more strictly than derived code does, which takes a list for an object, and with the remarks left
//! out. Knows no file and no rule.

use std::fmt;
use std::marker::PhantomData;

use indexmap::IndexMap;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::data::DataError;

/// Reads a whole text that holds an object.
pub(super) fn read<T: DeserializeOwned>(json: &str) -> Result<T, DataError> {
    let json = json.strip_prefix('\u{feff}').unwrap_or(json);
    let Object(value) = serde_json::from_str(json).map_err(|error| DataError::from_json(&error))?;
    Ok(value)
}

/// A value that only an object is read as.
#[derive(Debug, Default)]
pub(super) struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        object(deserializer).map(Object)
    }
}

/// For a field that is an object.
pub(super) fn object<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct Whole<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Whole<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(entries))
        }
    }

    deserializer.deserialize_map(Whole(PhantomData))
}

/// For a field that is an object where it is there.
pub(super) fn some_object<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    object(deserializer).map(Some)
}

/// For a field that is a list of objects.
pub(super) fn objects<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let list = Vec::<Object<T>>::deserialize(deserializer)?;
    Ok(list.into_iter().map(|Object(value)| value).collect())
}

/// A map whose keys are names that the data chose, without the remarks among them.
pub(super) fn remarked<'de, V, D>(deserializer: D) -> Result<IndexMap<String, V>, D::Error>
where
    V: Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct WithoutRemarks<V>(PhantomData<V>);

    impl<'de, V: Deserialize<'de>> Visitor<'de> for WithoutRemarks<V> {
        type Value = IndexMap<String, V>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
            let mut map = IndexMap::new();
            while let Some(key) = entries.next_key::<String>()? {
                if key.starts_with("$comment") {
                    entries.next_value::<IgnoredAny>()?;
                } else {
                    map.insert(key, entries.next_value()?);
                }
            }
            Ok(map)
        }
    }

    deserializer.deserialize_map(WithoutRemarks(PhantomData))
}
