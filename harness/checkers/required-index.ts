import type { Checker } from "./checker.ts";

/** Who requires an index is answered with data that are as far, or with 412; never with older data. */
export const requiredIndex: Checker = {
  name: "a required index is kept",
  invariants: ["5"],
  judge({ broken, models: { roles, secrets }, time }) {
    return {
      answered({ request, answer, read }) {
        if (!read || !request.requires || roles.isForced) return;
        // An index of another set requires nothing of this one.
        const { mode, set = request.requires.set } = roles.of(read.cluster);
        if (mode === "disabled" || set !== request.requires.set) return;
        const wanted = secrets.lastUpTo(read.key, request.requires);
        if (!wanted || wanted.seq > request.seq || secrets.shown(read, wanted)) return;
        broken(
          answer,
          `${request.client} required entry ${request.requires.entry} of ${read.cluster} at ${time(request)} and was answered ` +
            `${read.key} as it was before ${time(wanted)}`,
        );
      },
    };
  },
};
