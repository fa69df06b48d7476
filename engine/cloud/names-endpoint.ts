import { z } from "zod";
import { type Endpoint, operation } from "../api/endpoint.ts";
import { Problem } from "../api/problem.ts";
import type { Scene } from "../core/mounts/mount-type.ts";
import type { Collection } from "../core/storage/storage.ts";

/** LIST of a collection: the names of what is stored, and nothing else. */
export function namesEndpoint<T>(path: string, summary: string, { names }: Collection<T>): Endpoint<Scene> {
  return {
    path,
    operations: {
      list: operation({
        summary,
        served: "locally",
        input: z.object({}),
        output: z.object({ keys: z.array(z.string()) }),
        async run(_, { storage }: Scene) {
          const keys = await names(storage);
          if (keys.length === 0) throw new Problem("absent", "");
          return { data: { keys } };
        },
      }),
    },
  };
}
