/** A key, encoded as the length of the prefix that it shares with the preceding key, and the rest of the key. */
type Coded = readonly [kept: number, rest: string];

export function frontCoded(keys: readonly string[]): readonly Coded[] {
  return keys.map((key, at) => {
    const kept = commonCharacters(keys[at - 1] ?? "", key);
    return [kept, key.slice(kept)];
  });
}

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
