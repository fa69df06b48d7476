import { type FoldedSegments, foldedSegmentsOf } from "../../api/fields/canonicalizer.ts";
import type { Router } from "../../api/router.ts";
import { fullPath } from "../mounts/open-mount.ts";
import type { Namespaces } from "../namespaces/namespaces.ts";
import type { Realm } from "../namespaces/realm.ts";
import type { SystemContext } from "../system-context.ts";

type Services = Readonly<{ namespaces: Namespaces; system: Router<SystemContext> }>;

export function foldedAt(path: string, realm: Realm, { namespaces, system }: Services): readonly FoldedSegments[] {
  const resolved = namespaces.resolve(realm.namespace.path, path);
  const server = resolved.realm.mounts.serving(resolved.path);
  if (!server) return [];
  const folder = server === "core" ? "" : fullPath(server.mount);
  const rest = resolved.path.slice(folder.length).replace(/\/$/, "");
  const endpoints = server === "core" ? system.at(rest) : server.router.at(rest);
  return foldedSegmentsOf(endpoints, path.slice(0, path.length - resolved.path.length) + folder);
}
