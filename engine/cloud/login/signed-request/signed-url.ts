import type { FieldBounds } from "../../../api/fields/field-bounds.ts";
import { Problem } from "../../../api/problem.ts";
import { base64Text } from "./base64-text.ts";

/** The parts of a signed URL that are covered by its signature. */
export type SignedUrl = Readonly<{
  /** Host name and port as signed. No request is sent there (CLOUD-IAM-09). */
  host: string;
  /** Path, which begins with a slash. */
  path: string;
}>;

const absolute = /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?(\/[^?#]*)?([?#].*)?$/is;
/** A path of unreserved characters, other path characters (RFC 3986, 3.3), and escapes. */
const pathCharacters = /^[\w.~!$&'()*+,;=:@/%-]*$/;
const urlLimit = 2_048;

/** Bounds of the base64, with room for texts that are refused as invalid URLs. */
export const signedUrlBounds: Pick<FieldBounds, "characters"> = { characters: 2 * urlLimit };

/** Reads the host and path of an `iam_request_url`. Throws a Problem. */
export function readSignedUrl(encoded: string): SignedUrl {
  const text = base64Text(encoded);
  if (text === undefined) throw new Problem("refused", "failed to base64 decode iam_request_url");
  const found = text.length <= urlLimit ? absolute.exec(text) : null;
  if (!found) throw new Problem("refused", "error parsing iam_request_url");
  const [, name = "", port = "", path = "/", more = ""] = found;
  // Dot segments could leave the path of a configured endpoint.
  const climbs = path.split("/").some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
  if (more !== "" || climbs || !pathCharacters.test(path)) throw new Problem("refused", "invalid request");
  return { host: name + port, path };
}
