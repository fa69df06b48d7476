import type { SourceFile, Target } from "./source-file.ts";

/** One import: who asks, and for what. */
export type Use = Readonly<{ from: SourceFile; to: Target }>;

/** A rule of the house: the claim, and whether an import breaks it. Source: "Who may know whom". */
export type Rule = Readonly<{ claim: string; breaks: (use: Use) => boolean }>;

/** The rooms whose doors stand open to each room, its own included. */
const openTo: Readonly<Record<string, readonly string[]>> = {
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
/** Rooms of the program; the others stand beside them. */
const shipped = ["engine", "cluster", "harness", "scenarios", "bin", "client"];

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
const enginePackages: readonly string[] = ["zod", "sorted-btree"];

/** A folder that is a package of its own, and the packages that it says it needs. */
export type Package = Readonly<{ folder: string; dependencies: readonly string[] }>;

/** Rules that hold wherever they are looked for. `dependencies` are the packages that come with an installed package. */
export function dependencyRules(dependencies: readonly string[], packages: readonly Package[]): readonly Rule[] {
  return [
    {
      claim: "features <- scenarios -> harness -> cluster -> engine",
      breaks: ({ from, to }) => {
        if (to.type !== "file" || (openTo[from.module] ?? []).includes(to.place.module)) return false;
        // A test against a real server gets one from the harness, which leaves nothing behind.
        return !(from.isTest && isIn(to.place, "harness", "databases"));
      },
    },
    {
      claim: `ports <- api <- core <- { ${backends.join(", ")} } <- engine.ts`,
      breaks: ({ from, to }) => {
        if (from.module !== "engine" || from.isTest || to.type !== "file" || to.place.module !== "engine") return false;
        return !partsOpenTo(from.part).includes(to.place.part);
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
      claim: `engine knows no platform, and of packages ${enginePackages.join(" and ")}`,
      breaks: ({ from, to }) => {
        if (from.module !== "engine" || from.isTest) return false;
        return to.type === "platform" || (to.type === "package" && !enginePackages.includes(to.name));
      },
    },
    {
      claim: "harness/simulation never knows cluster",
      breaks: ({ from, to }) =>
        isIn(from, "harness", "simulation") && to.type === "file" && to.place.module === "cluster",
    },
    {
      claim:
        "harness/checkers and harness/history know neither engine nor cluster: a judge shares no code with whom it judges",
      breaks: ({ from, to }) =>
        (isIn(from, "harness", "checkers") || isIn(from, "harness", "history")) &&
        to.type === "file" &&
        ["engine", "cluster"].includes(to.place.module),
    },
    {
      claim: "harness/cloud knows neither engine nor cluster",
      breaks: ({ from, to }) =>
        isIn(from, "harness", "cloud") && to.type === "file" && ["engine", "cluster"].includes(to.place.module),
    },
    ...packages.map((one) => ({
      claim: `${one.folder} can be published as it is: it imports nothing of ours outside itself, and of packages those that it says it needs`,
      breaks: ({ from, to }: Use) => {
        if (!from.path.startsWith(`${one.folder}/`) || from.isTest) return false;
        if (to.type === "file") return !to.place.path.startsWith(`${one.folder}/`);
        return to.type === "package" && !one.dependencies.includes(to.name);
      },
    })),
    {
      claim:
        "the remote stage and harness/targets know neither engine nor cluster: between them and a target stands only HTTP",
      breaks: ({ from, to }) =>
        (isIn(from, "harness", "targets") || from.path === "harness/stages/remote.ts") &&
        to.type === "file" &&
        ["engine", "cluster"].includes(to.place.module),
    },
    {
      claim: "a room is entered by its name: #engine/…, #cluster/…, #harness/…",
      breaks: ({ from, to }) => to.type === "file" && to.place.module !== from.module && !to.byName,
    },
    {
      claim: "only tests import tests and suites",
      breaks: ({ from, to }) => to.type === "file" && to.place.isTest && !from.isTest,
    },
    {
      claim: "what is shipped needs no package that is only there for development",
      breaks: ({ from, to }) =>
        shipped.includes(from.module) && !from.isTest && to.type === "package" && !dependencies.includes(to.name),
    },
    {
      claim: "engine, cluster and scenarios import by a name that can be read",
      breaks: ({ from, to }) => ["engine", "cluster", "scenarios"].includes(from.module) && to.type === "computed",
    },
  ];
}

/** The parts of the engine that a part of it may know. `engine.ts` stands at the top, in no part, and knows all. */
function partsOpenTo(part: string): readonly string[] {
  if (part === "") return ["", ...foundations, ...backends];
  if (part === "stores") return ["ports", "stores"];
  if (backends.includes(part)) return [...foundations, part];
  return foundations.slice(0, foundations.indexOf(part) + 1);
}

function isIn(place: SourceFile, module: string, part: string): boolean {
  return place.module === module && place.part === part;
}
