import { Problem, quoted } from "../../api/problem.ts";

/** A role tag: what its value says about the instance that carries it (W4.5-01, CLOUD-TAG-06). */
export type RoleTag = Readonly<{
  /** Eight bytes in base64: no two values are the same. */
  nonce: string;
  /** Name of the role, in lower case. */
  role: string;
  disallowReauthentication: boolean;
  allowInstanceMigration: boolean;
  /** In place of the role's, if given; with none of them a login has `default` alone. */
  policies?: readonly string[];
  /** The one instance that may use it, in lower case; "" for any. */
  instanceId: string;
  /** 0 says nothing. */
  maxTtlSeconds: number;
}>;

const version = "v1";

/** As long as the provider lets the value of a tag be, less one, as the reference has it. */
export const maxTagCharacters = 255;

/** The text that is signed for a tag: items in this order, separated by colons (W4.5-01). */
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

/** The tag behind a text that {@link plainRoleTag} could have spelt. Throws a Problem. */
export function parseRoleTag(plain: string): RoleTag {
  const [given, nonce = "", ...items] = plain.split(":");
  if (given !== version) throw new Problem("refused", items.length > 0 ? "invalid role tag version" : "invalid tag");
  const said = new Map(items.map((item) => [item.slice(0, 2), item.slice(2)]));
  const policies = said.get("p=");
  const tag: RoleTag = {
    nonce,
    role: said.get("r=") ?? "",
    disallowReauthentication: said.get("d=") === "true",
    allowInstanceMigration: said.get("m=") === "true",
    ...(policies === undefined ? undefined : { policies: policies.split(",").filter((name) => name !== "") }),
    instanceId: said.get("i=") ?? "",
    maxTtlSeconds: Number(said.get("t=") ?? 0),
  };
  // Any other field, order or spelling was not signed.
  if (tag.role === "" || plainRoleTag(tag) !== plain) throw new Problem("refused", "invalid tag");
  return tag;
}

/** Throws a Problem when `text`, of the field `field`, cannot stand in a tag's value: it would be read as something else. */
export function requireItem(text: string, field: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  if (!/[:,\u0000-\u001f\u007f]/.test(text)) return;
  const allowed = "on a role tag there can be no colons, commas or control characters";
  throw new Problem("refused", `${field}: ${quoted(text)} cannot stand on a role tag: ${allowed}`);
}
