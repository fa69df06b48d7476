import { TargetTrouble } from "./target-client.ts";

/** The secret in an environment variable. Throws a {@link TargetTrouble} when there is none. */
export function secretIn(variable: string, what: string, environment: NodeJS.ProcessEnv = process.env): string {
  const secret = environment[variable];
  if (!secret) throw new TargetTrouble(`${what} is to be in the environment variable ${variable}, which is not set`);
  return secret;
}
