import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { expect } from "chai";
import { z } from "zod";
import { frame } from "./frame.ts";
import { message, protocolVersion } from "./message.ts";

test("a change of the messages of a link increases the version of the protocol, and both are recorded here", () => {
  const shape = JSON.stringify(z.toJSONSchema(frame, { unrepresentable: "any" }));
  const digest = createHash("sha256").update(shape).digest("hex").slice(0, 16);
  expect({ protocolVersion, digest }).to.deep.equal({ protocolVersion: 12, digest: "c0171eb336be51be" });
});

test("docs/link-protocol.md is of this version, and has every frame and message", async () => {
  const text = await readFile(new URL("../../../docs/link-protocol.md", import.meta.url), "utf8");
  const [, version] = /This is version (\d+);/.exec(text) ?? [];
  expect(Number(version)).to.equal(protocolVersion);
  const options = [...frame.options, ...message.unwrap().options];
  const types = options.map((option) => {
    const { type } = ("unwrap" in option ? option.unwrap() : option).shape;
    return type.value;
  });
  expect(types.filter((type) => !text.includes(`\`${type}\``))).to.deep.equal([]);
  expect(types).to.include.members(["introduction", "certificate", "entries", "claim"]);
});
