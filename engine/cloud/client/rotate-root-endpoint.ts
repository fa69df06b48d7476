import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import type { Cloud } from "../../ports/cloud.ts";
import { rotateRoot } from "./rotate-root.ts";

const rotated = z.object({ access_key: z.string() });

export function rotateRootEndpoint(cloud: Cloud): Endpoint<HandlerContext> {
  return {
    path: "config/rotate-root",
    operations: {
      write: operation({
        summary: "Replace the configured access key by a new one of the same IAM user",
        served: "by-primary",
        statuses: [200, 500, 502],
        input: noInput,
        output: rotated,
        run: (_, context: HandlerContext) =>
          context.withLock("config/client", async () => ({
            data: { access_key: await rotateRoot({ cloud, context }) },
          })),
      }),
    },
  };
}
