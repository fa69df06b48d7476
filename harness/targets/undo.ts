import { setTimeout as passed } from "node:timers/promises";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import type { Claim } from "./claims.ts";

/**
 * Maximum number of attempts to delete an object, and the pause between them. Disabling a secrets engine may take
 * seconds, because it revokes users in a database.
 */
const attempts = { most: 10, pauseMilliseconds: 300 } as const;

/** Sends a request with the token of the target. */
export type SendAsOperator = (request: Omit<ApiRequest, "token">) => Promise<ApiReply>;

/** Deletes an object. Resolves to undefined if the object counts as deleted, otherwise to what is left, and why. */
export async function undo({ what, undo, force }: Claim, send: SendAsOperator): Promise<string | undefined> {
  let why = "";
  for (let attempt = 0; attempt < attempts.most; attempt++) {
    if (attempt > 0) await passed(attempts.pauseMilliseconds);
    try {
      if (attempt > 0 && force) await send(force);
      const { status, body } = await send(undo);
      // Revoking a token that has already expired fails, because its accessor is unknown by then.
      if (status < 300 || status === 404 || undo.path.startsWith("auth/token/revoke")) return undefined;
      why = `${status} ${body?.errors?.join("; ") ?? ""}`.trim();
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
  }
  return `${what} (${undo.method} ${undo.path}: ${why})`;
}
