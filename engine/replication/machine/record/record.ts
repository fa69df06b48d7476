import { z } from "zod";
import type { Credentials } from "../../../ports/link.ts";
import { claim } from "../../protocol/claim.ts";
import { logSpan } from "../../protocol/entry.ts";
import { filtered } from "../../protocol/filtered.ts";
import { history } from "../../protocol/history.ts";
import type { Activation } from "../command.ts";
import { dataPhase } from "./data-phase.ts";
import { rightToLead } from "./right-to-lead.ts";
import { member } from "./set-member.ts";

/**
 * A secondary with an activation token, and the digest of the token's secret; "" after it presented
 * a certificate of this cluster, which alone counts from then on. `until` is the time until which
 * it has to connect for the first time; removed after that. `cluster` is the id of the cluster that
 * connected, and `key` its public key (PEM); both are "" before the first connection.
 */
const knownSecondary = z
  .object({
    id: z.string(),
    digest: z.string(),
    cluster: z.string(),
    key: z.string(),
    until: z.number().exactOptional(),
  })
  .readonly();
export type KnownSecondary = z.infer<typeof knownSecondary>;

/** Private key of a cluster, and its certificate as an authority for its secondaries. */
const identity = z
  .object({ certificate: z.string(), privateKey: z.string() })
  .readonly() satisfies z.ZodType<Credentials>;

/** Fields of every member of a replication set. */
const membership = {
  /** Id of the replication set. */
  set: z.string(),
  /** Id of this cluster in the set, shown as `cluster_id`. */
  cluster: z.string(),
  /** Null only in simulations of the state machine. */
  identity: identity.nullable(),
  /**
   * Names that are filtered from this cluster. On a primary: names that were filtered while it was
   * a secondary, whose data it does not have.
   */
  filtered: filtered,
  /**
   * The latest claim that this cluster received, or null. A primary that received a later claim
   * than its own is fenced.
   */
  receivedClaim: claim.nullable(),
  /**
   * Members with which it had a connection, the latest last. They are asked before a right to lead
   * from before a restart is used.
   */
  members: z.array(member).readonly(),
};

/** Proof of identity towards the dialled cluster, and the expected identity of that cluster. */
const trust = {
  /** Secret of the activation token; "" when there is a certificate. */
  secret: z.string(),
  /** Certificate of the authority of the dialled cluster. */
  authority: z.string(),
  /** Certificate that the dialled cluster issued to this cluster. */
  certificate: z.string().exactOptional(),
};

/**
 * The cluster that a secondary dials: at `address` first, then at `others` in turn. `publicKey` is
 * the key to which the activation token was encrypted; removed after the first connection.
 */
const upstream = z
  .object({
    address: z.string(),
    others: z.array(z.string()).readonly().exactOptional(),
    ...trust,
    publicKey: z.string().exactOptional(),
  })
  .readonly();
export type Upstream = z.infer<typeof upstream>;

/**
 * Entries that this cluster discarded when it took over the data of another cluster: those that
 * only it had written since both logs were equal.
 */
const discardedBranch = z
  .object({
    entries: z.int().nonnegative(),
    /** Indexes of the first and of the last of them. */
    first: z.int().nonnegative(),
    last: z.int().nonnegative(),
    /** Paths of the mounts of these entries. */
    mounts: z.array(z.string()).readonly(),
    /**
     * Paths of mounts that are removed with all their data, since the primary does not have them:
     * they were once filtered from it.
     */
    removed: z.array(z.string()).readonly(),
  })
  .readonly();
export type DiscardedBranch = z.infer<typeof discardedBranch>;

/**
 * Evidence that a primary was started over an older store: the log of the secondary with this id
 * ends at `last`, in an era that only this primary has written. With `last` null the secondary
 * holds the right to lead of this primary's era, so this primary was demoted in it.
 */
const outdated = z.object({ secondary: z.string(), last: z.int().nonnegative().nullable() }).readonly();
export type Outdated = z.infer<typeof outdated>;

const primaryRecord = z
  .object({
    ...membership,
    history,
    /** Cluster address for secondaries; "" for the configured one. */
    address: z.string(),
    secondaries: z.array(knownSecondary).readonly(),
    /**
     * Secondaries from before this cluster was demoted and promoted again. They need new tokens,
     * and are informed of its era when they connect.
     */
    previousSecondaries: z.array(knownSecondary).readonly(),
    /**
     * The primary from which this cluster replicated, and its id there, until that primary knows
     * this cluster's era.
     */
    announceTo: z
      .object({ id: z.string(), address: z.string(), ...trust })
      .readonly()
      .nullable(),
    /** The last branch that this cluster discarded while it was a secondary. */
    discardedBranch: discardedBranch.nullable(),
    outdated: outdated.nullable(),
  })
  .readonly();
export type PrimaryRecord = z.infer<typeof primaryRecord>;

const secondaryRecord = z
  .object({
    ...membership,
    /** Name under which this cluster is registered on its primary; "" after a demotion. */
    id: z.string(),
    /** Eras of the primary's log; some may begin after the last entry here. */
    history,
    upstream: upstream.nullable(),
    data: dataPhase,
    right: rightToLead,
    /**
     * Secondaries from before its demotion. Until it has another primary, they may fetch missing
     * entries, and one of them the right to lead.
     */
    previousSecondaries: z.array(knownSecondary).readonly(),
    /** Number of entries of this cluster that its primary never had, and that a copy replaced. */
    discarded: z.int().nonnegative(),
    discardedBranch: discardedBranch.nullable(),
  })
  .readonly();
export type SecondaryRecord = z.infer<typeof secondaryRecord>;

/** Returns the part of `activation` that a secondary stores for its connection. */
export function upstreamOf({ address, secret, authority = "", publicKey }: Activation): Upstream {
  return { address, secret, authority, ...(publicKey === undefined ? {} : { publicKey }) };
}

/**
 * Durable state of a replica. `log` is the span at the time of the save; log keys show the entries
 * that were added later.
 */
export const storedRecord = z.discriminatedUnion("role", [
  z.object({ role: z.literal("disabled"), log: logSpan, refusedBecause: z.string().exactOptional() }),
  z.object({ role: z.literal("primary"), log: logSpan, record: primaryRecord }),
  z.object({ role: z.literal("secondary"), log: logSpan, record: secondaryRecord }),
]);
export type StoredRecord = z.infer<typeof storedRecord>;
