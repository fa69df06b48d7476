import type { CloudProvider } from "#harness/cloud/embedded/cloud-provider.ts";

/** The cloud endpoint that stands beside the clusters. */
export type CloudOfStage = Pick<CloudProvider, "url" | "region" | "administrator">;

/** What a variable can hold of the stage's cloud endpoint, by the names that `up --json` has for it. */
export const cloudFacts = {
  url: ({ url }: CloudOfStage) => url,
  region: ({ region }: CloudOfStage) => region,
  access_key_id: ({ administrator }: CloudOfStage) => administrator.accessKeyId,
  secret_access_key: ({ administrator }: CloudOfStage) => administrator.secretAccessKey,
} as const;

export type CloudFact = keyof typeof cloudFacts;
