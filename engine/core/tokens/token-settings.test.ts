import { suite, test } from "node:test";
import { expect } from "chai";
import { Problem } from "../../api/problem.ts";
import { defaultTokenSettings, reviseTokenSettings, shownTokenSettings, tokenTerms } from "./token-settings.ts";

type Request = Parameters<typeof reviseTokenSettings>[1];

const revised = (...requests: readonly Request[]) => requests.reduce(reviseTokenSettings, defaultTokenSettings);

function refusal(request: Request): string {
  try {
    revised(request);
  } catch (problem) {
    if (problem instanceof Problem) return problem.message;
    throw problem;
  }
  return "";
}

suite("token settings", () => {
  test("a role without token settings reads like the reference's", () => {
    expect(shownTokenSettings(defaultTokenSettings)).to.deep.equal({
      token_bound_cidrs: [],
      token_explicit_max_ttl: 0,
      token_max_ttl: 0,
      token_no_default_policy: false,
      token_num_uses: 0,
      token_period: 0,
      token_policies: [],
      token_ttl: 0,
      token_type: "default",
    });
  });

  test("batch tokens are refused a period and a number of uses", () => {
    const never = "'token_type' cannot be 'batch' or 'default_batch' when set to generate";
    const token_type = "batch";
    expect(refusal({ token_type, token_period: 60 })).to.equal(`${never} periodic tokens`);
    expect(refusal({ token_type, token_num_uses: 1 })).to.equal(`${never} tokens with limited use count`);
    expect(refusal({ token_type: "service", token_num_uses: 1, token_period: 60 })).to.equal("");
    expect(refusal({ token_type, token_ttl: 60 })).to.equal("");
  });

  test("an unknown token type is refused", () => {
    for (const token_type of ["Batch", "bogus", "default-batch"]) {
      expect(refusal({ token_type })).to.equal(`invalid 'token_type' value "${token_type}"`);
    }
  });

  test("a fixed token type is part of the terms, and a default one is not", () => {
    const typeOf = (token_type: string) => tokenTerms(revised({ token_type })).type;
    expect(["batch", "service", "", "default"].map(typeOf)).to.deep.equal(["batch", "service", undefined, undefined]);
  });

  test("a value set by its deprecated name is returned under both names until it is set by the new name alone", () => {
    const byOld = revised({ ttl: 60, policies: ["b", "a"], bound_cidrs: ["10.0.0.1"], period: 5, max_ttl: 90 });
    expect(shownTokenSettings(byOld)).to.deep.include({
      ttl: 60,
      token_ttl: 60,
      max_ttl: 90,
      token_max_ttl: 90,
      period: 5,
      token_period: 5,
      policies: ["a", "b"],
      token_policies: ["a", "b"],
      bound_cidrs: ["10.0.0.1"],
      token_bound_cidrs: ["10.0.0.1"],
    });
    const both = revised({ ttl: 60, token_ttl: 30 });
    expect(shownTokenSettings(both)).to.deep.include({ ttl: 30, token_ttl: 30 });
    expect(shownTokenSettings(reviseTokenSettings(both, { token_ttl: 10 }))).not.to.have.property("ttl");
    expect(shownTokenSettings(reviseTokenSettings(both, {}))).to.have.property("ttl", 30);
  });

  test("policy names are in lower case, sorted and without duplicates", () => {
    expect(revised({ token_policies: ["b", "A", "a"] }).policies).to.deep.equal(["a", "b"]);
  });
});
