import { suite, test } from "node:test";
import { expect } from "chai";
import { refusal, vault } from "./setting.ts";

suite("tokens", () => {
  test("a token is created with the requested options, and looked up by itself and by others", async () => {
    const { auth } = await vault().tokenCreate({
      policies: ["default"],
      ttl: "1h",
      display_name: "node",
      meta: { for: "tests" },
      num_uses: 5,
    });
    expect(auth).to.include({
      lease_duration: 3600,
      renewable: true,
      token_type: "service",
      orphan: false,
      num_uses: 5,
    });
    expect(auth.policies).to.deep.equal(["default"]);
    expect(auth.client_token).to.match(/^hvs\./);
    const { data } = await vault().tokenLookup({ token: auth.client_token });
    expect(data).to.include({ id: auth.client_token, display_name: "token-node", creation_ttl: 3600, num_uses: 5 });
    expect(data.meta).to.deep.equal({ for: "tests" });
    expect((await vault({ token: auth.client_token }).tokenLookupSelf()).data.accessor).to.equal(auth.accessor);
    const byAccessor = await vault().tokenLookupAccessor({ accessor: auth.accessor });
    expect(byAccessor.data).to.include({ id: "", path: "auth/token/create" });
  });

  test("the library continues with the token that it created", async () => {
    const client = vault();
    const { auth } = await client.tokenCreate({ policies: ["default"], ttl: "1h" });
    expect(client.token).to.equal(auth.client_token);
    expect((await client.tokenLookupSelf()).data.id).to.equal(auth.client_token);
  });

  test("a token is renewed by its owner and by others, up to its maximum TTL", async () => {
    const { auth } = await vault().tokenCreate({ policies: ["default"], ttl: "10m", explicit_max_ttl: "20m" });
    const renewed = await vault({ token: auth.client_token }).tokenRenewSelf({ increment: "5m" });
    expect(renewed.auth).to.include({ lease_duration: 300, client_token: auth.client_token });
    const capped = await vault().tokenRenew({ token: auth.client_token, increment: "2h" });
    expect(capped.auth.lease_duration).to.be.within(1190, 1200);
    expect(capped.warnings).to.have.length(1);
  });

  test("the renewal of a non-renewable token is refused with the reference's message", async () => {
    const { auth } = await vault().tokenCreate({ policies: ["default"], ttl: "10m", renewable: false });
    const { status, message } = await refusal(vault().tokenRenew({ token: auth.client_token }));
    expect([status, message]).to.deep.equal([400, "lease is not renewable"]);
  });

  test("a revoked token and its children are invalid", async () => {
    const parent = (await vault().tokenCreate({ policies: ["root"], ttl: "1h" })).auth.client_token;
    const child = (await vault({ token: parent }).tokenCreate({ policies: ["default"] })).auth.client_token;
    await vault().tokenRevoke({ token: parent });
    for (const token of [parent, child]) {
      const { status, message } = await refusal(vault({ token }).tokenLookupSelf());
      expect([status, message]).to.deep.equal([403, "permission denied"]);
      expect(await refusal(vault().tokenLookup({ token }))).to.include({ status: 403, message: "bad token" });
    }
  });

  test("revoke-orphan keeps the children", async () => {
    const parent = (await vault().tokenCreate({ policies: ["root"], ttl: "1h" })).auth.client_token;
    const child = (await vault({ token: parent }).tokenCreate({ policies: ["default"] })).auth.client_token;
    await vault().tokenRevokeOrphan({ token: parent });
    expect((await vault({ token: child }).tokenLookupSelf()).data.orphan).to.equal(true);
  });

  test("a token can be revoked by its accessor, and by itself", async () => {
    const one = (await vault().tokenCreate({ policies: ["default"] })).auth;
    expect((await vault().tokenAccessors()).data.keys).to.include(one.accessor);
    await vault().tokenRevokeAccessor({ accessor: one.accessor });
    expect((await refusal(vault({ token: one.client_token }).tokenLookupSelf())).status).to.equal(403);
    const other = (await vault().tokenCreateOrphan({ policies: ["default"] })).auth;
    expect(other.orphan).to.equal(true);
    await vault({ token: other.client_token }).tokenRevokeSelf();
    expect((await refusal(vault({ token: other.client_token }).tokenLookupSelf())).status).to.equal(403);
  });

  test("a token is invalid after its last use", async () => {
    const { client_token: token } = (await vault().tokenCreate({ policies: ["default"], num_uses: 2 })).auth;
    await vault({ token }).tokenLookupSelf();
    expect((await vault({ token }).tokenLookupSelf()).data.num_uses).to.equal(-1);
    expect((await refusal(vault({ token }).tokenLookupSelf())).status).to.equal(403);
  });

  test("a role is written, read, listed, limits its tokens, and is removed", async () => {
    await vault().addTokenRole({
      role_name: "node-role",
      allowed_policies: "default,node-a",
      orphan: true,
      period: 3600,
    });
    const role = (await vault().getTokenRole({ role_name: "node-role" })).data;
    expect(role).to.include({ name: "node-role", orphan: true, token_type: "default-service" });
    expect(role.allowed_policies).to.deep.equal(["default", "node-a"]);
    expect((await vault().tokenRoles()).data.keys).to.include("node-role");
    const { auth } = await vault().tokenCreateRole({ role_name: "node-role", policies: ["default"] });
    expect(auth).to.include({ orphan: true, lease_duration: 3600 });
    const refused = await refusal(vault().tokenCreateRole({ role_name: "node-role", policies: ["node-b"] }));
    expect(refused.status).to.equal(400);
    expect(refused.message).to.match(
      /^token policies \(\["default" "node-b"\]\) must be subset of the role's allowed policies/,
    );
    await vault().removeTokenRole({ role_name: "node-role" });
    expect((await refusal(vault().getTokenRole({ role_name: "node-role" }))).status).to.equal(404);
  });

  test("a batch token has no accessor, works, and is not renewable", async () => {
    const { auth } = await vault().write("auth/token/create", { type: "batch", policies: ["default"], ttl: "20m" });
    expect(auth).to.include({ token_type: "batch", accessor: "", renewable: false });
    expect(auth.client_token).to.match(/^hvb\./);
    const { data } = await vault({ token: auth.client_token }).tokenLookupSelf();
    expect(data).to.include({ type: "batch", creation_ttl: 1200, renewable: false });
    const { message } = await refusal(vault().tokenRenew({ token: auth.client_token }));
    expect(message).to.equal("batch tokens cannot be renewed");
  });

  test("the library renews a token by itself before it ends", async () => {
    const client = vault();
    await client.tokenCreate({ policies: ["default"], ttl: "4s" });
    const renewed = new Promise((resolve, reject) => {
      client.once("token:renewed", resolve);
      client.once("token:error:renew", reject);
    });
    await client.startTokenRenewal({ ttl: 2, renewFraction: 0.5 });
    expect(await renewed).to.have.nested.property("auth.lease_duration", 4);
    client.stopTokenRenewal();
  });
});
