import { z } from "zod";
import { isJsonObject, type JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import { decodeBase64 } from "../../api/values/base64.ts";
import type { Link, PeerCall, TrustedRoots } from "../../ports/link.ts";
import type { Activation } from "../machine/command.ts";
import { apiOrigin } from "./api-origin.ts";

const unwrapMilliseconds = 10_000;

/**
 * Content of an activation token. Fields that the reference also has are named as in the reference
 * (docs/differences.md, "Replication and other editions").
 */
const bundle = z.object({
  mode: z.literal("performance"),
  id: z.string().min(1),
  cluster_id: z.string().min(1),
  primary_cluster_addr: z.string().min(1),
  ca_cert: z.string().min(1),
  secret: z.string().min(1),
});

export function bundleOf({ id, set, address, secret, authority = "" }: Activation): JsonObject {
  return {
    ...{ mode: "performance", id, cluster_id: set, primary_cluster_addr: address },
    ...{ ca_cert: authority, secret },
  } satisfies z.input<typeof bundle>;
}

/** Parses the content of a token, as built by {@link bundleOf}; returns undefined for other content. */
export function activationIn(content: unknown): Activation | undefined {
  const result = bundle.safeParse(content);
  if (!result.success) return undefined;
  const { id, cluster_id: set, primary_cluster_addr: address, ca_cert: authority, secret } = result.data;
  return { id, set, address, secret, authority };
}

/** A token, and the API of the cluster that issued it; `apiAddress` is "" if the address in the token is used. */
export type Unwrapping = Readonly<{ token: string; apiAddress: string; roots?: TrustedRoots | undefined }>;

/**
 * Fetches the content of `token` from the cluster that issued it: at the origin `apiAddress`, or at
 * the address in the token. Throws a Problem "refused" if the token is invalid or the reply is an
 * error, and "upstream" if there is no reply. Error texts do not contain the token.
 */
export async function fetchActivation(link: Link, { token, apiAddress, roots }: Unwrapping): Promise<Activation> {
  const at = { apiAddress: apiAddress || issuerOf(token), token, ...(roots ? { roots } : {}) };
  const { status, body } = await unwrap(link, at);
  if (status !== 200) {
    throw new Problem("refused", `error response unwrapping secondary token; status code is ${status}`);
  }
  const activation = activationIn(dataOf(body));
  if (!activation) throw new Problem("refused", "the token is not an activation token");
  return activation;
}

async function unwrap(
  link: Link,
  at: Pick<PeerCall, "apiAddress" | "token" | "roots">,
): Promise<Readonly<{ status: number; body: string }>> {
  try {
    return await link.call({
      ...at,
      method: "POST",
      target: "/v1/sys/wrapping/unwrap",
      body: "{}",
      timeoutMilliseconds: unwrapMilliseconds,
    });
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new Problem("upstream", `the primary's API at ${at.apiAddress} cannot be reached to unwrap the token`, {
      cause,
    });
  }
}

/**
 * Returns the API origin that `token` contains. Its signature cannot be checked here, and need not be: only the cluster
 * that issued the token can unwrap it. Throws a Problem "refused" if the token contains no API origin.
 */
function issuerOf(token: string): string {
  try {
    const claims: unknown = JSON.parse(decodeBase64(token.split(".")[1] ?? ""));
    const issuer = isJsonObject(claims) && typeof claims.addr === "string" ? apiOrigin(claims.addr) : undefined;
    if (issuer !== undefined) return issuer;
  } catch {}
  throw new Problem("refused", "the token names no API address; it is damaged, or primary_api_addr must be given");
}

function dataOf(body: string): unknown {
  try {
    const answer: unknown = JSON.parse(body);
    return isJsonObject(answer) ? answer.data : undefined;
  } catch {
    return undefined;
  }
}
