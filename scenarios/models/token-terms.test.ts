import { suite, test } from "node:test";
import { expect } from "chai";
import { admits, ModelToken, unset } from "./token-terms.ts";

const minute = 60_000;

suite("the model of token terms", () => {
  test("the shortest limit determines the lifetime", () => {
    const terms = { ...unset, token_ttl: 1200, token_max_ttl: 1800, token_explicit_max_ttl: 2400 };
    const token = new ModelToken(terms, 0);
    expect(token.lifetime(terms, 0)).to.deep.equal({ seconds: 1200, by: "token_ttl" });
    expect(token.lifetime(terms, 15 * minute)).to.deep.equal({ seconds: 900, by: "token_max_ttl" });
    const longer = { ...terms, token_max_ttl: 0 };
    expect(token.lifetime(longer, 30 * minute)).to.deep.equal({ seconds: 600, by: "token_explicit_max_ttl" });
  });

  test("a period replaces the lifetime and the maximum", () => {
    const terms = { ...unset, token_ttl: 1200, token_max_ttl: 1800, token_period: 300 };
    expect(new ModelToken(terms, 0).lifetime(terms, 60 * minute)).to.deep.equal({ seconds: 300, by: "token_period" });
  });

  test("a token keeps the uses, blocks and policies of its login", () => {
    const blocks = { token_num_uses: 1, token_bound_cidrs: ["127.0.0.0/31"] };
    const token = new ModelToken({ ...unset, ...blocks, token_ttl: 60, token_policies: ["a"] }, 0);
    expect(token.policies).to.deep.equal(["a", "default"]);
    expect(token.use("127.0.0.2", 0)).to.equal("token_bound_cidrs");
    expect(token.use("127.0.0.1", 0)).to.equal(undefined);
    expect(token.use("127.0.0.1", 0)).to.equal("token_num_uses");
    expect(token.use("127.0.0.1", minute)).to.equal("end");
  });

  test("blocks are compared by their leading bits", () => {
    expect(admits({ token_bound_cidrs: [] }, "10.0.0.1")).to.equal(true);
    expect(admits({ token_bound_cidrs: ["127.0.0.1/32", "10.0.0.0/8"] }, "10.255.0.1")).to.equal(true);
    expect(admits({ token_bound_cidrs: ["127.0.0.0/31"] }, "127.0.0.2")).to.equal(false);
  });
});
