import { z } from "zod";
import { noInput, pathInput } from "../../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import type { JsonObject } from "../../../api/json.ts";
import { Problem, quoted } from "../../../api/problem.ts";
import type { Mount, MountKind } from "../../mounts/mount-type.ts";
import { fullPath } from "../../mounts/open-mount.ts";
import type { Access } from "../../policy/access.ts";
import type { SystemContext } from "../../system-context.ts";
import { describeMount } from "./describe-mount.ts";
import { describedMount } from "./described-mount.ts";
import { mountPath } from "./mount-services.ts";

const { description, options, type } = describedMount.shape;
const shownMount = describedMount.partial().extend({ description, options, type });
const listData = z.object({ auth: z.record(z.string(), shownMount), secret: z.record(z.string(), shownMount) });
const mountData = describedMount.extend({ path: z.string() });

/** Endpoints `sys/internal/ui/mounts`: mounts that the caller can see (W3.3-14, W3.3-15). */
export const uiMountsEndpoints: readonly Endpoint<SystemContext>[] = [
  {
    path: "sys/internal/ui/mounts",
    operations: {
      read: operation({
        summary: "List the mounts that the caller has access to, or without a token the public ones",
        served: "locally",
        unauthenticated: true,
        input: noInput,
        output: listData,
        async run(_, { realm: { mounts }, caller, access }: SystemContext) {
          const granted = caller.token === "" ? undefined : await access();
          const seen = mounts.all().filter(({ mount }) => isVisible(mount, granted));
          const ofKind = (kind: MountKind) =>
            Object.fromEntries(
              seen.flatMap(({ mount }) => (mount.kind === kind ? [[mount.path, shown(mount, granted)]] : [])),
            );
          return { data: { auth: ofKind("auth"), secret: ofKind("secret") } };
        },
      }),
    },
  },
  {
    path: "sys/internal/ui/mounts/*path",
    operations: {
      read: operation({
        summary: "Read the mount that serves a path, if the caller has any access to it",
        served: "locally",
        unauthenticated: true,
        input: pathInput,
        output: mountData,
        async run(input, { realm: { mounts }, caller, access }: SystemContext) {
          if (caller.token === "") throw new Problem("bad token", "permission denied");
          const granted = await access();
          const path = mountPath(input.path);
          const [open] = mounts.find(path.slice(0, -1)) ?? [];
          if (open && granted.reaches(fullPath(open.mount))) {
            return { data: { ...describeMount(open.mount), path: open.mount.path } };
          }
          // The error is the same whether or not a mount exists, so that it discloses nothing.
          const why = "preflight capability check returned 403, please ensure client's policies grant access to path";
          throw new Problem("bad token", `${why} ${quoted(path)}`);
        },
      }),
    },
  },
];

function isVisible(mount: Mount, granted: Access | undefined): boolean {
  return mount.listingVisibility === "unauth" || (granted?.reaches(fullPath(mount)) ?? false);
}

function shown(mount: Mount, granted: Access | undefined): JsonObject {
  if (granted) return describeMount(mount);
  const { description, options, type } = mount;
  return { description, options, type };
}
