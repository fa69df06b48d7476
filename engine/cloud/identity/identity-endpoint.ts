import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import type { Provider } from "../provider.ts";
import {
  ec2Aliases,
  iamAliases,
  identityConfiguration,
  identityFields,
  reviseIdentityConfiguration,
  shownIdentityConfiguration,
} from "./identity-configuration.ts";

const path = "config/identity";

const shown = z.object({
  iam_alias: z.enum(iamAliases),
  iam_metadata: z.array(z.string()),
  ec2_alias: z.enum(ec2Aliases),
  ec2_metadata: z.array(z.string()),
});

export function identityEndpoint(provider: Provider): Endpoint<HandlerContext> {
  return {
    path,
    operations: {
      read: operation({
        summary: "Read the settings of aliases and metadata of logins",
        served: "locally",
        input: noInput,
        output: shown,
        run: async (_, { storage }: HandlerContext) => ({
          data: shownIdentityConfiguration(await identityConfiguration.read(storage)),
        }),
      }),
      write: operation({
        summary: "Configure the aliases and metadata of logins",
        served: "by-primary",
        input: identityFields,
        run: (changes, { storage, withLock }: HandlerContext) =>
          withLock(path, async () => {
            const old = await identityConfiguration.read(storage);
            await storage.commit([identityConfiguration.put(reviseIdentityConfiguration(old, changes, provider))]);
            return undefined;
          }),
      }),
    },
  };
}
