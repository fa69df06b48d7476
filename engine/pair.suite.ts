import { type LoneEngine, loneEngine } from "./engine.suite.ts";
import type { Link, Wire, WireListener } from "./ports/link.ts";
import type { Ports } from "./ports/ports.ts";
import type { Store } from "./ports/store.ts";
import { memoryStore } from "./stores/memory-store.ts";

export type Pair = Readonly<{
  oslo: LoneEngine;
  lima: LoneEngine;
  /** Evaluates `isSo` in each turn of the event loop until it returns true. Rejects after 2,000 turns. */
  until(isSo: () => Promise<boolean>): Promise<void>;
  /** Stops `lima`, runs `task`, and restarts `lima`. Returns the new engine when it replicates. */
  without(task: () => Promise<void>): Promise<LoneEngine>;
  [Symbol.asyncDispose](): Promise<void>;
}>;

const maxTurns = 2000;

type End = { listener: WireListener | undefined; other: End | undefined; closed: boolean; peer: string | undefined };

/**
 * Starts the primary `oslo` and its secondary `lima`. `portsOf` returns additional ports for a cluster name;
 * `limaStore` is the store of `lima`.
 */
export async function pairOfEngines({
  portsOf = () => ({}),
  limaStore = memoryStore(),
}: {
  portsOf?: (name: string) => Partial<Ports>;
  limaStore?: Store;
} = {}): Promise<Pair> {
  const engines = new Map<string, LoneEngine>();
  const presented = new Map<string, string | undefined>();
  const start = async (name: string, store: Store) => {
    const link = linkOf(name, { engines, shown: presented });
    const engine = await loneEngine(store, { link, ...portsOf(name) }, { name });
    engines.set(name, engine);
    return engine;
  };
  const oslo = await start("oslo", memoryStore());
  const lima = await start("lima", limaStore);
  const performance = "sys/replication/performance";
  await oslo.ask("POST", `${performance}/primary/enable`, {});
  const issued = await oslo.ask("POST", `${performance}/primary/secondary-token`, { id: "lima" });
  const { token } = (issued.body?.wrap_info ?? {}) as { token: string };
  const enabled = await lima.ask("POST", `${performance}/secondary/enable`, { token });
  if (enabled.status >= 400)
    throw new Error(`lima could not be enabled as a secondary: ${JSON.stringify(enabled.body)}`);
  const replicates = async (engine: LoneEngine) => {
    const { body } = await engine.ask("GET", `${performance}/status`);
    return (body?.data as { state?: string } | undefined)?.state === "stream-wals";
  };
  await until(() => replicates(lima));
  return {
    oslo,
    lima,
    until,
    async without(task) {
      await lima.engine.stop();
      engines.delete("lima");
      await task();
      const again = await start("lima", lima.store);
      await until(() => replicates(again));
      return again;
    },
    async [Symbol.asyncDispose]() {
      for (const { engine } of engines.values()) await engine.stop();
    },
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < maxTurns; turn += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error("the condition did not become true");
}

function linkOf(
  name: string,
  { engines, shown: presented }: { engines: ReadonlyMap<string, LoneEngine>; shown: Map<string, string | undefined> },
): Link {
  return {
    clusterAddress: `wss://${name}`,
    apiAddress: `http://${name}`,
    serveAs: (credentials) => void presented.set(name, credentials?.certificate),
    dial(address, { certificate }, listener) {
      const near: End = { listener, other: undefined, closed: false, peer: undefined };
      const far: End = { listener: undefined, other: near, closed: false, peer: certificate };
      queueMicrotask(() => {
        const host = address.replace("wss://", "");
        const peer = engines.get(host);
        if (!peer || near.closed) return close(near, "unreachable");
        near.peer = presented.get(host);
        near.other = far;
        far.listener = peer.engine.accept(wireOf(far));
        listener.opened();
      });
      return wireOf(near);
    },
    async call({ apiAddress, method, target, token, body }) {
      const peer = engines.get(apiAddress.replace("http://", ""));
      if (!peer) throw new Error("no cluster answers");
      const headers = { "x-vault-token": token };
      return peer.engine.handle({ method, target, headers, body, remoteAddress: "127.0.0.1" });
    },
  };
}

function wireOf(end: End): Wire {
  return {
    get peer() {
      return end.peer;
    },
    send(frame) {
      queueMicrotask(() => {
        if (!end.closed && end.other && !end.other.closed) end.other.listener?.received(frame);
      });
    },
    close: () => close(end, "closed"),
  };
}

function close(end: End, reason: string): void {
  for (const one of [end, end.other]) {
    if (!one || one.closed) continue;
    queueMicrotask(() => {
      if (one.closed) return;
      one.closed = true;
      one.listener?.closed(reason);
    });
  }
}
