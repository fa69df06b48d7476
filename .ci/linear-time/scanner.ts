/** Code that reads client input, and inputs of any size that could make it slow. */
export type Scanner = Readonly<{
  name: string;
  inputs: Readonly<Record<string, (size: number) => string>>;
  run: (input: string) => unknown;
}>;
