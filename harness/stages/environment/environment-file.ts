import { readFileSync } from "node:fs";
import { z } from "zod";
import type { EnvironmentFile, EnvironmentValue } from "./environment.ts";
import { variables as known, type Variable } from "./variables.ts";

const variableForm = /^[A-Za-z_][A-Za-z0-9_]*$/;
const everyCluster = "*";

export class EnvironmentProblem extends Error {
  override readonly name = "EnvironmentProblem";
}

type Reading = Readonly<{
  path: string;
  clusters: readonly string[];
  variables: Readonly<Record<string, string | undefined>>;
}>;

const anObject = z.record(z.string(), z.unknown());

/** Reads an environment file. Throws an {@link EnvironmentProblem} whose message contains no value. */
export function readEnvironment(reading: Reading): EnvironmentFile {
  let text: string;
  try {
    text = readFileSync(reading.path, "utf8");
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new EnvironmentProblem(`environment ${reading.path} cannot be read: ${code}`, { cause });
  }
  return parseEnvironment(text, reading);
}

/** Parses the text of an environment file. Throws an {@link EnvironmentProblem} whose message contains no value. */
export function parseEnvironment(text: string, { path, clusters, variables }: Reading): EnvironmentFile {
  const refuse = (fieldPath: readonly string[], message: string): never => {
    throw new EnvironmentProblem(`environment ${path}: ${fieldPath.join(".") || "the document"} ${message}`);
  };
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    // JSON's own error message quotes the text.
    throw new EnvironmentProblem(`environment ${path} is not JSON`);
  }
  const names = [...clusters, everyCluster];
  const { data: environments = refuse([], `must be an object with a field for each of ${names.join(", ")}`) } =
    anObject.safeParse(document);
  const read = Object.entries(environments).map(([cluster, fields]) => {
    if (!names.includes(cluster))
      refuse([], `has a field ${JSON.stringify(cluster)}, but may have only ${names.join(", ")}`);
    const { data: environment = refuse([cluster], "must be an object of variables") } = anObject.safeParse(fields);
    const values = Object.entries(environment).map(([name, value]) => {
      const fieldPath = [cluster, name];
      const variable =
        known.get(name) ?? refuse(fieldPath, `is read by no cluster; those that are: ${[...known.keys()].join(", ")}`);
      return [name, valueIn(value, { variable, variables, refuse: (message) => refuse(fieldPath, message) })] as const;
    });
    return [cluster, Object.fromEntries(values)] as const;
  });
  return Object.fromEntries(read);
}

type Checking = Readonly<{ variable: Variable; variables: Reading["variables"]; refuse(message: string): never }>;

function valueIn(value: unknown, { variable, variables, refuse }: Checking): EnvironmentValue {
  const { allowed, isAllowed, isSecret = false, fact } = variable;
  if (typeof value === "string" && !isSecret) return isAllowed(value) ? value : refuse(`must be ${allowed}`);
  const { data: reference } = z.strictObject({ variable: z.string().regex(variableForm) }).safeParse(value);
  if (reference) {
    const held = variables[reference.variable];
    if (!held) return refuse(`is to be in the environment variable ${reference.variable}, which is not set`);
    if (isAllowed(held)) return reference;
    return refuse(`must be ${allowed}, and the environment variable ${reference.variable} holds another`);
  }
  if (fact && z.strictObject({ cloud: z.literal(fact) }).safeParse(value).success) return { cloud: fact };
  const forms = [
    isSecret ? [] : "a text",
    '{"variable": NAME}',
    fact ? `{"cloud": ${JSON.stringify(fact)}}` : [],
  ].flat();
  const why = isSecret ? ": secrets themselves do not belong into the file" : "";
  return refuse(`must be ${forms.join(", ").replace(/, (?=[^,]*$)/, " or ")}${why}`);
}
