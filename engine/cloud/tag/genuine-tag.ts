import { Problem, quoted } from "../../api/problem.ts";
import type { Storage } from "../../core/storage/storage.ts";
import type { Cryptography } from "../../ports/cryptography.ts";
import { type InstanceRole, roles } from "../role/role.ts";
import { maxTagCharacters, parseRoleTag, plainRoleTag, type RoleTag } from "./role-tag.ts";

/** Returns the value of a role tag: its text, and the HMAC-SHA256 of the text under the role's secret. */
export function tagValue(
  tag: RoleTag,
  { tagSecret }: Pick<InstanceRole, "tagSecret">,
  cryptography: Cryptography,
): string {
  const plain = plainRoleTag(tag);
  return `${plain}:${cryptography.hmac(tagSecret, plain).toBase64()}`;
}

/**
 * Parses and verifies the value of a role tag. Returns the tag and the current role that it names. Throws a Problem if
 * the value was altered or truncated, or was not created for this role, for example for a role of the same name that
 * was deleted (CLOUD-TAG-14, CLOUD-TAG-15, W4.5-05).
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

/** Decodes a signature. Returns undefined if its base64 is not canonical: each tag has only one valid value. */
function signatureIn(text: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.fromBase64(text);
    return bytes.toBase64() === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
