/** Code that reads input of clients, and inputs of any size, by name, that could make it slow. */
export type Scanner = Readonly<{
  name: string;
  inputs: Readonly<Record<string, (size: number) => string>>;
  run: (input: string) => unknown;
}>;
