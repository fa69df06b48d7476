import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import {
  clientConfiguration,
  clientFields,
  reviseClientConfiguration,
  shownClientConfiguration,
  unconfigured,
} from "./client-configuration.ts";

export const clientEndpoint: Endpoint<HandlerContext> = {
  path: "config/client",
  operations: {
    read: operation({
      summary: "Read the client configuration",
      served: "locally",
      input: noInput,
      async run(_, { storage }: HandlerContext) {
        const stored = await clientConfiguration.read(storage);
        if (!stored) throw new Problem("absent", "");
        return { data: shownClientConfiguration(stored) };
      },
    }),
    write: operation({
      summary: "Configure the requests to the cloud provider",
      served: "by-primary",
      input: clientFields,
      exists: async (_, { storage }: HandlerContext) => (await clientConfiguration.read(storage)) !== undefined,
      run: (changes, context: HandlerContext) =>
        context.withLock("config/client", async () => {
          const old = (await clientConfiguration.read(context.storage)) ?? unconfigured;
          await context.storage.commit([clientConfiguration.put(reviseClientConfiguration(old, changes))]);
          return undefined;
        }),
    }),
    delete: operation({
      summary: "Delete the client configuration",
      served: "by-primary",
      input: noInput,
      run: (_, context: HandlerContext) =>
        context.withLock("config/client", async () => {
          await context.storage.commit([clientConfiguration.remove()]);
          return undefined;
        }),
    }),
  },
};
