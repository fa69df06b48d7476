import type { Node } from "libpg-query";
import { refusal, unsupported } from "./refusal.ts";
import { as } from "./syntax-tree.ts";

/** Privileges by kind of object (PostgreSQL, "Privileges"). */
const privilegesByKind = {
  table: ["SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER", "MAINTAIN"],
  schema: ["USAGE", "CREATE"],
  database: ["CREATE", "CONNECT", "TEMPORARY"],
  sequence: ["USAGE", "SELECT", "UPDATE"],
  function: ["EXECUTE"],
  procedure: ["EXECUTE"],
  routine: ["EXECUTE"],
  type: ["USAGE"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type PrivilegeKind = keyof typeof privilegesByKind;

const allPrivileges: ReadonlySet<string> = new Set(Object.values(privilegesByKind).flat());

/** Converts an object type of the grammar, such as `OBJECT_TABLE`, to a kind. Throws a refusal for any other kind. */
export function kindOf(objectType: string | undefined): PrivilegeKind {
  const kind = (objectType ?? "").replace("OBJECT_", "").toLowerCase();
  if (kind in privilegesByKind) return kind as PrivilegeKind;
  throw unsupported(`privileges on a ${kind}`);
}

/**
 * Returns the privileges that a GRANT or REVOKE names; without names, all privileges of the kind. Throws a refusal for
 * a name that is invalid or not supported.
 */
export function privilegesNamed(nodes: readonly Node[] | undefined, kind: PrivilegeKind): readonly string[] {
  const possible: readonly string[] = privilegesByKind[kind];
  if (!nodes?.length) return possible;
  return nodes.map((node) => {
    const { priv_name = "", cols } = as("AccessPriv", node) ?? {};
    if (cols) throw unsupported("privileges on columns");
    const name = priv_name === "temp" ? "TEMPORARY" : priv_name.toUpperCase();
    if (possible.includes(name)) return name;
    if (!allPrivileges.has(name) && !otherPrivileges.includes(name)) {
      throw refusal("syntax", `unrecognized privilege type "${priv_name}"`);
    }
    const shown = kind === "table" ? "relation" : kind;
    throw refusal("invalid grant", `invalid privilege type ${name} for ${shown}`);
  });
}

const otherPrivileges: readonly string[] = ["SET", "ALTER SYSTEM"];
