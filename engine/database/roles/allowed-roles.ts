import { Problem, quoted } from "../../api/problem.ts";
import type { Connection } from "../connections/connection.ts";

/**
 * Throws a Problem unless `role` may use the connection. Only `*` is a wildcard, also beside other
 * entries (DB-CONFIG-12). The reference answers 500; this is a client error and therefore 400
 * (DB-CONFIG-10, DB-CONFIG-11, W5.2-03).
 */
export function checkAllowed(role: string, { allowedRoles }: Connection): void {
  if (allowedRoles.includes("*") || allowedRoles.includes(role)) return;
  throw new Problem("refused", `${quoted(role)} is not an allowed role`);
}
