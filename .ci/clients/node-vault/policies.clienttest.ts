import { suite, test } from "node:test";
import { expect } from "chai";
import { refusal, tokenWith, vault } from "./setting.ts";

suite("policies", () => {
  test("are written, read, listed and removed", async () => {
    const policy = 'path "secret/*" { capabilities = ["read"] }';
    await vault().addPolicy({ name: "node-rules", policy });
    const read = await vault().getPolicy({ name: "node-rules" });
    expect(read).to.include({ name: "node-rules", rules: policy });
    const listed = await vault().policies();
    expect(listed.policies).to.include.members(["default", "node-rules", "root"]);
    expect(listed.data.keys).to.deep.equal(listed.policies);
    await vault().removePolicy({ name: "node-rules" });
    expect((await refusal(vault().getPolicy({ name: "node-rules" }))).status).to.equal(404);
  });

  test("are the same under their newer path", async () => {
    await vault().write("sys/policies/acl/node-newer", { policy: 'path "a" { capabilities = ["list"] }' });
    expect((await vault().read("sys/policies/acl/node-newer")).data.name).to.equal("node-newer");
    expect((await vault().list("sys/policies/acl")).data.keys).to.include("node-newer");
    await vault().delete("sys/policies/acl/node-newer");
  });

  test("a policy with a mistake is refused with the reason", async () => {
    const refused = await refusal(
      vault().addPolicy({ name: "node-bad", policy: 'path "x" { capabilities = ["bogus"] }' }),
    );
    expect(refused.status).to.equal(400);
    expect(refused.message).to.equal('failed to parse policy: path "x": invalid capability "bogus"');
  });

  test("a token can do what its policies allow and nothing else", async () => {
    const token = await tokenWith(
      "node-reader",
      'path "secret/data/node/open/+" { capabilities = ["read", "create"] }\npath "secret/data/node/open/shut" { capabilities = ["deny"] }',
    );
    await vault({ token }).write("secret/data/node/open/a", { data: { n: 1 } });
    expect((await vault({ token }).read("secret/data/node/open/a")).data.data).to.deep.equal({ n: 1 });
    const denied = "1 error occurred:\n\t* permission denied\n\n";
    expect(await refusal(vault({ token }).write("secret/data/node/open/a", { data: {} }))).to.include({
      status: 403,
      message: denied,
    });
    expect((await refusal(vault({ token }).read("secret/data/node/open/shut"))).status).to.equal(403);
    expect((await refusal(vault({ token }).read("nowhere/at/all"))).status).to.equal(403);
  });

  test("capabilities are returned for the own token and for others", async () => {
    const token = await tokenWith("node-able", 'path "secret/data/x" { capabilities = ["update", "read"] }');
    const own = await vault({ token }).write("sys/capabilities-self", { paths: ["secret/data/x", "secret/data/y"] });
    expect(own["secret/data/x"]).to.deep.equal(["read", "update"]);
    expect(own.data["secret/data/y"]).to.deep.equal(["deny"]);
    const response = await vault().write("sys/capabilities", { token, paths: ["secret/data/x"] });
    expect(response.capabilities).to.deep.equal(["read", "update"]);
    expect((await vault().write("sys/capabilities-self", { paths: "any" })).capabilities).to.deep.equal(["root"]);
  });

  test("password policies generate matching passwords", async () => {
    const policy = 'length = 12\nrule "charset" { charset = "ab" }';
    await vault().write("sys/policies/password/node-ab", { policy });
    expect((await vault().read("sys/policies/password/node-ab")).data).to.deep.equal({ policy });
    expect((await vault().read("sys/policies/password/node-ab/generate")).data.password).to.match(/^[ab]{12}$/);
    await vault().delete("sys/policies/password/node-ab");
    expect((await refusal(vault().read("sys/policies/password/node-ab"))).status).to.equal(404);
  });
});
