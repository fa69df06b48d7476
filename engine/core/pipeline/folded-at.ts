import type { Router } from "../../api/router.ts";
import { type FoldedSegments, foldedSegmentsOf } from "../../api/spelling.ts";
import { fullPath } from "../mounts/open-mount.ts";
import type { Namespaces } from "../namespaces/namespaces.ts";
import type { Realm } from "../namespaces/realm.ts";
import type { SystemContext } from "../system-context.ts";

type Services = Readonly<{ namespaces: Namespaces; system: Router<SystemContext> }>;

/** The segments of `path`, as seen from `realm`, in which case makes no difference to the endpoints that serve it. */
export function foldedAt(path: string, realm: Realm, { namespaces, system }: Services): readonly FoldedSegments[] {
  const place = namespaces.resolve(realm.namespace.path, path);
  const server = place.realm.mounts.serving(place.path);
  if (!server) return [];
  const folder = server === "core" ? "" : fullPath(server.mount);
  const rest = place.path.slice(folder.length).replace(/\/$/, "");
  const endpoints = server === "core" ? system.at(rest) : server.router.at(rest);
  return foldedSegmentsOf(endpoints, path.slice(0, path.length - place.path.length) + folder);
}
