import { suite, test } from "node:test";
import { expect } from "chai";
import { uncovered } from "./coverage.ts";

suite("uncovered operations and fields", () => {
  const login = { place: "write login", times: 3, missing: [] };

  test("are empty if every operation was decoded with every field", () => {
    expect(uncovered([login, login])).to.deep.equal([]);
  });

  test("include an operation that no cluster has decoded, even if it has replied", () => {
    const sealing = { place: "write sys/seal", times: 0, missing: [] };
    expect(uncovered([login, sealing, sealing])).to.deep.equal(["write sys/seal was not decoded"]);
    expect(uncovered([login, sealing, { ...sealing, times: 1 }])).to.deep.equal([]);
  });

  test("include a field that no operation of its kind was given", () => {
    const missing = (place: string, ...fields: readonly string[]) => ({ place, times: 1, missing: fields });
    expect(uncovered([missing("write login", "pkcs7", "nonce"), missing("write login", "nonce")])).to.deep.equal([
      "write login: nonce was never given",
    ]);
    const [current, former] = ["write sys/leases/renew", "write sys/renew"];
    expect(uncovered([missing(current, "increment"), missing(former)])).to.deep.equal([]);
  });
});
