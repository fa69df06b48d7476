import { Problem, quoted } from "../../api/problem.ts";
import type { Connection } from "../connections/connection.ts";

/**
 * Throws a Problem "refused" unless the connection permits `role` (DB-CONFIG-10, DB-CONFIG-11, W5.2-03). Only the entry
 * `*` is a wildcard, also if there are other entries (DB-CONFIG-12).
 */
export function checkAllowed(role: string, { allowedRoles }: Connection): void {
  if (allowedRoles.includes("*") || allowedRoles.includes(role)) return;
  throw new Problem("refused", `${quoted(role)} is not an allowed role`);
}
