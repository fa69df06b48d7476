import { Problem, quoted } from "../../api/problem.ts";

/**
 * Contents of a role tag. An instance has it as a tag at the provider; it restricts what the role grants to the
 * instance (W4.5-01, CLOUD-TAG-06).
 */
export type RoleTag = Readonly<{
  /** Eight random bytes in base64. */
  nonce: string;
  role: string;
  disallowReauthentication: boolean;
  allowInstanceMigration: boolean;
  policies?: readonly string[];
  /** Id, in lower case, of the only instance that may use the tag; "" if any instance may. */
  instanceId: string;
  /** Maximum TTL of tokens, in seconds; 0 means that the tag does not limit the TTL. */
  maxTtlSeconds: number;
}>;

const version = "v1";

/** Maximum length of a tag value, in characters: one less than the provider permits. */
export const maxTagCharacters = 255;

/** Returns the text of a role tag that is signed: items in a fixed order, separated by colons (W4.5-01). */
export function plainRoleTag(tag: RoleTag): string {
  return [
    version,
    tag.nonce,
    `r=${tag.role}`,
    `d=${tag.disallowReauthentication}`,
    `m=${tag.allowInstanceMigration}`,
    ...(tag.policies ? [`p=${tag.policies.join(",")}`] : []),
    ...(tag.instanceId === "" ? [] : [`i=${tag.instanceId}`]),
    ...(tag.maxTtlSeconds === 0 ? [] : [`t=${tag.maxTtlSeconds}`]),
  ].join(":");
}

/** Parses a text that {@link plainRoleTag} returned. Throws a Problem for any other text. */
export function parseRoleTag(plain: string): RoleTag {
  const [tagVersion, nonce = "", ...items] = plain.split(":");
  if (tagVersion !== version)
    throw new Problem("refused", items.length > 0 ? "invalid role tag version" : "invalid tag");
  const values = new Map(items.map((item) => [item.slice(0, 2), item.slice(2)]));
  const policies = values.get("p=");
  const tag: RoleTag = {
    nonce,
    role: values.get("r=") ?? "",
    disallowReauthentication: values.get("d=") === "true",
    allowInstanceMigration: values.get("m=") === "true",
    ...(policies === undefined ? undefined : { policies: policies.split(",").filter((name) => name !== "") }),
    instanceId: values.get("i=") ?? "",
    maxTtlSeconds: Number(values.get("t=") ?? 0),
  };
  // A text with other items, order or notation was not signed.
  if (tag.role === "" || plainRoleTag(tag) !== plain) throw new Problem("refused", "invalid tag");
  return tag;
}

/** Throws a Problem if `text`, the value of `field`, contains a separator of role tags or a control character. */
export function requireItem(text: string, field: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  if (!/[:,\u0000-\u001f\u007f]/.test(text)) return;
  const allowed = "on a role tag there can be no colons, commas or control characters";
  throw new Problem("refused", `${field}: ${quoted(text)} cannot stand on a role tag: ${allowed}`);
}
