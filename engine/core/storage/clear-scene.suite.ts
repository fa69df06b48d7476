import { cryptographyForTests } from "../../ports/cryptography-for-tests.suite.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { keyedMutex } from "../concurrency/keyed-mutex.ts";
import type { Scene } from "../mounts/mount-type.ts";
import { rootNamespace } from "../namespaces/namespace.ts";
import { partStorage } from "./part-storage.ts";

/** What handlers that only write need, over a store in the clear: so that it shows what is written. */
export function clearScene() {
  const store = memoryStore();
  let drawn = 0;
  const scene: Pick<
    Scene,
    "storage" | "cryptography" | "entropy" | "clock" | "exclusive" | "leads" | "leaseLimits" | "agenda" | "caller"
  > = {
    storage: partStorage(
      { mount: "m", namespace: rootNamespace.id, local: false },
      {
        store,
        writePath: {
          leads: () => true,
          commit: (_, changes) => store.commit(changes),
          forward: () => Promise.reject(new Error("nobody is followed")),
        },
      },
    ),
    cryptography: cryptographyForTests,
    entropy: { bytes: (count) => new Uint8Array(count).fill(++drawn) },
    clock: { now: () => 0, at: () => () => {} },
    exclusive: keyedMutex(),
    leads: () => true,
    leaseLimits: () => ({ defaultSeconds: 3600, maxSeconds: 3600 }),
    agenda: { arrange() {}, cancel() {}, cancelAll() {} },
    caller: { displayName: "", token: "", tokenKey: "", entityId: "", remoteAddress: "127.0.0.1" },
  };
  return {
    scene: scene as Scene,
    /** All that is written, in one text. */
    written: async () => JSON.stringify(await store.range({ prefix: "" })),
  };
}
