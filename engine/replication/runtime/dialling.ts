import type { Link } from "../../ports/link.ts";
import type { Upstream } from "../machine/record/record.ts";
import type { Replica, Secondary } from "../machine/state.ts";
import type { Addresses } from "../protocol/peer.ts";
import type { Members } from "./members.ts";
import type { DialOptions } from "./session.ts";

/**
 * The cluster to dial, and the proof of identity: for a secondary its primary, for a promoted
 * cluster the former primary, which is informed of the new era.
 */
type DialTarget = Readonly<{ id: string; address: string }> & Pick<Upstream, "secret" | "authority" | "certificate">;

/** Returns the cluster to dial; null when there is none. */
export function dialled(state: Replica): DialTarget | null {
  switch (state.role) {
    case "disabled":
      return null;
    case "primary":
      return state.record.announceTo;
    case "secondary":
      return state.record.upstream && { ...withNextAddress(state.record.upstream, state), id: state.record.id };
  }
}

/** Returns the next address: after each failed attempt it is another one. */
function withNextAddress({ others = [], ...upstream }: Upstream, { connection }: Secondary) {
  const { address } = upstream;
  const all = [address, ...others];
  const attempts = connection.phase === "none" ? 0 : connection.attempts;
  return { ...upstream, address: all[attempts % all.length] ?? address };
}

/**
 * Returns how this cluster dials `target`: with the certificate that it got there, or before that
 * with its own and the secret of its token. Undefined when it has no identity.
 */
export function dialOptions(
  { id, secret, authority, certificate }: DialTarget,
  { state, members, link }: Readonly<{ state: Replica; members: Members; link: Link }>,
): DialOptions | undefined {
  if (!state.record?.identity) return undefined;
  const { set, identity } = state.record;
  return {
    introduction: { id, set, secret, addresses: ownAddresses(link) },
    credentials: { certificate: certificate ?? identity.certificate, privateKey: identity.privateKey },
    mismatchReason: (shown) => members.mismatchReason(shown, authority),
  };
}

/** Returns the addresses at which this cluster is reached. */
export function ownAddresses({ apiAddress, clusterAddress }: Link): Addresses {
  return { api: apiAddress, cluster: clusterAddress };
}
