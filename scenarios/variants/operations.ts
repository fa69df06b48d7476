import { defineParameterType } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiBody, ApiRequest } from "#harness/api/request.ts";
import type { ClusterActor } from "#harness/stages/cluster-actor.ts";
import { clusterNames } from "../names.ts";
import { performance } from "../performance.ts";
import type { Fields } from "../values.ts";
import type { RehearsalWorld } from "../world.ts";

type Kind = Readonly<{
  path: string;
  method?: "PUT";
  /** Fields that every request has, such as the nonce of a rekey. */
  fields?: (world: RehearsalWorld, cluster: string) => Fields;
  /** True if the stage's servers are shared, so that a bare verb only checks their roles. */
  isDone?: (actor: ClusterActor, world: RehearsalWorld) => Promise<boolean>;
  /** Remembers what the response to an accepted request has. */
  accepted?: (world: RehearsalWorld, cluster: string, body: ApiBody) => void;
  /** Mode of the cluster's replication after a bare verb. */
  mode?: string;
  /** Waits, after a bare verb, until the operation has taken effect. */
  settled?: (world: RehearsalWorld, cluster: string) => Promise<unknown>;
}>;

/** An operation of the API in a cluster, such as `promote Lima`. */
export type Operation = Kind & Readonly<{ words: string; cluster: string }>;

/** The operations by their words, in which `*` stands for the cluster. */
const operations: Readonly<Record<string, Kind>> = {
  "enable * as a primary": {
    path: `${performance}/primary/enable`,
    isDone: (actor) => actor.isLinkedAlready("primary"),
    settled: (world, cluster) => world.noteClusterId(cluster),
  },
  "demote *": { path: `${performance}/primary/demote`, mode: "secondary" },
  "disable the primary *": { path: `${performance}/primary/disable` },
  "create an activation token in *": {
    path: `${performance}/primary/secondary-token`,
    isDone: (actor, { values }) => {
      // Nothing uses the token on shared servers.
      values.set("the activation token", "");
      return actor.isLinkedAlready("primary");
    },
    accepted: ({ values }, _, { wrap_info, data }) => {
      const token = wrap_info?.token ?? String(data?.token);
      values.set("the activation token", token);
      values.set("the activation token, altered", altered(token));
      values.set("the activation token, truncated", token.slice(0, -1));
    },
  },
  "revoke a secondary in *": { path: `${performance}/primary/revoke-secondary` },
  "enable * as a secondary": {
    path: `${performance}/secondary/enable`,
    isDone: (actor) => actor.isLinkedAlready("secondary"),
    accepted: ({ clients }, cluster) => clients.forgetTokensOf(cluster),
    settled: async (world, cluster) => world.noteClusterId(cluster, await world.setUp(cluster).streams()),
  },
  "promote *": { path: `${performance}/secondary/promote`, mode: "primary" },
  "disable the secondary *": { path: `${performance}/secondary/disable` },
  "update the primary of *": { path: `${performance}/secondary/update-primary`, mode: "secondary" },
  "generate a public key in *": {
    path: `${performance}/secondary/generate-public-key`,
    accepted: ({ values }, cluster, { data }) => {
      const key = data?.secondary_public_key;
      expect(key).to.be.a("string").and.not.equal("");
      const others = [...values].flatMap(([name, value]) => (name.startsWith("the public key of ") ? [value] : []));
      expect(others, "keys generated before").not.to.include(key);
      values.set(`the public key of ${cluster}`, String(key));
    },
  },
  "initialise *": {
    method: "PUT",
    path: "sys/init",
    accepted: ({ seals, values }, cluster, { keys, root_token }) => {
      noteShares(values, cluster, keys as string[]);
      seals.rootTokens.set(cluster, String(root_token));
    },
  },
  "submit an unseal key share to *": { method: "PUT", path: "sys/unseal" },
  "seal *": { method: "PUT", path: "sys/seal" },
  "rotate the encryption key of *": { method: "PUT", path: "sys/rotate" },
  "start a rekey of *": {
    method: "PUT",
    path: "sys/rekey/init",
    accepted: ({ seals }, cluster, { nonce }) => void seals.rekeys.set(cluster, String(nonce)),
  },
  "submit an unseal key share to the rekey of *": {
    method: "PUT",
    path: "sys/rekey/update",
    fields: ({ seals }, cluster) => ({ nonce: seals.rekeys.get(cluster) }),
    accepted: ({ values }, cluster, { keys }) => {
      if (keys !== undefined) noteShares(values, cluster, keys as string[]);
    },
  },
  "start the generation of a root token in *": {
    method: "PUT",
    path: "sys/generate-root/attempt",
    accepted: ({ seals }, cluster, { nonce, otp }) =>
      void seals.rootGenerations.set(cluster, { nonce: String(nonce), pad: String(otp) }),
  },
  "submit an unseal key share to the generation of a root token in *": {
    method: "PUT",
    path: "sys/generate-root/update",
    fields: ({ seals }, cluster) => ({ nonce: seals.rootGenerations.get(cluster)?.nonce }),
    accepted: ({ seals }, cluster, { complete, encoded_token }) => {
      const { pad = "" } = seals.rootGenerations.get(cluster) ?? {};
      if (complete === true) seals.rootTokens.set(cluster, unhidden(String(encoded_token), pad));
    },
  },
};

/** Returns a token in which one character is different. */
function altered(token: string): string {
  return `${token.slice(0, -8)}${token.at(-8) === "A" ? "B" : "A"}${token.slice(-7)}`;
}

/** Remembers the unseal key shares of a cluster. The former ones are remembered as earlier ones. */
function noteShares(values: Map<string, string>, cluster: string, shares: readonly string[]): void {
  for (const [index, share] of shares.entries()) {
    const name = `unseal key share ${index + 1} of ${cluster}`;
    const former = values.get(name);
    if (former !== undefined) values.set(`earlier ${name}`, former);
    values.set(name, share);
  }
}

/** Decodes a generated root token, which is XORed with the one-time password `pad`. */
function unhidden(encoded: string, pad: string): string {
  const bytes = [...Buffer.from(encoded, "base64")];
  return String.fromCharCode(...bytes.map((byte, at) => byte ^ pad.charCodeAt(at)));
}

/** Returns the words of an operation in the third person: `promotes *`. */
function performed(words: string): string {
  return words.replace(/^\w+/, "$&s");
}

/** Returns the operation with these words, such as `promote Lima`, or `promotes Lima` with `inForm` {@link performed}. */
export function operationOf(words: string, inForm = (name: string) => name): Operation {
  const cluster = new RegExp(clusterNames.source).exec(words)?.[0] ?? "";
  const [, kind] = Object.entries(operations).find(([name]) => inForm(name).replace("*", cluster) === words) ?? [];
  if (!kind) throw new Error(`no operation is called ${words}`);
  return { ...kind, words, cluster };
}

function regexpOf(names: readonly string[]): RegExp {
  return new RegExp(names.map((name) => name.replace("*", `(?:${clusterNames.source})`)).join("|"));
}

const names = Object.keys(operations);
defineParameterType({ name: "operate", regexp: regexpOf(names), transformer: (words: string) => operationOf(words) });
defineParameterType({
  name: "operates",
  regexp: regexpOf(names.map(performed)),
  transformer: (words: string) => operationOf(words, performed),
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

/** Requests an operation, which may be refused. */
export async function tryToPerform(world: RehearsalWorld, wanted: Wanted): Promise<void> {
  const { client, operation } = wanted;
  const reply = await world.tryAs(client, operation.cluster, requestOf(world, wanted));
  if (reply.status < 300) operation.accepted?.(world, operation.cluster, reply.body ?? {});
}
