import { pathInput } from "../../../api/common-shapes.ts";
import { operation } from "../../../api/endpoint.ts";
import { Problem } from "../../../api/problem.ts";
import type { MountKind } from "../../mounts/mount-type.ts";
import type { SystemContext } from "../../system-context.ts";
import { type MountServices, mountPath, servedBy } from "./mount-services.ts";

export function disableOperation(kind: MountKind, { ends }: MountServices) {
  return operation({
    summary:
      kind === "auth" ? "Disable an auth method, revoking its tokens" : "Disable a secrets engine, revoking its leases",
    served: ({ path }, { realm }: SystemContext) => servedBy(realm, kind, mountPath(path)),
    concerns: ({ path }) => [{ kind, path: mountPath(path) }],
    sudo: kind === "auth",
    input: pathInput,
    async run(input, { realm: { mounts } }: SystemContext) {
      const path = mountPath(input.path);
      if (kind === "secret") mounts.checkOpen(path, "cannot unmount");
      else if (path === "token/") throw new Problem("refused", "token credential backend cannot be disabled");
      const open = mounts.at(kind, path);
      if (open) await ends.end(mounts, open);
      return undefined;
    },
  });
}
