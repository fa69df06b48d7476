import { Problem, quoted } from "../../../api/problem.ts";
import type { RequestContext } from "../request-context.ts";
import type { PipelineServices, Step } from "../step.ts";

/**
 * Refuses of what a secondary forwards all that is not the primary's to do for it: operations that every cluster does itself, mounts that are local to
 * this one, and what is filtered from that secondary, which is told no more of it than of what does not exist.
 */
export const forwardable: Step = {
  name: "judge what a secondary forwards",
  run(context, services) {
    if (context.forwarded) return judge(context, context.forwarded.from, services);
  },
};

async function judge(context: RequestContext, from: string, { writePath }: PipelineServices): Promise<void> {
  const { destination, decoded, call, realm } = context;
  const { operation, mount } = destination;
  if (mount?.mount.local || (await isOwnBusiness(context))) {
    throw new Problem("refused", "this is no work of the primary's");
  }
  const filtered = await writePath.filteredFrom?.(from);
  if (!filtered || filtered.size === 0) return;
  const place = `namespace/${realm.namespace.id}`;
  if (filtered.has(place) || (mount && filtered.has(`mount/${mount.mount.uuid}`))) {
    throw new Problem("no handler", `no handler for route ${quoted(call.path)}. route entry not found.`);
  }
  for (const { kind, path } of operation.concerns?.(decoded?.input as never) ?? []) {
    const concerned = realm.mounts.at(kind, path)?.mount.uuid;
    if (concerned === undefined || !filtered.has(`mount/${concerned}`)) continue;
    throw new Problem("refused", `no matching mount at ${quoted(kind === "auth" ? `auth/${path}` : path)}`);
  }
}

/** Whether a cluster does this itself, by what is stored here. Where something is only read, it is told where it is known. */
async function isOwnBusiness({ destination, decoded, call }: RequestContext): Promise<boolean> {
  const { served } = destination.operation;
  if (typeof served !== "function" || !decoded || call.verb === "read" || call.verb === "list") return false;
  return (await served(decoded.input, decoded.handlerContext)) === "locally";
}
