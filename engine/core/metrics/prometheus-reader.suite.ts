/** A family as a scraper understands it: its type, and its values by name and labels as they were written. */
export type Family = Readonly<{ type: string; values: ReadonlyMap<string, number> }>;

const name = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const label = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"';
const line = new RegExp(
  `^(${name})(?:\\{(${label}(?:,${label})*)\\})? ([-+]?(?:\\d+(?:\\.\\d+)?(?:e[-+]?\\d+)?|Inf)|NaN)$`,
);

/**
 * Reads Prometheus' text format 0.0.4 as strictly as its documentation has it: each family once, help and type before its values, no
 * value twice, names of summaries only with their endings. Throws an Error that names the line.
 */
export function readPrometheus(text: string): ReadonlyMap<string, Family> {
  const families = new Map<string, { type: string; values: Map<string, number> }>();
  if (!text.endsWith("\n")) throw new Error("the last line does not end");
  let current = "";
  let described = "";
  for (const [at, written] of text.slice(0, -1).split("\n").entries()) {
    const refuse = (why: string) => new Error(`line ${at + 1}, ${JSON.stringify(written)}: ${why}`);
    const help = /^# HELP (\S+) .+$/.exec(written);
    const type = /^# TYPE (\S+) (counter|gauge|summary|histogram|untyped)$/.exec(written);
    const [, spelt = "", labels = "", value = ""] = line.exec(written) ?? [];
    if (help?.[1]) described = help[1];
    else if (type?.[1] && type[2]) {
      if (families.has(type[1])) throw refuse("a family that was there before");
      if (described !== type[1]) throw refuse("no help before the type");
      current = type[1];
      families.set(current, { type: type[2], values: new Map() });
    } else {
      const family = families.get(current);
      if (spelt === "" || !family) throw refuse("no value of a family");
      const owned = family.type === "summary" ? [`${current}_sum`, `${current}_count`] : [current];
      if (!owned.includes(spelt)) throw refuse(`not of the family ${current}`);
      const key = labels === "" ? spelt : `${spelt}{${labels}}`;
      if (family.values.has(key)) throw refuse("a value twice");
      family.values.set(key, Number(value));
    }
  }
  return families;
}
