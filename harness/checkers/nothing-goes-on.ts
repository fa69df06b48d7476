import type { Checker } from "./checker.ts";

export const nothingGoesOn: Checker = {
  name: "nothing goes on after a stop",
  invariants: ["L5"],
  rule: "After a cluster is stopped, it has no open timers or connections.",
  sources: ["Choice of this project: clusters run in the processes of tests, which must be able to end."],
  excuses: [],
  example: {
    broken: [[0, { type: "survey", of: "leftovers", cluster: "Oslo", items: { timers: "2" } }]],
    held: [[0, { type: "survey", of: "leftovers", cluster: "Oslo", items: {} }]],
  },
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
