import { assert } from "../../api/errors/assert.ts";
import type { OutboundMessage } from "./effects.ts";
import { isInProgress } from "./record/data-phase.ts";
import type { Replica } from "./state.ts";

/**
 * Throws an Error when `next` breaks an invariant of the state machine. Checked after each step, before anything is
 * saved or sent.
 */
export function checkInvariants(next: Replica, send: readonly OutboundMessage[]): void {
  const { log } = next;
  assert(log.first <= log.last + 1, "a write log has no gap at its end");
  if (next.role === "disabled") return;
  for (const secondary of next.secondaries) {
    if (secondary.phase === "greeting" || secondary.phase === "away") continue;
    const { acknowledged, sent } = secondary;
    assert(acknowledged <= sent, "no entry is acknowledged before it is sent");
    assert(sent <= log.last, "no entry is sent before it is in the log");
    assert(secondary.phase === "streaming" || acknowledged === sent, "a copy goes on from the entry at which it began");
  }
  for (const outbound of send) {
    if (outbound.type !== "entries") continue;
    assert(outbound.after < outbound.through, "entries are sent in order");
    assert(outbound.after >= log.first - 1 && outbound.through <= log.last, "only entries of the log are sent");
  }
  if (next.role === "primary") return;
  const { data, right, upstream } = next.record;
  assert(!isInProgress(data) || data.reach >= log.last, "a copy or a comparison began at the end of the log");
  assert(upstream !== null || next.connection.phase === "none", "a cluster without primary dials no cluster");
  assert(right.state !== "granted" || upstream === null, "the right to lead is granted by a cluster without primary");
  assert(
    right.state !== "held" || !next.isRightConfirmed || next.rightRequest.state === "none",
    "a right to lead that is held and confirmed is not requested",
  );
}
