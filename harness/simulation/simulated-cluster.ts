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
import type { CertificateFiles } from "./trusted-by.ts";

export type SimulatedClusterOptions = Readonly<{
  name: string;
  seed: number;
  rootToken: string;
  /**
   * True if the cluster is uninitialised at first, and sealed at each start after its initialisation. Default: it
   * unseals itself, in development mode.
   */
  sealed?: boolean;
  scheduler: Scheduler;
  network: Network;
  recorder: Recorder;
  /** Called with each log line of the cluster. Default: none. */
  logged?: (line: Readonly<{ level: LogLevel; event: string; facts: Readonly<Record<string, unknown>> }>) => void;
  cloud: Cloud;
  databases: Databases;
  certificates: Certificates;
  /** Returns further unseal keys to try: a new secondary takes over those of its primary. Default: none. */
  otherUnsealKeys?: () => readonly Uint8Array[];
  /** Called at every failpoint of the engine. The cluster stays there until the promise resolves. */
  failpoint?: (name: string) => void | Promise<void>;
  /** Returns the cluster with this API address, or undefined if none exists. */
  clusterAt: (apiAddress: string) => Peer | undefined;
  /** Certificate files that requests can name as trusted. Default: none. */
  certificateFiles?: CertificateFiles;
}>;

/** Maximum time that a closing connection waits for the other end, in milliseconds. */
const partingMilliseconds = 30_000;

type LogLevel = "info" | "warn" | "error";

/** First unseal key of every simulated cluster that unseals itself. */
const simulatedUnsealKey: Uint8Array = new Uint8Array(32).fill(7);

export function addressesOf(name: string): Addresses {
  const host = `${name.toLowerCase()}.simulated`;
  return { host, api: `http://${host}:8200`, link: `wss://${host}:8201` };
}

type Process = Readonly<{ death: AbortController; serving: Promise<Serving>; killed: Promise<never> }>;

type Serving = Readonly<{ engine: Engine; stopListening: () => void }>;

/** A complete engine on a simulated host, with a disk whose content survives crashes. */
export class SimulatedCluster {
  readonly #options: SimulatedClusterOptions;
  readonly #addresses: Addresses;
  readonly #disk: Disk;
  readonly auditFiles = new SimulatedAuditFiles();
  readonly #skew: Skew;
  readonly #pause = new Pause();
  #clock: CountedClock | undefined;
  #lives = 0;
  #release = "current";
  #edition: "enterprise" | "community" = "enterprise";
  /** Own unseal keys to try, newest first. If a rekey got no reply, both the old and the new key may be valid. */
  #unsealKeys: readonly Uint8Array[] = [simulatedUnsealKey];
  #backup: Readonly<{ content: readonly LateChange[]; after: number }> | undefined;
  /** Resolves when the batches that were pending at the last death are stored or lost. */
  #killed: Promise<void> = Promise.resolve();
  #life: Process;

  constructor(options: SimulatedClusterOptions) {
    this.#options = options;
    this.#addresses = addressesOf(options.name);
    this.#skew = new Skew(options.scheduler);
    this.#disk = new Disk({ scheduler: options.scheduler, random: this.#randomSource(`disk of ${options.name}`) });
    this.#life = this.#begin();
  }

  get host(): string {
    return this.#addresses.host;
  }

  /** The disk as a store, for reading. */
  get store(): Store {
    return this.#disk.store();
  }

  async ready(): Promise<void> {
    await this.#life.serving;
  }

  /** Handles a request once the engine can serve it. Rejects if the cluster is killed before it answers. */
  handle(request: Request): Promise<Reply> {
    const { death, serving } = this.#life;
    return new Promise((resolve, reject) => {
      const die = () => reject(new Error(`${this.#options.name} was killed`));
      if (death.signal.aborted) return die();
      death.signal.addEventListener("abort", die);
      const resumed = new Promise<void>((pass) => this.#pause.pass(pass));
      const answer = Promise.all([serving, resumed]).then(([{ engine }]) => engine.handle(request));
      void answer.then(resolve, reject).finally(() => death.signal.removeEventListener("abort", die));
    });
  }

  /**
   * Kills the engine without warning and restarts it with the content of the disk, as `release` and `edition` of the
   * service; by default as the previous ones. The release "current" is that of this program.
   */
  async restart({
    release = this.#release,
    edition = this.#edition,
  }: Readonly<{ release?: string; edition?: "enterprise" | "community" }> = {}): Promise<void> {
    await this.kill();
    this.#release = release;
    this.#edition = edition;
    await this.start();
  }

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

  /** Starts an engine, unless one runs. Resolves when the engine can serve, or has failed to start. */
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

  /** Records which secrets occur on the host's disk and in its audit files. */
  async lookForSecrets(): Promise<void> {
    const { recorder, name: cluster } = this.#options;
    recorder.look(await this.#disk.content(), { where: "storage", cluster });
    for (const text of this.auditFiles.texts) recorder.look(text, { where: "audit", cluster });
  }

  slowDisk(factor: number): void {
    const { recorder, name: cluster } = this.#options;
    this.#disk.slow(factor);
    if (factor === 1) recorder.history.heal([cluster, "disk"]);
    else recorder.note({ type: "fault", kind: "slow disk", parties: [cluster, "disk"], about: { factor } });
  }

  failDisk(trouble: DiskTrouble | undefined): void {
    this.#disk.fail(trouble);
    const { recorder, name: cluster } = this.#options;
    if (trouble === undefined) recorder.history.heal([cluster, "storage"]);
    else recorder.note({ type: "fault", kind: `${trouble} disk`, parties: [cluster, "storage"] });
  }

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

  /** Copies the content of the disk. The copy replaces the previous one. */
  async backUp(): Promise<void> {
    this.#backup = { after: this.#options.recorder.history.last, content: await this.#disk.copy() };
  }

  /** Kills the engine and restarts it with the copy of its disk. Rejects if no copy exists. */
  async restoreBackup(): Promise<void> {
    const backup = this.#backup;
    if (!backup) throw new Error(`${this.#options.name} was not backed up`);
    await this.kill();
    const about = { backup: backup.after };
    this.#options.recorder.note({ type: "fault", kind: "older store", parties: [this.#options.name], about });
    await this.#disk.replace(backup.content);
    await this.start();
  }

  /** Sets the wall clock forward, or back if `byMilliseconds` is negative. */
  skewClock(byMilliseconds: number): void {
    const about = { milliseconds: byMilliseconds };
    this.#options.recorder.note({ type: "fault", kind: "skew", parties: [this.#options.name], about });
    this.#skew.step(byMilliseconds);
  }

  /** Makes the wall clock gain `rate` seconds per second; with a negative rate, it loses them. 0 ends the drift. */
  driftClock(rate: number): void {
    const { recorder, name: cluster } = this.#options;
    this.#skew.drift(rate);
    const parties = [cluster, "clock"];
    if (rate === 0) recorder.history.heal(parties);
    else recorder.note({ type: "fault", kind: "drift", parties, about: { rate } });
  }

  /** Suspends the process, unless it was killed. Everything that arrives waits until `resume`. */
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

  /** Adds an unseal key, which is tried first at the next start. */
  noteUnsealKey(key: Uint8Array): void {
    this.#unsealKeys = [key, ...this.#unsealKeys];
  }

  /** Unseal keys to try: those of the cluster, newest first, then those of other clusters. */
  get unsealKeys(): readonly Uint8Array[] {
    return [...new Set([...this.#unsealKeys, ...(this.#options.otherUnsealKeys?.() ?? [])])];
  }

  /** Stops the engine, unless it was killed, and records what the engine left behind. */
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

  /**
   * Records alarms and connections that the stopped engine should have ended. Alarms of the next {@link
   * partingMilliseconds} do not count. Connections count only if no alarm is pending.
   */
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

  #randomSource(purpose: string): Random {
    const { seed, scheduler } = this.#options;
    return randomByMoment(seed, purpose, () => scheduler.elapsed());
  }

  #begin(): Process {
    const death = new AbortController();
    const { promise: killed, reject } = Promise.withResolvers<never>();
    death.signal.addEventListener("abort", () => reject(new Error(`${this.#options.name} was killed`)));
    // A process that is killed during its start never serves, so its callers must fail.
    const serving = Promise.race([this.#serve(death.signal), killed]);
    // Prevents an unhandled rejection if no caller waits; callers still get the error.
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
    // The process may have been killed just before it would have served.
    death.throwIfAborted();
    const accept = crashableAccept((wire) => engine.accept(wire), death, this.#pause);
    const stopListening = network.listen(this.#addresses.link, { host: this.host, accept });
    death.addEventListener("abort", stopListening);
    return { engine, stopListening };
  }

  async #opened<T>(open: (unsealKey: Uint8Array) => Promise<T>): Promise<T> {
    const [newest, ...older] = this.unsealKeys;
    if (newest === undefined) throw new Error(`no key unseals ${this.#options.name}`);
    if (older.length === 0) return open(newest);
    return open(newest).catch(async (error: unknown) => {
      for (const key of older) {
        const opened = await open(key).catch(() => undefined);
        if (opened !== undefined) return opened;
      }
      throw error;
    });
  }

  #ports(): Ports {
    const { name, scheduler, network, recorder, cloud, databases, certificates } = this.#options;
    const { clusterAt, certificateFiles, failpoint, logged } = this.#options;
    const randomSource = this.#randomSource(`entropy of ${name}, life ${++this.#lives}`);
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
      entropy: { bytes: (count) => randomSource.bytes(count) },
      store: this.#disk.store(),
      cryptography: simulatedCryptography(this.#randomSource(`shares of ${name}, life ${this.#lives}`)),
      cloud,
      databases,
      certificates,
      link: simulatedLink({ addresses: this.#addresses, network, scheduler, peerAt: clusterAt, certificateFiles }),
      audit: this.auditFiles.sinks(),
      log: { info: note("info"), warn: note("warn"), error: note("error") },
      failpoint(place) {
        recorder.note({ type: "failpoint", cluster: name, place });
        return failpoint?.(place);
      },
    };
  }
}
