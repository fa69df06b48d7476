import type { ClusterActor } from "#harness/stages/cluster-actor.ts";

/** Has `lead` keep the secrets `colours/sky` (version 1) and `shades/data/sky` (version 2). Resolves to the token of who may work with them. */
export async function painterToken(lead: ClusterActor): Promise<string> {
  await lead.write("sys/mounts/colours", { type: "kv" });
  await lead.write("colours/sky", { value: "blue" });
  await lead.write("sys/mounts/shades", { type: "kv", options: { version: "2" } });
  await lead.write("shades/data/sky", { data: { value: "blue" } });
  await lead.write("sys/policies/acl/painter", {
    policy: `
    path "colours/*" { capabilities = ["read"] }
    path "shades/data/*" { capabilities = ["create", "update", "read"] }
    path "auth/token/create" { capabilities = ["create", "update"] }
  `,
  });
  const { auth } = await lead.write("auth/token/create", { policies: ["painter"] });
  return String(auth?.client_token);
}
