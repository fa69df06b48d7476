import type { Served } from "../../../api/endpoint.ts";
import { trimSlashes } from "../../../api/trim-ends.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Entropy } from "../../../ports/entropy.ts";
import type { Log } from "../../../ports/log.ts";
import type { MountEnds } from "../../mounts/mount-ends.ts";
import type { Agenda, Mount, MountKind } from "../../mounts/mount-type.ts";
import type { Namespaces } from "../../namespaces/namespaces.ts";
import type { Realm } from "../../namespaces/realm.ts";

/** What the endpoints about mounts work with, besides the namespace they are asked in. */
export type MountServices = Readonly<{
  ends: MountEnds;
  namespaces: Namespaces;
  /** For moves, which go on after they are answered. */
  agenda: Agenda;
  entropy: Entropy;
  clock: Clock;
  log: Log;
}>;

/** Local mounts are served where they are, all others by the primary. */
export function servedWhereItIs({ mounts }: Realm, kind: MountKind, path: string): Served {
  return mounts.at(kind, path)?.mount.local ? "locally" : "by-primary";
}

/** The kind and path of a mount, from the path at which requests find it. */
export function kindAndPath(whole: string): Readonly<{ kind: MountKind; path: string }> {
  const path = mountPath(whole);
  return path.startsWith("auth/") ? { kind: "auth", path: path.slice("auth/".length) } : { kind: "secret", path };
}

/** The path of a namespace that a mount there would hide, or that would hide the mount. */
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

/** A mount's path as it is stored, from a path in a request: with a slash at its end and none before. */
export function mountPath(typed: string): string {
  return `${trimSlashes(typed)}/`;
}
