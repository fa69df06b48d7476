import { Problem, quoted } from "../../../api/problem.ts";
import type { RequestContext } from "../request-context.ts";
import type { PipelineServices, Step } from "../step.ts";

/**
 * Refuses forwarded requests that the primary does not serve: writes that each cluster serves itself, mounts local to
 * the primary, and data filtered from the secondary. Filtered data are refused like data that do not exist.
 */
export const forwardable: Step = {
  name: "check a forwarded request",
  run(context, services) {
    if (context.forwarded) return check(context, context.forwarded.from, services);
  },
};

async function check(context: RequestContext, from: string, { writePath }: PipelineServices): Promise<void> {
  const { destination, decoded, call, realm } = context;
  const { mount } = destination;
  if (mount?.mount.local || (await isServedLocally(context))) {
    throw new Problem("refused", "the primary does not serve this operation for secondaries");
  }
  const filtered = await writePath.filteredFrom?.(from);
  if (!filtered || filtered.size === 0) return;
  const namespaceName = `namespace/${realm.namespace.id}`;
  if (filtered.has(namespaceName) || (mount && filtered.has(`mount/${mount.mount.uuid}`))) {
    throw new Problem("no handler", `no handler for route ${quoted(call.path)}. route entry not found.`);
  }
  for (const { kind, path } of decoded?.concerns() ?? []) {
    const concerned = realm.mounts.at(kind, path)?.mount.uuid;
    if (concerned === undefined || !filtered.has(`mount/${concerned}`)) continue;
    throw new Problem("refused", `no matching mount at ${quoted(kind === "auth" ? `auth/${path}` : path)}`);
  }
}

async function isServedLocally({ destination, decoded, call }: RequestContext): Promise<boolean> {
  if (destination.operation.served !== "by-call" || !decoded || call.verb === "read" || call.verb === "list")
    return false;
  return (await decoded.served()) === "locally";
}
