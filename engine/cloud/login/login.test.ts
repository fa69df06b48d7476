import { test } from "node:test";
import { expect } from "chai";
import {
  ada,
  base64,
  type CloudFixtureOptions,
  cloudFixture,
  evidence,
  identityReply,
  signedHeaders,
} from "../fixture.suite.ts";
import { cloudProvider } from "../provider.ts";

const session = "arn:aws:sts::111122223333:assumed-role/WebApp/s-1";
const anyone = { bound_iam_principal_arn: "arn:aws:iam::111122223333:*" };

async function fixtureWith(roles: Record<string, object>, options: CloudFixtureOptions = {}) {
  const fixture = cloudFixture(options);
  for (const [name, fields] of Object.entries(roles)) await fixture.perform("write", `role/${name}`, { ...fields });
  return fixture;
}

test("CLOUD-LOGIN-01, -05, -09: a principal gets a token with the role's settings", async () => {
  const settings = {
    token_ttl: 60,
    token_max_ttl: 120,
    token_explicit_max_ttl: 180,
    token_period: 30,
    token_num_uses: 5,
    token_policies: "a,b",
    token_no_default_policy: true,
    token_bound_cidrs: "127.0.0.0/8",
  };
  const replies = [identityReply(session, { userId: "AROAWEB:s-1" })];
  const fixture = await fixtureWith({ webapp: { ...anyone, ...settings } }, { replies });
  const answer = await fixture.perform("write", "login", evidence());
  expect(answer?.auth?.client_token).to.equal("hvs.test");
  const id = "01010101-0101-4101-8101-010101010101";
  expect(fixture.issued).to.deep.equal([
    {
      displayName: "cloud-WebApp/s-1",
      policies: ["a", "b"],
      metadata: { account_id: "111122223333", auth_type: "iam", role_id: id },
      alias: { name: id, metadata: { account_id: "111122223333", auth_type: "iam" } },
      ttlSeconds: 60,
      maxTtlSeconds: 120,
      explicitMaxTtlSeconds: 180,
      periodSeconds: 30,
      uses: 5,
      boundCidrs: ["127.0.0.0/8"],
      noDefaultPolicy: true,
      internal: {
        role_name: "webapp",
        role_id: id,
        canonical_arn: "arn:aws:iam::111122223333:role/WebApp",
        full_arn: "arn:aws:iam::111122223333:role/WebApp",
        client_arn: session,
        client_user_id: "AROAWEB",
        account_id: "111122223333",
      },
    },
  ]);
});

test("CLOUD-TOKEN-19: the token has the type of the role", async () => {
  for (const [token_type, type] of [
    ["batch", "batch"],
    ["service", "service"],
    ["default", undefined],
  ] as const) {
    const fixture = await fixtureWith({ webapp: { ...anyone, token_type } }, { replies: [identityReply(session)] });
    await fixture.perform("write", "login", evidence());
    expect(fixture.issued[0]?.type).to.equal(type);
  }
});

test("CLOUD-LOGIN-06: without a role in the login, the user's name selects the role", async () => {
  const fixture = await fixtureWith({ ada: anyone });
  await fixture.perform("write", "login", evidence());
  expect(fixture.issued[0]?.internal.role_name).to.equal("ada");
});

test("CLOUD-ROLE-06: role names in a login are case-insensitive", async () => {
  const fixture = await fixtureWith({ dev: anyone });
  await fixture.perform("write", "login", evidence({ role: "DEV" }));
  expect(fixture.issued).to.have.length(1);
});

test("CLOUD-LOGIN-07, -08: a missing role is not replaced by another", async () => {
  const unnamed = await fixtureWith({ other: anyone });
  expect((await unnamed.refusal("write", "login", evidence())).message).to.equal("entry for role ada not found");
  const named = await fixtureWith({ ada: anyone });
  const problem = await named.refusal("write", "login", evidence({ role: "nosuch" }));
  expect(problem).to.include({ message: "entry for role nosuch not found", status: 400 });
  expect(named.issued).to.deep.equal([]);
});

test("CLOUD-PRINC-01: a principal that is not bound to the role is refused", async () => {
  const bob = "arn:aws:iam::111122223333:user/bob";
  const fixture = await fixtureWith({ dev: { bound_iam_principal_arn: bob, resolve_aws_unique_ids: false } });
  const problem = await fixture.refusal("write", "login", evidence({ role: "dev" }));
  expect(problem).to.include({ message: `IAM Principal "${ada}" does not belong to the role "dev"`, status: 400 });
  expect(fixture.issued).to.deep.equal([]);
});

test("CLOUD-TOKEN-11: clients outside the role's address blocks are denied", async () => {
  const role = { dev: { ...anyone, token_bound_cidrs: "10.0.0.0/8" } };
  for (const remoteAddress of ["127.0.0.1", "::1", ""]) {
    const fixture = await fixtureWith(role, { remoteAddress });
    const problem = await fixture.refusal("write", "login", evidence({ role: "dev" }));
    expect(problem).to.include({ message: "permission denied", status: 403 });
    expect(fixture.issued).to.deep.equal([]);
  }
  const inside = await fixtureWith(role, { remoteAddress: "::ffff:10.1.2.3" });
  await inside.perform("write", "login", evidence({ role: "dev" }));
  expect(inside.issued).to.have.length(1);
});

test("CLOUD-IAM-09: the request is sent to the provider, never to a host chosen by the client", async () => {
  const fixture = await fixtureWith({ ada: anyone });
  await fixture.perform("write", "login", evidence({ iam_request_url: base64("https://evil.test:8443/") }));
  expect(fixture.requests.map(({ url }) => url)).to.deep.equal(["https://sts.amazonaws.com/"]);
  expect(fixture.requests[0]?.headers.filter(([name]) => name === "Host")).to.deep.equal([["Host", "evil.test:8443"]]);
});

test("CLOUD-CLIENT-14: the request is sent to sts_endpoint if it is configured", async () => {
  for (const endpoint of ["http://127.0.0.1:4566", "http://127.0.0.1:4566/"]) {
    const fixture = await fixtureWith({ ada: anyone });
    await fixture.perform("write", "config/client", { sts_endpoint: endpoint });
    await fixture.perform("write", "login", evidence({ iam_request_url: base64("https://sts.amazonaws.com/sub/") }));
    expect(fixture.requests.map(({ url }) => url)).to.deep.equal(["http://127.0.0.1:4566/sub/"]);
  }
});

test("CLOUD-IAM-10: method, body and headers are sent as signed, and hop-by-hop headers are replaced", async () => {
  const fixture = await fixtureWith({ ada: anyone });
  const strange = {
    Host: "sts.amazonaws.com",
    Connection: "close",
    "Transfer-Encoding": "chunked",
    "Content-Length": "7",
  };
  const headers = { ...signedHeaders({ Accept: "x" }), ...strange };
  await fixture.perform("write", "login", evidence({ iam_request_headers: headers }));
  const { Authorization } = signedHeaders({ Accept: "x" });
  expect(fixture.requests).to.deep.equal([
    {
      method: "POST",
      url: "https://sts.amazonaws.com/",
      headers: [
        ["Host", "sts.amazonaws.com"],
        ["Authorization", Authorization],
        ["Content-Type", "application/x-www-form-urlencoded; charset=utf-8"],
        ["User-Agent", "test"],
        ["X-Amz-Date", "20260101T000000Z"],
        ["X-Amz-Security-Token", "se551on"],
        ["Accept", "x"],
        ["Content-Length", "43"],
      ],
      body: "Action=GetCallerIdentity&Version=2011-06-15",
      timeoutMilliseconds: 10_000,
    },
  ]);
});

test("CLOUD-IAM-07, CLOUD-CLIENT-10: a login that the provider refuses fails without a retry", async () => {
  const replies = [{ status: 403, contentType: "text/xml", body: "<Code>SignatureDoesNotMatch</Code>" }];
  const fixture = await fixtureWith({ ada: anyone }, { replies });
  expect((await fixture.refusal("write", "login", evidence())).status).to.equal(400);
  expect(fixture.requests).to.have.length(1);
  expect(fixture.issued).to.deep.equal([]);
});

test("CLOUD-IAM-08: an inconsistent reply is no identity", async () => {
  const fixture = await fixtureWith({ ada: anyone }, { replies: [identityReply(ada, { account: "999988887777" })] });
  expect((await fixture.refusal("write", "login", evidence())).message).to.contain("error parsing STS response");
});

test("CLOUD-CLIENT-08, -09: a failing provider is called again as often as configured", async () => {
  const failing = { status: 503, contentType: "text/plain", body: "" };
  const requests = async (configured: object | undefined, replies: readonly (Error | typeof failing)[]) => {
    const fixture = await fixtureWith({ ada: anyone }, { replies });
    if (configured) await fixture.perform("write", "config/client", { ...configured });
    const problem = await fixture.refusal("write", "login", evidence());
    expect(problem.code).to.equal("upstream");
    expect(fixture.logged).to.have.length(1);
    return [fixture.requests.length, ...fixture.pauses];
  };
  expect(await requests({ max_retries: 0 }, [failing])).to.deep.equal([1]);
  expect(await requests({ max_retries: 2 }, [failing])).to.deep.equal([3, 500, 1000]);
  expect(await requests({ max_retries: 2 }, [new Error("connection refused")])).to.deep.equal([3, 500, 1000]);
  expect(await requests({}, [failing])).to.deep.equal([4, 500, 1000, 2000]);
  expect(await requests(undefined, [failing])).to.deep.equal([4, 500, 1000, 2000]);
  const [times, ...pauses] = await requests({ max_retries: 1_000_000 }, [failing]);
  expect(times).to.equal(11);
  expect(Math.max(...pauses)).to.equal(30_000);
});

test("CLOUD-CLIENT-08: a login succeeds after the provider recovers", async () => {
  const fixture = await fixtureWith({ ada: anyone }, { replies: [new Error("connection reset"), identityReply(ada)] });
  await fixture.perform("write", "login", evidence());
  expect(fixture.requests).to.have.length(2);
  expect(fixture.issued).to.have.length(1);
});

test("CLOUD-SRVID-07: a changed server id applies to the next login", async () => {
  const fixture = await fixtureWith({ ada: anyone }, { provider: cloudProvider });
  const login = (value?: string) =>
    fixture.perform("write", "login", {
      ...evidence(),
      iam_request_headers: signedHeaders(value ? { "X-Svc-Cloud-IAM-Server-ID": value } : {}),
    });
  const refused = (promise: Promise<unknown>) =>
    promise.then(
      () => false,
      () => true,
    );
  await login();
  await fixture.perform("write", "config/client", { iam_server_id_header_value: "oslo" });
  expect(await refused(login())).to.equal(true);
  await login("oslo");
  await fixture.perform("write", "config/client", { iam_server_id_header_value: "lima" });
  expect(await refused(login("oslo"))).to.equal(true);
  await login("lima");
  await fixture.perform("delete", "config/client");
  await login();
  expect([fixture.issued.length, fixture.requests.length]).to.deep.equal([4, 4]);
});

test("CLOUD-STSHDR-02: a request with a forbidden header is not sent to the provider", async () => {
  const fixture = await fixtureWith({ ada: anyone });
  const headers = signedHeaders({ "X-Amz-Custom": "x" });
  const problem = await fixture.refusal("write", "login", evidence({ iam_request_headers: headers }));
  expect(problem.message).to.equal("invalid request header: X-Amz-Custom");
  expect(fixture.requests).to.deep.equal([]);
});
