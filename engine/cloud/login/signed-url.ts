import type { FieldBounds } from "../../api/field-bounds.ts";
import { Problem } from "../../api/problem.ts";
import { base64Text } from "./base64-text.ts";

/** What of a signed URL takes part in its signature. */
export type SignedUrl = Readonly<{
  /** Name and port as they were signed. Nothing is ever sent there (CLOUD-IAM-09). */
  host: string;
  /** Begins with a slash. */
  path: string;
}>;

const absolute = /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?(\/[^?#]*)?([?#].*)?$/is;
/** Unreserved characters, the others a path may hold (RFC 3986, 3.3), and escapes. */
const pathCharacters = /^[\w.~!$&'()*+,;=:@/%-]*$/;
const urlLimit = 2_048;

/** Of its base64, and of what is no URL but a little longer, so that it is refused as such. */
export const signedUrlBounds: Pick<FieldBounds, "characters"> = { characters: 2 * urlLimit };

/** The host and path of an `iam_request_url`. Throws a Problem. */
export function readSignedUrl(encoded: string): SignedUrl {
  const text = base64Text(encoded);
  if (text === undefined) throw new Problem("refused", "failed to base64 decode iam_request_url");
  const found = text.length <= urlLimit ? absolute.exec(text) : null;
  if (!found) throw new Problem("refused", "error parsing iam_request_url");
  const [, name = "", port = "", path = "/", more = ""] = found;
  // Dot segments could climb out of a configured endpoint's path.
  const climbs = path.split("/").some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
  if (more !== "" || climbs || !pathCharacters.test(path)) throw new Problem("refused", "invalid request");
  return { host: name + port, path };
}
