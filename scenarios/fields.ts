/** Parses the fields in a step, such as `type=kv, local=true`. */
export function fieldsOf(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(", ").filter((pair) => pair !== "");
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}
