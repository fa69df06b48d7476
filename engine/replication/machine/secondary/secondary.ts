import type { Instant } from "../../../ports/clock.ts";
import { upstreamPeer } from "../../protocol/peer.ts";
import type { Activation, Command } from "../command.ts";
import { closeUpstream, connectionTick, isHelloAnswered } from "../connection/connection.ts";
import { isAnyConnected } from "../connection/heartbeat.ts";
import {
  demotedBeat,
  secondaryConnected,
  secondaryDisconnected,
  secondaryMessageReceived,
} from "../demoted/demoted.ts";
import { accepted, acceptedWith, disabledLogLine, type OutboundMessage, refusal, type StepResult } from "../effects.ts";
import type { Input } from "../input.ts";
import { dismissals } from "../primary/secondary-progress.ts";
import { comparisonBegun, isBootstrapping, isInProgress } from "../record/data-phase.ts";
import { type SecondaryRecord, upstreamOf } from "../record/record.ts";
import { noRight } from "../record/right-to-lead.ts";
import { initialSecondaryState, type Secondary } from "../state.ts";
import { wrongRole } from "../wrong-role.ts";
import { handleClaimReports } from "./claim-reports.ts";
import { primaryConnected, primaryDisconnected } from "./primary-connection.ts";
import { primaryMessageReceived } from "./primary-message.ts";
import { consistentLog, promote } from "./promotion.ts";

export const notWritable = "this cluster is a secondary: only its primary writes shared data";

export function handleSecondary(state: Secondary, input: Input): StepResult {
  switch (input.type) {
    case "command":
      return commanded(state, input.command, input.now);
    case "connected":
      if (input.peer === upstreamPeer) return primaryConnected(state, input);
      return secondaryConnected(state, { ...input, peer: input.peer });
    case "disconnected":
      if (input.peer === upstreamPeer) {
        return input.isRefused && isBootstrapping(state.record.data)
          ? rollBackEnable(state, input.reason)
          : primaryDisconnected(state, input);
      }
      return secondaryDisconnected(state, input.peer);
    case "message":
      if (input.from === upstreamPeer) return primaryMessageReceived(state, input);
      return secondaryMessageReceived(state, input);
    case "claim reports":
      return handleClaimReports(state, input);
    case "tick":
      return tick(state, input.now);
  }
}

function commanded(state: Secondary, command: Command, now: Instant): StepResult {
  switch (command.type) {
    case "append":
      return refusal(state, "unavailable", notWritable);
    case "promote":
      return promote(state, command, now);
    case "update primary":
      return command.activation === null ? withoutPrimary(state) : replacePrimary(state, command.activation);
    case "update addresses":
      return replaceAddresses(state, command.addresses);
    case "recover":
      return recover(state);
    case "disable": {
      if (command.role !== "secondary") return wrongRole(state, command);
      const { span: log, excess } = consistentLog(state);
      return [
        { role: "disabled", record: null, log },
        {
          ...(excess ? { save: { forget: excess } } : {}),
          send: dismissAll(state, "replication is disabled"),
          apply: ["leadership"],
          logLines: [disabledLogLine("secondary")],
          verdict: acceptedWith(
            "Replication is disabled. To become a secondary again this cluster's storage must be wiped.",
          ),
        },
      ];
    }
    case "take certificate":
      return withCertificate(state, command.certificate);
    case "enable primary":
      return refusal(state, "refused", "this cluster is a performance secondary: promote it instead");
    case "enable secondary":
    case "demote":
    case "register secondary":
    case "revoke secondary":
      return wrongRole(state, command);
  }
}

/**
 * Rolls back `secondary/enable`: the primary admitted this cluster, but refuses it before the first
 * copy is complete. The stored data are deleted, and replication is disabled.
 */
function rollBackEnable(state: Secondary, reason: string): StepResult {
  return [
    { role: "disabled", record: null, log: { first: 1, last: 0 }, refusedBecause: reason },
    {
      save: { wipe: { but: state.record.upstream?.publicKey } },
      send: dismissAll(state, "its primary refused this cluster"),
      apply: ["wiped", "leadership"],
      logLines: [
        { level: "warn", event: "replication is disabled: the primary refused this cluster", facts: { reason } },
      ],
    },
  ];
}

function replacePrimary(state: Secondary, activation: Activation): StepResult {
  const { record } = state;
  const { id, set } = activation;
  if (set !== record.set) {
    const advice = "disable replication here and enable it as a secondary, which wipes the storage";
    return refusal(state, "refused", `the token belongs to another replication set; ${advice}`);
  }
  return [
    {
      ...state,
      record: {
        ...record,
        id,
        upstream: upstreamOf(activation),
        right: noRight,
        previousSecondaries: [],
        ...(isInProgress(record.data) ? {} : { discarded: 0, discardedBranch: null }),
      },
      connection: { phase: "dialling", attempts: 0 },
      ...initialSecondaryState,
    },
    {
      send: [...dismissAll(state, "this cluster replicates from another primary now"), { type: "dial" }],
      logLines: [{ level: "info", event: "given another primary", facts: { id, address: activation.address } }],
      verdict: acceptedWith(
        "This cluster replicates from another primary now. Its data stay, and are brought up to date.",
        ...rightWarning(record),
      ),
    },
  ];
}

function replaceAddresses(state: Secondary, [address, ...others]: readonly [string, ...string[]]): StepResult {
  const { upstream } = state.record;
  if (upstream === null) {
    return refusal(state, "refused", "this cluster has no primary whose addresses could change: a token is needed");
  }
  return [
    {
      ...state,
      record: { ...state.record, upstream: { ...upstream, address, others } },
      connection: { phase: "dialling", attempts: 0 },
    },
    {
      send: [...closeUpstream(state, "its primary is dialled at another address"), { type: "dial" }],
      logLines: [
        {
          level: "info",
          event: "given other addresses of its primary",
          facts: { addresses: [address, ...others].join(" ") },
        },
      ],
      verdict: acceptedWith(`The primary is dialled at ${[address, ...others].join(", ")} from now on.`),
    },
  ];
}

function recover(state: Secondary): StepResult {
  const { record, connection, log } = state;
  if (record.upstream === null) return refusal(state, "refused", "this cluster has no primary to recover from");
  const { data } = record;
  const compares = isHelloAnswered(connection) && data.phase === "streaming";
  const doubted = comparisonBegun(data, Math.max(data.reach, log.last));
  return [
    {
      ...state,
      record: compares ? { ...record, data: doubted } : record,
      connection: { phase: "dialling", attempts: 0 },
    },
    {
      send: [...closeUpstream(state, "it recovers"), { type: "dial" }],
      logLines: [{ level: "info", event: "recovering", facts: { comparing: compares } }],
      verdict: acceptedWith(
        compares
          ? "The Merkle trees of this cluster and its primary are compared, and what differs is copied."
          : "The primary is dialled at once.",
      ),
    },
  ];
}

function withCertificate(state: Secondary, certificate: string): StepResult {
  const { upstream } = state.record;
  if (upstream === null) return [state, { verdict: accepted }];
  return [
    { ...state, record: { ...state.record, upstream: { ...upstream, secret: "", certificate } } },
    { verdict: accepted },
  ];
}

function withoutPrimary(state: Secondary): StepResult {
  return [
    {
      ...state,
      record: { ...state.record, upstream: null, right: noRight, previousSecondaries: [] },
      connection: { phase: "none" },
      ...initialSecondaryState,
    },
    {
      send: dismissAll(state, "this cluster replicates from no primary now"),
      logLines: [{ level: "info", event: "its primary was taken from it", facts: {} }],
      verdict: acceptedWith(
        "This cluster stays a secondary, and replicates from no primary until update-primary gives it one.",
        ...rightWarning(state.record),
      ),
    },
  ];
}

function rightWarning({ right }: SecondaryRecord): readonly string[] {
  if (right.state !== "held") return [];
  return [
    "This cluster held the right to lead, and has given it up: no cluster can be promoted by it without force any more.",
  ];
}

function dismissAll(state: Secondary, reason: string): readonly OutboundMessage[] {
  return [...closeUpstream(state, reason), ...dismissals(state.secondaries, reason)];
}

function tick(state: Secondary, now: Instant): StepResult {
  const [next, effects] = connectionTick(state, now);
  if (now < next.beatAt || !isAnyConnected(next.secondaries)) return [next, effects];
  const [after, outgoing] = demotedBeat(next, now);
  return [after, { ...effects, send: [...(effects.send ?? []), ...outgoing] }];
}
