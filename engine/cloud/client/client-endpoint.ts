import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";
import type { Scene } from "../../core/mounts/mount-type.ts";
import {
  clientConfiguration,
  clientFields,
  reviseClientConfiguration,
  shownClientConfiguration,
  unconfigured,
} from "./client-configuration.ts";

/** How the method talks to the provider. Source: cloud-auth-api.md, "Endpoints". */
export const clientEndpoint: Endpoint<Scene> = {
  path: "config/client",
  operations: {
    read: operation({
      summary: "Read the client configuration",
      served: "locally",
      input: noInput,
      async run(_, { storage }: Scene) {
        const stored = await clientConfiguration.read(storage);
        if (!stored) throw new Problem("absent", "");
        return { data: shownClientConfiguration(stored) };
      },
    }),
    write: operation({
      summary: "Configure how the provider is talked to",
      served: "by-primary",
      input: clientFields,
      exists: async (_, { storage }: Scene) => (await clientConfiguration.read(storage)) !== undefined,
      run: (wish, scene: Scene) =>
        scene.exclusive("config/client", async () => {
          const old = (await clientConfiguration.read(scene.storage)) ?? unconfigured;
          await scene.storage.commit([clientConfiguration.put(reviseClientConfiguration(old, wish))]);
          return undefined;
        }),
    }),
    delete: operation({
      summary: "Forget the client configuration",
      served: "by-primary",
      input: noInput,
      run: (_, scene: Scene) =>
        scene.exclusive("config/client", async () => {
          await scene.storage.commit([clientConfiguration.remove()]);
          return undefined;
        }),
    }),
  },
};
