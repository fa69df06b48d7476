import { Problem, quoted } from "../api/problem.ts";
import type { Connection } from "./connection.ts";

/**
 * Throws a Problem unless `role` may use the connection. Only `*` is a wildcard, also beside other entries (choices.md).
 * The reference answers 500; the requirements (DB-CONFIG-10, -11) want the caller's mistake told as one.
 */
export function checkAllowed(role: string, { allowedRoles }: Connection): void {
  if (allowedRoles.includes("*") || allowedRoles.includes(role)) return;
  throw new Problem("refused", `${quoted(role)} is not an allowed role`);
}
