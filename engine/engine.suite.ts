import { createHash } from "node:crypto";
import type { Json, JsonObject } from "./api/json.ts";
import { createEngine, type Engine } from "./engine.ts";
import { certificatesForTests } from "./ports/certificates-for-tests.suite.ts";
import type { Clock } from "./ports/clock.ts";
import { cryptographyForTests } from "./ports/cryptography-for-tests.suite.ts";
import type { Ports } from "./ports/ports.ts";
import type { Store } from "./ports/store.ts";
import { memoryStore } from "./stores/memory-store.ts";

export class ManualClock implements Clock {
  #now = 1_767_225_600_000;
  #alarms: { when: number; callback: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  at(when: number, callback: () => void): () => void {
    const alarm = { when, callback };
    this.#alarms.push(alarm);
    // Overdue callbacks run soon, without time passing: long tasks yield to the event loop this way.
    if (when <= this.#now) setImmediate(() => this.#ring(alarm));
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  get arranged(): number {
    return this.#alarms.length;
  }

  async pass(seconds: number): Promise<void> {
    this.#now += seconds * 1000;
    for (const alarm of this.#alarms.filter(({ when }) => when <= this.#now).sort((a, b) => a.when - b.when)) {
      this.#ring(alarm);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }

  #ring(alarm: { callback: () => void }): void {
    if (!this.#alarms.some((other) => other === alarm)) return;
    this.#alarms = this.#alarms.filter((other) => other !== alarm);
    alarm.callback();
  }
}

type Asked = Readonly<{ status: number; body: JsonObject | undefined }>;

/** An engine without peers, with its clock and store. Requests are passed to the engine, not sent over HTTP. */
export type LoneEngine = Readonly<{
  engine: Engine;
  clock: ManualClock;
  store: Store;
  /** Performs a request with the root token, with `options.token`, or without a token if that is "". */
  ask(
    method: string,
    path: string,
    body?: Json | string,
    options?: { token?: string; remoteAddress?: string; headers?: Readonly<Record<string, string>> },
  ): Promise<Asked>;
}>;

/**
 * Number of random draws by all engines of a test file. An engine that restarts on a store thus does not repeat the
 * random values of its predecessor.
 */
let draws = 0;

export const loneUnsealKey: Uint8Array = new Uint8Array(32).fill(1);

/**
 * Starts an engine without peers, cloud or databases on `store`. `others` adds or replaces ports. With `sealed`, the
 * engine is not unsealed: it starts uninitialized if the store is empty, otherwise sealed.
 */
export async function loneEngine(
  store: Store = memoryStore(),
  others: Partial<Ports> = {},
  { sealed = false, name = "lone" }: { sealed?: boolean; name?: string } = {},
): Promise<LoneEngine> {
  const clock = new ManualClock();
  const unused = () => Promise.reject(new Error("not in this test"));
  const ports: Ports = {
    clock,
    store,
    entropy: { bytes: (count) => createHash("shake256", { outputLength: count }).update(String(draws++)).digest() },
    cryptography: cryptographyForTests,
    certificates: certificatesForTests,
    cloud: { exchange: unused },
    databases: {
      open: () => ({ transact: unused, settle: unused, verify: unused, column: unused, close: async () => {} }),
    },
    link: {
      clusterAddress: "wss://lone.test:8201",
      apiAddress: "http://lone.test:8200",
      serveAs() {},
      dial: () => ({ peer: undefined, send() {}, close() {} }),
      call: unused,
    },
    audit: { open: unused },
    log: { info() {}, warn() {}, error() {} },
    failpoint: () => {},
    ...others,
  };
  const engine = await createEngine(ports, {
    clusterName: name,
    ...(sealed ? {} : { development: { rootToken: "root", unsealKey: loneUnsealKey } }),
  });
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

export function tokenIn(body: JsonObject | undefined): string {
  return String((body?.auth as JsonObject | undefined)?.client_token);
}
