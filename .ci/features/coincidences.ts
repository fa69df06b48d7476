export type Coincidence = Readonly<{ fields: readonly string[]; reason: string }>;

export const unneeded = "not needed any more";

/** Describes the values that several fields have, unless `allowed`, and those in `allowed` that do not occur. */
export function coincidences(
  values: readonly (readonly [field: string, value: string])[],
  allowed: readonly Coincidence[],
): readonly string[] {
  const fieldsOf = new Map<string, Set<string>>();
  for (const [field, value] of values) {
    if (value !== "") fieldsOf.set(value, (fieldsOf.get(value) ?? new Set()).add(field));
  }
  const several = [...fieldsOf].filter(([, fields]) => fields.size > 1);
  const covers = (one: Coincidence, fields: ReadonlySet<string>) => [...fields].every((f) => one.fields.includes(f));
  const wrong = several.filter(([, fields]) => !allowed.some((one) => covers(one, fields)));
  const unused = allowed.filter(
    ({ fields }) => !several.some(([, found]) => fields.filter((field) => found.has(field)).length > 1),
  );
  return [
    ...wrong.map(([value, fields]) => `${JSON.stringify(value)}: ${[...fields].sort().join(", ")}`),
    ...unused.map(({ fields }) => `${unneeded}: ${fields.join(", ")}`),
  ];
}

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Returns the seconds of a duration such as `24h` or `60`, or NaN if it has another form. */
export function secondsOf(text: string): number {
  const unit = units[text.slice(-1)];
  return unit === undefined ? Number(text || Number.NaN) : Number(text.slice(0, -1)) * unit;
}
