import { Problem } from "../../../api/problem.ts";
import type { CloudReply } from "../../../ports/cloud.ts";
import { parseStrictXml, type XmlElement } from "./strict-xml.ts";

/**
 * Signer of an identity lookup, as the provider reports it. `userId` is the unique id; for an assumed role, a colon and
 * the session name follow.
 */
export type CallerIdentity = Readonly<{ arn: string; userId: string; account: string }>;

export function uniqueIdOf({ userId }: CallerIdentity): string {
  return userId.replace(/:.*$/s, "");
}

const answerLimit = 65_536;

/**
 * Parses the provider's reply to an identity lookup. The client that logs in can influence the reply (CVE-2020-16250),
 * so its form is checked strictly. Throws a Problem if the reply is invalid. For an error reply, the text of the
 * Problem quotes only the status and the error code.
 */
export function readCallerIdentity(reply: CloudReply): CallerIdentity {
  if (reply.status !== 200) {
    const code = /<Code>([A-Za-z]{1,64})<\/Code>/.exec(reply.body)?.[1] ?? "";
    throw upstream(`received error code ${reply.status} from STS: ${code}`);
  }
  // With a client's `Accept: application/json`, the reply would be JSON with text from the client.
  if (reply.contentType !== "text/xml") throw upstream("body of GetCallerIdentity is invalid");
  if (reply.body.length > answerLimit) throw upstream("body of GetCallerIdentity is invalid");
  const result = resultOf(documentOf(reply.body));
  const identity = { arn: textOf(result, "Arn"), userId: textOf(result, "UserId"), account: textOf(result, "Account") };
  if (result.children.length !== 3) throw upstream("error parsing STS response");
  return identity;
}

function documentOf(body: string): XmlElement {
  try {
    return parseStrictXml(body);
  } catch (cause) {
    throw new Problem("refused", "error making upstream request: error parsing STS response", { cause });
  }
}

function resultOf(root: XmlElement): XmlElement {
  const [result, ...more] = root.children.filter(({ name }) => name !== "ResponseMetadata");
  if (root.name !== "GetCallerIdentityResponse" || result?.name !== "GetCallerIdentityResult" || more.length > 0) {
    throw upstream("body of GetCallerIdentity is invalid");
  }
  return result;
}

function textOf(result: XmlElement, name: string): string {
  const [element, ...more] = result.children.filter((child) => child.name === name);
  if (!element || more.length > 0 || element.children.length > 0 || element.text.trim() === "") {
    throw upstream("error parsing STS response");
  }
  return element.text.trim();
}

function upstream(why: string): Problem {
  return new Problem("refused", `error making upstream request: ${why}`);
}
