import { suite, test } from "node:test";
import { expect } from "chai";
import { fenced, playOf } from "./page.ts";

const page = [
  "# Title",
  "```sh",
  "npm ci",
  "```",
  "Words.",
  "```sh",
  "UNDERSTUDY_ROOT_TOKEN=root node bin/understudy.js up --topology one &    # one cluster",
  "```",
  "```console",
  "$ vault status",
  "```",
  "```sh",
  "curl a",
  "curl b",
  "```",
].join("\n");

suite("a page with examples", () => {
  test("has blocks of a language, each with the line where its text begins", () => {
    expect(fenced(page, "console")).to.deep.equal([{ line: 10, text: "$ vault status\n" }]);
    expect(fenced(page, "sh").map(({ line }) => line)).to.deep.equal([3, 7, 13]);
  });

  test("contains the `up` command and the blocks after it", () => {
    expect(playOf(page, "a.md")).to.deep.equal({
      environment: { UNDERSTUDY_ROOT_TOKEN: "root" },
      up: ["--topology", "one"],
      blocks: [{ line: 13, text: "curl a\ncurl b\n" }],
    });
  });

  test("is rejected if it starts no clusters or has no curl command", () => {
    expect(() => playOf("```sh\ncurl a\n```\n", "a.md")).to.throw("a.md raises clusters");
    expect(() => playOf("```sh\nnode bin/understudy.js up\n```\n", "a.md")).to.throw("a.md asks by curl");
  });
});
