import { expect } from "chai";
import type { CertifiedApi } from "#harness/stages/certified-api.ts";
import { writtenBy } from "#harness/stages/log-progress.ts";
import { clusterNames } from "../names.ts";
import type { RehearsalWorld } from "../world.ts";

type Value = (world: RehearsalWorld, cluster: string) => string | Promise<string>;

function ofApi(value: (api: CertifiedApi) => string): Value {
  return async ({ stage }, cluster) => value(await stage.certifiedApi(cluster));
}

/** The values for which words in braces that end with a cluster stand, such as `{the API address of Oslo}`. */
const clusterWords: Readonly<Record<string, Value>> = {
  "the cluster address": ({ stage }, cluster) => stage.clusters.find(({ name }) => name === cluster)?.link ?? "",
  "the API address": (world, cluster) => world.cluster(cluster).api,
  // The certificate of this API is signed by a private authority.
  "the HTTPS address": ofApi(({ address }) => address),
  "the CA file": ofApi(({ authorityFile }) => authorityFile),
  "the CA folder": ofApi(({ authorityFolder }) => authorityFolder),
  "the missing CA file": ofApi(({ authorityFile }) => `${authorityFile}.gone`),
  "the wrong CA file": ofApi(({ otherFile }) => otherFile),
  "the wrong CA folder": ofApi(({ otherFolder }) => otherFolder),
  "the root token": (world, cluster) => world.cluster(cluster).rootToken,
  "the era": async (world, cluster) => {
    const { era } = await world.cluster(cluster).status();
    expect(era, `the era of ${cluster}`).to.be.a("number");
    return String(era);
  },
  "the last log entry": async (world, cluster) => {
    const written = writtenBy(await world.cluster(cluster).status());
    expect(written, `the last log entry of ${cluster}`).to.be.greaterThan(0);
    return String(written);
  },
};

/** Replaces the words of {@link clusterWords} in braces. */
export async function withClusters(world: RehearsalWorld, text: string): Promise<string> {
  let done = text;
  for (const [words, name = "", cluster = ""] of text.matchAll(
    new RegExp(`\\{([^{}]+) of (${clusterNames.source})\\}`, "g"),
  )) {
    const value = clusterWords[name];
    if (value) done = done.replace(words, await value(world, cluster));
  }
  return done;
}
