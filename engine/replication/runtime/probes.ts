import { Problem } from "../../api/problem.ts";
import { steadyTime } from "../../core/time/steady-time.ts";
import type { Timeline } from "../../ports/clock.ts";
import type { ClusterKeys } from "../../ports/cluster-keys.ts";
import type { Credentials } from "../../ports/link.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Activation } from "../machine/command.ts";
import type { OutboundMessage } from "../machine/effects.ts";
import type { ClaimReport } from "../machine/record/set-member.ts";
import type { FrameOf } from "../protocol/frame.ts";
import type { Ending } from "../protocol/goodbye.ts";
import { dialled, dialOptions, ownAddresses } from "./dialling.ts";
import type { Driver } from "./driver.ts";
import type { Members } from "./members.ts";
import { type DialOptions, Session } from "./session.ts";

const inquiryMilliseconds = 2000;

type ProbeParts = Readonly<{
  ports: Pick<Ports, "clock" | "link">;
  keys: ClusterKeys | undefined;
  members: Members;
  driver: () => Driver;
}>;

/** Short-lived connections, which are closed after the first reply: requests for admission, and inquiries. */
export class Probes {
  readonly #parts: ProbeParts;

  constructor(parts: ProbeParts) {
    this.#parts = parts;
  }

  async isAdmittedAt(address: string): Promise<boolean> {
    const { ports, members, driver } = this.#parts;
    const { state } = driver();
    const target = dialled(state);
    const dialling = target && dialOptions(target, { state, members, link: ports.link });
    return dialling ? "welcome" in (await this.#probe(address, dialling)) : false;
  }

  /**
   * Requests admission from the primary in the activation, with the credentials `identity`.
   * Resolves to the certificate and keys for the new secondary. Throws a Problem if it is not
   * admitted, for example "upstream" if the primary cannot be reached, or "refused" if the primary
   * refuses for good.
   */
  async requestAdmission(
    { id, set, address, secret, authority = "" }: Activation,
    identity: Credentials,
  ): Promise<Pick<FrameOf<"welcome">, "certificate" | "keys">> {
    const { ports, members, keys: clusterKeys } = this.#parts;
    const tried = await this.#probe(address, {
      introduction: { id, set, secret, addresses: ownAddresses(ports.link), isEnabled: true },
      credentials: identity,
      mismatchReason: (shown) => members.mismatchReason(shown, authority),
    });
    if (!("welcome" in tried)) throw notAdmitted(address, tried);
    const { certificate, keys } = tried.welcome;
    if (keys !== undefined) clusterKeys?.expectHandover(keys);
    return { ...(certificate === undefined ? {} : { certificate }), ...(keys === undefined ? {} : { keys }) };
  }

  /**
   * Asks members of the set for their latest claim, all at once. A member that does not answer within {@link
   * inquiryMilliseconds} counts as unreachable.
   */
  async inquire({ members, eras }: Extract<OutboundMessage, { type: "inquire" }>): Promise<void> {
    const driver = this.#parts.driver();
    const { record } = driver.state;
    const credentials = record?.identity;
    if (!credentials) return;
    const introduction = { type: "inquiry", set: record.set, eras } as const;
    const asked = members.map(async ({ key, address }): Promise<readonly ClaimReport[]> => {
      const mismatchReason = (shown: string | undefined) => this.#parts.members.keyMismatchReason(shown, key);
      const answer = await this.#claimReportAt(address, { introduction, credentials, mismatchReason });
      return answer ? [{ key, claim: answer.claim, holdsRight: answer.holdsRight }] : [];
    });
    const claimReports = (await Promise.all(asked)).flat();
    driver.report(() => ({ type: "claim reports", claimReports }));
  }

  #claimReportAt(address: string, dialling: DialOptions): Promise<FrameOf<"standing"> | undefined> {
    const clock = this.#clock;
    const { promise, resolve } = Promise.withResolvers<FrameOf<"standing"> | undefined>();
    const session = Session.dial(address, dialling, {
      link: this.#parts.ports.link,
      clock,
      events: {
        introduced() {},
        received() {},
        standing: (_, standing) => resolve(standing),
        welcomed: (welcomed) => welcomed.end("it was asked what it knows of the set"),
        ended: () => resolve(undefined),
      },
    });
    const cancel = clock.at(clock.now() + inquiryMilliseconds, () => session.end("an inquiry took too long"));
    return promise.finally(cancel);
  }

  #probe(address: string, dialling: DialOptions): Promise<ProbeResult> {
    const { promise, resolve } = Promise.withResolvers<ProbeResult>();
    Session.dial(address, dialling, {
      link: this.#parts.ports.link,
      clock: this.#clock,
      events: {
        introduced() {},
        received() {},
        welcomed(session, welcome) {
          resolve({ welcome });
          session.end("it was asked whether this cluster is taken in");
        },
        ended: (_, reason, ending) => resolve({ reason, ending }),
      },
    });
    return promise;
  }

  get #clock(): Timeline {
    return steadyTime(this.#parts.ports.clock);
  }
}

type ProbeResult = Readonly<{ welcome: FrameOf<"welcome"> }> | NotAdmitted;
type NotAdmitted = Readonly<{ reason: string; ending: Ending }>;

function notAdmitted(address: string, { reason, ending }: NotAdmitted): Problem {
  const unchanged = "nothing was changed on this cluster";
  switch (ending) {
    case "refused":
    case "misdirected":
      return new Problem("refused", `the primary at ${address} does not take this cluster in: ${reason}; ${unchanged}`);
    case "deferred":
      return new Problem(
        "upstream",
        `the primary at ${address} does not take this cluster in now: ${reason}; ${unchanged}`,
      );
    case "lost":
      return new Problem(
        "upstream",
        `the primary cannot be reached at its cluster address ${address}: ${reason}; ${unchanged}`,
      );
  }
}
