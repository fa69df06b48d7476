import { suite, test } from "node:test";
import { expect } from "chai";
import { readmeCommands } from "./readme-commands.ts";

suite("the commands of a README", () => {
  const indented =
    "# Title\n\nWords.\n\n    npm ci && npm start     # plays\n    npm ci && npm test      # tests\n\nMore.\n";
  const later = "\n```sh\nnpm publish\n```\n\n    npm unpublish\n";

  test("are read from an indented block", () => {
    expect(readmeCommands(indented + later)).to.deep.equal(["npm ci && npm start", "npm ci && npm test"]);
  });
  test("are read from a fenced block", () => {
    const fenced = "# Title\n\n```sh\nnpm ci && npm start # plays\nnpm ci && npm test\n```\n";
    expect(readmeCommands(fenced + later)).to.deep.equal(["npm ci && npm start", "npm ci && npm test"]);
  });
  test("are empty without a block", () => {
    expect(readmeCommands("# Title\n\nWords.\n")).to.deep.equal([]);
  });
});
