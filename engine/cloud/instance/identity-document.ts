import { utf8Text } from "../../api/base64.ts";
import { Problem } from "../../api/problem.ts";

/** What an instance says of itself, signed by the provider. Source: AWS, "Instance identity documents". */
export type IdentityDocument = Readonly<{
  instanceId: string;
  accountId: string;
  region: string;
  imageId: string;
  /** When the instance was started last, as the provider spells it; it is judged when there is another to compare it with. */
  pendingTime: string;
}>;

const members = ["instanceId", "accountId", "region", "imageId"] as const;

/** The document in `bytes`, whose signature is known to be right. Throws a Problem when it is none. */
export function readIdentityDocument(bytes: Uint8Array): IdentityDocument {
  const document = parsed(bytes);
  const [instanceId, accountId, region, imageId] = members.map((name) => {
    const value = document[name];
    if (typeof value !== "string" || value === "") {
      throw new Problem("refused", `the instance identity document has no ${name}`);
    }
    return value;
  }) as [string, string, string, string];
  const { pendingTime } = document;
  return { instanceId, accountId, region, imageId, pendingTime: typeof pendingTime === "string" ? pendingTime : "" };
}

function parsed(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const document: unknown = JSON.parse(utf8Text(bytes));
    if (typeof document === "object" && document !== null) return document as Readonly<Record<string, unknown>>;
  } catch {
    // It is none, as what follows says.
  }
  throw new Problem("refused", "the instance identity document is no JSON object");
}
