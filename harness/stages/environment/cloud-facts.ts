import type { CloudProvider } from "#harness/cloud/embedded/cloud-provider.ts";

export type CloudOfStage = Pick<CloudProvider, "url" | "region" | "administrator">;

/** Properties of the cloud endpoint that a variable can have as its value. */
export const cloudFacts = {
  url: ({ url }: CloudOfStage) => url,
  region: ({ region }: CloudOfStage) => region,
  access_key_id: ({ administrator }: CloudOfStage) => administrator.accessKeyId,
  secret_access_key: ({ administrator }: CloudOfStage) => administrator.secretAccessKey,
} as const;

export type CloudFact = keyof typeof cloudFacts;
