import type { Node, RoleSpec } from "libpg-query";
import { refusal, unsupported } from "./refusal.ts";
import { as, items } from "./syntax-tree.ts";

/** Options of a CREATE ROLE or ALTER ROLE statement. `password` is null for `PASSWORD NULL`. */
export type RoleOptions = Partial<{
  superuser: boolean;
  inherit: boolean;
  createRole: boolean;
  createDatabase: boolean;
  login: boolean;
  replication: boolean;
  bypassRowSecurity: boolean;
  connectionLimit: number;
  password: string | null;
  /** Timestamp as in the statement, unparsed. */
  validUntil: string;
  inRoles: readonly RoleSpec[];
  members: readonly RoleSpec[];
  administrators: readonly RoleSpec[];
}>;

const optionNames: Readonly<Record<string, keyof RoleOptions>> = {
  superuser: "superuser",
  inherit: "inherit",
  createrole: "createRole",
  createdb: "createDatabase",
  canlogin: "login",
  isreplication: "replication",
  bypassrls: "bypassRowSecurity",
  connectionlimit: "connectionLimit",
  password: "password",
  validUntil: "validUntil",
  addroleto: "inRoles",
  rolemembers: "members",
  adminmembers: "administrators",
};

/** Parses role options. Throws a refusal for a duplicate or invalid option. */
export function roleOptions(nodes: readonly Node[] | undefined): RoleOptions {
  const options: Partial<Record<keyof RoleOptions, unknown>> = {};
  for (const node of nodes ?? []) {
    const { defname = "", arg } = as("DefElem", node) ?? {};
    // The real server accepts this option of old dumps with a notice and ignores it.
    if (defname === "sysid") continue;
    const name = optionNames[defname];
    if (!name) throw unsupported(`the role option ${defname}`);
    if (name in options) throw refusal("syntax", "conflicting or redundant options");
    options[name] = argument(arg);
  }
  const { connectionLimit } = options as RoleOptions;
  if (connectionLimit !== undefined && connectionLimit < -1) {
    throw refusal("invalid parameter", `invalid connection limit: ${connectionLimit}`);
  }
  return options as RoleOptions;
}

function argument(node: Node | undefined): unknown {
  if (!node) return null;
  const text = as("String", node);
  if (text) return text.sval ?? "";
  const truth = as("Boolean", node);
  if (truth) return truth.boolval ?? false;
  const number = as("Integer", node);
  // The parser omits zeros.
  if (number) return number.ival ?? 0;
  return items(node).flatMap((item) => as("RoleSpec", item) ?? []);
}
