import { Problem, quoted } from "../api/problem.ts";
import type { Connection } from "./connection.ts";

/** Throws a Problem unless `role` may use the connection. Only `*` is a wildcard, also beside other entries (choices.md). */
export function checkAllowed(role: string, { allowedRoles }: Connection): void {
  if (allowedRoles.includes("*") || allowedRoles.includes(role)) return;
  throw new Problem("failed", `${quoted(role)} is not an allowed role`);
}
