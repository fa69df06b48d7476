import { test } from "node:test";
import { expect } from "chai";
import { parseCredentialConfig, shownCredentialConfig } from "./credential-config.ts";

const certificate = (options = {}) => parseCredentialConfig("client_certificate", { key_type: "rsa", ...options });

test("password_policy is the only option of the type password", () => {
  expect(parseCredentialConfig("password", {})).to.deep.equal({});
  expect(parseCredentialConfig("password", { password_policy: "long" })).to.deep.equal({ password_policy: "long" });
  for (const options of [{ key_bits: 2048 }, { toString: "x" }, { password_policy: ["x"] }]) {
    expect(() => parseCredentialConfig("password", options)).to.throw(/^credential_config validation failed: /);
  }
});

test("DB-CREDCONF-03, -04: key_type is required for certificates, and is rsa, ec or ed25519", () => {
  for (const key_type of ["", "dsa", "RSA2", "toString"])
    expect(() => certificate({ key_type })).to.throw("invalid key_type");
  for (const key_type of ["rsa", "ec", "ed25519"]) expect(certificate({ key_type }).key_type).to.equal(key_type);
});

test("DB-CREDCONF-05, -06, -07, -08: key_bits must match the key type", () => {
  expect(certificate().key_bits).to.equal("2048");
  expect(certificate({ key_type: "ec" }).key_bits).to.equal("256");
  expect(parseCredentialConfig("rsa_private_key", {}).key_bits).to.equal("2048");
  for (const key_bits of [2048, "3072", 4096]) expect(certificate({ key_bits }).key_bits).to.equal(String(key_bits));
  for (const key_bits of [224, 256, 384, 521]) certificate({ key_type: "ec", key_bits });
  for (const key_bits of [1024, 256, 8192])
    expect(() => certificate({ key_bits })).to.throw(`invalid key_bits: ${key_bits}`);
  for (const key_bits of [512, 2048])
    expect(() => certificate({ key_type: "ec", key_bits })).to.throw("invalid key_bits");
  expect(() => parseCredentialConfig("rsa_private_key", { key_bits: 1 })).to.throw("invalid key_bits: 1");
  certificate({ key_type: "ed25519", key_bits: 1024 });
});

test("DB-CREDCONF-09: signature_bits are 256 by default, or 384 or 512", () => {
  expect(certificate().signature_bits).to.equal("256");
  for (const signature_bits of [256, 384, "512"]) certificate({ signature_bits });
  for (const signature_bits of [128, 224, 1]) expect(() => certificate({ signature_bits })).to.throw("signature_bits");
});

test("DB-CREDCONF-11: certificate and key must be PEM, and the key is not shown", () => {
  const pem = (name: string) => `-----BEGIN ${name}-----\nAAAA\n-----END ${name}-----\n`;
  const config = certificate({ ca_cert: pem("CERTIFICATE"), ca_private_key: pem("EC PRIVATE KEY") });
  expect(shownCredentialConfig(config)).to.include.keys("ca_cert").and.not.include.keys("ca_private_key");
  expect(() => certificate({ ca_cert: "AAAA" })).to.throw("ca_cert is not PEM");
  expect(() => certificate({ ca_private_key: pem("CERTIFICATE") })).to.throw("ca_private_key is not PEM");
});
