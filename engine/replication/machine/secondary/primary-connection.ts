import { latestClaim } from "../../protocol/claim.ts";
import { namesOf } from "../../protocol/filtered.ts";
import { historyThrough } from "../../protocol/history.ts";
import { upstreamPeer } from "../../protocol/peer.ts";
import { attemptsWithoutProgress, connectedTo, waitingForRetry } from "../connection/connection.ts";
import type { StepResult } from "../effects.ts";
import type { Input } from "../input.ts";
import type { SecondaryRecord } from "../record/record.ts";
import { withMember } from "../record/set-member.ts";
import type { Secondary } from "../state.ts";

const creditCharacters = 16 * 1024 * 1024;

export function primaryConnected(
  state: Secondary,
  { addresses, key, now }: Pick<Extract<Input, { type: "connected" }>, "addresses" | "key" | "now">,
): StepResult {
  if (state.connection.phase !== "dialling") {
    return [state, { send: [{ type: "close", to: upstreamPeer, reason: "no longer wanted" }] }];
  }
  const { record, log } = state;
  const connection = connectedTo(addresses, { attempts: state.connection.attempts, now });
  const reach = Math.max(record.data.reach, log.last);
  const hello = {
    type: "hello",
    index: log.last,
    reach,
    history: historyThrough(record.history, reach),
    copied: record.data.phase === "copying" ? record.data.copied : null,
    comparing: record.data.phase === "comparing",
    filtered: namesOf(record.filtered),
    claim: latestClaim(record),
    holdsRight: record.right.state === "held",
    credit: creditCharacters,
  } as const;
  const { usedKeyPair, kept } = withoutKeyPair(withMember(record, { key, address: addresses.cluster }));
  return [
    { ...state, record: kept, connection, lastReceivedAt: now },
    {
      ...(usedKeyPair === undefined ? {} : { save: { usedKeyPair } }),
      send: [{ type: "message", to: upstreamPeer, message: hello }],
      logLines: [
        { level: "info", event: "connected to the primary", facts: { address: record.upstream?.address ?? "" } },
      ],
    },
  ];
}

function withoutKeyPair(record: SecondaryRecord): Readonly<{ usedKeyPair?: string; kept: SecondaryRecord }> {
  if (record.upstream?.publicKey === undefined) return { kept: record };
  const { publicKey: usedKeyPair, ...upstream } = record.upstream;
  return { usedKeyPair, kept: { ...record, upstream } };
}

export function primaryDisconnected(state: Secondary, input: Extract<Input, { type: "disconnected" }>): StepResult {
  const { connection } = state;
  if (connection.phase !== "dialling" && connection.phase !== "connected") return [state, {}];
  const attempts = attemptsWithoutProgress(connection);
  const facts = { reason: input.reason };
  return [
    { ...state, connection: waitingForRetry(attempts, input) },
    // Only the first of many failures is logged.
    attempts > 0 ? {} : { logLines: [{ level: "warn", event: "no connection to the primary", facts }] },
  ];
}
