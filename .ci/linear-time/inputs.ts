export type Scanner = Readonly<{
  name: string;
  inputs: Readonly<Record<string, (size: number) => string>>;
  run: (input: string) => unknown;
}>;

/** Returns a function that creates texts of a given size. They consist of `before` and repetitions of `part`. */
export function repeated(part: string, before = ""): (size: number) => string {
  return (size) => before + part.repeat(Math.ceil(size / part.length));
}

/**
 * Returns functions that create texts with repetitions of each part, with and without a different end. They are named.
 */
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
