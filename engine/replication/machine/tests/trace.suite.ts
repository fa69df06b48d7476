import { isFenced } from "../../protocol/claim.ts";
import { namesOf } from "../../protocol/filtered.ts";
import type { Message } from "../../protocol/message.ts";
import { nameOf } from "../../protocol/peer.ts";
import type { Event } from "../../runtime/event.ts";
import type { Effects, OutboundMessage, Save } from "../effects.ts";
import { isBootstrapping } from "../record/data-phase.ts";
import type { RightToLead } from "../record/right-to-lead.ts";
import type { Primary, Replica } from "../state.ts";

type TracedStep = Readonly<{ before: Replica; event: Event; next: Replica; effects: Effects }>;

/**
 * Returns the trace lines of one step: `>` input, `!` save, `<` sent message, `*` notification, `x` refusal, `=` the
 * state if it changed.
 */
export function traceOf(name: string, { before, event, next, effects }: TracedStep): readonly string[] {
  const lines = [`> ${eventText(event)}`];
  if (effects.save) lines.push(`! ${saveText(effects.save)}`);
  for (const outbound of effects.send) lines.push(`< ${outboundText(outbound)}`);
  for (const notice of effects.apply) lines.push(`* ${notice}`);
  if (effects.verdict?.accepted === false) lines.push(`x ${effects.verdict.code}: ${effects.verdict.message}`);
  if (stateText(next) !== stateText(before)) lines.push(`= ${stateText(next)}`);
  return lines.map((line) => `${name} ${line}`);
}

function eventText(event: Event): string {
  switch (event.type) {
    case "tick":
      return "tick";
    case "connected":
      return `connected to ${nameOf(event.peer)}`;
    case "disconnected":
      return `disconnected from ${nameOf(event.peer)}: ${event.reason}`;
    case "message":
      return `from ${nameOf(event.from)}: ${messageText(event.message)}`;
    case "claim reports":
      return `standings of ${event.claimReports.length} members`;
    case "command":
      return event.command.type === "append" ? `append ${event.command.batches.length}` : event.command.type;
  }
}

function messageText(message: Message): string {
  switch (message.type) {
    case "hello": {
      const epoch = message.history.at(-1)?.epoch ?? 0;
      return `hello, ${message.copied === null ? "applied" : `copied to "${message.copied}" as of`}${message.comparing ? ", comparing as of" : ""} ${message.index} of epoch ${epoch}${without(message.filtered)}`;
    }
    case "ack":
      return `ack ${message.index}`;
    case "turned":
      return `turned ${message.through ?? "the last page"}`;
    case "stream":
      return `stream after ${message.after}${without(namesOf(message.filtered))}`;
    case "copy":
      return `copy as of ${message.index} after "${message.after}", common up to ${message.common}${without(namesOf(message.filtered))}`;
    case "entries": {
      const [first, last] = [message.entries[0], message.entries.at(-1)];
      return `entries ${first?.index}..${last?.index} of epoch ${last?.epoch}`;
    }
    case "page":
      return `page after "${message.page.after}" with ${message.page.items.length} keys`;
    case "diff":
      return `diff as of ${message.index} of ${message.subtrees.length} subtrees, common up to ${message.common}${without(namesOf(message.filtered))}`;
    case "compare":
      return `compare ${message.nodes.map(([subtree, prefix]) => `${subtree}#${prefix}`).join(" ")}`;
    case "nodes":
      return `nodes, their children in ${message.nodes.map(({ length }) => length).join(", ")} characters`;
    case "list":
      return `list ${message.buckets?.length ?? "all"} of ${message.subtree} after "${message.after}"`;
    case "keys":
      return `keys up to ${message.through ?? "the last"}: ${message.items.length}`;
    case "fetch":
      return `fetch ${message.keys.join(" ")}`;
    case "values":
      return `values of ${message.items.map(([key]) => key).join(" ")}`;
    case "synced":
      return "synced";
    case "compared":
      return "compared";
    case "filtered":
      return `filtered ${listed(namesOf(message.filtered))}`;
    case "heartbeat":
      return `heartbeat ${message.last}`;
    case "request right":
      return "request for the right to lead";
    case "grant right":
      return `the right to lead as of ${message.index}`;
    case "deny right":
      return `no right to lead: ${message.reason}`;
    case "claim":
      return `a claim of epoch ${message.claim.epoch}`;
  }
}

function outboundText(outbound: OutboundMessage): string {
  switch (outbound.type) {
    case "dial":
      return "dial";
    case "inquire":
      return `inquire ${outbound.members.map(({ address }) => address).join(" ")}`;
    case "close":
      return `close ${nameOf(outbound.to)}: ${outbound.reason}`;
    case "message":
      return `${nameOf(outbound.to)}: ${messageText(outbound.message)}`;
    case "entries":
      return `${nameOf(outbound.to)}: entries ${outbound.after + 1}..${outbound.through}${without(namesOf(outbound.filtered))}`;
    case "diff":
      return `${nameOf(outbound.to)}: diff as of ${outbound.index}${without(namesOf(outbound.filtered))}`;
    case "nodes":
      return `${nameOf(outbound.to)}: ${outbound.nodes.length} nodes${without(namesOf(outbound.filtered))}`;
    case "keys":
      return `${nameOf(outbound.to)}: keys of ${outbound.subtree}${without(namesOf(outbound.filtered))}`;
    case "values":
      return `${nameOf(outbound.to)}: values of ${outbound.keys.length} keys${without(namesOf(outbound.filtered))}`;
    case "question":
      return `${nameOf(outbound.to)}: the next question`;
    case "page":
      return `${nameOf(outbound.to)}: page after "${outbound.after}"${without(namesOf(outbound.filtered))}`;
  }
}

function without(names: readonly string[]): string {
  return names.length === 0 ? "" : `, without ${listed(names)}`;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? "nothing" : names.join(", ");
}

function saveText({ wipe, record, entries = [], unlogged = [], page, values, forget, usedKeyPair }: Save): string {
  const parts = [
    wipe ? "wipe" : "",
    record ? "record" : "",
    usedKeyPair === undefined ? "" : "a key pair is deleted",
    forget ? `forget ${forget.after + 1}..${forget.through}` : "",
    entries.length > 0 ? `entries ${entries[0]?.index}..${entries.at(-1)?.index}` : "",
    unlogged.length > 0 ? `unlogged changes ${unlogged.length}` : "",
    values ? `values of ${values.length} keys` : "",
    page ? `page through ${page.through ?? "the end"}` : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function stateText(state: Replica): string {
  const log =
    state.log.first > state.log.last ? `log empty at ${state.log.last}` : `log ${state.log.first}..${state.log.last}`;
  if (state.role === "disabled") return `disabled, ${log}`;
  const secondaries = state.secondaries.map(({ peer, phase, acknowledged }) => `${peer} ${phase} ${acknowledged}`);
  if (state.role === "primary")
    return [
      isFenced(state.record) ? "fenced primary" : "primary",
      log,
      ...announcementText(state),
      ...secondaries,
    ].join(", ");
  const { data, discarded, right } = state.record;
  return [
    isBootstrapping(data) ? "bootstrapping" : "secondary",
    state.connection.phase,
    log,
    ...(data.phase === "copying" ? [`copying after "${data.copied}"`] : []),
    ...(data.phase === "comparing" ? ["comparing"] : []),
    ...rightText(right),
    ...(discarded > 0 ? [`${discarded} discarded`] : []),
    ...secondaries,
  ].join(", ");
}

function rightText(right: RightToLead): readonly string[] {
  if (right.state === "none") return [];
  return [right.state === "held" ? "has the right to lead" : `granted the right to lead to ${right.to}`];
}

function announcementText({ record, connection }: Primary): readonly string[] {
  return record.announceTo === null ? [] : [`${record.announceTo.address} is announced to and ${connection.phase}`];
}
