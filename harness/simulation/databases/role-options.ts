import type { Node, RoleSpec } from "libpg-query";
import { refusal, unsupported } from "./refusal.ts";
import { as, items } from "./syntax-tree.ts";

/** The options of CREATE ROLE and ALTER ROLE that were given. A password of null is `PASSWORD NULL`. */
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
  /** As it was written. */
  validUntil: string;
  inRoles: readonly RoleSpec[];
  members: readonly RoleSpec[];
  administrators: readonly RoleSpec[];
}>;

/** The grammar's names of the options and ours. */
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

/** Reads the options of CREATE ROLE and ALTER ROLE. Throws the server's refusal when one is given twice or makes no sense. */
export function roleOptions(nodes: readonly Node[] | undefined): RoleOptions {
  const options: Partial<Record<keyof RoleOptions, unknown>> = {};
  for (const node of nodes ?? []) {
    const { defname = "", arg } = as("DefElem", node) ?? {};
    // A remnant of old dumps, which the real server takes with a notice and forgets.
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
  // The parser leaves out zeros.
  if (number) return number.ival ?? 0;
  return items(node).flatMap((item) => as("RoleSpec", item) ?? []);
}
