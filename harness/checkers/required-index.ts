import type { Checker } from "./checker.ts";

/** A request that requires an index receives data at least as new, or status 412, but never older data. */
export const requiredIndex: Checker = {
  name: "a required index is kept",
  invariants: ["5"],
  judge({ broken, models: { roles, secrets }, time }) {
    return {
      answered({ request, answer, read }) {
        if (!read || !request.requires || roles.isForced) return;
        // An index of another set requires nothing of this set; a pending command may change the set.
        const isThisSet = secrets.setOf(read.cluster, roles) === request.requires.set;
        if (roles.isChanging(read.cluster) || roles.of(read.cluster).mode === "disabled" || !isThisSet) return;
        const wanted = secrets.lastUpTo(read.key, request.requires);
        if (!wanted || wanted.seq > request.seq || secrets.canShow(read, wanted)) return;
        broken(
          answer,
          `${request.client} required entry ${request.requires.entry} of ${read.cluster} at ${time(request)} but received ` +
            `${read.key} as it was before ${time(wanted)}`,
        );
      },
    };
  },
};
