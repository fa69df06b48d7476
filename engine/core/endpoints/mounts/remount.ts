import { z } from "zod";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { reasonOf } from "../../../api/errors/reason.ts";
import { field } from "../../../api/field.ts";
import { Problem, quoted } from "../../../api/problem.ts";
import { isBuiltIn } from "../../mounts/built-in-mounts.ts";
import type { Mount } from "../../mounts/mount-type.ts";
import { fullPath } from "../../mounts/open-mount.ts";
import type { Realm } from "../../namespaces/realm.ts";
import { requirePath } from "../../naming/path-rule.ts";
import { uuid } from "../../naming/random-names.ts";
import type { SystemContext } from "../../system-context.ts";
import { kindAndPath, type MountServices, namespaceConflict, servedBy } from "./mount-services.ts";

const maxMoves = 100;

type MountPath = Pick<Mount, "kind" | "path">;

const statuses = ["in-progress", "success", "failure"] as const;

type Move = Readonly<{
  namespace: string;
  source: string;
  target: string;
  status: (typeof statuses)[number];
}>;

const warning =
  "Mount move has been queued. Progress will be reported in Vault's server log, tagged with the returned migration_id";

const moveFields = z.object({
  from: field.text
    .default("")
    .meta({ description: "Path of the mount; the path of an auth method begins with `auth/`." }),
  to: field.text.default("").meta({ description: "New path of the mount." }),
});
const moveData = z.object({ migration_id: z.string() });
const statusFields = z.object({ id: field.name });

const statusData = moveData.extend({
  migration_info: z.object({ source_mount: z.string(), target_mount: z.string(), status: z.enum(statuses) }),
});

/** Endpoints `sys/remount…` (W3.3-12, W3.3-13). A move continues after its response. */
export function remountEndpoints(services: MountServices): readonly Endpoint<SystemContext>[] {
  const { ends, namespaces, agenda, entropy, clock, log } = services;
  const moves = new Map<string, Move>();

  function note(id: string, move: Move): void {
    moves.set(id, move);
    const [oldest] = moves.size > maxMoves ? moves.keys() : [];
    if (oldest !== undefined) moves.delete(oldest);
  }

  async function move(
    id: string,
    realm: Realm,
    { from, to }: Readonly<{ from: MountPath; to: MountPath }>,
  ): Promise<void> {
    const known = moves.get(id);
    let status: Move["status"] = "failure";
    try {
      const open = realm.mounts.at(from.kind, from.path);
      if (open) await ends.move(realm.mounts, open, to.path);
      if (open) status = "success";
    } catch (error) {
      log.warn("a mount could not be moved", { id, reason: reasonOf(error) });
    }
    if (known) note(id, { ...known, status });
  }

  return [
    {
      path: "sys/remount",
      operations: {
        write: operation({
          summary: "Move a mount to another path, revoking its leases",
          served({ from }, { realm }: SystemContext) {
            const { kind, path } = kindAndPath(from);
            return servedBy(realm, kind, path);
          },
          concerns: ({ from, to }) => [kindAndPath(from), kindAndPath(to)],
          sudo: true,
          input: moveFields,
          output: moveData,
          async run(input, { realm }: SystemContext) {
            if (input.from === "" || input.to === "") {
              throw new Problem("refused", "both 'from' and 'to' path must be specified as a string");
            }
            const [from, to] = [kindAndPath(input.from), kindAndPath(input.to)];
            const open = realm.mounts.at(from.kind, from.path);
            // With "auth/", the path of an existing mount may exceed the maximum length.
            if (!open) requirePath("from", fullPath(from));
            requirePath("to", fullPath(to));
            requirePath("to", to.path);
            checkPaths(realm, from, to);
            if (!open) throw new Problem("refused", `no matching mount at ${quoted(fullPath(from))}`);
            const taken = realm.mounts.conflict(to.kind, to.path) ?? namespaceConflict(realm, namespaces, to);
            if (taken !== undefined) throw new Problem("refused", `path already in use at ${quoted(taken)}`);
            const id = uuid(entropy);
            const { id: namespace } = realm.namespace;
            note(id, { namespace, source: fullPath(from), target: fullPath(to), status: "in-progress" });
            agenda.arrange(id, clock.now(), () => realm.mounts.alone(() => move(id, realm, { from, to })));
            return { raised: true, data: { migration_id: id }, warnings: [warning] };
          },
        }),
      },
    },
    {
      path: "sys/remount/status/:id",
      operations: {
        read: operation({
          summary: "Read the status of a move",
          // The cluster that carried out the move has its status.
          served: ({ id }) => (moves.has(id) ? "locally" : "by-primary"),
          input: statusFields,
          output: statusData,
          async run({ id }, { realm }: SystemContext) {
            const found = moves.get(id);
            if (found?.namespace !== realm.namespace.id) throw new Problem("absent", "");
            const { source: source_mount, target: target_mount, status } = found;
            return { data: { migration_id: id, migration_info: { source_mount, target_mount, status } } };
          },
        }),
      },
    },
  ];
}

function checkPaths({ mounts }: Realm, from: MountPath, to: MountPath): void {
  if (from.kind === "auth") {
    if (isBuiltIn(from)) throw new Problem("refused", `cannot remount ${quoted(fullPath(from))}`);
    if (to.kind !== "auth") {
      throw new Problem("refused", `cannot remount auth mount to non-auth mount ${quoted(to.path)}`);
    }
    if (isBuiltIn(to)) throw new Problem("refused", `cannot remount to ${quoted(fullPath(to))}`);
    return;
  }
  mounts.checkOpen(from.path, "cannot remount");
  try {
    mounts.checkOpen(fullPath(to));
  } catch (cause) {
    throw new Problem("refused", `cannot remount to destination ${fullPath(to)}`, { cause });
  }
}
