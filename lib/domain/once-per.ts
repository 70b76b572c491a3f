/**
 * A pure function of one object, worked out once for as long as the object lives. For what is read and never changed, such as
 * the rules of a label, by which hundreds of checks a minute are judged.
 */
export function oncePer<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new WeakMap<Key, { made: Made }>();
  return (key) => {
    const kept = known.get(key) ?? { made: make(key) };
    known.set(key, kept);
    return kept.made;
  };
}
