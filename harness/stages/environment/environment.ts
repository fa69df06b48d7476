import { type CloudFact, type CloudOfStage, cloudFacts } from "./cloud-facts.ts";
import { withoutMetadata } from "./variables.ts";

/** What a variable holds: a text, that of a variable of this process, or something of the cloud endpoint. */
export type EnvironmentValue = string | Readonly<{ variable: string }> | Readonly<{ cloud: CloudFact }>;

/** What clusters have in their environment, by their names; `*` is for all of them. JSON without secrets: it goes to workers. */
export type EnvironmentFile = Readonly<Record<string, Readonly<Record<string, EnvironmentValue>>>>;

/** What a cluster is started with. */
export type Environment = Readonly<Record<string, string>>;

type Sources = Readonly<{
  cloud: CloudOfStage;
  /** Default: the environment of this process. */
  variables?: Readonly<Record<string, string | undefined>>;
}>;

/** The environment of one cluster: what is said of all, and instead what is said of it. Without a word about instance metadata it has none. */
export function environmentOf(
  cluster: string,
  file: EnvironmentFile,
  { cloud, variables = process.env }: Sources,
): Environment {
  const given = { ...file["*"], ...file[cluster] };
  const texts = Object.entries(given).map(([name, value]) => [name, textOf(value, { cloud, variables })]);
  return { ...withoutMetadata(given), ...Object.fromEntries(texts) };
}

function textOf(value: EnvironmentValue, { cloud, variables }: Required<Sources>): string {
  if (typeof value === "string") return value;
  return "cloud" in value ? cloudFacts[value.cloud](cloud) : (variables[value.variable] ?? "");
}
