import { noInput } from "../../../api/common-shapes.ts";
import { type Endpoint, type Operation, operation } from "../../../api/endpoint.ts";
import { helpOn } from "../../../api/openapi/help.ts";
import { Problem, quoted } from "../../../api/problem.ts";
import { fullPath, type OpenMount } from "../../mounts/open-mount.ts";
import type { Destination, RequestContext } from "../request-context.ts";
import type { PipelineServices, Step } from "../step.ts";

/**
 * Finds the operation that serves the request. Where there is none, a client is told so only once it has shown a token
 * that may ask there: `authorise` throws what was found here.
 */
export const route: Step = {
  name: "route",
  run(context, services) {
    const { audit } = services;
    try {
      context.destination = destinationOf(context, services);
    } catch (error) {
      context.isAudited = audit.isKept;
      context.isPlain = false;
      if (!(error instanceof Problem) || error.plain || context.forwarded) throw error;
      context.refusal = error;
      return;
    }
    const { unauthenticated = false, unaudited = false, login = false, seals = false } = context.destination.operation;
    context.isLogin = login;
    context.seals = seals;
    context.isOpen = typeof unauthenticated === "function" ? unauthenticated(context.call) : unauthenticated;
    context.isPlain = context.isOpen;
    context.isAudited = audit.isKept && !unaudited;
  },
};

function destinationOf(context: RequestContext, services: PipelineServices): Destination {
  if (context.call.help) return helpFor(context, services);
  const found = context.mount ? inMount(context, context.mount) : inCore(context, services);
  const { internal, served } = found.operation;
  // To a client there is nothing where only clusters ask.
  if (internal && !context.forwarded) throw new Problem("unsupported path", "unsupported path");
  // A secondary serves that itself: it is never forwarded by a well-behaved cluster.
  if (context.forwarded && served === "locally") throw new Problem("refused", "this is no work of the primary's");
  return found;
}

function inCore({ call, realm, isServedByCore }: RequestContext, services: PipelineServices): Destination {
  const { system, namespaces } = services;
  if (!isServedByCore) throw nothingAt(call.path);
  // A path that ends in a slash is another one, except to a list: only an endpoint whose path ends in a free rest can be there.
  const isOther = call.folder && call.verb !== "list";
  const found = system.find(call.verb, isOther ? `${call.path}/` : call.path);
  if (found.operation.rootOnly && realm !== namespaces.root) {
    throw new Problem("refused", "operation unavailable in namespaces");
  }
  return { ...found, mount: undefined, rest: call.path };
}

function inMount({ call }: RequestContext, mount: OpenMount): Destination {
  const rest = call.path.slice(fullPath(mount.mount).length);
  if (call.folder && call.verb === "read") throw new Problem("absent", "");
  // What is stored has no name with a slash at its end: there is nothing to delete.
  if (call.folder && call.verb === "delete")
    return { operation: nothingToDelete, endpointPath: rest, parameters: {}, mount, rest };
  const { operation, endpointPath, parameters } = mount.router.find(call.verb, rest);
  return { operation, endpointPath, parameters, mount, rest };
}

/** Answers with what could be asked of a path, by whatever verb. */
function helpFor({ call: { path }, mount, isServedByCore }: RequestContext, services: PipelineServices): Destination {
  if (!mount && !isServedByCore) throw nothingAt(path);
  const prefix = mount ? fullPath(mount.mount) : "";
  const rest = path.slice(prefix.length);
  const endpoints: readonly Endpoint<never>[] = mount ? mount.router.at(rest) : services.system.at(path);
  if (endpoints.length === 0) throw new Problem("unsupported path", "unsupported path");
  const operations = endpoints.flatMap((endpoint) => Object.values(endpoint.operations));
  const help = operation({
    summary: "Read what can be done at a path",
    served: "locally",
    unauthenticated: operations.some(({ unauthenticated }) => unauthenticated === true),
    input: noInput,
    run: async () => ({ bare: helpOn(path, { prefix, endpoints }) }),
  });
  return { operation: help, endpointPath: rest, parameters: {}, mount, rest };
}

const nothingToDelete: Operation<unknown> = operation({
  summary: "Delete nothing",
  served: "locally",
  input: noInput,
  run: async () => undefined,
});

function nothingAt(path: string): Problem {
  return new Problem("no handler", `no handler for route ${quoted(path)}. route entry not found.`);
}
