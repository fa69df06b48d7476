import type { ClusterActor } from "#harness/stages/cluster-actor.ts";

/**
 * Writes the secrets `colours/sky` and `shades/data/sky`. Returns a token that may read `colours/`, read and write
 * `shades/`, and create tokens.
 */
export async function painterToken(primary: ClusterActor): Promise<string> {
  await primary.write("sys/mounts/colours", { type: "kv" });
  await primary.write("colours/sky", { value: "blue" });
  await primary.write("sys/mounts/shades", { type: "kv", options: { version: "2" } });
  await primary.write("shades/data/sky", { data: { value: "blue" } });
  await primary.write("sys/policies/acl/painter", {
    policy: `
    path "colours/*" { capabilities = ["read"] }
    path "shades/data/*" { capabilities = ["create", "update", "read"] }
    path "auth/token/create" { capabilities = ["create", "update"] }
  `,
  });
  const { auth } = await primary.write("auth/token/create", { policies: ["painter"] });
  return String(auth?.client_token);
}
