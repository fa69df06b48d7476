import type { Reply, Request } from "#engine/api/request.ts";
import { createEngine, type Engine } from "#engine/engine.ts";
import type { Certificates } from "#engine/ports/certificates.ts";
import type { Cloud } from "#engine/ports/cloud.ts";
import type { Databases } from "#engine/ports/databases.ts";
import type { Ports } from "#engine/ports/ports.ts";
import type { LateChange, Store } from "#engine/ports/store.ts";
import { Pause } from "#harness/faults/pause.ts";
import type { Recorder } from "#harness/history/recorder.ts";
import { type CountedClock, countedClock } from "./counted-clock.ts";
import { crashableAccept, crashablePorts } from "./crashable-ports.ts";
import { Disk, type DiskTrouble } from "./disk.ts";
import type { Network } from "./network.ts";
import { type Random, randomByMoment } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";
import { SimulatedAuditFiles } from "./simulated-audit.ts";
import { Skew, simulatedClock } from "./simulated-clock.ts";
import { simulatedCryptography } from "./simulated-cryptography.ts";
import { type Addresses, type Peer, simulatedLink } from "./simulated-link.ts";

export type SimulatedClusterOptions = Readonly<{
  name: string;
  seed: number;
  rootToken: string;
  /** Whether it starts untouched, or sealed. */
  sealed?: boolean;
  scheduler: Scheduler;
  network: Network;
  recorder: Recorder;
  /** Is told of every line of its log, as it is. Default: none. */
  logged?: (line: Readonly<{ level: LogLevel; event: string; facts: Readonly<Record<string, unknown>> }>) => void;
  cloud: Cloud;
  databases: Databases;
  certificates: Certificates;
  /** The unseal keys besides its own that its operator holds: one that becomes a secondary takes over those of its primary. Default: none. */
  otherUnsealKeys?: () => readonly Uint8Array[];
  /** Is told of every named place that the engine comes to, and may never return from it. Default: all of them are passed. */
  failpoint?: (name: string) => void | Promise<void>;
  /** Finds the cluster that serves an API address. */
  clusterAt: (apiAddress: string) => Peer | undefined;
}>;

/** A connection that is being closed may wait so long for the other end. */
const partingMilliseconds = 30_000;

type LogLevel = "info" | "warn" | "error";

/** Opens every simulated cluster that unseals itself and was not rekeyed; the keys behind it are still each cluster's own. */
const simulatedUnsealKey: Uint8Array = new Uint8Array(32).fill(7);

/** The addresses that a cluster of this name has in simulation. */
export function addressesOf(name: string): Addresses {
  const host = `${name.toLowerCase()}.simulated`;
  return { host, api: `http://${host}:8200`, link: `wss://${host}:8201` };
}

/** One life of an engine, from its start to its death; whatever it arranged dies with it. `killed` rejects at its death. */
type Life = Readonly<{ death: AbortController; serving: Promise<Serving>; killed: Promise<never> }>;

type Serving = Readonly<{ engine: Engine; stopListening: () => void }>;

/** A whole engine on a simulated host: it dies when it is told to, and comes back over what its disk held. */
export class SimulatedCluster {
  readonly #options: SimulatedClusterOptions;
  readonly #addresses: Addresses;
  readonly #disk: Disk;
  readonly auditFiles = new SimulatedAuditFiles();
  readonly #skew: Skew;
  readonly #pause = new Pause();
  /** Of the present life. */
  #clock: CountedClock | undefined;
  #lives = 0;
  #release = "current";
  #edition: "enterprise" | "community" = "enterprise";
  /** Those that may open it, the newest first: of a rekeying without an answer it is not known which. */
  #unsealKeys: readonly Uint8Array[] = [simulatedUnsealKey];
  /** What its disk held when it was backed up, and the number of the last event before that. */
  #backup: Readonly<{ content: readonly LateChange[]; after: number }> | undefined;
  /** When what the last death left on its way has held or is lost. */
  #killed: Promise<void> = Promise.resolve();
  #life: Life;

  constructor(options: SimulatedClusterOptions) {
    this.#options = options;
    this.#addresses = addressesOf(options.name);
    this.#skew = new Skew(options.scheduler);
    this.#disk = new Disk({ scheduler: options.scheduler, random: this.#chance(`disk of ${options.name}`) });
    this.#life = this.#begin();
  }

  get host(): string {
    return this.#addresses.host;
  }

  /** What its disk holds, to be read. */
  get store(): Store {
    return this.#disk.store();
  }

  /** Resolves when the engine serves. */
  async ready(): Promise<void> {
    await this.#life.serving;
  }

  /** Answers a request as soon as the engine serves. Rejects when the cluster is killed before there is an answer. */
  handle(request: Request): Promise<Reply> {
    const { death, serving } = this.#life;
    return new Promise((resolve, reject) => {
      const die = () => reject(new Error(`${this.#options.name} was killed`));
      if (death.signal.aborted) return die();
      death.signal.addEventListener("abort", die);
      const heard = new Promise<void>((pass) => this.#pause.pass(pass));
      const answer = Promise.all([serving, heard]).then(([{ engine }]) => engine.handle(request));
      void answer.then(resolve, reject).finally(() => death.signal.removeEventListener("abort", die));
    });
  }

  /** Kills the engine without warning and starts another over what the disk holds, from then on as this release and edition of the service; "current" is today's. */
  async restart({
    release = this.#release,
    edition = this.#edition,
  }: Readonly<{ release?: string; edition?: "enterprise" | "community" }> = {}): Promise<void> {
    await this.kill();
    this.#release = release;
    this.#edition = edition;
    await this.start();
  }

  /** Ends the engine without warning; of what its disk was writing, some may hold. Does nothing to one that is dead. */
  async kill(): Promise<void> {
    const { recorder, network, name: cluster } = this.#options;
    const { death } = this.#life;
    if (death.signal.aborted) return this.#killed;
    recorder.note({ type: "crash", cluster });
    death.abort();
    this.resume();
    network.drop(this.host);
    this.#killed = this.#disk.loseThePending();
    await this.#killed;
  }

  /** Starts an engine over what the disk holds, where there is none, and resolves when one serves, or has ended because it could not. */
  async start(): Promise<void> {
    const { recorder, name: cluster } = this.#options;
    if (this.#life.death.signal.aborted) {
      recorder.note({ type: "start", cluster });
      this.#life = this.#begin();
    }
    const life = this.#life;
    await life.serving.catch((error: unknown) => {
      if (life.death.signal.aborted) return;
      recorder.log({ cluster, level: "error", message: `it could not start: ${error}` });
      recorder.note({ type: "crash", cluster });
      life.death.abort();
    });
  }

  /** Notes where secrets stand on the host's disk and in its audit files. */
  async lookForSecrets(): Promise<void> {
    const { recorder, name: cluster } = this.#options;
    recorder.look(await this.#disk.content(), { where: "storage", cluster });
    for (const text of this.auditFiles.texts) recorder.look(text, { where: "audit", cluster });
  }

  /** Multiplies how long its disk takes; 1 is usual. */
  slowDisk(factor: number): void {
    const { recorder, name: cluster } = this.#options;
    this.#disk.slow(factor);
    if (factor === 1) recorder.history.heal([cluster, "disk"]);
    else recorder.note({ type: "fault", kind: "slow disk", parties: [cluster, "disk"], about: { factor } });
  }

  /** Lets its disk take no batch, or not every one; undefined ends it. */
  failDisk(trouble: DiskTrouble | undefined): void {
    this.#disk.fail(trouble);
    const { recorder, name: cluster } = this.#options;
    if (trouble === undefined) recorder.history.heal([cluster, "storage"]);
    else recorder.note({ type: "fault", kind: `${trouble} disk`, parties: [cluster, "storage"] });
  }

  /** Kills the engine, and has another start over an empty disk. */
  async loseDisk(): Promise<void> {
    await this.kill();
    this.#options.recorder.note({ type: "fault", kind: "lost disk", parties: [this.#options.name] });
    this.#disk.lose();
    this.#unsealKeys = [simulatedUnsealKey];
    await this.start();
  }

  get hasBackup(): boolean {
    return this.#backup !== undefined;
  }

  /** Keeps a copy of what its disk holds; the one that was kept before is gone. */
  async backUp(): Promise<void> {
    this.#backup = { after: this.#options.recorder.history.last, content: await this.#disk.copy() };
  }

  /** Kills the engine, and has another start over what its disk held when it was backed up. Rejects where it never was. */
  async restoreBackup(): Promise<void> {
    const backup = this.#backup;
    if (!backup) throw new Error(`${this.#options.name} was not backed up`);
    await this.kill();
    const about = { backup: backup.after };
    this.#options.recorder.note({ type: "fault", kind: "older store", parties: [this.#options.name], about });
    await this.#disk.replace(backup.content);
    await this.start();
  }

  /** Steps its wall clock, forward or back, for good. */
  skewClock(byMilliseconds: number): void {
    const about = { milliseconds: byMilliseconds };
    this.#options.recorder.note({ type: "fault", kind: "skew", parties: [this.#options.name], about });
    this.#skew.step(byMilliseconds);
  }

  /** Has its wall clock gain so many seconds in a second from now on, or lose them; 0 ends it. */
  driftClock(rate: number): void {
    const { recorder, name: cluster } = this.#options;
    this.#skew.drift(rate);
    const parties = [cluster, "clock"];
    if (rate === 0) recorder.history.heal(parties);
    else recorder.note({ type: "fault", kind: "drift", parties, about: { rate } });
  }

  /** Stops the process without ending it; nothing that comes to it is heard until it is resumed. */
  pause(): void {
    const { recorder, name: cluster } = this.#options;
    if (this.#life.death.signal.aborted) return;
    recorder.note({ type: "fault", kind: "pause", parties: [cluster, "process"] });
    this.#pause.begin();
  }

  resume(): void {
    this.#options.recorder.history.heal([this.#options.name, "process"]);
    this.#pause.end();
  }

  /** A key that may open its seal from now on, when it starts. */
  noteUnsealKey(key: Uint8Array): void {
    this.#unsealKeys = [key, ...this.#unsealKeys];
  }

  /** The keys that may open its seal: its own, the newest first, then those of others. */
  get unsealKeys(): readonly Uint8Array[] {
    return [...new Set([...this.#unsealKeys, ...(this.#options.otherUnsealKeys?.() ?? [])])];
  }

  /** Stops the engine, unless it is killed meanwhile, and does nothing where there is none because it could not start. */
  async stop(): Promise<void> {
    const { death, serving, killed } = this.#life;
    const stopped = async () => {
      const { engine, stopListening } = await serving;
      stopListening();
      await engine.stop();
    };
    try {
      await Promise.race([stopped(), killed]);
    } catch (error) {
      if (death.signal.aborted) return;
      throw error;
    }
    this.#noteLeftovers();
    death.abort();
  }

  /** Notes what would go on after a stop: alarms that are still set, and connections that nothing will end. */
  #noteLeftovers(): void {
    const { recorder, network, scheduler, name: cluster } = this.#options;
    const alarms = this.#clock?.alarms() ?? [];
    const late = alarms.filter(
      (when) => when > scheduler.now() + Math.max(0, this.#skew.now()) + partingMilliseconds,
    ).length;
    const connections = alarms.length === 0 ? network.connectionsOf(this.host) : 0;
    const items = {
      ...(late > 0 ? { alarms: String(late) } : {}),
      ...(connections > 0 ? { connections: String(connections) } : {}),
    };
    recorder.note({ type: "survey", of: "leftovers", cluster, items });
  }

  /** What chance decides for a purpose: at each moment on its own, so that what happened before changes nothing of it. */
  #chance(purpose: string): Random {
    const { seed, scheduler } = this.#options;
    return randomByMoment(seed, purpose, () => scheduler.elapsed());
  }

  #begin(): Life {
    const death = new AbortController();
    const { promise: killed, reject } = Promise.withResolvers<never>();
    death.signal.addEventListener("abort", () => reject(new Error(`${this.#options.name} was killed`)));
    // One that is killed while it starts never serves, and who waits for that has to hear so.
    const serving = Promise.race([this.#serve(death.signal), killed]);
    // A caller that waits for them gets the same failure; there may be none.
    for (const one of [serving, killed]) one.catch(() => undefined);
    return { death, serving, killed };
  }

  async #serve(death: AbortSignal): Promise<Serving> {
    const { name, rootToken, network, sealed } = this.#options;
    const ports = crashablePorts(this.#ports(), death, this.#pause);
    const release = this.#release === "current" ? {} : { release: this.#release };
    const options = { clusterName: name, edition: this.#edition, ...release };
    const engine = sealed
      ? await createEngine(ports, options)
      : await this.#opened((unsealKey) => createEngine(ports, { ...options, development: { rootToken, unsealKey } }));
    // Killed at the very moment when it was about to serve.
    death.throwIfAborted();
    const accept = crashableAccept((wire) => engine.accept(wire), death, this.#pause);
    const stopListening = network.listen(this.#addresses.link, { host: this.host, accept });
    death.addEventListener("abort", stopListening);
    return { engine, stopListening };
  }

  /** What the first key gives that opens it. */
  async #opened<T>(open: (unsealKey: Uint8Array) => Promise<T>): Promise<T> {
    const [newest, ...older] = this.unsealKeys;
    if (newest === undefined) throw new Error(`no key opens ${this.#options.name}`);
    if (older.length === 0) return open(newest);
    return open(newest).catch(async (error: unknown) => {
      for (const key of older) {
        const opened = await open(key).catch(() => undefined);
        if (opened !== undefined) return opened;
      }
      throw error;
    });
  }

  /** The world as a new life finds it. */
  #ports(): Ports {
    const { name, scheduler, network, recorder, cloud, databases, certificates, clusterAt, failpoint, logged } =
      this.#options;
    const chance = this.#chance(`entropy of ${name}, life ${++this.#lives}`);
    const note =
      (level: LogLevel) =>
      (event: string, facts: object = {}) => {
        recorder.log({ cluster: name, level, message: event, facts: { ...facts } });
        logged?.({ level, event, facts: { ...facts } });
      };
    const counted = countedClock(simulatedClock(scheduler, () => this.#skew.now()));
    this.#clock = counted;
    return {
      clock: counted.clock,
      entropy: { bytes: (count) => chance.bytes(count) },
      store: this.#disk.store(),
      cryptography: simulatedCryptography(this.#chance(`shares of ${name}, life ${this.#lives}`)),
      cloud,
      databases,
      certificates,
      link: simulatedLink({ addresses: this.#addresses, network, scheduler, peerAt: clusterAt }),
      audit: this.auditFiles.sinks(),
      log: { info: note("info"), warn: note("warn"), error: note("error") },
      failpoint(place) {
        recorder.note({ type: "failpoint", cluster: name, place });
        return failpoint?.(place);
      },
    };
  }
}
