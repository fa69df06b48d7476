import { z } from "zod";
import { anyData, namesData, noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { isJsonObject, type JsonObject, parseJson, withoutRawNumber } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import { parseDuration } from "../../api/values/duration.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { namesIn } from "../../core/storage/folder.ts";

export const unversionedPrefix = "secret/";

/** Secrets of kv version 1 (W3.10-08, W3.10-09). */
export const secretEndpoint: Endpoint<HandlerContext> = {
  path: "*",
  operations: {
    read: operation({
      summary: "Read a secret",
      served: "locally",
      input: noInput,
      output: anyData,
      async run(_, { storage, path, leaseLimits }: HandlerContext) {
        const text = await storage.read("shared", unversionedPrefix + path);
        const data = text === undefined ? undefined : parseJson(text);
        if (!isJsonObject(data)) throw new Problem("absent", "");
        return {
          data,
          lease: { id: "", seconds: leaseSecondsOf(data) || leaseLimits().defaultSeconds, renewable: false },
        };
      },
    }),
    list: operation({
      summary: "List the secrets and folders below a path",
      served: "locally",
      input: noInput,
      output: namesData,
      async run(_, { storage, path }: HandlerContext) {
        const keys = await namesIn(storage, "shared", path === "" ? unversionedPrefix : `${unversionedPrefix}${path}/`);
        if (keys.length === 0) throw new Problem("absent", "");
        return { data: { keys } };
      },
    }),
    write: operation({
      summary: "Write a secret; existing data are replaced",
      served: "by-primary",
      longBody: "document",
      input: z.looseObject({}),
      exists: async (_, { storage, path }: HandlerContext) =>
        (await storage.read("shared", unversionedPrefix + path)) !== undefined,
      async run(data, { storage, path }: HandlerContext) {
        if (path === "") throw new Problem("refused", "missing path");
        if (Object.keys(data).length === 0) throw new Problem("refused", "missing data fields");
        await storage.commit([{ space: "shared", key: unversionedPrefix + path, value: JSON.stringify(data) }]);
        return undefined;
      },
    }),
    delete: operation({
      summary: "Delete a secret",
      served: "by-primary",
      input: noInput,
      async run(_, { storage, path }: HandlerContext) {
        await storage.commit([{ space: "shared", key: unversionedPrefix + path, value: null }]);
        return undefined;
      },
    }),
  },
};

function leaseSecondsOf(data: JsonObject): number {
  const own = withoutRawNumber(data.ttl ?? data.lease);
  if (typeof own !== "string" && typeof own !== "number") return 0;
  try {
    return parseDuration(own);
  } catch {
    return 0;
  }
}
