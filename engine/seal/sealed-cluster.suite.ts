import type { JsonObject } from "../api/json.ts";
import { type LoneEngine, loneEngine } from "../engine.suite.ts";
import type { Store } from "../ports/store.ts";
import { memoryStore } from "../stores/memory-store.ts";

export type Initialized = LoneEngine & Readonly<{ keys: readonly string[]; rootToken: string }>;

export function startSealed(store: Store = memoryStore()): Promise<LoneEngine> {
  return loneEngine(store, {}, { sealed: true });
}

export async function initialized(shares: number, threshold: number): Promise<Initialized> {
  const cluster = await startSealed();
  const body = { secret_shares: shares, secret_threshold: threshold };
  const { body: reply } = await cluster.ask("PUT", "sys/init", body, { token: "" });
  return { ...cluster, keys: reply?.keys as string[], rootToken: String(reply?.root_token) };
}

export async function unseal({ ask }: Pick<LoneEngine, "ask">, keys: readonly string[]): Promise<JsonObject> {
  let status: JsonObject | undefined;
  for (const key of keys) status = (await ask("PUT", "sys/unseal", { key }, { token: "" })).body;
  return status ?? {};
}

export async function unsealed(shares: number, threshold: number): Promise<Initialized> {
  const cluster = await initialized(shares, threshold);
  await unseal(cluster, cluster.keys.slice(0, threshold));
  await cluster.ask("POST", "sys/mounts/kv", { type: "kv" }, { token: cluster.rootToken });
  return cluster;
}
