import { describe, test } from "node:test";
import { expect } from "chai";
import { addressOf, isShown, narrows, type View, viewOf } from "./view.ts";

const all: View = { status: "", tag: "", text: "", at: "" };
const lost = { status: "failed", tags: ["db-role-01", "needs-partition"], text: "failover › nothing is lost" };

describe("a view's address", () => {
  const views: readonly View[] = [
    all,
    { ...all, at: "scenario-2" },
    { ...all, status: "not-played" },
    { ...all, tag: "@DB-ROLE", text: 'a&b=c #1 "50 %" ü', at: "DB-ROLE-01" },
    { status: "failed", tag: "DB", text: "lost lease", at: "scenario-3" },
  ];
  for (const view of views) {
    test(`${JSON.stringify(addressOf(view))} parses to its view`, () => {
      expect(viewOf(addressOf(view))).to.deep.equal(view);
    });
  }

  test("is only an id without filters, and empty for all items from the top", () => {
    expect(addressOf({ ...all, at: "scenario-2" })).to.equal("#scenario-2");
    expect(addressOf(all)).to.equal("");
  });

  test("shows all items if it is invalid", () => {
    for (const hash of ["", "#", "#status=wrong", "#nothing=here", "#%=%E0%A4%A"]) {
      expect(viewOf(hash), hash).to.deep.equal(all);
    }
  });
});

describe("an item is shown", () => {
  test("if its status is selected, or no status is", () => {
    expect(isShown(lost, all)).to.equal(true);
    expect(isShown(lost, { ...all, status: "failed" })).to.equal(true);
    expect(isShown(lost, { ...all, status: "passed" })).to.equal(false);
  });

  test("if one of its tags begins with the text, with or without @, in any case", () => {
    for (const tag of ["DB-ROLE-01", "@db-role", " needs-"]) expect(isShown(lost, { ...all, tag }), tag).to.equal(true);
    for (const tag of ["ROLE", "db-role-011"]) expect(isShown(lost, { ...all, tag }), tag).to.equal(false);
  });

  test("if every word occurs, in any order and case", () => {
    for (const text of ["LOST", "lost  failover", " › "]) expect(isShown(lost, { ...all, text }), text).to.equal(true);
    expect(isShown(lost, { ...all, text: "lost found" })).to.equal(false);
  });

  test("only if all filters match", () => {
    expect(isShown(lost, { ...all, status: "failed", tag: "DB", text: "lost" })).to.equal(true);
    expect(isShown(lost, { ...all, status: "failed", tag: "REPL", text: "lost" })).to.equal(false);
  });
});

test("spaces are not a filter", () => {
  expect(narrows({ ...all, text: "  ", tag: " " })).to.equal(false);
  expect(narrows({ ...all, text: "a" })).to.equal(true);
});
