import { cryptographyForTests } from "../../ports/cryptography-for-tests.suite.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { keyedMutex } from "../concurrency/keyed-mutex.ts";
import type { HandlerContext } from "../mounts/mount-type.ts";
import { rootNamespace } from "../namespaces/namespace.ts";
import { partStorage } from "./part-storage.ts";

export function plainContext() {
  const store = memoryStore();
  let drawn = 0;
  const context: Pick<
    HandlerContext,
    "storage" | "cryptography" | "entropy" | "clock" | "withLock" | "isPrimary" | "leaseLimits" | "agenda" | "caller"
  > = {
    storage: partStorage(
      { mount: "m", namespace: rootNamespace.id, local: false },
      {
        store,
        writePath: {
          isPrimary: () => true,
          commit: (_, changes) => store.commit(changes),
          forward: () => Promise.reject(new Error("there is no primary")),
        },
      },
    ),
    cryptography: cryptographyForTests,
    entropy: { bytes: (count) => new Uint8Array(count).fill(++drawn) },
    clock: { now: () => 0, at: () => () => {} },
    withLock: keyedMutex(),
    isPrimary: () => true,
    leaseLimits: () => ({ defaultSeconds: 3600, maxSeconds: 3600 }),
    agenda: { arrange() {}, cancel() {}, cancelAll() {} },
    caller: { displayName: "", token: "", tokenKey: "", entityId: "", remoteAddress: "127.0.0.1" },
  };
  return {
    context: context as HandlerContext,
    written: async () => JSON.stringify(await store.range({ prefix: "" })),
  };
}
