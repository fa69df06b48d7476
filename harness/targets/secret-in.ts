import { TargetTrouble } from "./target-client.ts";

/** Returns the secret in an environment variable. Throws a {@link TargetTrouble} if the variable is unset or empty. */
export function secretIn(variable: string, what: string, environment: NodeJS.ProcessEnv = process.env): string {
  const secret = environment[variable];
  if (!secret) throw new TargetTrouble(`${what} is to be in the environment variable ${variable}, which is not set`);
  return secret;
}
