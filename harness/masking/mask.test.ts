import { describe, test } from "node:test";
import { expect } from "chai";
import { maskExchange, maskSecrets } from "#harness/masking/mask.ts";
import { maskText } from "#harness/masking/mask-text.ts";

const token = `hvs.${"CAESIJ0aX9".repeat(3)}`;
const bare = {
  number: 1,
  at: 0,
  cluster: "Oslo",
  method: "POST",
  path: "auth/cloud/login",
  rootToken: "root-4711-4711",
  status: 200,
};

describe("fields with secret names", () => {
  for (const name of [
    ...[
      "password",
      "token",
      "client_token",
      "secret_key",
      "secret",
      "root_private_key",
      "private_key",
      "secretAccessKey",
    ],
    ...[
      "iam_request_headers",
      "iam_request_body",
      "accessor",
      "Authorization",
      "X-Vault-Token",
      "CLIENT-TOKEN",
      "pkcs7",
    ],
  ]) {
    test(`${name} is masked`, () => {
      expect(maskSecrets({ [name]: "opensesame" })).to.deep.equal({ [name]: "•••" });
    });
  }

  for (const name of ["token_ttl", "token_policies", "password_policy", "username", "secret_path", "tokens_left"]) {
    test(`${name} is shown`, () => {
      expect(maskSecrets({ [name]: "opensesame" })).to.deep.equal({ [name]: "opensesame" });
    });
  }

  test("nested in objects and arrays", () => {
    expect(maskSecrets({ data: [{ auth: { client_token: "a" } }, [{ password: 12 }]] })).to.deep.equal({
      data: [{ auth: { client_token: "•••" } }, [{ password: "•••" }]],
    });
  });

  test("a whole object or list under a secret name", () => {
    expect(maskSecrets({ secret: { a: "opensesame" }, password: ["opensesame"] })).to.deep.equal({
      secret: "•••",
      password: "•••",
    });
  });

  test("an empty value is shown", () => {
    const none = { token: null, password: "", secret: false };
    expect(maskSecrets(none)).to.deep.equal(none);
  });
});

describe("texts", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["a token", `denied for ${token}.`, "denied for •••."],
    ["a token of the old form", `s.${"aB3".repeat(8)} is gone`, "••• is gone"],
    ["an access key", "AKIAIOSFODNN7EXAMPLE and ASIAIOSFODNN7EXAMPLE", "••• and •••"],
    ["an address", "postgresql://ada:open:s@sa/me@db:5432/x?ssl=off", "postgresql://ada:•••@db:5432/x?ssl=off"],
    ["an address without a user", "redis://:opensesame@db/0", "redis://:•••@db/0"],
    ["a connection setting", "host=db password='open sesame' user=ada", "host=db password=••• user=ada"],
    [
      "a connection setting quoted in JSON",
      '{"a":"password=\\"open sesame\\" user=ada"}',
      '{"a":"password=••• user=ada"}',
    ],
    ["a query", "sys/x?token=opensesame&a=b", "sys/x?token=•••&a=b"],
    ["a header", "Authorization: Bearer opensesame", "Authorization: Bearer •••"],
    ["a signature", "SignedHeaders=host, Signature=0a1b2c", "SignedHeaders=host, Signature=•••"],
    ["an activation token", "use eyJhbGciOiJFUzUxMiJ9.eyJhIjoxfQ.c2ln now", "use ••• now"],
    ["an activation token for a public key", `use activation-1.${"aZ-_09".repeat(30)} now`, "use ••• now"],
    ["a private key", "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n", "•••\n"],
    ["a private key cut short", "-----BEGIN PRIVATE KEY-----\nMIIE", "•••"],
    ["broken JSON", '{"password": "open\\"sesame", "a": 1', '{"password": "•••", "a": 1'],
    ["JSON quoted once more", '{\\"token\\": \\"opensesame\\"}', '{\\"token\\": \\"•••\\"}'],
    ["an address with a port and none", "http://127.0.0.1:8200/v1/sys/health", "http://127.0.0.1:8200/v1/sys/health"],
    ["a sentence", "Let the bass.clarinet play s.o.s. to AKI", "Let the bass.clarinet play s.o.s. to AKI"],
  ];
  for (const [name, text, expected] of cases) {
    test(name, () => {
      expect(maskText(text)).to.equal(expected);
    });
  }

  test("takes time linear in the length of any text", () => {
    // Seconds in total if linear, minutes for each text if not.
    for (const part of ["a", "x://", "x://a:", "a://b:c", "a:'", "%41", '\\"a\\":', "a=", "@"]) {
      const began = performance.now();
      maskText(part.repeat(200_000 / part.length));
      expect(performance.now() - began, part).to.be.below(20_000);
    }
  });

  test("JSON inside texts inside JSON", () => {
    const inner = JSON.stringify({ policy: JSON.stringify([{ secret_key: "opensesame" }]) });
    expect(JSON.stringify(maskSecrets({ body: inner }))).not.to.contain("opensesame");
  });

  test("names that are secrets themselves", () => {
    expect(JSON.stringify(maskSecrets({ [token]: { ttl: 1 } }))).not.to.contain(token);
  });

  test("values deeper than any response", () => {
    let value: unknown = "harmless";
    for (let depth = 0; depth < 200; depth += 1) value = [value];
    expect(JSON.stringify(maskSecrets(value))).not.to.contain("harmless");
  });
});

describe("exchanges", () => {
  test("have the kind of the token instead of the token", () => {
    expect(maskExchange(bare).token).to.equal(null);
    expect(maskExchange({ ...bare, token: "root-4711-4711" }).token).to.equal("root");
    expect(maskExchange({ ...bare, token: "another-client" }).token).to.equal("masked");
  });

  test("show no token in any other place", () => {
    const exchange = maskExchange({
      ...bare,
      token: "homemade-token",
      path: "auth/token/lookup/homemade-token",
      responseBody: { errors: ["root-4711-4711 is no homemade-token"] },
    });
    expect(exchange.path).to.equal("auth/token/lookup/•••");
    expect(exchange.responseBody).to.deep.equal({ errors: ["••• is no •••"] });
  });

  test("hide an unwrapped body, but not the reason of a failure", () => {
    const path = "sys/wrapping/unwrap";
    const errors = { errors: ["wrapping token is not valid"] };
    expect(maskExchange({ ...bare, path, responseBody: { data: { colour: "blue" } } }).responseBody).to.equal("•••");
    expect(maskExchange({ ...bare, path, status: 400, responseBody: errors }).responseBody).to.deep.equal(errors);
  });

  test("hide an activation token for a public key in both directions", () => {
    const activation = `activation-1.${"aZ-_09".repeat(30)}`;
    const issued = maskExchange({ ...bare, path: "sys/replication/x", responseBody: { data: { token: activation } } });
    expect(issued.responseBody).to.deep.equal({ data: { token: "•••" } });
    const used = maskExchange({ ...bare, path: "sys/replication/x", requestBody: { token: activation } });
    expect(used.requestBody).to.deep.equal({ token: "•••" });
  });

  test("do not change the original bodies", () => {
    const requestBody = { password: "opensesame" };
    maskExchange({ ...bare, requestBody });
    expect(requestBody.password).to.equal("opensesame");
  });
});

describe("key shares", () => {
  for (const path of [
    "sys/init",
    "sys/unseal",
    "sys/rekey/update",
    "sys/generate-root/update",
    "team/sys/rekey/init",
  ]) {
    test(`are masked in requests to and responses from ${path}`, () => {
      const exchange = maskExchange({
        ...bare,
        path,
        requestBody: { key: "0123abcd" },
        responseBody: {
          keys: ["0123abcd"],
          keys_base64: ["ASOrzQ=="],
          otp: "opensesame",
          encoded_token: "x",
          progress: 1,
        },
      });
      expect(JSON.stringify(exchange)).not.to.match(/0123abcd|ASOrzQ|opensesame/);
      expect(exchange.responseBody).to.include({ progress: 1 });
    });
  }

  test("are masked under a mistyped name, in place of a name, in a list and in a body that is not JSON", () => {
    const share = "5f0c1d9ab37e42866f31aa09c4d2e7b8";
    for (const requestBody of [
      { kye: share },
      { data: { k: [share] } },
      { [share]: true },
      [share],
      `{"key": "${share}`,
    ]) {
      const { requestBody: shown } = maskExchange({ ...bare, path: "sys/unseal", requestBody });
      expect(JSON.stringify(shown)).to.include("•••").and.not.include(share.slice(0, 8));
    }
  });

  test("have field names that are shown elsewhere", () => {
    const listed = maskExchange({ ...bare, path: "colours", responseBody: { data: { keys: ["sky"] } } });
    expect(listed.responseBody).to.deep.equal({ data: { keys: ["sky"] } });
  });
});
