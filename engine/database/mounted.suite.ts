import type { Answer } from "#engine/api/answer.ts";
import type { JsonObject } from "#engine/api/json.ts";
import type { Verb } from "#engine/api/request.ts";
import { type DecodedCall, decodeCall, router } from "#engine/api/router.ts";
import { keyedMutex } from "#engine/core/concurrency/keyed-mutex.ts";
import type { HandlerContext } from "#engine/core/mounts/mount-type.ts";
import { PasswordPolicies } from "#engine/core/password-policy/password-policies.ts";
import type { Storage, StorageChange } from "#engine/core/storage/storage.ts";
import { AgendaBook } from "#engine/core/time/agenda.ts";
import type { Databases } from "#engine/ports/databases.ts";
import { memoryStore } from "#engine/stores/memory-store.ts";
import { noCertificates } from "../ports/certificates-for-tests.suite.ts";
import { cryptographyForTests } from "../ports/cryptography-for-tests.suite.ts";
import { type Connection, connections } from "./connections/connection.ts";
import { databaseEngine } from "./database-engine.ts";

export type RecordedLease = Readonly<{ id: string; internal: JsonObject; ttlSeconds: number; maxTtlSeconds: number }>;

/** Creates a store and a clock that a cluster and its restart can share. */
export function newWorld() {
  const store = memoryStore();
  let now = 1_800_000_000_000;
  const alarms: { when: number; task: () => void }[] = [];
  return {
    store,
    clock: {
      now: () => now,
      at(when: number, task: () => void) {
        const alarm = { when, task };
        alarms.push(alarm);
        return () => {
          if (alarms.includes(alarm)) alarms.splice(alarms.indexOf(alarm), 1);
        };
      },
    },
    pass(seconds: number) {
      now += seconds * 1000;
      for (const alarm of alarms.filter(({ when }) => when <= now)) {
        alarms.splice(alarms.indexOf(alarm), 1);
        alarm.task();
      }
    },
  };
}

export type World = ReturnType<typeof newWorld>;

export function mounted(databases: Databases, { store, clock }: World = newWorld()) {
  const type = databaseEngine({ databases, certificates: noCertificates });
  const routes = router(type.endpoints);
  const warnings: string[] = [];
  const running = new Set<Promise<unknown>>();
  const leases = new Map<string, RecordedLease>();
  const expired: string[] = [];
  const log = {
    info: () => {},
    warn: (event: string, facts?: JsonObject) => void warnings.push(`${event}: ${JSON.stringify(facts)}`),
    error: (event: string, facts?: JsonObject) => void warnings.push(`${event}: ${JSON.stringify(facts)}`),
  };
  const storage: Storage = {
    read: (space, key) => store.read(`${space}/${key}`),
    async keys(space, prefix) {
      return (await store.range({ prefix: `${space}/${prefix}` })).map(([key]) =>
        key.slice(space.length + 1 + prefix.length),
      );
    },
    commit: (changes) => store.commit(changes.map(({ space, key, value }) => ({ key: `${space}/${key}`, value }))),
  };
  const withLock = keyedMutex();
  const agenda = new AgendaBook({ clock, log }).of("mount");
  const state = { isPrimary: true, fatalFailpoint: "", onStop: () => {} };
  let grants = 0;
  const entropy = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
  const passwords = new PasswordPolicies({ storage, entropy });
  const context: HandlerContext = {
    mount: {
      namespace: "root",
      uuid: "one",
      kind: "secret",
      type: "database",
      path: "database/",
      accessor: "database_1",
      description: "",
      local: false,
      defaultLeaseSeconds: 0,
      maxLeaseSeconds: 0,
      options: null,
    },
    storage,
    clock,
    log,
    path: "",
    requestFromPrimary: () => Promise.reject(new Error("there is no primary")),
    caller: { displayName: "token", token: "", tokenKey: "", entityId: "", remoteAddress: "127.0.0.1" },
    entropy,
    cryptography: cryptographyForTests,
    agenda: {
      arrange: (name, when, task) =>
        agenda.arrange(name, when, () => {
          const turn = task().finally(() => running.delete(turn));
          running.add(turn);
          return turn;
        }),
      cancel: (name) => agenda.cancel(name),
      cancelAll: () => agenda.cancelAll(),
    },
    async failpoint(failpointName) {
      if (failpointName !== state.fatalFailpoint) return;
      state.onStop();
      await new Promise(() => {});
    },
    isPrimary: () => state.isPrimary,
    withLock: withLock,
    leaseLimits: () => ({ defaultSeconds: 3600, maxSeconds: 86_400 }),
    passwords,
    tokens: { issue: () => Promise.reject(new Error("a database engine has no logins")) },
    leases: {
      async grant({ path, ttlSeconds, maxTtlSeconds, internal }) {
        grants += 1;
        const id = `database/${path}/${grants}`;
        leases.set(id, { id, internal, ttlSeconds, maxTtlSeconds });
        const seconds = ttlSeconds || 3600;
        return { id, seconds, renewable: true, expiresAt: clock.now() + seconds * 1000, warnings: [] };
      },
      async confirm() {},
      async forget(id) {
        leases.delete(id);
      },
      async expire(id) {
        expired.push(id);
      },
    },
  };
  function decoded(verb: Verb, path: string, fields: JsonObject): DecodedCall {
    const call = { verb, path, namespace: "", folder: false, fields, token: "", remoteAddress: "" };
    return decodeCall(routes.find(verb, path), call, context);
  }
  async function call(verb: Verb, path: string, fields: JsonObject = {}): Promise<Answer | undefined> {
    return decoded(verb, path, fields).run();
  }
  return {
    type,
    context,
    passwords,
    leases,
    expired,
    warnings,
    call,
    data: async (path: string) => (await call("read", path))?.data ?? {},
    exists: (path: string, fields: JsonObject = {}) => decoded("write", path, fields).exists(),
    async becomePrimary(isPrimary: boolean) {
      state.isPrimary = isPrimary;
      await type.resume?.(context);
    },
    resume: () => type.resume?.(context),
    close: () => type.close?.(context),
    async settled() {
      while (running.size > 0) await Promise.allSettled(running);
    },
    async stopAt(failpointName: string, ...[verb, path, fields]: Parameters<typeof call>) {
      const stopped = new Promise<void>((resolve) => {
        state.onStop = resolve;
      });
      state.fatalFailpoint = failpointName;
      const completed = call(verb, path, fields).then(() => Promise.reject(new Error(`passed ${failpointName}`)));
      await Promise.race([stopped, completed]);
      agenda.cancelAll();
    },
  };
}

export type Mounted = ReturnType<typeof mounted>;

export function postgresqlConnection(
  details: Connection["details"],
  pendingPassword: string | null = null,
): StorageChange {
  return connections.put("pg", {
    pluginName: "postgresql-database-plugin",
    pluginVersion: "",
    verifyConnection: false,
    allowedRoles: [],
    rootRotationStatements: [],
    passwordPolicy: "",
    details,
    pendingPassword,
  });
}

export async function failure(promise: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await promise;
  } catch (error) {
    return error as { code: string; message: string };
  }
  throw new Error("expected a failure");
}
