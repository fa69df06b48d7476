import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { mounted } from "../mounted.suite.ts";
import { north, south } from "./certificates.suite.ts";

const path = "auth/cloud/config/certificate";

test("CLOUD-CERT-01, -05: a certificate is read as PEM whether it was registered as PEM or base64, and verifies PKCS#7 by default", async () => {
  const ask = await mounted();
  expect(await ask("POST", `${path}/pem`, { cloud_public_cert: north })).to.deep.equal({
    status: 204,
    body: undefined,
  });
  expect((await ask("PUT", `${path}/base64`, { cloud_public_cert: btoa(south), type: "identity" })).status).to.equal(
    204,
  );
  expect((await ask("GET", `${path}/pem`)).body?.data).to.deep.equal({ cloud_public_cert: north, type: "pkcs7" });
  expect((await ask("GET", `${path}/base64`)).body?.data).to.deep.equal({ cloud_public_cert: south, type: "identity" });
});

test("a method of type aws has the reference's field name", async () => {
  const ask = await mounted("aws");
  expect((await ask("POST", `${path}/a`, { cloud_public_cert: north })).body?.errors).to.deep.equal([
    "missing aws_public_cert",
  ]);
  await ask("POST", `${path}/a`, { aws_public_cert: north });
  expect((await ask("GET", `${path}/a`)).body?.data).to.deep.equal({ aws_public_cert: north, type: "pkcs7" });
});

test("CLOUD-CERT-03: the list has each registered name once, and names are case-sensitive", async () => {
  const ask = await mounted();
  expect(await ask("LIST", "auth/cloud/config/certificates")).to.deep.equal({ status: 404, body: { errors: [] } });
  for (const name of ["b", "a", "A", "b"]) await ask("POST", `${path}/${name}`, { cloud_public_cert: north });
  expect((await ask("LIST", "auth/cloud/config/certificates/")).body?.data).to.deep.equal({ keys: ["A", "a", "b"] });
  expect((await ask("GET", "auth/cloud/config/certificates")).status).to.equal(405);
});

test("a deleted certificate is absent, and may be deleted again", async () => {
  const ask = await mounted();
  await ask("POST", `${path}/a`, { cloud_public_cert: north });
  await ask("POST", `${path}/b`, { cloud_public_cert: north });
  expect((await ask("DELETE", `${path}/a`)).status).to.equal(204);
  expect(await ask("GET", `${path}/a`)).to.deep.equal({ status: 404, body: { errors: [] } });
  expect((await ask("LIST", "auth/cloud/config/certificates")).body?.data).to.deep.equal({ keys: ["b"] });
  expect((await ask("DELETE", `${path}/a`)).status).to.equal(204);
});

test("a write replaces the complete certificate", async () => {
  const ask = await mounted();
  await ask("POST", `${path}/a`, { cloud_public_cert: north, type: "identity" });
  await ask("POST", `${path}/a`, { cloud_public_cert: south });
  expect((await ask("GET", `${path}/a`)).body?.data).to.deep.equal({ cloud_public_cert: south, type: "pkcs7" });
});

for (const [text, fields] of [
  ["missing cloud_public_cert", {}],
  ["missing cloud_public_cert", { cloud_public_cert: null, type: "identity" }],
  ["invalid cloud_public_cert", { cloud_public_cert: "" }],
  ["invalid certificate; should be one PEM block only", { cloud_public_cert: "certificate" }],
  ["invalid certificate; should be one PEM block only", { cloud_public_cert: btoa(`${north}\n${south}`) }],
  [`invalid certificate type "rsa2048"`, { cloud_public_cert: north, type: "rsa2048" }],
  [`invalid certificate type "PKCS7"`, { cloud_public_cert: north, type: "PKCS7" }],
  [`invalid certificate type ""`, { cloud_public_cert: north, type: "" }],
] as const) {
  test(`CLOUD-CERT-04, -06: ${JSON.stringify(fields).slice(0, 60)} is refused, and changes nothing`, async () => {
    const ask = await mounted();
    await ask("POST", `${path}/old`, { cloud_public_cert: south });
    for (const name of ["old", "new"]) {
      expect(await ask("POST", `${path}/${name}`, fields)).to.deep.equal({ status: 400, body: { errors: [text] } });
    }
    expect((await ask("GET", `${path}/old`)).body?.data).to.include({ cloud_public_cert: south });
    expect((await ask("LIST", "auth/cloud/config/certificates")).body?.data).to.deep.equal({ keys: ["old"] });
  });
}

test("the first write requires the create capability, later writes the update capability", async () => {
  const ask = await mounted();
  const policy = `path "${path}/a" { capabilities = ["create"] }`;
  await ask("POST", "sys/policies/acl/registrar", { policy });
  const made = await ask("POST", "auth/token/create", { policies: ["registrar"] });
  const token = (made.body?.auth as JsonObject | undefined)?.client_token as string;
  const register = () => ask("POST", `${path}/a`, { cloud_public_cert: north }, { token });
  expect((await register()).status).to.equal(204);
  expect((await register()).status).to.equal(403);
});
