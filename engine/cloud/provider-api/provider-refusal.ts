import { Problem } from "../../api/problem.ts";
import type { CloudReply } from "../../ports/cloud.ts";

/** What the provider refuses of the method's own calls, with the provider's code for it, such as `NoSuchEntity`. */
export class ProviderRefusal extends Problem {
  readonly providerCode: string;

  constructor(providerCode: string, text: string) {
    super("refused", text);
    this.providerCode = providerCode;
  }
}

/** A message of the provider is quoted up to this length. */
const maxMessageCharacters = 500;

/** The refusal that `reply` reports, formatted as clients of the reference expect it (W4.2-05). */
export function refusalOf({ status, body }: CloudReply): ProviderRefusal {
  const part = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1] ?? "";
  const code = part("Code") || "UnknownError";
  const id = part("RequestId") || part("RequestID");
  const message = part("Message").slice(0, maxMessageCharacters);
  return new ProviderRefusal(code, `${code}: ${message}\n\tstatus code: ${status}, request id: ${id}`);
}
