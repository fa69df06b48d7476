import { suite, test } from "node:test";
import { expect } from "chai";
import { formsOf } from "./forms.ts";

const cluster = { name: "cluster", regexp: "Oslo|Lima" };

suite("the forms of a parameter", () => {
  const forms = (regexp: string) => formsOf({ name: "own", regexp }, [cluster]);

  test("are its alternatives, also of groups", () => {
    expect(forms("two|one")).to.deep.equal(["one", "two"]);
    expect(forms("all (?:blue|red) ones")).to.deep.equal(["all (blue / red) ones"]);
    expect(forms("all (blue) ones")).to.deep.equal(["all blue ones"]);
  });

  test("have brackets around what may be left out or repeated", () => {
    expect(forms("blue(?: and red)?")).to.deep.equal(["blue[ and red]"]);
    expect(forms("blue(?:, (?:red|green))*")).to.deep.equal(["blue[, (red / green)]…"]);
    expect(forms("(?:soon |after a while )?")).to.deep.equal(["[soon / after a while]"]);
    expect(forms("seconds?")).to.deep.equal(["second[s]"]);
  });

  test("have names of other parameters, with and without a group around them", () => {
    expect(forms("the primary (?:Oslo|Lima)|Oslo|Lima")).to.deep.equal(["{cluster}", "the primary {cluster}"]);
    expect(formsOf(cluster, [cluster])).to.deep.equal(["Lima", "Oslo"]);
  });

  test("have marks for texts and numbers, and no escapes", () => {
    expect(forms('the role "[^"]*" (?:\\d+) times')).to.deep.equal(['the role "…" {int} times']);
    expect(forms("PKCS\\#7\\.")).to.deep.equal(["PKCS#7."]);
  });
});
