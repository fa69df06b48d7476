import { z } from "zod";
import type { Credentials } from "../../ports/link.ts";
import { claim } from "../protocol/claim.ts";
import { logSpan } from "../protocol/entry.ts";
import { filtered } from "../protocol/filtered.ts";
import { history } from "../protocol/history.ts";
import type { Activation } from "./command.ts";
import { dataPhase, withPhase } from "./data-phase.ts";
import { noRight, rightToLead } from "./right-to-lead.ts";
import { member } from "./set-member.ts";

/**
 * A secondary that was given an activation token, and the digest of the secret in it; "" once it came with a certificate of this cluster, as from then
 * on that alone counts. `until` is when it has to have connected for the first time, and is gone once it has. `cluster` is which cluster came with
 * it, and `key` that cluster's public key, PEM; both are "" before one did.
 */
const knownSecondary = z
  .object({
    id: z.string(),
    digest: z.string(),
    cluster: z.string().default(""),
    key: z.string().default(""),
    until: z.number().exactOptional(),
  })
  .readonly();
export type KnownSecondary = z.infer<typeof knownSecondary>;

/** What a cluster proves on its links; the certificate is that of the authority that it is for its secondaries. */
const identity = z
  .object({ certificate: z.string(), privateKey: z.string() })
  .readonly() satisfies z.ZodType<Credentials>;

/** What every member of a replication set keeps. */
const membership = {
  /** The replication set. */
  set: z.string(),
  /** This cluster's own id in it, shown as `cluster_id`; "" in records from before members had one. */
  cluster: z.string().default(""),
  /** Null in records from before clusters had keys: the driver sees to it that there is one. */
  identity: identity.nullable().default(null),
  /** What is filtered from this cluster; of a primary, what was filtered while it was a secondary: its data lack it. */
  filtered: filtered.default([]),
  /** The latest claim to be the primary that it met elsewhere, or null. A primary that met one later than its own is fenced. */
  met: claim.nullable().default(null),
  /** The members that it has had a connection with, the latest last. They are asked what they know before a right from before a restart is used. */
  members: z.array(member).readonly().default([]),
};

/** How a cluster proves itself to the one that it dials, and knows that one. */
const trust = {
  /** The secret of the activation token; "" once there is a certificate. */
  secret: z.string(),
  /** The certificate of the authority that the cluster there must be. */
  authority: z.string().default(""),
  /** The certificate that it issued to this cluster. */
  certificate: z.string().exactOptional(),
};

/**
 * Whom a secondary dials: `address` first, then `others` in turn. `publicKey` is the key that this came encrypted to, until the first
 * connection.
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

/** A branch of the log that this cluster gave up when it took over another's: what only it had written since both were the same. */
const givenUp = z
  .object({
    entries: z.int().nonnegative(),
    /** Index of the first and of the last of them. */
    first: z.int().nonnegative(),
    last: z.int().nonnegative(),
    /** Paths of the mounts that the entries were written for. */
    mounts: z.array(z.string()).readonly(),
    /** Paths of mounts that are removed here with all they stored, since the primary lacks them: they were filtered from it once. */
    removed: z.array(z.string()).readonly(),
  })
  .readonly();
export type DiscardedBranch = z.infer<typeof givenUp>;

/**
 * Evidence that a primary was started over an older store: the log of the secondary with this id ends at `last`, in an era that only this primary has written.
 * With `last` null the secondary holds the right to lead of this primary's era, so this primary was demoted in it.
 */
const outdated = z.object({ secondary: z.string(), last: z.int().nonnegative().nullable() }).readonly();
export type Outdated = z.infer<typeof outdated>;

const primaryFields = z
  .object({
    ...membership,
    history,
    /** The cluster address handed to secondaries; "" for the configured one. */
    address: z.string(),
    secondaries: z.array(knownSecondary).readonly(),
    /** Its secondaries before it was demoted and promoted again: they need new tokens, and are told of its era when they come. */
    former: z.array(knownSecondary).readonly().default([]),
    /** The primary that it replicated from, and under which id, until that one knows of this cluster's era. */
    untold: z
      .object({ id: z.string(), address: z.string(), ...trust })
      .readonly()
      .nullable()
      .default(null),
    /** The last branch that it gave up while it was a secondary. */
    givenUp: givenUp.nullable().default(null),
    outdated: outdated.nullable().default(null),
  })
  .readonly();
export type PrimaryRecord = z.infer<typeof primaryFields>;
const primaryRecord = z.preprocess(withPresentNames, primaryFields);

const secondaryFields = z
  .object({
    ...membership,
    /** The name the primary knows this cluster by; "" after a demotion. */
    id: z.string(),
    /** Eras of the primary's log; some may begin after what has arrived here. */
    history,
    upstream: upstream.nullable(),
    data: dataPhase,
    right: rightToLead.default(noRight),
    /** Its secondaries when it was demoted. Until it has another primary they may fetch what they lack, and one of them the right to lead. */
    former: z.array(knownSecondary).readonly(),
    /** Entries written here that the primary of today never had, and that its copy replaced. */
    discarded: z.int().nonnegative(),
    givenUp: givenUp.nullable().default(null),
  })
  .readonly();
export type SecondaryRecord = z.infer<typeof secondaryFields>;
const secondaryRecord = z.preprocess((record) => withPhase(withPresentNames(record)), secondaryFields);

/** What a secondary keeps of `activation` to connect with. */
export function upstreamOf({ address, secret, authority = "", publicKey }: Activation): Upstream {
  return { address, secret, authority, ...(publicKey === undefined ? {} : { publicKey }) };
}

/** What a replica must find again after a restart; `log` is as it was when the record was saved, the log's keys tell what came since. */
export const storedRecord = z.discriminatedUnion("role", [
  z.object({ role: z.literal("disabled"), log: logSpan, refusedBecause: z.string().exactOptional() }),
  z.object({ role: z.literal("primary"), log: logSpan, record: primaryRecord }),
  z.object({ role: z.literal("secondary"), log: logSpan, record: secondaryRecord }),
]);
export type StoredRecord = z.infer<typeof storedRecord>;

/** A record as it is stored now, of one that was stored when `filtered` had the name `withheld`. */
function withPresentNames(record: unknown): unknown {
  if (typeof record !== "object" || record === null || !("withheld" in record)) return record;
  const { withheld: filtered, ...others } = record;
  return { ...others, filtered };
}
