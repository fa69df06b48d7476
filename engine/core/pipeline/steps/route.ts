import { noInput } from "../../../api/common-shapes.ts";
import { type Endpoint, type Operation, operation } from "../../../api/endpoint.ts";
import { helpOn } from "../../../api/openapi/help.ts";
import { Problem, quoted } from "../../../api/problem.ts";
import { fullPath, type OpenMount } from "../../mounts/open-mount.ts";
import type { Destination, RequestContext } from "../request-context.ts";
import type { PipelineServices, Step } from "../step.ts";

/** Finds the operation that serves the request. If there is none, the error is usually thrown by `authorise`. */
export const route: Step = {
  name: "route",
  run(context, services) {
    const { audit } = services;
    try {
      context.destination = destinationOf(context, services);
    } catch (error) {
      context.isAudited = audit.isEnabled;
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
    context.isAudited = audit.isEnabled && !unaudited;
  },
};

function destinationOf(context: RequestContext, services: PipelineServices): Destination {
  if (context.call.help) return helpFor(context, services);
  const found = context.mount ? inMount(context, context.mount) : inCore(context, services);
  const { internal, served } = found.operation;
  // Internal operations do not exist for clients.
  if (internal && !context.forwarded) throw new Problem("unsupported path", "unsupported path");
  // A secondary serves such an operation itself, and a correct cluster never forwards it.
  if (context.forwarded && served === "locally")
    throw new Problem("refused", "the primary does not serve this operation for secondaries");
  return found;
}

function inCore({ call, realm, isServedByCore }: RequestContext, services: PipelineServices): Destination {
  const { system, namespaces } = services;
  if (!isServedByCore) throw nothingAt(call.path);
  // Except for lists, a trailing slash is part of the path; only an endpoint whose path ends in a free rest can match
  // it.
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
  // No stored name ends in a slash, so there is nothing to delete.
  if (call.folder && call.verb === "delete")
    return { operation: nothingToDelete, endpointPath: rest, parameters: {}, mount, rest };
  const { operation, endpointPath, parameters } = mount.router.find(call.verb, rest);
  return { operation, endpointPath, parameters, mount, rest };
}

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
