import type { Checker } from "./checker.ts";

/** A stopped cluster leaves no timers or connections behind. */
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
