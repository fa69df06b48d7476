import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { mounted } from "../mounted.suite.ts";

const path = "auth/cloud/config/sts";
const arn = "arn:aws:iam::111122223333:role/look";

for (const type of ["cloud", "aws"]) {
  test(`CLOUD-STS-01: a role for an account is read as written, with type ${type}`, async () => {
    const ask = await mounted(type);
    const wrote = await ask("POST", `${path}/111122223333`, { sts_role: arn });
    expect(wrote).to.deep.equal({ status: 204, body: undefined });
    expect((await ask("GET", `${path}/111122223333`)).body?.data).to.deep.equal({ sts_role: arn });
  });
}

test("CLOUD-STS-02: the list contains the accounts with their leading zeros", async () => {
  const ask = await mounted();
  expect(await ask("LIST", path)).to.deep.equal({ status: 404, body: { errors: [] } });
  await ask("POST", `${path}/111122223333`, { sts_role: arn });
  await ask("POST", `${path}/000022223333`, { sts_role: arn });
  for (const listPath of [path, `${path}/`]) {
    expect((await ask("LIST", listPath)).body?.data).to.deep.equal({ keys: ["000022223333", "111122223333"] });
  }
});

test("a deleted role is absent, and may be deleted again", async () => {
  const ask = await mounted();
  await ask("POST", `${path}/1`, { sts_role: arn });
  await ask("POST", `${path}/2`, { sts_role: arn });
  expect((await ask("DELETE", `${path}/1`)).status).to.equal(204);
  expect(await ask("GET", `${path}/1`)).to.deep.equal({ status: 404, body: { errors: [] } });
  expect((await ask("LIST", path)).body?.data).to.deep.equal({ keys: ["2"] });
  expect((await ask("DELETE", `${path}/1`)).status).to.equal(204);
});

test("CLOUD-STS-04: a missing or empty role is refused, and nothing is stored", async () => {
  const ask = await mounted();
  for (const [fields, text] of [
    [{}, "missing sts role"],
    [{ sts_role: null, external_id: "e" }, "missing sts role"],
    [{ sts_role: "" }, "sts role cannot be empty"],
  ] as const) {
    expect(await ask("POST", `${path}/1`, fields)).to.deep.equal({ status: 400, body: { errors: [text] } });
  }
  expect((await ask("LIST", path)).status).to.equal(404);
});

test("W4.1-07: an update keeps omitted fields, and cannot clear the role", async () => {
  const ask = await mounted();
  await ask("POST", `${path}/1`, { sts_role: arn, external_id: "e" });
  expect((await ask("POST", `${path}/1`, {})).status).to.equal(204);
  expect((await ask("POST", `${path}/1`, { sts_role: "" })).status).to.equal(400);
  expect((await ask("GET", `${path}/1`)).body?.data).to.deep.equal({ sts_role: arn, external_id: "e" });
  await ask("POST", `${path}/1`, { sts_role: "any text", external_id: "" });
  expect((await ask("GET", `${path}/1`)).body?.data).to.deep.equal({ sts_role: "any text" });
});

test("the first write requires the create capability, later writes the update capability", async () => {
  const ask = await mounted();
  await ask("POST", "sys/policies/acl/assigner", { policy: `path "${path}/1" { capabilities = ["create"] }` });
  const made = await ask("POST", "auth/token/create", { policies: ["assigner"] });
  const token = (made.body?.auth as JsonObject | undefined)?.client_token as string;
  const assign = () => ask("POST", `${path}/1`, { sts_role: arn }, { token });
  expect((await assign()).status).to.equal(204);
  expect((await assign()).status).to.equal(403);
});
