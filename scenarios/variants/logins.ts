import type { Proof } from "#harness/databases/simulated/proof.ts";
import type { RehearsalWorld } from "../world.ts";
import { defineMeanings } from "./phrases.ts";

export type DatabaseLogin = Readonly<{ username: string; proof: Proof }>;

defineMeanings<DatabaseLogin | Promise<DatabaseLogin>>("login", {
  "{person}'s credentials": (world, who = "") => ({
    username: world.credentialsOf(who).username,
    proof: proofOf(world, who),
  }),
  "{person}'s credentials as {person}'s user": (world, who = "", user = "") => ({
    username: world.credentialsOf(user).username,
    proof: proofOf(world, who),
  }),
  "the known password of {string}": ({ databases }, name = "") => {
    const { username, password } = databases.knownLogin(name);
    return { username, proof: { password } };
  },
  "the credentials of the static role {string} in {cluster}": async (world, role = "", cluster = "") => {
    const { username, password } = await world.cluster(cluster).read(`database/static-creds/${role}`);
    return { username: String(username), proof: { password: String(password) } };
  },
});

function proofOf(world: RehearsalWorld, who: string): Proof {
  const { password, answer } = world.credentialsOf(who);
  const { client_certificate: certificate, private_key, rsa_private_key } = answer.data ?? {};
  if (certificate !== undefined) return { certificate: String(certificate), privateKey: String(private_key) };
  return rsa_private_key === undefined ? { password } : { privateKey: String(rsa_private_key) };
}
