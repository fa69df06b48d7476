import type { FieldBounds } from "../../../api/fields/field-bounds.ts";
import { Problem } from "../../../api/problem.ts";
import { base64Text } from "./base64-text.ts";

export type SignedUrl = Readonly<{
  /** Host name and port. Requests are not sent there, but to the provider's endpoint (CLOUD-IAM-09). */
  host: string;
  path: string;
}>;

const absolute = /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?(\/[^?#]*)?([?#].*)?$/is;
const pathCharacters = /^[\w.~!$&'()*+,;=:@/%-]*$/;
const urlLimit = 2_048;

/**
 * Bounds of the base64 text. They allow URLs longer than {@link urlLimit} characters, so that such
 * a URL is refused as invalid.
 */
export const signedUrlBounds: Pick<FieldBounds, "characters"> = { characters: 2 * urlLimit };

/** Parses `iam_request_url` (base64). Throws a Problem if it is invalid. */
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
