import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { curlCalls, vaultCalls } from "./call.ts";
import { fenced } from "./page.ts";

suite("a call is the same call", () => {
  const read = { does: "read", at: "$OSLO", path: "sys/health", fields: {} };
  const written = { does: "write", at: "$OSLO", path: "a/b", fields: { id: "lima", token: "$T" } };

  test("with curl, inside a line and over several lines", () => {
    expect(curlCalls('x=$(curl -s -H "$TOKEN" $OSLO/v1/sys/health | sed s/a/b/)')).to.deep.equal([read]);
    const body = `'{"id": "lima", "token": "'$T'"}'`;
    expect(curlCalls(`curl -H "a: b" -d ${body} \\\n  $OSLO/v1/a/b\ncurl $OSLO/v1/sys/health`)).to.deep.equal([
      written,
      read,
    ]);
    expect(curlCalls("until curl -f -X POST $OSLO/v1/c; do sleep 1; done")).to.deep.equal([
      { does: "write", at: "$OSLO", path: "c", fields: {} },
    ]);
  });

  test("with vault, with flags anywhere", () => {
    expect(vaultCalls("$ x=$(vault read -field=state -address=$OSLO sys/health | grep a)")).to.deep.equal([read]);
    expect(vaultCalls("$ vault write -address=$OSLO a/b id=lima token=$T")).to.deep.equal([written]);
    expect(vaultCalls("$ vault kv put -address=$OSLO -mount=s c d=e")).to.deep.equal([
      { does: "write", at: "$OSLO", path: "s/data/c", fields: { data: { d: "e" } } },
    ]);
  });
});

test("docs/failover.md has each call for curl and for vault, in the same order, to the same clusters, with the same fields", () => {
  const page = readFileSync(new URL("../../docs/failover.md", import.meta.url), "utf8");
  const textOf = (language: string) => fenced(page, language).map(({ text }) => text);
  const [curl, vault] = [curlCalls(textOf("sh").join("\n")), vaultCalls(textOf("console").join("\n"))];
  expect(curl).to.have.length.above(30);
  expect(vault).to.deep.equal(curl);
});
