/** A key by how many characters it begins with of the key before it, and its rest. */
type Coded = readonly [kept: number, rest: string];

/** Keys in their order as they are sent: keys of one subtree have long beginnings in common. */
export function frontCoded(keys: readonly string[]): readonly Coded[] {
  return keys.map((key, at) => {
    const kept = commonCharacters(keys[at - 1] ?? "", key);
    return [kept, key.slice(kept)];
  });
}

/** What {@link frontCoded} made of keys. */
export function frontDecoded(coded: readonly Coded[]): readonly string[] {
  let key = "";
  return coded.map(([kept, rest]) => {
    key = key.slice(0, kept) + rest;
    return key;
  });
}

function commonCharacters(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at;
}
