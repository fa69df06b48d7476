import type { CloudProvider } from "#harness/cloud/embedded/cloud-provider.ts";
import { withoutMetadata } from "./variables.ts";

type Cloud = Pick<CloudProvider, "url" | "region" | "administrator">;

/** What a variable can hold of the cloud endpoint that stands beside the clusters, by the names that `up --json` has for it. */
export const cloudFacts = {
  url: ({ url }: Cloud) => url,
  region: ({ region }: Cloud) => region,
  access_key_id: ({ administrator }: Cloud) => administrator.accessKeyId,
  secret_access_key: ({ administrator }: Cloud) => administrator.secretAccessKey,
} as const;

export type CloudFact = keyof typeof cloudFacts;

/** What a variable holds: a text, that of a variable of this process, or something of the cloud endpoint. */
export type EnvironmentValue = string | Readonly<{ variable: string }> | Readonly<{ cloud: CloudFact }>;

/** What clusters have in their environment, by their names; `*` is for all of them. JSON without secrets: it goes to workers. */
export type EnvironmentFile = Readonly<Record<string, Readonly<Record<string, EnvironmentValue>>>>;

/** What a cluster is started with. */
export type Environment = Readonly<Record<string, string>>;

type Sources = Readonly<{
  cloud: Cloud;
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
