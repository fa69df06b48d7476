import type { Store } from "../../ports/store.ts";
import { readTables, type Tables } from "../filters/tables.ts";
import { isCopying, type Replica } from "../machine/state.ts";
import { namesOf } from "../protocol/filtered.ts";
import type { MessageOf } from "../protocol/message.ts";
import { upstreamPeer } from "../protocol/peer.ts";
import type { Event } from "./event.ts";
import type { WriteLog } from "./write-log.ts";

const chunkEntries = 512;

const maxPaths = 64;

/**
 * Adds to `event`, if it begins a copy or comparison, the paths of the mounts whose entries will be discarded, and of
 * the mounts and namespaces that will be removed; returns other events unchanged.
 */
export function withDiscardedPaths(
  event: Event,
  { state, log, store }: Readonly<{ state: Replica; log: WriteLog; store: Store }>,
): Event | Promise<Event> {
  if (
    event.type !== "message" ||
    event.from !== upstreamPeer ||
    (event.message.type !== "copy" && event.message.type !== "diff")
  )
    return event;
  if (state.role !== "secondary" || (event.message.type === "copy" && event.message.after !== "")) return event;
  return withPaths(event, event.message);

  async function withPaths(
    begun: Extract<Event, { type: "message" }>,
    copy: MessageOf<"copy" | "diff">,
  ): Promise<Event> {
    const tables = await readTables(store);
    const written = isCopying(state) ? [] : await owners(copy.common);
    const own = new Set(namesOf(state.record?.filtered ?? []));
    // A name with a path exists on the primary, and is filtered from this cluster.
    const lacking = copy.filtered.filter(({ name, path }) => path === "" && !own.has(name));
    return { ...begun, branch: { mounts: pathsOf(written, tables), removed: pathsOf(namesOf(lacking), tables) } };
  }

  async function owners(common: number): Promise<readonly string[]> {
    const names = new Set<string>();
    for (let after = Math.max(common, state.log.first - 1); after < state.log.last; after += chunkEntries) {
      for (const text of await log.after(after, { limit: Math.min(chunkEntries, state.log.last - after) })) {
        const { mount }: { mount: string } = JSON.parse(text);
        names.add(mount === "" ? "sys/" : `mount/${mount}`);
      }
    }
    return [...names];
  }
}

function pathsOf(names: readonly string[], { mounts, namespaces }: Tables): readonly string[] {
  const paths = names.flatMap((name) => {
    const [kind, id = ""] = name.split("/");
    if (kind === "sys") return [name];
    if (kind === "namespace") return namespaces.get(id) ?? [];
    const mount = mounts.get(id);
    return mount ? [(namespaces.get(mount.namespace) ?? "") + mount.path] : [];
  });
  return [...new Set(paths)].sort().slice(0, maxPaths);
}
