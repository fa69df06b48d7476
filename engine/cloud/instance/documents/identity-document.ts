import { Problem } from "../../../api/problem.ts";
import { utf8Text } from "../../../api/values/base64.ts";

/** Identity document of an instance, which the provider signed. Source: AWS, "Instance identity documents". */
export type IdentityDocument = Readonly<{
  instanceId: string;
  accountId: string;
  region: string;
  imageId: string;
  /** Time of the last start of the instance, unparsed; "" if the document has none. */
  pendingTime: string;
}>;

const members = ["instanceId", "accountId", "region", "imageId"] as const;

/** Parses an identity document. The caller must have verified its signature. Throws a Problem if it is invalid. */
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
  } catch {}
  throw new Problem("refused", "the instance identity document is no JSON object");
}
