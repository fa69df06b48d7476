import { z } from "zod";
import { noInput, pathInput } from "../../../api/common-shapes.ts";
import { operation } from "../../../api/endpoint.ts";
import { Problem } from "../../../api/problem.ts";
import type { MountKind } from "../../mounts/mount-type.ts";
import { fullPath } from "../../mounts/open-mount.ts";
import type { SystemContext } from "../../system-context.ts";
import { describeMount } from "./describe-mount.ts";
import { describedMount } from "./described-mount.ts";
import { kindAndPath, mountPath } from "./mount-services.ts";

const listData = z.record(z.string(), describedMount);

export function listOperation(kind: MountKind) {
  return operation({
    summary: kind === "auth" ? "List the auth methods" : "List the secrets engines",
    served: "locally",
    input: noInput,
    output: listData,
    run: async (_, { realm: { mounts } }: SystemContext) => ({
      raised: true,
      data: Object.fromEntries(
        mounts.all().flatMap(({ mount }) => (mount.kind === kind ? [[mount.path, describeMount(mount)]] : [])),
      ),
    }),
  });
}

export function readOperation(kind: MountKind) {
  return operation({
    summary: kind === "auth" ? "Read an auth method" : "Read a secrets engine",
    served: "locally",
    sudo: kind === "auth",
    input: pathInput,
    output: describedMount,
    async run(input, { realm: { mounts } }: SystemContext) {
      // The reference's Go client reads auth methods by `sys/mounts/auth/…`.
      const target = kind === "secret" ? kindAndPath(input.path) : { kind, path: mountPath(input.path) };
      const open = mounts.at(target.kind, target.path);
      if (open) return { raised: true, data: describeMount(open.mount) };
      const nothing =
        kind === "auth" ? `No auth engine at ${target.path}` : `No secret engine mount at ${fullPath(target)}`;
      throw new Problem("refused", nothing);
    },
  });
}
