import { z } from "zod";
import { decodeBase64 } from "../../api/base64.ts";
import { isJsonObject, type JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { Link, PeerCall, TrustedRoots } from "../../ports/link.ts";
import type { Activation } from "../machine/command.ts";
import { apiOrigin } from "./api-origin.ts";

/** Milliseconds that the primary's API may take to unwrap a token. */
const unwrapMilliseconds = 10_000;

/**
 * The content of an activation token. Names are the reference's where it has the same member
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

/** `activation` as it is put behind a token. */
export function bundleOf({ id, set, address, secret, authority = "" }: Activation): JsonObject {
  return {
    ...{ mode: "performance", id, cluster_id: set, primary_cluster_addr: address },
    ...{ ca_cert: authority, secret },
  } satisfies z.input<typeof bundle>;
}

/** The activation in `content`, which is what {@link bundleOf} makes; undefined when it is something else. */
export function activationIn(content: unknown): Activation | undefined {
  const result = bundle.safeParse(content);
  if (!result.success) return undefined;
  const { id, cluster_id: set, primary_cluster_addr: address, ca_cert: authority, secret } = result.data;
  return { id, set, address, secret, authority };
}

/** A token, and how the cluster is reached that issued it; `apiAddress` is "" for the one in the token. */
export type Unwrapping = Readonly<{ token: string; apiAddress: string; roots?: TrustedRoots | undefined }>;

/**
 * Fetches what is behind `token` from the cluster that issued it: at the origin `apiAddress`, or when that is "" at the one in the token.
 * Throws a Problem "refused" when the token is no good, and "upstream" when there is no answer; no text of it holds the token.
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

/** The origin of the API in a token. Its signature cannot be checked here, nor needs to be: the cluster that answers there must know the token. */
function issuerOf(token: string): string {
  try {
    const claims: unknown = JSON.parse(decodeBase64(token.split(".")[1] ?? ""));
    const issuer = isJsonObject(claims) && typeof claims.addr === "string" ? apiOrigin(claims.addr) : undefined;
    if (issuer !== undefined) return issuer;
  } catch {
    // Whatever is wrong with it, it is no token of ours.
  }
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
