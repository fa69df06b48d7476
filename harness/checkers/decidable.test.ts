import { suite, test } from "node:test";
import { expect } from "chai";
import { eventTypes } from "#harness/history/event.ts";
import { checkers } from "./checkers.ts";
import { decidableWith } from "./decidable.ts";

suite("checkers for a history", () => {
  const namesWith = (...sees: readonly string[]) => decidableWith(sees).map(({ name }) => name);

  test("are all checkers if it has events of all types", () => {
    expect(decidableWith(eventTypes)).to.deep.equal(checkers);
  });

  test("are those about requests and responses if it has no other events", () => {
    expect(namesWith("request", "answer"))
      .to.include("a required index is kept")
      .and.not.include("a wrapped response is returned once");
    expect(namesWith("request", "answer", "fault"))
      .to.include("a wrapped response is returned once")
      .and.not.include("users and leases are the same");
  });
});
