import type { Checker } from "./checker.ts";

/** After a cluster is stopped, it has no open timers or connections. */
export const nothingGoesOn: Checker = {
  name: "nothing goes on after a stop",
  invariants: ["L5"],
  judge({ broken, time }) {
    return {
      on: {
        survey(survey) {
          if (survey.of !== "leftovers") return;
          const left = Object.entries(survey.items).map(([what, count]) => `${count} ${what}`);
          if (left.length > 0)
            broken(survey, `${survey.cluster} was stopped at ${time(survey)} and left ${left.join(" and ")} behind`);
        },
      },
    };
  },
};
