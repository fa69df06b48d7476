import { createHash } from "node:crypto";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import type { Judgement } from "#harness/checkers/checker.ts";
import { CheckerRun } from "#harness/checkers/checker-run.ts";
import { checkers } from "#harness/checkers/checkers.ts";
import { eventTypes, type Heading, historyVersion } from "#harness/history/event.ts";
import type { Stage } from "#harness/stages/stage.ts";
import { unlinked } from "#harness/stages/topologies.ts";

/** Time in milliseconds in which a link recovers after its faults have ended. */
const whileMilliseconds = 30_000;

export class Workload {
  readonly stage: Stage;
  #values = 0;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  value(): string {
    return createHash("sha256")
      .update(`value ${++this.#values}`)
      .digest("base64url");
  }

  async ask(cluster: string, method: ApiRequest["method"], path: string, rest: Partial<ApiRequest> = {}) {
    const at = this.stage.clusters.find(({ name }) => name === cluster);
    if (!at) throw new Error(`there is no cluster ${cluster}`);
    return at.call({ method, path, token: at.rootToken, ...rest });
  }

  write(cluster: string, path: string, body: Readonly<Record<string, unknown>> = {}): Promise<ApiReply> {
    return this.ask(cluster, "POST", path, { body });
  }

  read(cluster: string, path: string): Promise<ApiReply> {
    return this.ask(cluster, "GET", path);
  }

  set(cluster: string, path: string): Promise<ApiReply> {
    return this.write(cluster, path, { value: this.value() });
  }

  async activation(primary: string, id: string): Promise<string> {
    const { body } = await this.write(primary, "sys/replication/performance/primary/secondary-token", { id });
    return String(body?.wrap_info?.token);
  }

  async status(cluster: string): Promise<Readonly<Record<string, unknown>>> {
    return (await this.read(cluster, "sys/replication/performance/status")).body?.data ?? {};
  }

  async link(primary: string, ...secondaries: readonly string[]): Promise<void> {
    await this.write(primary, "sys/replication/performance/primary/enable");
    for (const one of secondaries) {
      const token = await this.activation(primary, one.toLowerCase());
      await this.write(one, "sys/replication/performance/secondary/enable", { token });
      await this.aWhile();
      await this.status(one);
    }
  }

  aWhile(): Promise<void> {
    return this.stage.pass(whileMilliseconds);
  }

  async settle(): Promise<void> {
    await this.aWhile();
    this.stage.history.note({ type: "settled" });
  }
}

/** Plays a workload in a world of three clusters and judges its history. */
export async function judged(workload: (workload: Workload) => Promise<void>): Promise<readonly Judgement[]> {
  const heading: Heading = {
    history: historyVersion,
    by: "a tour",
    stage: "simulated",
    play: "a tour",
    clusters: unlinked.clusters,
    sees: eventTypes,
  };
  const run = new CheckerRun(heading, checkers);
  // Imported here, since a process that plays changed services gets another module each time.
  const { simulated } = await import("#harness/stages/simulated.ts");
  const stage = await simulated({
    seed: 1,
    topology: unlinked,
    listeners: [run.take],
  });
  await workload(new Workload(stage));
  await stage[Symbol.asyncDispose]();
  return run.end();
}
