import { suite, test } from "node:test";
import { expect } from "chai";
import { type Member, withMember } from "./set-member.ts";

const member = (number: number, address = `wss://member-${number}`): Member => ({ key: `key ${number}`, address });

suite("the members that a cluster remembers", () => {
  test("are at most 64: those that were recorded first are forgotten", () => {
    let record: Readonly<{ members: readonly Member[] }> = { members: [] };
    for (let number = 0; number < 66; number++) record = withMember(record, member(number));
    expect(record.members).to.deep.equal(Array.from({ length: 64 }, (_, index) => member(index + 2)));
  });

  test("are recorded again at another address, and not at the same one", () => {
    const record = { members: [member(1), member(2)] };
    expect(withMember(record, member(1))).to.equal(record);
    const { members } = withMember(record, member(1, "wss://elsewhere"));
    expect(members).to.deep.equal([member(2), member(1, "wss://elsewhere")]);
  });

  test("are none without a key or an address", () => {
    const record = { members: [member(1)] };
    expect(withMember(record, { key: undefined, address: "wss://member" })).to.equal(record);
    expect(withMember(record, { key: "key", address: "" })).to.equal(record);
  });
});
