import { type CloudFact, type CloudOfStage, cloudFacts } from "./cloud-facts.ts";
import { withoutMetadata } from "./variables.ts";

/** Value of a variable: a text, the value of a variable of this process, or a property of the cloud endpoint. */
export type EnvironmentValue = string | Readonly<{ variable: string }> | Readonly<{ cloud: CloudFact }>;

/** Variables by cluster name; `*` stands for all clusters. A JSON value without secrets, because workers receive it. */
export type EnvironmentFile = Readonly<Record<string, Readonly<Record<string, EnvironmentValue>>>>;

export type Environment = Readonly<Record<string, string>>;

type Sources = Readonly<{
  cloud: CloudOfStage;
  /** Variables of this process to which values refer. Default: its environment. */
  variables?: Readonly<Record<string, string | undefined>>;
}>;

/** Returns the variables of one cluster. Instance metadata are disabled unless the file contains their endpoint. */
export function environmentOf(
  cluster: string,
  file: EnvironmentFile,
  { cloud, variables = process.env }: Sources,
): Environment {
  const values = { ...file["*"], ...file[cluster] };
  const texts = Object.entries(values).map(([name, value]) => [name, textOf(value, { cloud, variables })]);
  return { ...withoutMetadata(values), ...Object.fromEntries(texts) };
}

function textOf(value: EnvironmentValue, { cloud, variables }: Required<Sources>): string {
  if (typeof value === "string") return value;
  return "cloud" in value ? cloudFacts[value.cloud](cloud) : (variables[value.variable] ?? "");
}
