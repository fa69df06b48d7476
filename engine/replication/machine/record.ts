import { z } from "zod";
import type { Activation } from "./command.ts";
import { dataPhase, withPhase } from "./data-phase.ts";
import { logSpan } from "./entry.ts";
import { filtered } from "./filtered.ts";
import { history } from "./history.ts";

/**
 * A secondary that was given an activation token, and the digest of the secret in it. `until` is when it has to have connected for the first
 * time, and is gone once it has. `cluster` is which cluster came with it; "" before one did.
 */
const knownSecondary = z
  .object({
    id: z.string(),
    digest: z.string(),
    cluster: z.string().default(""),
    until: z.number().exactOptional(),
  })
  .readonly();
export type KnownSecondary = z.infer<typeof knownSecondary>;

/** What every member of a replication set keeps. */
const membership = {
  /** The replication set. */
  set: z.string(),
  /** This cluster's own id in it, shown as `cluster_id`; "" in records from before members had one. */
  cluster: z.string().default(""),
  /** What is filtered from this cluster; of a primary, what was filtered while it was a secondary: its data lack it. */
  filtered: filtered.default([]),
};

const primaryFields = z
  .object({
    ...membership,
    history,
    /** The cluster address handed to secondaries; "" for the configured one. */
    address: z.string(),
    secondaries: z.array(knownSecondary).readonly(),
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
    /** Whom it dials. `publicKey` is the key that this came encrypted to, until the first connection. */
    upstream: z
      .object({ address: z.string(), secret: z.string(), publicKey: z.string().exactOptional() })
      .readonly()
      .nullable(),
    data: dataPhase,
    /** Those this cluster led when it was demoted. Until it follows another they may fetch what they lack, and a farewell. */
    former: z.array(knownSecondary).readonly(),
    /** Entries written here that the primary of today never had, and that its copy replaced. */
    discarded: z.int().nonnegative(),
  })
  .readonly();
export type SecondaryRecord = z.infer<typeof secondaryFields>;
const secondaryRecord = z.preprocess((record) => withPhase(withPresentNames(record)), secondaryFields);

/** What a secondary keeps of `activation` to connect with. */
export function upstreamOf({ address, secret, publicKey }: Activation): NonNullable<SecondaryRecord["upstream"]> {
  return { address, secret, ...(publicKey === undefined ? {} : { publicKey }) };
}

/** What a replica must find again after a restart; `log` is as it was when the record was saved, the log's keys tell what came since. */
export const storedRecord = z.discriminatedUnion("role", [
  z.object({ role: z.literal("disabled"), log: logSpan }),
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
