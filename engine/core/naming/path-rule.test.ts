import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { loneEngine } from "../../engine.suite.ts";
import { requireName, requirePath } from "./path-rule.ts";

const unreachable = [
  "..",
  ".",
  "a/../b",
  "a/./b",
  "../a",
  "a/..",
  "a//b",
  "a\0b",
  "a\nb",
  "a\u0085",
  "a\u2028b",
  "\ud800",
  "a\udc00b",
  " a",
  "a ",
  "a\u00a0",
  "x".repeat(1025),
  "",
];
const wild = ["*", "a*", "a/*", "+", "a/+/b", "a+b"];
const usual = ["a", "a/b", "a.b", "..a", "a-b_c/d e", "ä/日本", "😀", "a@b:c,d", "x".repeat(1024)];

function refusal(check: () => void): string {
  try {
    check();
    return "none";
  } catch (error) {
    return (error as Error).message;
  }
}

for (const path of [...unreachable, ...wild]) {
  test(`the path ${JSON.stringify(path.slice(0, 20))} is refused with the name of the field and the rule`, () => {
    expect(refusal(() => requirePath("to", path)))
      .to.match(/^to: ".*" is refused; allowed are 1 to 1024 characters, .* no control characters, "\*" or "\+"$/)
      .and.satisfy((text: string) => text.isWellFormed() && text.length < 500);
  });
}

test("names may contain wildcards, as email addresses do, and otherwise follow the rule of paths", () => {
  expect(wild.map((name) => refusal(() => requireName("name", name)))).to.eql(wild.map(() => "none"));
  for (const name of unreachable)
    expect(
      refusal(() => requireName("name", name)),
      name,
    ).to.match(/^name: /);
});

test("ordinary paths and names are accepted, paths also with a slash at the end", () => {
  for (const path of usual) {
    expect(refusal(() => requirePath("path", path))).to.equal("none");
    expect(refusal(() => requirePath("path", `${path}/`))).to.equal("none");
    expect(refusal(() => requireName("name", path))).to.equal("none");
  }
  expect(refusal(() => requirePath("path", "a//"))).to.match(/^path: /);
});

suite("a path or name that no request can reach is refused", () => {
  async function stored({ ask }: Awaited<ReturnType<typeof loneEngine>>): Promise<unknown> {
    const lists = [
      "sys/namespaces",
      "identity/entity/name",
      "identity/group/name",
      "identity/entity-alias/id",
      "sys/policies/acl",
      "sys/quotas/rate-limit",
    ];
    const reads = ["sys/mounts", "sys/auth", "sys/audit", "sys/quotas/config"];
    const data = [];
    for (const path of lists) data.push((await ask("LIST", path)).body?.data ?? null);
    for (const path of reads) data.push((await ask("GET", path)).body?.data ?? null);
    return data;
  }

  test("in a path or name field of a request body", async () => {
    const lone = await loneEngine();
    const { ask, clock } = lone;
    for (const [path, fields] of [
      ["sys/mounts/kv", { type: "kv" }],
      ["sys/auth/people", { type: "userpass" }],
      ["identity/entity", { name: "ada" }],
      ["kv/sky", { shade: "blue" }],
    ] as const) {
      expect((await ask("POST", path, fields)).status, path).to.be.below(300);
    }
    const { body: entity } = await ask("GET", "identity/entity/name/ada");
    const canonical_id = String((entity?.data as JsonObject | undefined)?.id);
    const { body: methods } = await ask("GET", "sys/auth");
    const mount_accessor = String((methods?.["people/"] as JsonObject | undefined)?.accessor);
    const before = await stored(lone);
    const strange = unreachable.filter((name) => name !== "");
    const writes: [path: string, field: string, names: readonly string[], fields: (name: string) => JsonObject][] = [
      // Leading and trailing slashes are not part of a mount's path; blanks are.
      ["sys/remount", "to", [...strange, ...wild, "/"], (to) => ({ from: "kv", to })],
      ["sys/remount", "to", [...strange, ...wild].map((to) => `auth/${to}`), (to) => ({ from: "auth/people", to })],
      ["sys/remount", "to", ["auth/", "auth//"], (to) => ({ from: "auth/people", to })],
      ["sys/remount", "from", [...strange, ...wild], (from) => ({ from, to: "elsewhere" })],
      [
        "sys/quotas/rate-limit/q",
        "path",
        ["kv/../kv", "kv//a", "kv/\n", "kv/\ud800*", "kv/+/a"],
        (path) => ({ path, rate: 1 }),
      ],
      [
        "sys/quotas/config",
        "rate_limit_exempt_paths",
        ["a//b", "a\nb", "..", "\ud800"],
        (path) => ({ rate_limit_exempt_paths: [path] }),
      ],
      ["identity/entity", "name", strange, (name) => ({ name })],
      ["identity/group", "name", strange, (name) => ({ name })],
      ["identity/entity-alias", "name", strange, (name) => ({ name, canonical_id, mount_accessor })],
      [`identity/entity/id/${canonical_id}`, "name", strange, (name) => ({ name })],
    ];
    for (const [path, field, names, fields] of writes) {
      for (const name of names) {
        const { status, body } = await ask("POST", path, fields(name));
        const about = `${path} ${field} ${JSON.stringify(name.slice(0, 20))}`;
        expect(status, about).to.equal(400);
        expect(String((body?.errors as readonly string[] | undefined)?.[0]), about).to.match(
          new RegExp(`^${field}: ".*" is refused; allowed are `),
        );
      }
    }
    await clock.pass(1);
    expect(await stored(lone)).to.deep.equal(before);
    expect((await ask("GET", "kv/sky")).body?.data).to.deep.equal({ shade: "blue" });
  });

  test("in the path of the request", async () => {
    const lone = await loneEngine();
    const before = await stored(lone);
    for (const [path, fields] of [
      ["sys/mounts/", { type: "kv" }],
      ["sys/auth/", { type: "userpass" }],
      ["sys/audit/", { type: "file", options: { file_path: "discard" } }],
      ["sys/namespaces/", {}],
      ["sys/policies/acl/", { policy: 'path "a" {}' }],
      ["identity/entity/name/", {}],
      ["identity/group/name/", {}],
    ] as const) {
      const mayHoldWildcards = /policies|identity/.test(path);
      const names = [
        ...unreachable.filter((name) => name !== "" && name.isWellFormed()),
        ...(mayHoldWildcards ? [] : wild),
      ];
      for (const name of names) {
        const { status, body } = await lone.ask("POST", path + encodeURIComponent(name), fields);
        expect(
          [status, JSON.stringify(body?.errors)].join(" "),
          `${path} ${JSON.stringify(name.slice(0, 20))}`,
        ).to.match(/^400 .*\w/);
      }
    }
    expect((await lone.ask("POST", "cubbyhole/a\ud800", { a: 1 })).status).to.equal(400);
    expect(await stored(lone)).to.deep.equal(before);
  });

  test("a mount is moved to an ordinary path together with its secrets", async () => {
    const { ask, clock } = await loneEngine();
    await ask("POST", "sys/mounts/kv", { type: "kv" });
    await ask("POST", "kv/sky", { shade: "blue" });
    expect((await ask("POST", "sys/remount", { from: "/kv/", to: "/deep/er kv/" })).status).to.equal(200);
    await clock.pass(1);
    expect((await ask("GET", "deep/er%20kv/sky")).body?.data).to.deep.equal({ shade: "blue" });
  });
});
