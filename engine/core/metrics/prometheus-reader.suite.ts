export type Family = Readonly<{ type: string; values: ReadonlyMap<string, number> }>;

const name = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const label = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"';
const line = new RegExp(
  `^(${name})(?:\\{(${label}(?:,${label})*)\\})? ([-+]?(?:\\d+(?:\\.\\d+)?(?:e[-+]?\\d+)?|Inf)|NaN)$`,
);

/** Parses Prometheus' text format 0.0.4 strictly. Throws an Error that names the line if the text is invalid. */
export function readPrometheus(text: string): ReadonlyMap<string, Family> {
  const families = new Map<string, { type: string; values: Map<string, number> }>();
  if (!text.endsWith("\n")) throw new Error("the last line has no line break");
  let current = "";
  let described = "";
  for (const [at, written] of text.slice(0, -1).split("\n").entries()) {
    const refuse = (why: string) => new Error(`line ${at + 1}, ${JSON.stringify(written)}: ${why}`);
    const help = /^# HELP (\S+) .+$/.exec(written);
    const type = /^# TYPE (\S+) (counter|gauge|summary|histogram|untyped)$/.exec(written);
    const [, seriesName = "", labels = "", value = ""] = line.exec(written) ?? [];
    if (help?.[1]) described = help[1];
    else if (type?.[1] && type[2]) {
      if (families.has(type[1])) throw refuse("repeated family");
      if (described !== type[1]) throw refuse("no help before the type");
      current = type[1];
      families.set(current, { type: type[2], values: new Map() });
    } else {
      const family = families.get(current);
      if (seriesName === "" || !family) throw refuse("value without a family");
      const owned = family.type === "summary" ? [`${current}_sum`, `${current}_count`] : [current];
      if (!owned.includes(seriesName)) throw refuse(`not a name of the family ${current}`);
      const key = labels === "" ? seriesName : `${seriesName}{${labels}}`;
      if (family.values.has(key)) throw refuse("repeated value");
      family.values.set(key, Number(value));
    }
  }
  return families;
}
