import { z } from "zod";
import type { Topology } from "./stage.ts";

const maxClusters = 9;

/** Maximum length of a name, in characters. PostgreSQL limits schema names, which have a prefix, to 63 bytes. */
const maxNameLength = 48;
const nameForm = new RegExp(`^[A-Z][A-Za-z]{0,${maxNameLength - 1}}$`);

export class TopologyProblem extends Error {
  override readonly name = "TopologyProblem";
}

const clusterName = z.string({ error: "must be the name of a cluster" });

const file = z
  .strictObject(
    {
      name: z.string({ error: "must be a text" }).min(1, { error: "must not be empty" }),
      clusters: z
        .array(
          clusterName.regex(nameForm, {
            error: ({ input }) =>
              `must be 1 to ${maxNameLength} letters (a-z) and begin with a capital, not ${JSON.stringify(input)}`,
          }),
          { error: `must be a list of 1 to ${maxClusters} names` },
        )
        .min(1, { error: `must be a list of 1 to ${maxClusters} names` })
        .max(maxClusters, { error: `must be a list of 1 to ${maxClusters} names` })
        // Files and schemas are named after clusters, and some systems ignore case.
        .refine((names) => new Set(names.map((name) => name.toLowerCase())).size === names.length, {
          error: "must hold every name once; upper and lower case make no difference",
        }),
      primary: clusterName.optional(),
      secondaries: z.array(clusterName, { error: "must be a list of names of clusters" }).optional(),
    },
    { error: unknownField },
  )
  .superRefine(({ clusters, primary, secondaries = [] }, context) => {
    const refuse = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message });
    if (primary === undefined) {
      if (secondaries.length > 0) refuse(["primary"], "must be given where there are secondaries");
      return;
    }
    const others = clusters.filter((name) => name !== primary);
    if (others.length === clusters.length) refuse(["primary"], mustBeOneOf(clusters, primary));
    for (const [index, name] of secondaries.entries()) {
      if (!others.includes(name)) refuse(["secondaries", index], mustBeOneOf(others, name));
      else if (secondaries.indexOf(name) < index) refuse(["secondaries", index], `names ${name} a second time`);
    }
  })
  .transform(({ name, clusters, primary, secondaries }): Topology => {
    if (primary === undefined) return { name, clusters };
    const others = clusters.filter((cluster) => cluster !== primary);
    return { name, clusters, replication: { primary, secondaries: secondaries ?? others } };
  });

/** Parses the text of a topology file. `path` is used in messages. Throws a {@link TopologyProblem}. */
export function parseTopology(text: string, path: string): Topology {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw new TopologyProblem(`topology ${path} is not JSON: ${(cause as Error).message}`, { cause });
  }
  const result = file.safeParse(document);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new TopologyProblem(`topology ${path}: ${issue?.path.join(".") || "the document"} ${issue?.message}`);
}

function mustBeOneOf(names: readonly string[], given: string): string {
  return names.length === 0
    ? `must name another cluster, and no other exists`
    : `must be one of ${names.join(", ")}, not ${JSON.stringify(given)}`;
}

function unknownField(issue: { code: string; keys?: readonly string[] }): string {
  const known = "name, clusters, primary and secondaries";
  if (issue.code !== "unrecognized_keys") return `must be an object with the fields ${known}`;
  return `has a field ${JSON.stringify(issue.keys?.[0])}, but may have only ${known}`;
}
