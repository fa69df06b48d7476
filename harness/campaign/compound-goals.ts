import type { OpenFaults } from "#harness/checkers/models/open-faults.ts";
import { fieldsOf } from "#harness/checkers/models/operator-command.ts";
import type { Event, EventOf } from "#harness/history/event.ts";

/** Goals that combine several conditions, such as a crash during a rotation. */
export const compoundGoals = [
  "compared because the log did not reach",
  "secondary revoked while entries were on their way",
  "rotation under way while a primary was demoted",
  "crash between a lease and its user",
  "promoted by force with a loss",
  "token ended under a skewed clock",
  "secondary enabled in another set",
  "lease ended while a link was partitioned",
  "shared mount in the way of a local one",
  "write answered with a warning of its lag",
] as const;

export type CompoundGoal = (typeof compoundGoals)[number];

/** Time in milliseconds after which a frame that has not arrived counts as lost. */
const maxTransitMilliseconds = 1_000;

const replication = "sys/replication/performance/";

export class CompoundGoals {
  readonly #count: (name: CompoundGoal) => void;
  readonly #faults: OpenFaults;
  readonly #skewed = new Set<string>();
  readonly #issuing = new Set<string>();
  readonly #rotating = new Set<string>();
  readonly #hellos = new Map<string, Readonly<{ reach: number; isComparing: boolean }>>();
  readonly #sets = new Map<string, string>();
  readonly #acknowledged = new Map<string, number>();
  readonly #entries = new Map<number, Readonly<{ from: string; at: number }>>();
  #isFiltered = false;
  #tokenEnds: readonly Readonly<{ cluster: string; at: number }>[] = [];
  #leaseEnds: readonly number[] = [];

  /** `faults` must contain the faults that were in progress before the current event. */
  constructor({ count, faults }: Readonly<{ count: (name: CompoundGoal) => void; faults: OpenFaults }>) {
    this.#count = count;
    this.#faults = faults;
  }

  /** For a response, `request` is its request; undefined if it is unknown. */
  readonly take = (event: Event, request?: EventOf<"request">): void => {
    switch (event.type) {
      case "answer":
        this.#ended(event.at);
        if (request) this.#answered(request, event);
        return;
      case "fault":
        if (event.kind === "skew" || event.kind === "drift") this.#skewed.add(event.parties[0] ?? "");
        return;
      case "heal":
        this.#ended(event.at);
        return;
      case "frame":
        this.#frame(event);
        return;
      case "arrival":
        this.#entries.delete(event.cause);
        return;
      case "failpoint":
        this.#place(event);
        return;
      case "crash":
        if (this.#issuing.delete(event.cluster)) this.#count("crash between a lease and its user");
        this.#rotating.delete(event.cluster);
        return;
      case "log":
        this.#logged(event);
        return;
      default:
    }
  };

  #place({ cluster, place }: EventOf<"failpoint">): void {
    if (place === "lease recorded") this.#issuing.add(cluster);
    if (place === "user made" || place === "user not made") this.#issuing.delete(cluster);
    if (place === "rotation announced" || place === "root rotation announced") this.#rotating.add(cluster);
    if (place === "rotation recorded" || place === "root rotation recorded") this.#rotating.delete(cluster);
  }

  #frame({ seq, from, to, kind, about = {}, at }: EventOf<"frame">): void {
    const { type, set, reach, common, comparing } = about;
    if (kind === "introduction" && typeof set === "string" && from !== "intruder") {
      const before = this.#sets.get(from) ?? set;
      if (before !== set) this.#count("secondary enabled in another set");
      this.#sets.set(from, set);
    }
    if (type === "hello") this.#hellos.set(`${from} ${to}`, { reach: Number(reach), isComparing: comparing === true });
    if (type === "entries") this.#entries.set(seq, { from, at });
    if (type !== "diff" || this.#isFiltered) return;
    const hello = this.#hellos.get(`${to} ${from}`);
    // The logs did not diverge, but the primary's log no longer has the next entry.
    if (hello && !hello.isComparing && Number(common) >= hello.reach)
      this.#count("compared because the log did not reach");
  }

  #logged({ message, facts = {} }: EventOf<"log">): void {
    if (message === "a shared mount is not served: a local one has its path")
      this.#count("shared mount in the way of a local one");
    if (message !== "promoted" || facts.force !== true) return;
    const known = Math.max(0, ...this.#acknowledged.values());
    if (Number(facts.index) < known) this.#count("promoted by force with a loss");
  }

  #answered({ path, method, cluster }: EventOf<"request">, answer: EventOf<"answer">): void {
    if (answer.outcome !== "ok") return;
    const { index, body } = answer;
    if (index) this.#acknowledged.set(index.set, Math.max(index.entry, this.#acknowledged.get(index.set) ?? 0));
    if (path.includes("/paths-filter/")) this.#isFiltered = true;
    if (path === `${replication}primary/revoke-secondary` && this.#isSending(cluster, answer.at))
      this.#count("secondary revoked while entries were on their way");
    if (path === `${replication}primary/demote` && this.#rotating.size > 0)
      this.#count("rotation under way while a primary was demoted");
    const { lease_duration: seconds, auth, warnings } = fieldsOf(body);
    if (method !== "GET" && Array.isArray(warnings) && warnings.some((one) => /has not arrived/.test(String(one))))
      this.#count("write answered with a warning of its lag");
    if (path === "auth/token/create")
      this.#tokenEnds = [...this.#tokenEnds, { cluster, at: answer.at + Number(fieldsOf(auth).lease_duration) * 1000 }];
    if (path.startsWith("database/creds/") && typeof seconds === "number")
      this.#leaseEnds = [...this.#leaseEnds, answer.at + seconds * 1000];
  }

  #isSending(cluster: string, now: number): boolean {
    for (const [seq, { at }] of this.#entries) if (at < now - maxTransitMilliseconds) this.#entries.delete(seq);
    return [...this.#entries.values()].some(({ from }) => from === cluster);
  }

  #ended(at: number): void {
    for (const one of this.#tokenEnds)
      if (one.at <= at && this.#skewed.has(one.cluster)) this.#count("token ended under a skewed clock");
    this.#tokenEnds = this.#tokenEnds.filter((one) => one.at > at);
    const isPartitioned = ["partition", "black hole", "one-way black hole"].some((kind) => this.#faults.has(kind));
    for (const end of this.#leaseEnds)
      if (end <= at && isPartitioned) this.#count("lease ended while a link was partitioned");
    this.#leaseEnds = this.#leaseEnds.filter((end) => end > at);
  }
}
