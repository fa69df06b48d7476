import type { Step } from "../step.ts";

/** Finds the namespace and the mount of the path. Throws a Problem "no handler" if the namespace does not exist. */
export const namespace: Step = {
  name: "namespace",
  run(context, { namespaces }) {
    const { call } = context;
    const { realm, path } = namespaces.resolve(call.namespace, call.path);
    context.realm = realm;
    if (path !== call.path || realm.namespace.path !== call.namespace) {
      context.call = { ...call, namespace: realm.namespace.path, path };
    }
    const server = realm.mounts.serving(path);
    context.isServedByCore = server === "core";
    context.mount = server === "core" ? undefined : server;
  },
};
