import { test } from "node:test";
import { expect } from "chai";
import { answers, demand, runTool } from "./tool.ts";

const node = process.execPath;
const here = { folder: import.meta.dirname };

test("returns the output on both streams and the exit code", async () => {
  let received = "";
  const onOutput = (text: string) => {
    received += text;
  };
  const options = { ...here, environment: { WORD: "blue" }, onOutput };
  const words = ["-e", "process.stdout.write(process.env.WORD); process.stderr.write(' red'); process.exitCode = 3"];
  const { output, ending } = await runTool(node, words, options);
  expect(ending).to.equal(3);
  expect(output).to.include("blue").and.to.include("red");
  expect(received).to.equal(output);
});

test("rejects with the output of a program that had to succeed and failed", async () => {
  const failure = await demand(node, ["-e", "console.log('no such wheel'); process.exit(1)"], here).catch(String);
  expect(failure).to.include("ended with 1").and.to.include("no such wheel");
});

test("is false for a program that is missing, fails, or prints another text", async () => {
  expect(await answers("/nowhere/python3", [])).to.equal(false);
  expect(await answers(node, ["-e", "process.exit(1)"])).to.equal(false);
  expect(await answers(node, ["-p", "1"], (output) => output === "2\n")).to.equal(false);
  expect(await answers(node, ["-p", "1"], (output) => output === "1\n")).to.equal(true);
});
