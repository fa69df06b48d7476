import { suite, test } from "node:test";
import { expect } from "chai";
import { type IdentityEvidence, signCallerIdentity } from "#harness/cloud/signed-identity.ts";
import { raised, refusal, vault } from "./setting.ts";

suite("logins", () => {
  test("with a name and a password", async () => {
    await vault().enableAuth({ mount_point: "node-users", type: "userpass" });
    await vault().write("auth/node-users/users/ada", {
      password: "love-lace",
      token_policies: "node-a",
      token_ttl: "10m",
    });
    const client = vault();
    const login = { mount_point: "node-users", username: "ada" };
    const { auth } = await client.userpassLogin({ ...login, password: "love-lace" });
    expect(auth).to.include({ lease_duration: 600, renewable: true });
    expect(auth.policies).to.deep.equal(["default", "node-a"]);
    expect(auth.metadata).to.deep.equal({ username: "ada" });
    expect(client.token).to.equal(auth.client_token);
    expect((await client.tokenLookupSelf()).data).to.include({
      display_name: "node-users-ada",
      path: "auth/node-users/login/ada",
    });
    const refused = await refusal(vault().userpassLogin({ ...login, password: "wrong" }));
    expect(refused).to.include({ status: 400, message: "invalid username or password" });
    await vault().write("auth/node-users/users/ada/password", { password: "byron" });
    await vault().userpassLogin({ ...login, password: "byron" });
    expect((await vault().list("auth/node-users/users")).data.keys).to.deep.equal(["ada"]);
    await vault().disableAuth({ mount_point: "node-users" });
    expect((await refusal(client.tokenLookupSelf())).status).to.equal(403);
  });

  test("with a role and its secret", async () => {
    const mount_point = "node-approle";
    const role = { mount_point, role_name: "builder" };
    await vault().enableAuth({ mount_point, type: "approle" });
    await vault().addApproleRole({ ...role, policies: "node-a", token_ttl: 1200, secret_id_num_uses: 2 });
    expect((await vault().getApproleRole(role)).data).to.include({
      token_ttl: 1200,
      secret_id_num_uses: 2,
      bind_secret_id: true,
    });
    expect((await vault().approleRoles({ mount_point })).data.keys).to.deep.equal(["builder"]);
    const { role_id } = (await vault().getApproleRoleId(role)).data;
    const { secret_id, secret_id_accessor } = (
      await vault().getApproleRoleSecret({ ...role, metadata: '{"for":"node"}' })
    ).data;
    const client = vault();
    const { auth } = await client.approleLogin({ mount_point, role_id, secret_id });
    expect(auth.policies).to.deep.equal(["default", "node-a"]);
    expect(auth.metadata).to.deep.equal({ for: "node", role_name: "builder" });
    expect((await vault().approleSecretLookup({ ...role, secret_id })).data).to.include({ secret_id_num_uses: 1 });
    expect((await vault().approleSecretAccessors(role)).data.keys).to.deep.equal([secret_id_accessor]);
    await vault().approleSecretAccessorLookup({ ...role, secret_id_accessor });
    await vault().approleSecretDestroy({ ...role, secret_id });
    expect((await refusal(vault().approleLogin({ mount_point, role_id, secret_id }))).status).to.equal(400);
    await vault().updateApproleRoleId({ ...role, role_id: "builder-of-houses" });
    expect((await vault().getApproleRoleId(role)).data.role_id).to.equal("builder-of-houses");
    await vault().deleteApproleRole(role);
    expect((await refusal(vault().getApproleRole(role))).status).to.equal(404);
    await vault().disableAuth({ mount_point });
  });

  for (const type of ["aws", "cloud"]) {
    test(`with a signed identity of the cloud, enabled as ${type}`, async () => {
      const mount_point = `node-${type}`;
      const { url, account, region } = raised.cloud;
      const header = type === "aws" ? "X-Vault-AWS-IAM-Server-ID" : "X-Svc-Cloud-IAM-Server-ID";
      await vault().enableAuth({ mount_point, type });
      const client = { sts_endpoint: url, sts_region: region, iam_server_id_header_value: "oslo.example" };
      await vault().write(`auth/${mount_point}/config/client`, client);
      await vault().write(`auth/${mount_point}/role/painter`, {
        auth_type: "iam",
        bound_iam_principal_arn: `arn:aws:iam::${account}:user/*`,
        token_policies: "node-a",
        token_ttl: "20m",
      });
      const role = { mount_point, role: "painter" };
      const signed = { ...role, ...(await evidence({ serverId: "oslo.example", serverIdHeader: header })) };
      const { auth } = await vault().awsIamLogin(signed);
      expect(auth).to.include({ lease_duration: 1200, renewable: true });
      expect(auth.policies).to.deep.equal(["default", "node-a"]);
      expect((await vault({ token: auth.client_token }).tokenLookupSelf()).data.path).to.equal(
        `auth/${mount_point}/login`,
      );
      const elsewhere = { ...role, ...(await evidence({ serverId: "lima.example", serverIdHeader: header })) };
      expect((await refusal(vault().awsIamLogin(elsewhere))).status).to.equal(400);
      const forged = {
        ...role,
        ...(await evidence({ serverId: "oslo.example", serverIdHeader: header, secret: "forged" })),
      };
      expect((await refusal(vault().awsIamLogin(forged))).status).to.equal(400);
      await vault().disableAuth({ mount_point });
    });
  }
});

function evidence({
  secret,
  ...server
}: {
  serverId: string;
  serverIdHeader: string;
  secret?: string;
}): Promise<IdentityEvidence> {
  const { access_key_id, secret_access_key, url, region } = raised.cloud;
  const key = { accessKeyId: access_key_id, secretAccessKey: secret ?? secret_access_key };
  return signCallerIdentity({ key, url, region, date: Date.now(), ...server });
}
