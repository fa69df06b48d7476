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
 * A secondary for which an activation token was issued, with the digest of the token's secret. The digest is "" after
 * the secondary presented a certificate of this cluster: from then on it needs the certificate. `until`, if present, is
 * the time by which it has to connect for the first time. `cluster` is the id of the cluster that connected, and `key`
 * its public key (PEM); both are "" before the first connection.
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

const identity = z
  .object({ certificate: z.string(), privateKey: z.string() })
  .readonly() satisfies z.ZodType<Credentials>;

const membership = {
  set: z.string(),
  cluster: z.string(),
  /** Null in simulations of the state machine. */
  identity: identity.nullable(),
  /**
   * Mounts and namespaces that are filtered from this cluster. On a primary: those that were filtered from it while it
   * was a secondary, so that it does not have their data.
   */
  filtered: filtered,
  /**
   * The latest claim that this cluster received, or null. A primary that received a later claim than its own is fenced.
   */
  receivedClaim: claim.nullable(),
  /**
   * Members with which this cluster had a connection, the one that was added or changed last at the end. The oldest are
   * dropped when there are too many.
   */
  members: z.array(member).readonly(),
};

const trust = {
  /** Secret of the activation token; "" once this cluster has a certificate. */
  secret: z.string(),
  authority: z.string(),
  certificate: z.string().exactOptional(),
};

/**
 * The cluster that a secondary dials: at `address` first, then at `others` in turn. `publicKey` is this cluster's key
 * for the encryption of the activation token; it is removed after the first connection.
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
 * Entries that this cluster discarded when it took over the data of another primary: entries after the index up to
 * which both logs were equal.
 */
const discardedBranch = z
  .object({
    entries: z.int().nonnegative(),
    /** Index of the first discarded entry, if there is one. */
    first: z.int().nonnegative(),
    /** Index of the last discarded entry, if there is one. */
    last: z.int().nonnegative(),
    mounts: z.array(z.string()).readonly(),
    /**
     * Paths of mounts and namespaces that were removed with all their data: the new primary does not have them, because
     * they were once filtered from it.
     */
    removed: z.array(z.string()).readonly(),
  })
  .readonly();
export type DiscardedBranch = z.infer<typeof discardedBranch>;

/**
 * Evidence that this primary was started over an older store: the log of the secondary with this id ends at `last`, in
 * an era whose entries only this primary writes. With `last` null the secondary holds the right to lead of this
 * primary's era, so this primary was demoted in that era.
 */
const outdated = z.object({ secondary: z.string(), last: z.int().nonnegative().nullable() }).readonly();
export type Outdated = z.infer<typeof outdated>;

const primaryRecord = z
  .object({
    ...membership,
    history,
    /** Cluster address that secondaries dial; "" for the configured address. */
    address: z.string(),
    secondaries: z.array(knownSecondary).readonly(),
    /**
     * Secondaries that were registered before this cluster was demoted and promoted again. They need new tokens, and
     * are informed of this cluster's era when they connect.
     */
    previousSecondaries: z.array(knownSecondary).readonly(),
    /**
     * The former primary of this cluster, and the id of this cluster there; null when no former primary has to be
     * informed of this cluster's era.
     */
    announceTo: z
      .object({ id: z.string(), address: z.string(), ...trust })
      .readonly()
      .nullable(),
    discardedBranch: discardedBranch.nullable(),
    outdated: outdated.nullable(),
  })
  .readonly();
export type PrimaryRecord = z.infer<typeof primaryRecord>;

const secondaryRecord = z
  .object({
    ...membership,
    /** Name under which this cluster is registered on its primary; "" after this cluster was demoted. */
    id: z.string(),
    /** Eras of the primary's log; some may begin after the last entry of this cluster. */
    history,
    upstream: upstream.nullable(),
    data: dataPhase,
    right: rightToLead,
    /**
     * Secondaries that were registered before this cluster was demoted. Until an operator runs
     * `update-primary`, they may fetch missing entries, and one of them may get the right to lead.
     */
    previousSecondaries: z.array(knownSecondary).readonly(),
    /**
     * Number of entries that only this cluster had, and that copies or comparisons with its present
     * primary replaced.
     */
    discarded: z.int().nonnegative(),
    discardedBranch: discardedBranch.nullable(),
  })
  .readonly();
export type SecondaryRecord = z.infer<typeof secondaryRecord>;

export function upstreamOf({ address, secret, authority = "", publicKey }: Activation): Upstream {
  return { address, secret, authority, ...(publicKey === undefined ? {} : { publicKey }) };
}

/**
 * The stored part of a replica's state. `log` is the span of the write log at the time of the save; entries that were
 * added later are found by their keys.
 */
export const storedRecord = z.discriminatedUnion("role", [
  z.object({ role: z.literal("disabled"), log: logSpan, refusedBecause: z.string().exactOptional() }),
  z.object({ role: z.literal("primary"), log: logSpan, record: primaryRecord }),
  z.object({ role: z.literal("secondary"), log: logSpan, record: secondaryRecord }),
]);
export type StoredRecord = z.infer<typeof storedRecord>;
