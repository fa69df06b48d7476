import { suite, test } from "node:test";
import { expect } from "chai";
import { Exchanges } from "#harness/history/exchanges.ts";
import { recording } from "#harness/history/recorder.suite.ts";
import { maskExchange } from "#harness/masking/mask.ts";
import { recordedRequests } from "#harness/stages/recording/recorded-requests.ts";
import { describe, type Schema } from "../reference/described.ts";
import { type DocumentedOperation, documentedOperations } from "../reference/operations.ts";
import { secrets, slips, tracesOf } from "./bodies.suite.ts";

const operations = documentedOperations(await describe());
/** A secret that only the name of its field reveals as such, because it consists of digits and letters. */
const secret = secrets["unseal key share in hex"];
const bare = { number: 1, at: 0, cluster: "Oslo", method: "POST", rootToken: "a-root-token", status: 400 };

const pathOf = ({ path }: DocumentedOperation) => path.replaceAll(/:\w+/g, "x");
const isSecret = ({ format }: Schema) => format === "password";
const secretFields = operations.flatMap((operation) =>
  operation.fields
    .filter(({ place, schema }) => place === "body" && isSecret(schema))
    .map(({ name }) => ({ path: pathOf(operation), name })),
);
const secretAnswers = operations.flatMap((operation) =>
  Object.entries(operation.data?.properties ?? {})
    .filter(([, schema]) => isSecret(schema))
    .map(([name]) => ({ path: pathOf(operation), name })),
);

async function historyOf(path: string, body: string, query?: string): Promise<string> {
  const { recorder, events } = recording(() => 0);
  const exchanges = new Exchanges({ recorder, now: () => 0, isOpen: true });
  const errors = [`invalid value: ${body}`, query ?? ""];
  const refusal = { status: 400, headers: {}, body: JSON.stringify({ errors }), requestId: "" };
  const handle = recordedRequests(async () => refusal, { exchanges, name: "Oslo", rootToken: bare.rootToken });
  const target = `/v1/${path}${query === undefined ? "" : `?${query}`}`;
  await handle({ method: "POST", target, headers: {}, body, remoteAddress: "127.0.0.1" });
  return JSON.stringify(events);
}

suite("a field that the endpoint table marks as a secret", () => {
  test("occurs in the table often enough for this test", () => {
    expect(secretFields.length).to.be.above(20);
    expect(secretAnswers.length).to.be.above(2);
    expect(secretFields.map(({ path }) => path)).to.include.members([
      "sys/unseal",
      "sys/rekey/update",
      "sys/tools/hash",
    ]);
  });

  for (const { path, name } of secretFields) {
    test(`is masked in requests: ${name} of ${path}`, () => {
      for (const requestBody of [{ [name]: secret }, { [name.toUpperCase()]: secret }]) {
        expect(JSON.stringify(maskExchange({ ...bare, path, requestBody }))).to.not.include(secret);
      }
    });

    test(`is in no history, even after client errors: ${name} of ${path}`, async () => {
      for (const { what, body = "", query } of slips(name, secret)) {
        const history = await historyOf(path, body, query);
        for (const trace of tracesOf(secret)) expect(history, what).to.not.include(trace);
      }
    });
  }

  for (const { path, name } of secretAnswers) {
    test(`is masked in answers: ${name} of ${path}`, () => {
      const answer = { ...bare, path, status: 200, responseBody: { data: { [name]: secret } } };
      expect(JSON.stringify(maskExchange(answer))).to.not.include(secret);
    });
  }
});

suite("any key share that a client may send", () => {
  for (const path of [
    "sys/init",
    "sys/unseal",
    "sys/rekey/update",
    "ns1/sys/rekey/verify",
    "sys/generate-root/update",
  ]) {
    test(`is in no report of a scenario: ${path}`, () => {
      for (const { what, body, query } of slips("key", secret)) {
        const asked = query === undefined ? path : `${path}?${decodeURIComponent(query)}`;
        const shown = JSON.stringify(maskExchange({ ...bare, path: asked, requestBody: body }));
        for (const trace of tracesOf(secret)) expect(shown, what).to.not.include(trace);
      }
      const mistaken = [{ share: secret }, { [secret]: true }, { data: { key: secret } }, { keys: [secret] }];
      for (const requestBody of mistaken) {
        expect(JSON.stringify(maskExchange({ ...bare, path, requestBody }))).to.not.include(secret);
      }
      expect(JSON.stringify(maskExchange({ ...bare, path: `${path}/${secret}` }))).to.not.include(secret);
    });
  }

  test("is in no history if an error quotes it or it follows the path", async () => {
    expect(await historyOf(`sys/unseal/${secret}`, "")).to.not.include(secret);
    expect(await historyOf("sys/unseal", `{"share":"${secret}"}`)).to.not.include(secret);
  });

  test("is in no history among thousands of other words", async () => {
    const words = Array.from({ length: 2_000 }, (_, index) => `another-word-${index}`);
    const history = await historyOf("sys/unseal", `${words.join(" ")} ${secret}`);
    expect(history).to.not.include(secret);
    expect(history).to.include('"status":400,"body":"•••"');
  });

  test("leaves other texts unmasked", async () => {
    const policies = { policy: 'path "a" {}' };
    const { requestBody } = maskExchange({ ...bare, path: "sys/policies/acl/x", requestBody: policies });
    expect(requestBody).to.deep.equal(policies);
    expect(maskExchange({ ...bare, path: "sys/unseal", requestBody: { reset: true } }).requestBody).to.deep.equal({
      reset: true,
    });
    const list = { data: { keys: ["painter"] } };
    expect(maskExchange({ ...bare, path: "auth/cloud/roles", responseBody: list }).responseBody).to.deep.equal(list);
    expect(await historyOf("secret/metadata/x", "", "list=true")).to.include("secret/metadata/x?list=true");
    expect(await historyOf("secret/data/x", "", "version=3")).to.include("secret/data/x?version=3");
  });
});
