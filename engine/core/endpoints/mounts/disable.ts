import { z } from "zod";
import { operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import { Problem } from "../../../api/problem.ts";
import type { MountKind } from "../../mounts/mount-type.ts";
import type { SystemScene } from "../../system-scene.ts";
import { type MountServices, mountPath, servedWhereItIs } from "./mount-services.ts";

const placeFields = z.object({ path: field.name });

/** Disables a secrets engine or an auth method; what it handed out is revoked, what it stored removed (reference-wire.md, 3.3). */
export function disableOperation(kind: MountKind, { ends }: MountServices) {
  return operation({
    summary:
      kind === "auth" ? "Disable an auth method, revoking its tokens" : "Disable a secrets engine, revoking its leases",
    served: ({ path }, { realm }: SystemScene) => servedWhereItIs(realm, kind, mountPath(path)),
    sudo: kind === "auth",
    input: placeFields,
    async run(input, { realm: { mounts } }: SystemScene) {
      const path = mountPath(input.path);
      if (kind === "secret") mounts.checkOpen(path, "cannot unmount");
      else if (path === "token/") throw new Problem("refused", "token credential backend cannot be disabled");
      const open = mounts.at(kind, path);
      if (open) await ends.end(mounts, open);
      return undefined;
    },
  });
}
