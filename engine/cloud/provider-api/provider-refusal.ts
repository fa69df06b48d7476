import { Problem } from "../../api/problem.ts";
import type { CloudReply } from "../../ports/cloud.ts";

/** The provider refused a call of the auth method. Contains the provider's error code, such as `NoSuchEntity`. */
export class ProviderRefusal extends Problem {
  readonly providerCode: string;

  constructor(providerCode: string, text: string) {
    super("refused", text);
    this.providerCode = providerCode;
  }
}

const maxMessageCharacters = 500;

export function refusalOf({ status, body }: CloudReply): ProviderRefusal {
  const part = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1] ?? "";
  const code = part("Code") || "UnknownError";
  const id = part("RequestId") || part("RequestID");
  const message = part("Message").slice(0, maxMessageCharacters);
  return new ProviderRefusal(code, `${code}: ${message}\n\tstatus code: ${status}, request id: ${id}`);
}
