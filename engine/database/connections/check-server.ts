import { Problem } from "../../api/problem.ts";
import { loginRefusalText } from "./refusal.ts";
import type { OpenConnection } from "./sessions.ts";

/** Throws a Problem "failed" unless the root user can log in. */
export async function checkServer({ connection, session }: OpenConnection): Promise<void> {
  try {
    await session.verify();
  } catch (cause) {
    throw new Problem("failed", loginRefusalText(cause, [connection.details.password ?? ""]), { cause });
  }
}
