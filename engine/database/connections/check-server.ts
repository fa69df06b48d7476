import { Problem } from "../../api/problem.ts";
import { loginRefusalText } from "./refusal.ts";
import type { OpenConnection } from "./sessions.ts";

/** Throws a Problem "failed" if the server refuses the login of the connection's root user, or does not respond. */
export async function checkServer({ connection, session }: OpenConnection): Promise<void> {
  try {
    await session.verify();
  } catch (cause) {
    throw new Problem("failed", loginRefusalText(cause, [connection.details.password ?? ""]), { cause });
  }
}
