import type { Link } from "../../ports/link.ts";
import type { Upstream } from "../machine/record/record.ts";
import type { Replica, Secondary } from "../machine/state.ts";
import type { Addresses } from "../protocol/peer.ts";
import type { Members } from "./members.ts";
import type { DialOptions } from "./session.ts";

/**
 * The cluster to dial, and the proof of this cluster's identity. A secondary dials its primary; a promoted cluster
 * dials its former primary, to announce the new era.
 */
type DialTarget = Readonly<{ id: string; address: string }> & Pick<Upstream, "secret" | "authority" | "certificate">;

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

function withNextAddress({ others = [], ...upstream }: Upstream, { connection }: Secondary) {
  const { address } = upstream;
  const all = [address, ...others];
  const attempts = connection.phase === "none" ? 0 : connection.attempts;
  return { ...upstream, address: all[attempts % all.length] ?? address };
}

/**
 * Returns the options for dialling a target. This cluster presents the certificate that it received
 * there, or, before it has one, its own certificate and the secret of its token. Undefined when
 * this cluster has no identity.
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

export function ownAddresses({ apiAddress, clusterAddress }: Link): Addresses {
  return { api: apiAddress, cluster: clusterAddress };
}
