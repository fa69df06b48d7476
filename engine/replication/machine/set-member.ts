import { z } from "zod";
import type { Instant } from "../../ports/clock.ts";
import type { Claim } from "./claim.ts";

/** A member of the replication set: its public key, PEM, and the cluster address at which it can be dialled. */
export const member = z.object({ key: z.string(), address: z.string() }).readonly();
export type Member = z.infer<typeof member>;

/** What a member answered to an inquiry: the latest claim that it knows, and whether it holds the right to lead of that era. */
export type Standing = Readonly<{ key: string; claim: Claim; holdsRight: boolean }>;

/** An inquiry of a primary: when it is sent next, and the keys of the members that are asked until they have answered once. */
export type Inquiry = Readonly<{
  at: Instant;
  /** Those that have not answered since this primary was restarted. */
  silent: readonly string[];
  /** Those whose connection as a secondary ended: each may have been promoted since, and the role of primary handed on from it. */
  lost: readonly string[];
}>;

/** Members that are remembered: more than a set usually has, and few enough to ask all of them at once. */
const maxMembers = 64;

/** `record` after a connection with a member of the set, the latest last. The same record where that is not new. */
export function withMember<Record extends Readonly<{ members: readonly Member[] }>>(
  record: Record,
  { key = "", address }: Readonly<{ key: string | undefined; address: string }>,
): Record {
  const { members } = record;
  if (key === "" || address === "") return record;
  if (members.some((one) => one.key === key && one.address === address)) return record;
  return { ...record, members: [...members.filter((one) => one.key !== key), { key, address }].slice(-maxMembers) };
}
