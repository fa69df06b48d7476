import { expect } from "chai";
import type { ApiBody, ApiRequest } from "#harness/api/request.ts";
import type { ClusterActor } from "#harness/stages/cluster-actor.ts";
import { altered } from "../altered.ts";
import { performance } from "../names.ts";
import type { Fields } from "../values.ts";
import type { RehearsalWorld } from "../world.ts";
import { Phrases } from "./phrases.ts";

type Kind = Readonly<{
  path: string;
  method?: "PUT";
  fields?: (world: RehearsalWorld, cluster: string) => Fields;
  /**
   * True if a bare verb must not perform the operation, because the scenario does not set up replication on this stage.
   */
  isDone?: (actor: ClusterActor, world: RehearsalWorld) => Promise<boolean>;
  /** Remembers what the response to an accepted request has. */
  accepted?: (world: RehearsalWorld, cluster: string, body: ApiBody) => void;
  /** Name of the value that becomes empty when the request is refused, so that later sentences can still name it. */
  emptied?: string;
  /** Mode of the cluster's replication after a bare verb. */
  mode?: string;
  /** Waits, after a bare verb, until the operation has taken effect. */
  settled?: (world: RehearsalWorld, cluster: string) => Promise<unknown>;
}>;

export type Operation = Kind & Readonly<{ words: string; cluster: string }>;

const operations: Readonly<Record<string, Kind>> = {
  "enable {cluster} as a primary": {
    path: `${performance}/primary/enable`,
    isDone: (actor) => actor.isLinkedAlready("primary"),
    settled: (world, cluster) => world.noteClusterId(cluster),
  },
  "demote {cluster}": { path: `${performance}/primary/demote`, mode: "secondary" },
  "disable the primary {cluster}": { path: `${performance}/primary/disable` },
  "create an activation token in {cluster}": {
    path: `${performance}/primary/secondary-token`,
    emptied: "the activation token",
    isDone: (actor, { values }) => {
      // Nothing uses the token on shared servers.
      values.set("the activation token", "");
      return actor.isLinkedAlready("primary");
    },
    accepted: ({ values }, _, { wrap_info, data }) => {
      const token = wrap_info?.token ?? String(data?.token);
      values.set("the activation token", token);
      values.set("the activation token, altered", altered(token, token.length - 8));
      values.set("the activation token, truncated", token.slice(0, -1));
    },
  },
  "revoke a secondary in {cluster}": { path: `${performance}/primary/revoke-secondary` },
  "enable {cluster} as a secondary": {
    path: `${performance}/secondary/enable`,
    isDone: (actor) => actor.isLinkedAlready("secondary"),
    accepted: ({ clients }, cluster) => clients.forgetTokensOf(cluster),
    settled: async (world, cluster) => world.noteClusterId(cluster, await world.setUp(cluster).streams()),
  },
  "promote {cluster}": { path: `${performance}/secondary/promote`, mode: "primary" },
  "disable the secondary {cluster}": { path: `${performance}/secondary/disable` },
  "update the primary of {cluster}": { path: `${performance}/secondary/update-primary`, mode: "secondary" },
  "generate a public key in {cluster}": {
    path: `${performance}/secondary/generate-public-key`,
    accepted: ({ values }, cluster, { data }) => {
      const key = data?.secondary_public_key;
      expect(key).to.be.a("string").and.not.equal("");
      const others = [...values].flatMap(([name, value]) => (name.startsWith("the public key of ") ? [value] : []));
      expect(others, "keys generated before").not.to.include(key);
      values.set(`the public key of ${cluster}`, String(key));
    },
  },
  "initialise {cluster}": {
    method: "PUT",
    path: "sys/init",
    accepted: ({ rootTokens, values }, cluster, { keys, root_token }) => {
      noteShares(values, cluster, keys as string[]);
      rootTokens.set(cluster, String(root_token));
    },
  },
  // Later steps have the new access key as `{the new access key}`.
  "rotate the access key of cloud login in {cluster}": {
    path: "auth/cloud/config/rotate-root",
    accepted: ({ values }, _, { data }) => void values.set("the new access key", String(data?.access_key)),
  },
  "submit an unseal key share to {cluster}": { method: "PUT", path: "sys/unseal" },
  "seal {cluster}": { method: "PUT", path: "sys/seal" },
  "rotate the encryption key of {cluster}": { method: "PUT", path: "sys/rotate" },
  "start a rekey of {cluster}": {
    method: "PUT",
    path: "sys/rekey/init",
    accepted: ({ values }, cluster, { nonce }) => void values.set(`rekey of ${cluster}`, String(nonce)),
  },
  "submit an unseal key share to the rekey of {cluster}": {
    method: "PUT",
    path: "sys/rekey/update",
    fields: ({ values }, cluster) => ({ nonce: values.get(`rekey of ${cluster}`) }),
    accepted: ({ values }, cluster, { keys }) => {
      if (keys !== undefined) noteShares(values, cluster, keys as string[]);
    },
  },
  "start the generation of a root token in {cluster}": {
    method: "PUT",
    path: "sys/generate-root/attempt",
    accepted: ({ values }, cluster, { nonce, otp }) => {
      values.set(`root generation of ${cluster}`, String(nonce));
      values.set(`one-time password of ${cluster}`, String(otp));
    },
  },
  "submit an unseal key share to the generation of a root token in {cluster}": {
    method: "PUT",
    path: "sys/generate-root/update",
    fields: ({ values }, cluster) => ({ nonce: values.get(`root generation of ${cluster}`) }),
    accepted: ({ rootTokens, values }, cluster, { complete, encoded_token }) => {
      const pad = values.get(`one-time password of ${cluster}`) ?? "";
      if (complete === true) rootTokens.set(cluster, unhidden(String(encoded_token), pad));
    },
  },
};

function noteShares(values: Map<string, string>, cluster: string, shares: readonly string[]): void {
  for (const [index, share] of shares.entries()) {
    const name = `unseal key share ${index + 1} of ${cluster}`;
    const former = values.get(name);
    if (former !== undefined) values.set(`earlier ${name}`, former);
    values.set(name, share);
  }
}

function unhidden(encoded: string, pad: string): string {
  const bytes = [...Buffer.from(encoded, "base64")];
  return String.fromCharCode(...bytes.map((byte, at) => byte ^ pad.charCodeAt(at)));
}

const phrases = new Phrases(operations);

export function operationOf(words: string): Operation {
  const { entry, values } = phrases.find(words);
  return { ...entry, words, cluster: values[0] ?? "" };
}

phrases.define("operate", (_, __, words) => operationOf(words));
// In the third person: `promotes Lima`.
const performed = Object.entries(operations).map(([words, kind]) => [words.replace(/^\w+/, "$&s"), kind] as const);
new Phrases(Object.fromEntries(performed)).define("operates", (kind, [cluster = ""], words): Operation => {
  return { ...kind, words, cluster };
});

type Wanted = Readonly<{ client: string; operation: Operation; fields: Fields }>;

function requestOf(world: RehearsalWorld, { operation, fields }: Wanted): ApiRequest {
  const { path, method = "POST", cluster } = operation;
  return { method, path, body: { ...operation.fields?.(world, cluster), ...fields } };
}

/** Performs an operation, which must be accepted, and waits until it has taken effect. */
export async function perform(world: RehearsalWorld, wanted: Wanted): Promise<void> {
  const { client, operation } = wanted;
  const { cluster, isDone, accepted, mode, settled } = operation;
  const actor = isDone ? world.setUp(cluster) : world.cluster(cluster);
  if (!(await isDone?.(actor, world))) {
    const { body } = await world.sendAs(client, actor, requestOf(world, wanted));
    accepted?.(world, cluster, body ?? {});
  }
  if (mode !== undefined) expect((await world.cluster(cluster).status()).mode, operation.words).to.equal(mode);
  await settled?.(world, cluster);
}

export async function tryToPerform(world: RehearsalWorld, wanted: Wanted): Promise<void> {
  const { client, operation } = wanted;
  const reply = await world.tryAs(client, operation.cluster, requestOf(world, wanted));
  if (reply.status < 300) operation.accepted?.(world, operation.cluster, reply.body ?? {});
  else if (operation.emptied !== undefined) world.values.set(operation.emptied, "");
}
