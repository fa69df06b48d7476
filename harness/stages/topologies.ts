import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Topology } from "./stage.ts";

/** Three clusters, unlinked: who leads and who follows is for the scenario to say. */
export const three: Topology = { name: "three", clusters: ["Oslo", "Lima", "Kyoto"] };

/** One cluster alone. */
const one: Topology = { name: "one", clusters: ["Oslo"] };

const known: readonly Topology[] = [one, three];

/** More clusters than this are no rehearsal on one machine. */
const clusterLimit = 9;

const topologyFile = z.strictObject({
  name: z.string().min(1),
  clusters: z
    .array(z.string().regex(/^[A-Z][A-Za-z]*$/, "a name is letters only and begins with a capital"))
    .min(1)
    .max(clusterLimit)
    .refine((names) => new Set(names).size === names.length, "every cluster needs a name of its own"),
});

/** A topology file, or a name, that cannot be used. */
export class TopologyProblem extends Error {
  override readonly name = "TopologyProblem";
}

/** The topology of this name, or in this JSON file. Throws a {@link TopologyProblem} that names the field and what is allowed. */
export function topologyOf(nameOrFile: string): Topology {
  const found = known.find(({ name }) => name === nameOrFile);
  if (found) return found;
  let text: string;
  try {
    text = readFileSync(nameOrFile, "utf8");
  } catch (cause) {
    const names = known.map(({ name }) => name).join(", ");
    throw new TopologyProblem(`topology ${nameOrFile} is neither a file that can be read nor one of: ${names}`, {
      cause,
    });
  }
  return parseTopology(text, nameOrFile);
}

function parseTopology(text: string, file: string): Topology {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw new TopologyProblem(`topology ${file} is not JSON: ${(cause as Error).message}`, { cause });
  }
  const result = topologyFile.safeParse(document);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new TopologyProblem(`topology ${file}: ${issue?.path.join(".") || "the document"}: ${issue?.message}`);
}
