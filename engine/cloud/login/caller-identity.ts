import { Problem } from "../../api/problem.ts";
import type { CloudReply } from "../../ports/cloud.ts";
import { parseStrictXml, type XmlElement } from "./strict-xml.ts";

/** Who signed a request, in the provider's words. `userId` is the unique id, with the session after a colon for a role. */
export type CallerIdentity = Readonly<{ arn: string; userId: string; account: string }>;

/** The unique id of the user or of the role; behind a colon stands the session of an assumed role. */
export function uniqueIdOf({ userId }: CallerIdentity): string {
  return userId.replace(/:.*$/s, "");
}

/** An identity answer has less than 1 KiB. */
const answerLimit = 65_536;

/**
 * The identity that the provider answered. The client that logs in can influence the provider's answer (CVE-2020-16250): only an answer
 * that is an identity lookup's in every part counts. Throws a Problem; of the answer it quotes an error's code at most, as the
 * provider repeats the signed headers in its explanations.
 */
export function readCallerIdentity(reply: CloudReply): CallerIdentity {
  if (reply.status !== 200) {
    const code = /<Code>([A-Za-z]{1,64})<\/Code>/.exec(reply.body)?.[1] ?? "";
    throw upstream(`received error code ${reply.status} from STS: ${code}`);
  }
  // With a client's `Accept: application/json` the answer would be JSON, and text of the client's making in it.
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
