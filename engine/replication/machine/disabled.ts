import type { Instant } from "../../ports/clock.ts";
import { emptied, type LogSpan } from "../protocol/entry.ts";
import type { Command } from "./command.ts";
import { accepted, acceptedWith, type StepResult } from "./effects.ts";
import type { Input } from "./input.ts";
import { upstreamOf } from "./record/record.ts";
import { noRight } from "./record/right-to-lead.ts";
import { type Disabled, initialSecondaryState, type Primary, type Secondary } from "./state.ts";
import { wrongRole } from "./wrong-role.ts";

export function handleDisabled(state: Disabled, input: Input): StepResult {
  switch (input.type) {
    case "command":
      return commanded(state, input.command, input.now);
    case "connected":
      return [state, { send: [{ type: "close", to: input.peer, reason: "replication is disabled" }] }];
    case "message":
      if (input.message.type !== "hello") return [state, {}];
      return [state, { send: [{ type: "close", to: input.from, reason: "replication is disabled" }] }];
    case "disconnected":
    case "claim reports":
    case "tick":
      return [state, {}];
  }
}

function commanded(state: Disabled, command: Command, now: Instant): StepResult {
  switch (command.type) {
    case "append": {
      const { span, excess } = emptied(state.log, state.log.last);
      const unlogged = command.batches.flatMap(({ shared, local }) => [...shared, ...local]);
      return [
        { ...state, log: span },
        { save: { unlogged, ...(excess ? { forget: excess } : {}) }, verdict: accepted },
      ];
    }
    case "enable primary": {
      // One index is left out, so that no secondary has all entries before it: every secondary is copied.
      const { span, excess } = emptied(state.log, state.log.last + 1);
      return [
        enabledPrimary(span, command, now),
        {
          ...(excess ? { save: { forget: excess } } : {}),
          logLines: [
            { level: "info", event: "enabled as the primary of a new replication set", facts: { set: command.set } },
          ],
          verdict: acceptedWith(
            "This cluster is now the primary of a new replication set. It may answer slowly for a moment.",
          ),
        },
      ];
    }
    case "enable secondary":
      return [
        enabledSecondary(command, now),
        {
          // Keeps the key pair: the activation token must remain readable, in case it does not lead to a
          // connection.
          save: {
            wipe: {
              but: command.activation.publicKey,
              ...(command.keys === undefined ? {} : { keys: command.keys }),
            },
          },
          send: [{ type: "dial" }],
          apply: ["wiped", "leadership"],
          logLines: [
            {
              level: "info",
              event: "enabled as a secondary: all that was stored is deleted",
              facts: { id: command.activation.id, address: command.activation.address },
            },
          ],
          verdict: acceptedWith(
            "All that this cluster stored is deleted. It replicates from the primary now; its old tokens are void.",
          ),
        },
      ];
    case "demote":
    case "promote":
    case "update primary":
    case "update addresses":
    case "recover":
    case "take certificate":
    case "disable":
    case "register secondary":
    case "revoke secondary":
      return wrongRole(state, command);
  }
}

function enabledPrimary(
  log: LogSpan,
  { set, era, address, identity }: Extract<Command, { type: "enable primary" }>,
  now: Instant,
): Primary {
  // The first era of a new set includes all earlier writes, since no other cluster has any of them.
  const history = [{ epoch: 1, id: era, after: 0 }];
  return {
    role: "primary",
    record: {
      ...{ set, cluster: set, identity: identity ?? null, filtered: [], history, address },
      ...{
        secondaries: [],
        previousSecondaries: [],
        receivedClaim: null,
        members: [],
        announceTo: null,
        discardedBranch: null,
        outdated: null,
      },
    },
    log,
    stretch: null,
    secondaries: [],
    beatAt: now,
    inquiry: null,
    connection: { phase: "none" },
  };
}

function enabledSecondary(
  { activation, cluster, identity, certificate }: Extract<Command, { type: "enable secondary" }>,
  now: Instant,
): Secondary {
  const { id, set } = activation;
  return {
    role: "secondary",
    record: {
      set,
      cluster,
      identity: identity ?? null,
      filtered: [],
      id,
      history: [],
      upstream: { ...upstreamOf(activation), ...(certificate === undefined ? {} : { secret: "", certificate }) },
      data: { phase: "streaming", reach: 0, first: true },
      right: noRight,
      receivedClaim: null,
      members: [],
      previousSecondaries: [],
      discarded: 0,
      discardedBranch: null,
    },
    log: { first: 1, last: 0 },
    connection: { phase: "dialling", attempts: 0 },
    startedAt: now,
    lastReceivedAt: null,
    primaryLastIndex: 0,
    caughtUpAt: now,
    ...initialSecondaryState,
    beatAt: now,
  };
}
