import type { Caller } from "./account.ts";
import { CloudError } from "./cloud-error.ts";
import type { CloudState } from "./cloud-state.ts";
import type { Content } from "./rendering.ts";

export type ActionContext = Readonly<{
  state: CloudState;
  caller: Caller;
  region: string;
  parameters: ReadonlyMap<string, string>;
}>;

export type Action = Readonly<{
  /**
   * Names of the supported parameters. A request with any other parameter is rejected, so that no parameter is silently
   * ignored. `X.N` stands for `X.1`, `X.2` and so on.
   */
  parameters: readonly string[];
  /**
   * Executes the action. Returns the content of the result element, or undefined if the response has no such element.
   */
  run: (context: ActionContext) => Content | undefined;
}>;

/** Throws ValidationError if the parameter is missing or empty. */
export function required(parameters: ReadonlyMap<string, string>, name: string): string {
  const value = parameters.get(name);
  if (!value) throw new CloudError("ValidationError", `The request must have ${name}.`);
  return value;
}

/** Returns the values of the parameters `name.1`, `name.2` and so on, in order. */
export function listed(parameters: ReadonlyMap<string, string>, name: string): readonly string[] {
  const values: string[] = [];
  for (let index = 1; parameters.has(`${name}.${index}`); index++)
    values.push(parameters.get(`${name}.${index}`) ?? "");
  return values;
}

/** Formats a time as in AWS responses, such as `2026-01-31T23:59:59Z`. */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
