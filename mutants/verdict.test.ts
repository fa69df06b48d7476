import { suite, test } from "node:test";
import { expect } from "chai";
import type { Played } from "./play.ts";
import { judge } from "./verdict.ts";

const mutant = { ids: ["A-01", "A-02"], file: "a.ts", why: "x", find: "a", replace: "b", place: "some:1" };
const escaping = { ...mutant, escapes: "it cannot be seen" };
const played: Played = {
  held: [],
  broken: ["A-01", "A-02", "B-01"],
  because: {},
  failedAt: ["it rains"],
  isLoaded: true,
  milliseconds: 5,
};

suite("a mutant", () => {
  test("is caught if all of its ids are broken, and other broken ids are listed", () => {
    const judged = judge(mutant, played);
    expect(judged).to.deep.include({ outcome: "caught", isAsListed: true, others: ["B-01"], failedAt: ["it rains"] });
  });

  test("has escaped if one of its ids holds", () => {
    const judged = judge(mutant, { ...played, held: ["A-02"], broken: ["A-01", "B-01"] });
    expect(judged).to.include({ outcome: "ESCAPED", isAsListed: false, remark: "still held: A-02" });
  });

  test("is caught if one of its ids is not judged because of another of them, but not because of any other id", () => {
    const attributed = (because: Readonly<Record<string, string>>) =>
      judge(mutant, { ...played, broken: ["A-01", "B-01"], because }).outcome;
    expect(attributed({ "A-02": "A-01" })).to.equal("caught");
    expect(attributed({ "A-02": "B-01" })).to.equal("ESCAPED");
  });

  test("listed as escaping may escape and must not be caught", () => {
    const escaped = judge(escaping, { ...played, broken: [] });
    expect(escaped).to.include({ outcome: "escapes, as listed", isAsListed: true });
    expect(judge(escaping, played)).to.include({ outcome: "caught", isAsListed: false });
  });

  const silent = [
    ["that does not start", { ...played, trouble: "it ended with 1" }, "it ended with 1"],
    ["that is not loaded", { ...played, isLoaded: false }, "no scenario of its ids loads the file"],
  ] as const;
  for (const [what, outcome, remark] of silent) {
    test(`${what} is neither caught nor escaped`, () => {
      for (const one of [mutant, escaping]) {
        expect(judge(one, outcome)).to.include({ outcome: "NO VERDICT", isAsListed: false, remark });
      }
    });
  }
});
