import { expect } from "chai";
import type { Json, JsonObject } from "../api/json.ts";
import { type LoneEngine, loneEngine } from "../engine.suite.ts";
import type { Store } from "../ports/store.ts";
import { memoryStore } from "../stores/memory-store.ts";

/**
 * An engine with kv mounted at `s/`. Except for `ask`, functions send requests with the root token to paths below the
 * mount.
 */
export type MountedKv = LoneEngine &
  Readonly<{
    data(method: string, path: string, body?: Json | string): Promise<JsonObject>;
    done(method: string, path: string, body?: Json | string): Promise<void>;
    refusal(method: string, path: string, body?: Json | string): Promise<readonly [number, string | undefined]>;
    patch(path: string, body: Json): ReturnType<LoneEngine["ask"]>;
    /** Reads `path` and returns the response body as text, which shows the notation of numbers. */
    text(path: string): Promise<string>;
  }>;

/** Starts an engine on `store` and mounts kv with this version at `s/`, unless `store` already contains the mount. */
export async function mountedKv(version: "1" | "2", store: Store = memoryStore()): Promise<MountedKv> {
  const lone = await loneEngine(store);
  const { ask, engine } = lone;
  const isThere = (await ask("GET", "sys/mounts/s")).status === 200;
  if (!isThere)
    expect(await ask("POST", "sys/mounts/s", { type: "kv", options: { version } })).to.deep.include({ status: 204 });
  return {
    ...lone,
    async data(method, path, body) {
      const answer = await ask(method, `s/${path}`, body);
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      return answer.body?.data as JsonObject;
    },
    async done(method, path, body) {
      const answer = await ask(method, `s/${path}`, body);
      expect(answer, JSON.stringify(answer.body)).to.deep.equal({ status: 204, body: undefined });
    },
    async refusal(method, path, body) {
      const { status, body: answer } = await ask(method, `s/${path}`, body);
      return [status, (answer?.errors as readonly string[] | undefined)?.[0]];
    },
    patch: (path, body) =>
      ask("PATCH", `s/${path}`, body, { headers: { "content-type": "application/merge-patch+json" } }),
    async text(path) {
      const headers = { "x-vault-token": "root" };
      const request = { method: "GET", target: `/v1/s/${path}`, headers, body: "", remoteAddress: "127.0.0.1" };
      return (await engine.handle(request)).body;
    },
  };
}
