import { createHmac } from "node:crypto";
import type { Reply, Request } from "#engine/api/request.ts";
import { createEngine, type Engine } from "#engine/engine.ts";
import type { Clock } from "#engine/ports/clock.ts";
import type { Cloud } from "#engine/ports/cloud.ts";
import type { Databases } from "#engine/ports/databases.ts";
import type { Link } from "#engine/ports/link.ts";
import type { Ports } from "#engine/ports/ports.ts";
import { Disk } from "./disk.ts";
import type { Network } from "./network.ts";
import { random } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Trace } from "./trace.ts";

export type SimulatedClusterOptions = Readonly<{
  name: string;
  seed: number;
  rootToken: string;
  scheduler: Scheduler;
  network: Network;
  trace: Trace;
  cloud: Cloud;
  databases: Databases;
  /** Finds the cluster that serves an API address. */
  clusterAt: (apiAddress: string) => SimulatedCluster | undefined;
}>;

/** The addresses that a cluster of this name has in simulation. */
export function addressesOf(name: string): Readonly<{ host: string; api: string; link: string }> {
  const host = `${name.toLowerCase()}.simulated`;
  return { host, api: `http://${host}:8200`, link: `ws://${host}:8201` };
}

/** One life of an engine, from its start to its death; whatever it arranged dies with it. */
type Life = { alive: boolean; engine: Promise<Engine>; stopListening: () => void };

/** A whole engine on a simulated host: it dies when it is told to, and comes back over what its disk held. */
export class SimulatedCluster {
  readonly #options: SimulatedClusterOptions;
  readonly #disk: Disk;
  readonly host: string;
  #lives = 0;
  #life: Life;

  constructor(options: SimulatedClusterOptions) {
    this.#options = options;
    this.host = addressesOf(options.name).host;
    this.#disk = new Disk({ scheduler: options.scheduler, random: random(options.seed, `disk of ${options.name}`) });
    this.#life = this.#begin();
  }

  /** Resolves when the engine serves. */
  async ready(): Promise<void> {
    await this.#life.engine;
  }

  async handle(request: Request): Promise<Reply> {
    const engine = await this.#life.engine;
    return engine.handle(request);
  }

  /** Kills the engine without warning and starts another over what the disk holds. */
  async restart(): Promise<void> {
    this.#options.trace.note("killed", { cluster: this.#options.name });
    this.#life.alive = false;
    this.#life.stopListening();
    this.#options.network.drop(this.host);
    await this.#disk.loseThePending();
    this.#life = this.#begin();
    await this.ready();
  }

  async stop(): Promise<void> {
    const engine = await this.#life.engine;
    this.#life.stopListening();
    await engine.stop();
    this.#life.alive = false;
  }

  #begin(): Life {
    const { name, rootToken, network } = this.#options;
    const life: Life = { alive: true, engine: Promise.reject(new Error("not begun")), stopListening: () => {} };
    life.engine.catch(() => undefined);
    life.engine = createEngine(this.#ports(life), { clusterName: name, rootToken });
    const { link } = addressesOf(name);
    // The engine may still be starting when somebody dials: frames that come before it is there wait for it.
    void life.engine.then((engine) => {
      if (life.alive)
        life.stopListening = network.listen(link, { host: this.host, accept: (wire) => engine.accept(wire) });
    });
    return life;
  }

  #ports(life: Life): Ports {
    const { name, seed, scheduler, trace, cloud, databases } = this.#options;
    const chance = random(seed, `entropy of ${name}, life ${++this.#lives}`);
    const clock: Clock = {
      now: () => scheduler.now(),
      at: (when, deed) =>
        scheduler.at(when - scheduler.now() + scheduler.exactNow(), () => {
          if (life.alive) deed();
        }),
    };
    const note =
      (level: string) =>
      (event: string, facts: object = {}) =>
        trace.note("log", { cluster: name, level, what: event, ...facts });
    const disk = this.#disk.store();
    return {
      clock,
      entropy: { bytes: (count) => chance.bytes(count) },
      store: { ...disk, commit: (batch) => (life.alive ? disk.commit(batch) : never()) },
      cryptography: { hmac: (key, text) => createHmac("sha256", key).update(text).digest("hex") },
      cloud,
      databases,
      link: this.#link(life),
      log: { info: note("info"), warn: note("warn"), error: note("error") },
      at: (place) => {
        trace.note("at", { cluster: name, place });
        return life.alive ? undefined : never();
      },
    };
  }

  #link(life: Life): Link {
    const { name, network, clusterAt } = this.#options;
    const { api, link } = addressesOf(name);
    return {
      clusterAddress: link,
      apiAddress: api,
      dial(address, listener) {
        return network.dial(addressesOf(name).host, address, {
          opened: () => life.alive && listener.opened(),
          received: (frame) => life.alive && listener.received(frame),
          closed: (reason) => life.alive && listener.closed(reason),
        });
      },
      call: ({ apiAddress, method, target, token, body }) =>
        new Promise((resolve, reject) => {
          const peer = clusterAt(apiAddress);
          if (!peer) return reject(new Error(`nobody serves ${apiAddress}`));
          const lose = () => reject(new Error(`no answer from ${apiAddress}`));
          const deliver = async () => {
            const headers = { "x-vault-token": token };
            const reply = await peer.handle({ method, target, headers, body, remoteAddress: "10.0.0.1" });
            network.carry({
              from: peer.host,
              to: this.host,
              kind: "api reply",
              content: "",
              deliver: () => resolve(reply),
              lose,
            });
          };
          network.carry({ from: this.host, to: peer.host, kind: "api request", content: "", deliver, lose });
        }),
    };
  }
}

/** What a dead cluster waits for. */
function never<T>(): Promise<T> {
  return new Promise(() => {});
}
