import { z } from "zod";
import { parseDuration } from "../api/duration.ts";
import { type Endpoint, operation } from "../api/endpoint.ts";
import type { JsonObject } from "../api/json.ts";
import { Problem, quoted } from "../api/problem.ts";
import type { MountType, Scene } from "../core/mount-type.ts";
import { collection } from "../core/storage.ts";

const secrets = collection<JsonObject>("shared", "secret/");

/** The answer of a secret that does not say for how long it may be kept: the system's lease time. */
const keepSeconds = 2_764_800;

/** Secrets at any path below the mount: what was written is what is read (kv version 1; reference-wire.md, 3.10). */
const secret: Endpoint<Scene> = {
  path: "*",
  operations: {
    read: operation({
      summary: "Read a secret",
      served: "locally",
      input: z.object({}),
      async run(_, scene: Scene) {
        const data = await secrets.read(scene.storage, scene.path);
        if (!data) throw new Problem("absent", "");
        return { data, lease: { id: "", seconds: keepingOf(data), renewable: false } };
      },
    }),
    list: operation({
      summary: "List the secrets and folders below a path",
      served: "locally",
      input: z.object({}),
      async run(_, scene: Scene) {
        const folder = scene.path === "" ? "" : `${scene.path}/`;
        const names = await scene.storage.keys("shared", `secret/${folder}`);
        if (names.length === 0) throw new Problem("absent", "");
        return { data: { keys: [...new Set(names.map(firstStep))] } };
      },
    }),
    write: operation({
      summary: "Write a secret, in place of what was there",
      served: "by-primary",
      input: z.looseObject({}),
      exists: async (_, scene: Scene) => (await secrets.read(scene.storage, scene.path)) !== undefined,
      async run(data, scene: Scene) {
        if (scene.path === "") throw new Problem("refused", "missing path");
        if (Object.keys(data).length === 0) throw new Problem("refused", "missing data fields");
        await scene.storage.commit([secrets.put(scene.path, data as JsonObject)]);
        return undefined;
      },
    }),
    delete: operation({
      summary: "Delete a secret",
      served: "by-primary",
      input: z.object({}),
      async run(_, scene: Scene) {
        await scene.storage.commit([secrets.remove(scene.path)]);
        return undefined;
      },
    }),
  },
};

/** A small key-value engine, so that there is data to follow. */
export function keyValue(): MountType {
  return {
    type: "kv",
    kind: "secret",
    endpoints: [secret],
    checkOptions({ version = "1" }) {
      if (version !== "1")
        throw new Problem("refused", `kv version ${quoted(version)} is not supported yet; allowed is 1`);
    },
  };
}

function firstStep(path: string): string {
  const slash = path.indexOf("/");
  return slash < 0 ? path : path.slice(0, slash + 1);
}

function keepingOf(data: JsonObject): number {
  const own = data.ttl ?? data.lease;
  if (typeof own !== "string" && typeof own !== "number") return keepSeconds;
  try {
    return parseDuration(own) || keepSeconds;
  } catch {
    return keepSeconds;
  }
}
