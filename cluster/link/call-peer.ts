import type { PeerCall } from "#engine/ports/link.ts";
import { exchange } from "../exchange.ts";
import { trustedRoots } from "./trusted-roots.ts";

const answerLimitBytes = 1024 * 1024;

/**
 * Sends an API request to another cluster, from `localAddress` if it is set. Rejects with an Error
 * if no response arrives.
 */
export async function callPeer(
  call: PeerCall,
  signal: AbortSignal,
  localAddress?: string,
): Promise<Readonly<{ status: number; body: string }>> {
  const { status, body } = await exchange({
    method: call.method,
    url: call.apiAddress + call.target,
    headers: [["X-Vault-Token", call.token] as const, ["Content-Type", "application/json"] as const].filter(
      ([, value]) => value,
    ),
    body: call.body,
    timeoutMilliseconds: call.timeoutMilliseconds,
    answerLimitBytes,
    signal,
    localAddress,
    ...(call.roots ? { roots: await trustedRoots(call.roots) } : {}),
  });
  return { status, body };
}
