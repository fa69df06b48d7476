import { test } from "node:test";
import { expect } from "chai";
import { FramesInParts } from "./frames-in-parts.ts";

const part = (frame: number, number: number, status: string, text: string) =>
  JSON.stringify({ type: "part", frame, number, status, text });

test("the last part of a frame yields the whole frame, for each direction and frame", () => {
  const parts = new FramesInParts();
  const [one, two] = [part(0, 0, "more", '{"type":'), part(0, 1, "last", '"message"}')];
  const other = part(1, 0, "more", "other");
  expect(parts.wholeOf("a>b", one)).to.equal(one);
  expect(parts.wholeOf("a>b", other)).to.equal(other);
  expect(parts.wholeOf("b>a", two), "other direction").to.equal(two);
  expect(parts.wholeOf("a>b", two)).to.equal('{"type":"message"}');
  expect(parts.wholeOf("a>b", part(1, 1, "abandoned", ""))).to.include("abandoned");
  const late = part(1, 1, "last", "late");
  expect(parts.wholeOf("a>b", late)).to.equal(late);
});

test("a new connection restarts the numbers, and content that is not a part is returned unchanged", () => {
  const parts = new FramesInParts();
  parts.wholeOf("a>b", part(0, 0, "more", "lost"));
  parts.wholeOf("a>b", part(0, 0, "more", "new "));
  expect(parts.wholeOf("a>b", part(0, 1, "last", "one"))).to.equal("new one");
  for (const content of ['{"type":"message"}', '{"type":"part"', '{"type":"part"}', ""]) {
    expect(parts.wholeOf("a>b", content)).to.equal(content);
  }
});
