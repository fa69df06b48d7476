import { Problem, quoted } from "../../api/problem.ts";
import type { Storage } from "../../core/storage/storage.ts";
import type { Cryptography } from "../../ports/cryptography.ts";
import { type InstanceRole, roles } from "../role/role.ts";
import { maxTagCharacters, parseRoleTag, plainRoleTag, type RoleTag } from "./role-tag.ts";

/** Formats the value of `tag`: its text, and an HMAC-SHA256 of that under the role's secret. */
export function tagValue(
  tag: RoleTag,
  { tagSecret }: Pick<InstanceRole, "tagSecret">,
  cryptography: Cryptography,
): string {
  const plain = plainRoleTag(tag);
  return `${plain}:${cryptography.hmac(tagSecret, plain).toBase64()}`;
}

/**
 * Parses the value of a tag, and returns the tag with its current role. Throws a Problem unless the
 * value was created for a role that still exists: it must not be altered, truncated, or of another
 * or an earlier role (CLOUD-TAG-14, CLOUD-TAG-15, W4.5-05).
 */
export async function readTagValue(
  value: string,
  { storage, cryptography }: Readonly<{ storage: Storage; cryptography: Cryptography }>,
): Promise<Readonly<{ tag: RoleTag; role: InstanceRole }>> {
  const end = value.lastIndexOf(":");
  if (end < 0 || value.length > maxTagCharacters) throw new Problem("refused", "invalid tag");
  const tag = parseRoleTag(value.slice(0, end));
  const role = await roles.read(storage, tag.role);
  if (role?.authType !== "ec2") throw new Problem("refused", `entry not found for ${quoted(tag.role)}`);
  const signature = signatureIn(value.slice(end + 1));
  const right = cryptography.hmac(role.tagSecret, plainRoleTag(tag));
  if (!signature || !cryptography.equal(signature, right)) {
    throw new Problem("refused", "role tag signature verification failed");
  }
  return { tag, role };
}

/** Decodes a signature. Returns undefined unless it is canonical: each tag has one value. */
function signatureIn(text: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.fromBase64(text);
    return bytes.toBase64() === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
