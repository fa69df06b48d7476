import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import type { CloudReply } from "../../ports/cloud.ts";
import { cloudFixture } from "../fixture.suite.ts";
import { cloudProvider } from "../provider.ts";
import { accessList } from "./access-list/access-list-entry.ts";
import { berMessage, rsaCertificate } from "./documents/messages.suite.ts";

function described({ state = "running", image = "ami-1", tags = "" } = {}): CloudReply {
  const instance =
    `<instanceId>i-1</instanceId><imageId>${image}</imageId><instanceState><code>16</code><name>${state}</name></instanceState>` +
    `<tagSet>${tags}</tagSet>`;
  const reservation = `<ownerId>123456789012</ownerId><instancesSet><item>${instance}</item></instancesSet>`;
  const body = `<DescribeInstancesResponse><requestId>0</requestId><reservationSet><item>${reservation}</item></reservationSet></DescribeInstancesResponse>`;
  return { status: 200, contentType: "text/xml", body };
}

async function fixture({
  replies = [described()],
  role = {},
  ...more
}: Parameters<typeof cloudFixture>[0] & { role?: JsonObject } = {}) {
  const mounted = cloudFixture({ provider: cloudProvider, replies, ...more });
  const { perform } = mounted;
  await perform("write", "config/client", { access_key: "AKIA", secret_key: "s", max_retries: 0 });
  await perform("write", "config/certificate/one", { cloud_public_cert: rsaCertificate });
  await perform("write", "role/web", { auth_type: "ec2", bound_ami_id: "ami-1", token_policies: "a,b", ...role });
  const login = (fields: JsonObject = {}) => ({ pkcs7: berMessage, role: "web", ...fields });
  return {
    ...mounted,
    logIn: (fields?: JsonObject) => perform("write", "login", login(fields)),
    refused: async (fields?: JsonObject) => (await mounted.refusal("write", "login", login(fields))).message,
    entry: () => accessList.read(mounted.storage, "i-1"),
  };
}

suite("login of an instance", () => {
  test("the first login gets a nonce and a token of the role, and creates an entry", async () => {
    const { logIn, issued, entry } = await fixture();
    await logIn();
    const [request] = issued;
    expect(request?.policies).to.deep.equal(["a", "b"]);
    expect(request?.metadata).to.include({ account_id: "123456789012", auth_type: "ec2", role: "web" });
    expect(request?.metadata.nonce).to.be.a("string").that.is.not.empty;
    expect(await entry()).to.include({
      nonce: request?.metadata.nonce,
      role: "web",
      pendingTime: "2026-01-01T00:00:00Z",
    });
  });

  test("a later login requires the nonce and gets none, and the entry keeps its first role", async () => {
    const { logIn, refused, issued, entry, perform } = await fixture();
    await perform("write", "role/other", { auth_type: "ec2", bound_ami_id: "ami-1" });
    await logIn({ nonce: "mine" });
    const before = await entry();
    expect(await refused({ nonce: "yours" })).to.equal("client nonce mismatch");
    expect(await entry()).to.deep.equal(before);
    await logIn({ nonce: "mine", role: "other" });
    expect(issued.map(({ metadata }) => metadata.nonce)).to.deep.equal([undefined, undefined]);
    expect(await entry()).to.include({ role: "web", nonce: "mine", createdAt: before?.createdAt });
  });

  test("an empty nonce, or a role that disallows reauthentication, prevents further logins", async () => {
    for (const [role, fields] of [
      [{}, { nonce: "" }],
      [{ disallow_reauthentication: true }, { nonce: "mine" }],
      [{ disallow_reauthentication: true }, {}],
    ] as const) {
      const { logIn, refused, issued, entry } = await fixture({ role });
      await logIn(fields);
      expect(issued[0]?.metadata).not.to.have.property("nonce");
      expect(await entry()).to.include({ nonce: "", disallowReauthentication: true });
      expect(await refused(fields)).to.equal("reauthentication is disabled");
    }
  });

  for (const [what, options, fields, text] of [
    ["an unknown role", {}, { role: "none" }, 'entry for role "none" not found'],
    ["a role for principals", {}, { role: "people" }, "auth method ec2 not allowed for role people"],
    ["an instance that is stopped", { replies: [described({ state: "stopped" })] }, {}, "not in 'running' state"],
    [
      "an instance of another image",
      { replies: [described({ image: "ami-2" })] },
      {},
      'AMI ID "ami-2" does not belong',
    ],
    ["a foreign address", { role: { token_bound_cidrs: "10.0.0.0/8" } }, {}, "permission denied"],
    ["a nonce that is too long", {}, { nonce: "n".repeat(129) }, "limit of 128 characters"],
    ["a role that requires a tag", { role: { role_tag: "SvcRole" } }, {}, 'missing tag with key "SvcRole"'],
  ] as const) {
    test(`${what} is refused, without a token or an entry`, async () => {
      const { refused, issued, entry, perform } = await fixture(options);
      await perform("write", "role/people", {
        bound_iam_principal_arn: "arn:aws:iam::123456789012:user/*",
        resolve_cloud_unique_ids: false,
      });
      expect(await refused(fields)).to.contain(text);
      expect(issued).to.deep.equal([]);
      expect(await entry()).to.equal(undefined);
    });
  }

  test("without a role in the login, the image id selects the role", async () => {
    const { logIn, refused, issued, perform } = await fixture();
    expect(await refused({ role: "" })).to.equal('entry for role "ami-1" not found');
    await perform("write", "role/ami-1", { auth_type: "ec2", bound_ami_id: "ami-1", token_policies: "of-the-image" });
    await logIn({ role: "" });
    expect(issued[0]?.policies).to.deep.equal(["of-the-image"]);
  });
});
