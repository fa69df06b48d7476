import type { Instant } from "../../ports/clock.ts";
import { isAnyConnected } from "./connection/heartbeat.ts";
import { handleDisabled } from "./disabled.ts";
import type { Effects, StepResult } from "./effects.ts";
import type { Input } from "./input.ts";
import { checkInvariants } from "./invariants.ts";
import { handlePrimary } from "./primary/primary.ts";
import { handleSecondary } from "./secondary/secondary.ts";
import { type Replica, storedOf } from "./state.ts";

/**
 * The state machine of replication: returns the next state and the effects of one input, without side effects; see
 * {@link Effects}.
 */
export function step(state: Replica, input: Input): readonly [Replica, Effects] {
  const [next, { save, ...wanted }] = turn(state, input);
  const recordChanged = next.record !== state.record || next.role !== state.role;
  const whole = recordChanged ? { ...save, record: storedOf(next) } : save;
  checkInvariants(next, wanted.send ?? []);
  const wakeAt = wakeTime(next);
  return [
    next,
    {
      send: [],
      apply: [],
      logLines: [],
      ...wanted,
      ...(whole ? { save: whole } : {}),
      ...(wakeAt === undefined ? {} : { wakeAt }),
    },
  ];
}

function turn(state: Replica, input: Input): StepResult {
  switch (state.role) {
    case "disabled":
      return handleDisabled(state, input);
    case "primary":
      return handlePrimary(state, input);
    case "secondary":
      return handleSecondary(state, input);
  }
}

function wakeTime(state: Replica): Instant | undefined {
  if (state.role === "disabled") return undefined;
  const times = isAnyConnected(state.secondaries) ? [state.beatAt] : [];
  if (state.role === "primary" && state.inquiry !== null) times.push(state.inquiry.at);
  if (state.connection.phase === "waiting") times.push(state.connection.retryAt);
  if (state.connection.phase === "connected") times.push(state.connection.checkAt);
  return times.length === 0 ? undefined : Math.min(...times);
}
