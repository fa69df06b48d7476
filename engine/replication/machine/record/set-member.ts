import { z } from "zod";
import type { Instant } from "../../../ports/clock.ts";
import type { Claim } from "../../protocol/claim.ts";

/** A member of the replication set: its public key (PEM), and the cluster address at which it can be dialled. */
export const member = z.object({ key: z.string(), address: z.string() }).readonly();
export type Member = z.infer<typeof member>;

/**
 * Reply of the member with the public key `key` to an inquiry: the latest claim that it knows, and
 * whether it holds the right to lead of that era.
 */
export type ClaimReport = Readonly<{ key: string; claim: Claim; holdsRight: boolean }>;

/** Pending inquiry of a primary: the time of the next one, and the public keys of the members that it asks. */
export type Inquiry = Readonly<{
  at: Instant;
  /** Members that have neither sent a hello nor answered since this primary was started. */
  silent: readonly string[];
  /** Secondaries whose connection ended, and that have neither sent a hello nor answered since. */
  lost: readonly string[];
}>;

const maxMembers = 64;

/**
 * Returns `record` with this member at the end of its list; the same record if the list has the member, or if the key
 * or the address is unknown.
 */
export function withMember<Record extends Readonly<{ members: readonly Member[] }>>(
  record: Record,
  { key = "", address }: Readonly<{ key: string | undefined; address: string }>,
): Record {
  const { members } = record;
  if (key === "" || address === "") return record;
  if (members.some((one) => one.key === key && one.address === address)) return record;
  return { ...record, members: [...members.filter((one) => one.key !== key), { key, address }].slice(-maxMembers) };
}
