export type Scanner = Readonly<{
  name: string;
  inputs: Readonly<Record<string, (size: number) => string>>;
  run: (input: string) => unknown;
}>;

export function repeated(part: string, before = ""): (size: number) => string {
  return (size) => before + part.repeat(Math.ceil(size / part.length));
}

/**
 * Returns functions by name that create texts with repetitions of a part. For each part, there is one with and one
 * without a line break at the end.
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
