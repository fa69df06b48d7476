import type { JsonObject } from "../../../api/json.ts";
import { type LoneEngine, loneEngine } from "../../../engine.suite.ts";
import type { Store } from "../../../ports/store.ts";

export type MadeToken = JsonObject &
  Readonly<{ client_token: string; accessor: string; policies: readonly string[]; lease_duration: number }>;

export type TokenFixture = LoneEngine &
  Readonly<{
    create(body?: JsonObject, token?: string, path?: string): Promise<MadeToken>;
    lookUp(token: string): Promise<JsonObject | undefined>;
    holds(token: string): Promise<boolean>;
    may(name: string, path: string, capabilities: readonly string[]): Promise<unknown>;
  }>;

export async function tokenFixture(store?: Store): Promise<TokenFixture> {
  const lone = await loneEngine(store);
  const { ask } = lone;
  async function lookUp(token: string) {
    const { status, body } = await ask("POST", "auth/token/lookup", { token });
    return status === 200 ? (body?.data as JsonObject) : undefined;
  }
  return {
    ...lone,
    async create(body = {}, token = "root", path = "auth/token/create") {
      const reply = await ask("POST", path, body, { token });
      if (reply.status !== 200) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
      return reply.body?.auth as MadeToken;
    },
    lookUp,
    holds: async (token) => (await lookUp(token)) !== undefined,
    may: (name, path, capabilities) =>
      ask("POST", `sys/policies/acl/${name}`, {
        policy: `path "${path}" { capabilities = ${JSON.stringify(capabilities)} }`,
      }),
  };
}
