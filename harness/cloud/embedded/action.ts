import type { Caller } from "./account.ts";
import { CloudError } from "./cloud-error.ts";
import type { CloudState } from "./cloud-state.ts";
import type { Content } from "./rendering.ts";

/** One request as an action sees it, its signature verified. */
export type ActionContext = Readonly<{
  state: CloudState;
  caller: Caller;
  /** The one that the signature is scoped to. */
  region: string;
  parameters: ReadonlyMap<string, string>;
}>;

/** What the cloud can be asked for. */
export type Action = Readonly<{
  /** Parameters it knows; any other is refused, so that no client believes that it was heeded. `X.N` stands for `X.1`, `X.2` and so on. */
  parameters: readonly string[];
  /** The result element's content; undefined for an answer without one. */
  run: (context: ActionContext) => Content | undefined;
}>;

/** The value of a parameter. Throws ValidationError when it is missing or empty. */
export function required(parameters: ReadonlyMap<string, string>, name: string): string {
  const value = parameters.get(name);
  if (!value) throw new CloudError("ValidationError", `The request must have ${name}.`);
  return value;
}

/** The values of `name.1`, `name.2` and so on, in order. */
export function listed(parameters: ReadonlyMap<string, string>, name: string): readonly string[] {
  const values: string[] = [];
  for (let index = 1; parameters.has(`${name}.${index}`); index++)
    values.push(parameters.get(`${name}.${index}`) ?? "");
  return values;
}

/** A time as the provider's answers spell it, such as `2026-01-31T23:59:59Z`. */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
