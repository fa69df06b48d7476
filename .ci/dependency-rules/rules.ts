import type { SourceFile, Target } from "./source-file.ts";

/** One import: the importing file and its target. */
export type Use = Readonly<{ from: SourceFile; to: Target }>;

/** A dependency rule: its claim, and true if an import breaks it. Source: ARCHITECTURE.md. */
export type Rule = Readonly<{ claim: string; breaks: (use: Use) => boolean }>;

/** Modules that each module may import, including itself. */
const importable: Readonly<Record<string, readonly string[]>> = {
  engine: ["engine"],
  cluster: ["cluster", "engine"],
  harness: ["harness", "cluster", "engine"],
  scenarios: ["scenarios", "harness"],
  bin: ["bin", "harness"],
  client: ["client"],
  bench: ["bench", "bin", "harness", "cluster", "engine"],
  mutants: ["mutants", "bin", "harness", ".ci"],
  ".ci": [".ci", "harness", "cluster", "engine"],
};

const foundations: readonly string[] = ["ports", "api", "core"];
const backends: readonly string[] = [
  "cloud",
  "database",
  "replication",
  "kv",
  "cubbyhole",
  "userpass",
  "approle",
  "seal",
];

/** Returns all dependency rules that Biome (biome.json) does not check. */
export function dependencyRules(): readonly Rule[] {
  return [
    {
      claim: "features <- scenarios -> harness -> cluster -> engine",
      breaks: ({ from, to }) => {
        if (to.type !== "file" || (importable[from.module] ?? []).includes(to.place.module)) return false;
        // Tests of the engine may use real servers of the harness, which clean up.
        return !(from.isTest && isIn(to.place, "harness", "databases"));
      },
    },
    {
      claim: `ports <- api <- core <- { ${backends.join(", ")} } <- engine.ts`,
      breaks: ({ from, to }) => {
        if (from.module !== "engine" || from.isTest || to.type !== "file" || to.place.module !== "engine") return false;
        return !importableParts(from.part).includes(to.place.part);
      },
    },
    {
      claim: `${backends.join(", ")}: none imports another, their tests neither`,
      breaks: ({ from, to }) =>
        from.module === "engine" &&
        to.type === "file" &&
        to.place.module === "engine" &&
        backends.includes(from.part) &&
        backends.includes(to.place.part) &&
        from.part !== to.place.part,
    },
    {
      claim: "harness/simulation does not import cluster",
      breaks: ({ from, to }) =>
        isIn(from, "harness", "simulation") && to.type === "file" && to.place.module === "cluster",
    },
    {
      claim:
        "harness/checkers and harness/history import neither engine nor cluster: a checker shares no code with its subject",
      breaks: ({ from, to }) =>
        (isIn(from, "harness", "checkers") || isIn(from, "harness", "history")) &&
        to.type === "file" &&
        ["engine", "cluster"].includes(to.place.module),
    },
    {
      claim: "harness/cloud imports neither engine nor cluster",
      breaks: ({ from, to }) =>
        isIn(from, "harness", "cloud") && to.type === "file" && ["engine", "cluster"].includes(to.place.module),
    },
    {
      claim: "harness/cloud/embedded can be published as it is: it imports no other files of ours",
      breaks: ({ from, to }) =>
        from.path.startsWith("harness/cloud/embedded/") &&
        !from.isTest &&
        to.type === "file" &&
        !to.place.path.startsWith("harness/cloud/embedded/"),
    },
    {
      claim: "the remote stage and harness/targets import neither engine nor cluster: they use a target only by HTTP",
      breaks: ({ from, to }) =>
        (isIn(from, "harness", "targets") || from.path === "harness/stages/remote.ts") &&
        to.type === "file" &&
        ["engine", "cluster"].includes(to.place.module),
    },
    {
      claim: "other modules are imported by name: #engine/…, #cluster/…, #harness/…",
      breaks: ({ from, to }) => to.type === "file" && to.place.module !== from.module && !to.byName,
    },
    {
      claim: "only tests import tests and suites",
      breaks: ({ from, to }) => to.type === "file" && to.place.isTest && !from.isTest,
    },
    {
      claim: "engine, cluster and scenarios have no computed imports",
      breaks: ({ from, to }) => ["engine", "cluster", "scenarios"].includes(from.module) && to.type === "computed",
    },
  ];
}

/**
 * Returns the parts of the engine that a part may import. `engine.ts`, in no part, may import all.
 */
function importableParts(part: string): readonly string[] {
  if (part === "") return ["", ...foundations, ...backends];
  if (part === "stores") return ["ports", "stores"];
  if (backends.includes(part)) return [...foundations, part];
  return foundations.slice(0, foundations.indexOf(part) + 1);
}

function isIn(place: SourceFile, module: string, part: string): boolean {
  return place.module === module && place.part === part;
}
