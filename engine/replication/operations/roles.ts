import { Problem } from "../../api/problem.ts";
import { uuid } from "../../core/naming/random-names.ts";
import type { Timeline } from "../../ports/clock.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Activation } from "../machine/command.ts";
import { isHelloAnswered } from "../machine/connection/connection.ts";
import { inRole, type Replica } from "../machine/state.ts";
import type { Driver } from "../runtime/driver.ts";
import { newIdentity } from "../runtime/identity.ts";
import type { Peers } from "../runtime/peers.ts";
import type { AnswerWaiters } from "./answer-waiters.ts";
import type { Commands, OperationResult } from "./commands.ts";
import { discardedBranchWarning } from "./status.ts";

const answerMilliseconds = 2000;

/** Milliseconds for which `update-primary` waits for the first message of the new primary. */
const admissionMilliseconds = 2000;
/**
 * Further milliseconds for which `update-primary` waits for that message if the new primary has
 * admitted this cluster. The message determines the entries that are discarded.
 */
const firstMessageMilliseconds = 8000;

const catchUpMilliseconds = 5000;
const askAgainMilliseconds = 100;

type RolesOptions = Readonly<{
  ports: Parameters<typeof newIdentity>[0] & Pick<Ports, "entropy" | "failpoint">;
  commands: Commands;
  driver: Driver;
  peers: Peers;
  answers: AnswerWaiters;
  timeline: Timeline;
}>;

export class Roles {
  readonly #ports: RolesOptions["ports"];
  readonly #commands: Commands;
  readonly #driver: Driver;
  readonly #peers: Peers;
  readonly #answers: AnswerWaiters;
  readonly #timeline: Timeline;

  constructor({ ports, commands, driver, peers, answers, timeline }: RolesOptions) {
    this.#ports = ports;
    this.#commands = commands;
    this.#driver = driver;
    this.#peers = peers;
    this.#answers = answers;
    this.#timeline = timeline;
  }

  /**
   * Begins a new replication set. `address` is the cluster address that secondaries dial; "" for the configured
   * address.
   */
  enablePrimary({ address }: { address: string }): Promise<OperationResult> {
    const { cluster: set, credentials: identity } = newIdentity(this.#ports);
    return this.#commands.run({ type: "enable primary", set, era: uuid(this.#ports.entropy), address, identity });
  }

  demote(): Promise<OperationResult> {
    return this.#commands.run({ type: "demote" });
  }

  /**
   * Promotes a secondary. Without `force` it needs the right to lead, which it requests from the demoted
   * cluster. A request that is denied as "unavailable", for example because this cluster lacks entries,
   * is repeated for about {@link catchUpMilliseconds}.
   */
  async promote({ force, address }: { force: boolean; address: string }): Promise<OperationResult> {
    const { entropy } = this.#ports;
    const clock = this.#timeline;
    const command = { type: "promote", force, era: uuid(entropy), address } as const;
    for (const until = clock.now() + catchUpMilliseconds; ; ) {
      const answer = this.#answers.begin(answerMilliseconds);
      const first = await this.#commands.submit(command);
      if (first?.accepted !== false || !first.asked) {
        answer.end();
        return this.#commands.done(first);
      }
      await answer.over;
      const verdict = await this.#commands.submit({ ...command, asked: true });
      const isEarly = verdict?.accepted === false && verdict.code === "unavailable";
      if (!isEarly || clock.now() >= until) return this.#commands.done(verdict);
      await this.#pause(askAgainMilliseconds);
    }
  }

  #pause(milliseconds: number): Promise<void> {
    const clock = this.#timeline;
    return new Promise((resolve) => void clock.at(clock.now() + milliseconds, resolve));
  }

  expectRole(role: Replica["role"]): void {
    inRole(this.#driver.state, role);
  }

  /**
   * Wipes the storage and makes this cluster a secondary, whose storage is encrypted under the primary's
   * keys. If the primary does not admit this cluster, nothing is wiped, and a Problem is thrown.
   */
  async enableSecondary(activation: Activation): Promise<OperationResult> {
    const { cluster, credentials: identity } = newIdentity(this.#ports);
    const { certificate, keys } = await this.#peers.probes.requestAdmission(activation, identity);
    await this.#ports.failpoint("secondary taken in");
    const given = { ...(certificate === undefined ? {} : { certificate }), ...(keys === undefined ? {} : { keys }) };
    return this.#commands.run({ type: "enable secondary", activation, cluster, identity, ...given });
  }

  /**
   * Makes this secondary replicate from another primary, or from none if `activation` is null. If the
   * new primary sends its first message in time, the warnings report the entries that are discarded.
   */
  async updatePrimary(activation: Activation | null): Promise<OperationResult> {
    if (activation === null) return this.#commands.run({ type: "update primary", activation });
    const answer = this.#answers.begin(admissionMilliseconds);
    const { warnings } = await this.#commands.run({ type: "update primary", activation }).catch((error) => {
      answer.end();
      throw error;
    });
    await answer.over;
    if (isHelloPending(this.#driver.state)) await this.#answers.begin(firstMessageMilliseconds).over;
    const { state } = this.#driver;
    const discardedBranch = state.role === "secondary" ? state.record.discardedBranch : null;
    return { warnings: discardedBranch === null ? warnings : [...warnings, discardedBranchWarning(discardedBranch)] };
  }

  /**
   * Dials the primary at other addresses, with the current certificate or secret. The addresses at which
   * a primary admits this cluster are stored. Throws a Problem "upstream" if there is none.
   */
  async updatePrimaryAddresses(addresses: readonly string[]): Promise<OperationResult> {
    const responding: string[] = [];
    for (const address of addresses) if (await this.#peers.probes.isAdmittedAt(address)) responding.push(address);
    const [first, ...others] = responding;
    if (first === undefined) {
      throw new Problem("upstream", "update_primary_addrs: at none of the addresses a primary takes this cluster in");
    }
    return this.#commands.run({ type: "update addresses", addresses: [first, ...others] });
  }

  disable(role: "primary" | "secondary"): Promise<OperationResult> {
    return this.#commands.run({ type: "disable", role });
  }
}

function isHelloPending(state: Replica): boolean {
  return state.role === "secondary" && state.connection.phase === "connected" && !isHelloAnswered(state.connection);
}
