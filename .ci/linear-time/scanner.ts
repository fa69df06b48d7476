/**
 * Code that reads input of clients, and inputs of any size that could make it slow. `inputs` has a name for each of
 * them.
 */
export type Scanner = Readonly<{
  name: string;
  inputs: Readonly<Record<string, (size: number) => string>>;
  run: (input: string) => unknown;
}>;
