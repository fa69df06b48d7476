import type { Entropy } from "../../ports/entropy.ts";
import { uuid } from "../naming/random-names.ts";
import type { Mount, MountKind, MountType } from "./mount-type.ts";
import { fullPath } from "./open-mount.ts";

/** Mounts of every namespace. They cannot be disabled or moved. */
const builtInMounts: readonly Pick<
  Mount,
  "kind" | "type" | "path" | "description" | "local" | "sealWrap" | "passthroughRequestHeaders"
>[] = [
  {
    kind: "secret",
    type: "cubbyhole",
    path: "cubbyhole/",
    description: "per-token private secret storage",
    local: true,
  },
  {
    kind: "secret",
    type: "identity",
    path: "identity/",
    description: "identity store",
    local: false,
    passthroughRequestHeaders: ["Authorization"],
  },
  {
    kind: "secret",
    type: "system",
    path: "sys/",
    description: "system endpoints used for control, policy and debugging",
    local: false,
    sealWrap: true,
    passthroughRequestHeaders: ["Accept"],
  },
  { kind: "auth", type: "token", path: "token/", description: "token based credentials", local: false },
];

/** Types of the built-in mounts whose paths the core serves itself. */
export const servedByCore: readonly MountType[] = [
  { type: "system", kind: "secret", endpoints: [] },
  { type: "identity", kind: "secret", endpoints: [] },
  { type: "token", kind: "auth", endpoints: [] },
];

export const corePaths: ReadonlyMap<string, "core"> = new Map(
  builtInMounts
    .filter(({ kind, type }) => servedByCore.some((core) => core.kind === kind && core.type === type))
    .map((mount) => [fullPath(mount), "core"]),
);

/** True if `type` is the type of a built-in mount. Clients cannot enable further mounts of these types. */
export function isBuiltInType(kind: MountKind, type: string): boolean {
  return builtInMounts.some((mount) => mount.kind === kind && mount.type === type);
}

export function isBuiltIn({ kind, path }: Pick<Mount, "kind" | "path">): boolean {
  return builtInMounts.some((mount) => mount.kind === kind && mount.path === path);
}

export function missingBuiltIns(
  mounts: readonly Mount[],
  { namespace, entropy }: Readonly<{ namespace: string; entropy: Entropy }>,
): readonly Mount[] {
  return builtInMounts
    .filter(({ kind, path }) => !mounts.some((mount) => mount.kind === kind && mount.path === path))
    .map((mount) => ({ ...newMount({ ...mount, namespace }, entropy), ...mount }));
}

export function newMount(
  { kind, type, path, namespace }: Pick<Mount, "kind" | "type" | "path" | "namespace">,
  entropy: Entropy,
): Mount {
  return {
    uuid: uuid(entropy),
    namespace,
    kind,
    type,
    path,
    accessor: `${kind === "auth" ? "auth_" : ""}${type}_${entropy.bytes(4).toHex()}`,
    description: "",
    local: false,
    defaultLeaseSeconds: 0,
    maxLeaseSeconds: 0,
    options: null,
  };
}
