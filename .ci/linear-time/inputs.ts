/** Makes texts that repeat `part` behind `before`. */
export function repeated(part: string, before = ""): (size: number) => string {
  return (size) => before + part.repeat(Math.ceil(size / part.length));
}

/** A maker for each part, by what it repeats: texts that end after it, and texts that end with something else. */
export function inputsOf(parts: readonly string[], before = ""): Readonly<Record<string, (size: number) => string>> {
  return Object.fromEntries(
    parts.flatMap((part) => {
      const name = `${JSON.stringify(before)} and ${JSON.stringify(part)} again and again`;
      const whole = repeated(part, before);
      return [
        [name, whole],
        [`${name}, and a line break`, (size: number) => `${whole(size)}\n`],
      ];
    }),
  );
}
