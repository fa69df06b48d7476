import { errorFacts } from "../../api/errors/error-facts.ts";
import { Problem } from "../../api/problem.ts";
import { shownPath } from "../../api/values/shown-path.ts";
import type { ForwardedCall, Outcome } from "../../core/storage/write-path.ts";
import type { Cancel, Timeline } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { FrameOf } from "../protocol/frame.ts";
import type { SecondaryId } from "../protocol/peer.ts";
import { CallsTaken } from "./calls-taken.ts";
import type { Session } from "./session.ts";

const callMilliseconds = 30_000;

/** Maximum number of sent calls in progress, and of served calls in progress. */
const maxCalls = 1024;

type Pending = Readonly<{
  call: ForwardedCall;
  session: Session;
  cancel: Cancel;
  resolve: (reply: FrameOf<"reply">) => void;
  reject: (problem: Problem) => void;
}> & {
  /** True when the whole call was sent. Until then the primary cannot have carried it out. */
  isSent: boolean;
};

export class Forwarding {
  readonly #clock: Timeline;
  readonly #log: Log;
  readonly #serve: (call: ForwardedCall, from: SecondaryId) => Promise<Outcome>;
  readonly #lastIndex: () => number;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  readonly #taken = new WeakMap<Session, CallsTaken>();
  #serving = 0;

  constructor(options: {
    clock: Timeline;
    log: Log;
    serve: (call: ForwardedCall, from: SecondaryId) => Promise<Outcome>;
    lastIndex: () => number;
  }) {
    this.#clock = options.clock;
    this.#log = options.log;
    this.#serve = options.serve;
    this.#lastIndex = options.lastIndex;
  }

  /**
   * Sends `call` to the primary and resolves to its reply. Rejects with a Problem "upstream" when no reply arrives;
   * throws a Problem "unavailable" when too many calls are in progress.
   */
  call(session: Session, call: ForwardedCall): Promise<FrameOf<"reply">> {
    if (this.#pending.size >= maxCalls) throw new Problem("unavailable", "too many calls wait for the primary");
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.at(this.#clock.now() + callMilliseconds, () =>
        this.#fail(id, {
          sent: "the primary did not answer in time; whether it carried out the call is not known",
          unsent: "the link to the primary is too narrow for the call, which was not carried out",
        }),
      );
      const pending: Pending = { call, session, cancel, resolve, reject, isSent: false };
      this.#pending.set(id, pending);
      const sent = () => {
        pending.isSent = true;
      };
      void session.sendCall({ type: "call", id, call }, { isWanted: () => this.#pending.has(id), sent });
    });
  }

  /** Resolves a call with its reply. A reply that arrives after the call failed is dropped. */
  replied(session: Session, reply: FrameOf<"reply">): void {
    const pending = this.#pending.get(reply.id);
    if (pending?.session !== session) return;
    this.#pending.delete(reply.id);
    pending.cancel();
    if ("problem" in reply.outcome && reply.outcome.problem.message === internalError.problem.message) {
      this.#log.error(
        "a forwarded call failed with an internal error on the primary; its log has the cause",
        callFacts(pending.call),
      );
    }
    pending.resolve(reply);
  }

  /** Serves a call of a secondary. A call that arrives twice is served only once: see {@link CallsTaken}. */
  async serve(session: Session, from: SecondaryId, { id, call }: FrameOf<"call">): Promise<void> {
    const taken = this.#taken.get(session) ?? new CallsTaken(maxCalls);
    this.#taken.set(session, taken);
    if (!taken.take(id)) return;
    this.#serving += 1;
    const outcome = this.#serving > maxCalls ? overloaded : await this.#outcomeOf(call, from);
    this.#serving -= 1;
    const reply = { type: "reply", id, outcome, index: this.#lastIndex() } as const;
    const isSent = await session.sendCall(reply, { isWanted: () => session.established });
    if (!isSent)
      this.#log.warn("the reply to a forwarded call is lost: the connection ended", { ...callFacts(call), from });
  }

  refuse(call: ForwardedCall): never {
    const reason = "the primary cannot be reached, and only it can carry out this call";
    this.#log.warn("a call could not be forwarded", { ...callFacts(call), reason });
    throw new Problem("upstream", reason);
  }

  ended(session: Session): void {
    for (const [id, pending] of [...this.#pending]) {
      if (pending.session !== session) continue;
      this.#fail(id, {
        sent: "the connection to the primary was lost; whether it carried out the call is not known",
        unsent: "the connection to the primary was lost before the call was sent: it was not carried out",
      });
    }
  }

  async #outcomeOf(call: ForwardedCall, from: SecondaryId): Promise<Outcome> {
    try {
      return await this.#serve(call, from);
    } catch (error) {
      if (error instanceof Problem) return { problem: { code: error.code, message: error.message } };
      this.#log.error("a forwarded call failed with an internal error", { ...callFacts(call), ...errorFacts(error) });
      return internalError;
    }
  }

  #fail(id: number, { sent, unsent }: Readonly<{ sent: string; unsent: string }>): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    const message = pending.isSent ? sent : unsent;
    this.#pending.delete(id);
    pending.cancel();
    this.#log.warn("a forwarded call has no answer", { ...callFacts(pending.call), reason: message });
    pending.reject(new Problem("upstream", message));
  }
}

const internalError = { problem: { code: "failed", message: "internal error" } } as const satisfies Outcome;

function callFacts({
  verb,
  namespace,
  path,
}: ForwardedCall): Readonly<{ verb: string; namespace: string; path: string }> {
  return { verb, namespace, path: shownPath(path) };
}

const overloaded: Outcome = { problem: { code: "unavailable", message: "the primary has too many calls under way" } };
