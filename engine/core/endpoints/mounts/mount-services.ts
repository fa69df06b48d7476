import type { Served } from "../../../api/endpoint.ts";
import { trimSlashes } from "../../../api/values/trim-ends.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Entropy } from "../../../ports/entropy.ts";
import type { Log } from "../../../ports/log.ts";
import type { MountEnds } from "../../mounts/mount-ends.ts";
import type { Agenda, Mount, MountKind } from "../../mounts/mount-type.ts";
import type { Namespaces } from "../../namespaces/namespaces.ts";
import type { Realm } from "../../namespaces/realm.ts";

export type MountServices = Readonly<{
  ends: MountEnds;
  namespaces: Namespaces;
  agenda: Agenda;
  entropy: Entropy;
  clock: Clock;
  log: Log;
}>;

export function servedBy({ mounts }: Realm, kind: MountKind, path: string): Served {
  return mounts.at(kind, path)?.mount.local ? "locally" : "by-primary";
}

export function kindAndPath(fullPath: string): Readonly<{ kind: MountKind; path: string }> {
  const path = mountPath(fullPath);
  return path.startsWith("auth/") ? { kind: "auth", path: path.slice("auth/".length) } : { kind: "secret", path };
}

/**
 * Returns the path, relative to `parent`, of a direct child namespace at, above or below the path of a secrets engine.
 * Undefined if there is none, and for auth methods.
 */
export function namespaceConflict(
  parent: Realm,
  namespaces: Namespaces,
  { kind, path }: Pick<Mount, "kind" | "path">,
): string | undefined {
  if (kind === "auth") return undefined;
  const paths = namespaces
    .childrenOf(parent)
    .map(({ namespace }) => namespace.path.slice(parent.namespace.path.length));
  return paths.find((other) => other.startsWith(path) || path.startsWith(other));
}

export function mountPath(typed: string): string {
  return `${trimSlashes(typed)}/`;
}
