import { createHmac } from "node:crypto";
import type { Json, JsonObject } from "./api/json.ts";
import { createEngine, type Engine } from "./engine.ts";
import type { Clock } from "./ports/clock.ts";
import { memoryStore } from "./ports/memory-store.ts";
import type { Ports } from "./ports/ports.ts";
import type { Store } from "./ports/store.ts";

/** A clock that stands still until it is told how much time passes. */
export class HandClock implements Clock {
  #now = 1_767_225_600_000;
  #alarms: { when: number; deed: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  at(when: number, deed: () => void): () => void {
    const alarm = { when, deed };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  /** Lets time pass, and all that came due happen. */
  async pass(seconds: number): Promise<void> {
    this.#now += seconds * 1000;
    for (const alarm of this.#alarms.filter(({ when }) => when <= this.#now).sort((a, b) => a.when - b.when)) {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
      alarm.deed();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

type Asked = Readonly<{ status: number; body: JsonObject | undefined }>;

/** An engine on its own, asked as over HTTP. */
export type LoneEngine = Readonly<{
  engine: Engine;
  clock: HandClock;
  store: Store;
  /** Asks with the root token, unless told another or none (""). */
  ask(
    method: string,
    path: string,
    body?: Json | string,
    options?: { token?: string; remoteAddress?: string; headers?: Readonly<Record<string, string>> },
  ): Promise<Asked>;
}>;

/** Starts an engine without peers, cloud or database, over `store`. */
export async function loneEngine(store: Store = memoryStore()): Promise<LoneEngine> {
  const clock = new HandClock();
  let seed = 0;
  const nobody = () => Promise.reject(new Error("nobody is there"));
  const ports: Ports = {
    clock,
    store,
    entropy: { bytes: (count) => createHmac("sha512", "test").update(String(seed++)).digest().subarray(0, count) },
    cryptography: { hmac: (key, text) => createHmac("sha256", key).update(text).digest("hex") },
    cloud: { exchange: nobody },
    databases: {
      open: () => ({ transact: nobody, verify: nobody, column: nobody, close: async () => {} }),
    },
    link: {
      clusterAddress: "ws://lone.test:8201",
      apiAddress: "http://lone.test:8200",
      dial: () => ({ send() {}, close() {} }),
      call: nobody,
    },
    log: { info() {}, warn() {}, error() {} },
    at: () => {},
  };
  const engine = await createEngine(ports, { clusterName: "lone", rootToken: "root" });
  return {
    engine,
    clock,
    store,
    async ask(method, path, body, { token = "root", remoteAddress = "127.0.0.1", headers: more = {} } = {}) {
      const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
      const headers = { ...(token === "" ? {} : { "x-vault-token": token }), ...more };
      const reply = await engine.handle({ method, target: `/v1/${path}`, headers, body: text, remoteAddress });
      return { status: reply.status, body: reply.body === "" ? undefined : (JSON.parse(reply.body) as JsonObject) };
    },
  };
}
