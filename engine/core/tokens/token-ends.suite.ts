import { cryptographyForTests } from "../../ports/cryptography-for-tests.suite.ts";
import type { Store } from "../../ports/store.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { partStorage } from "../storage/part-storage.ts";
import { AgendaBook } from "../time/agenda.ts";
import { EventLoopClock } from "../time/event-loop-clock.suite.ts";
import { Lineage } from "./lineage.ts";
import type { NewToken, Token } from "./token.ts";
import { type Ending, TokenEnds } from "./token-ends.ts";
import { TokenTidy } from "./token-tidy.ts";
import { Tokens } from "./tokens.ts";

export const wanted: NewToken = {
  namespace: "root",
  policies: ["default"],
  path: "auth/token/create",
  displayName: "token",
  createdAt: 0,
  creationTtlSeconds: 0,
  expiresAt: null,
};

export function tokenLife(store: Store = memoryStore()) {
  const clock = new EventLoopClock();
  const settled: string[] = [];
  let failing: (ending: Ending) => boolean = () => false;
  const log = { info() {}, warn() {}, error() {} };
  const storage = partStorage(
    { mount: "", namespace: "root", local: false },
    {
      store,
      writePath: {
        isPrimary: () => true,
        commit: (_, changes) => store.commit(changes),
        forward: () => Promise.reject(new Error("there is no primary")),
      },
    },
  );
  const entry = (name: string, when: number) => ({ space: "local", key: `token-expiry/${when}/${name}` }) as const;
  const tokens: Tokens = new Tokens({
    storage,
    entropy: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    cryptography: cryptographyForTests,
    salt: "salt",
    expiry: {
      put: (name, when) => ({ ...entry(name, when), value: "" }),
      remove: (name, when) => ({ ...entry(name, when), value: null }),
    },
    holds: (parent) => lineage.holds(parent),
  });
  const ends: TokenEnds = new TokenEnds({
    storage,
    tokens,
    clock,
    agenda: new AgendaBook({ clock, log }).of("token"),
    async cleanUp(endings) {
      if (endings.some(failing)) throw new Error("not now");
      settled.push(...endings.map(({ key }) => key));
    },
  });
  const lineage = new Lineage({ tokens, clock, isReleasing: (key) => ends.isReleasing(key) });
  const tidy = new TokenTidy({ storage, tokens, ends, clock, log });
  return {
    store,
    clock,
    tokens,
    ends,
    lineage,
    tidy,
    settled,
    fail(when: (ending: Ending) => boolean) {
      failing = when;
    },
    make: async (parent: Token | null, more: Partial<NewToken> = {}) =>
      (await tokens.create({ ...wanted, ...more, parent: parent?.key ?? null })).token,
    holds: async ({ key }: Token) => {
      const found = await tokens.find(key);
      return found !== undefined && (await lineage.holds(found.parent));
    },
    async kinds() {
      const counts: Record<string, number> = {};
      for (const [key] of await store.range({ prefix: "local/core/" })) {
        const kind = key.split("/")[2] ?? "";
        counts[kind] = (counts[kind] ?? 0) + 1;
      }
      return counts;
    },
    until: <T>(promise: Promise<T>) => clock.until(promise),
  };
}
