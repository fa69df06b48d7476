import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { announcedPasswords } from "./announced-passwords.ts";
import { verdictOf } from "./verdict-of.suite.ts";

const user = "app";
const creates: NewEvent = {
  ...{ type: "request", client: "root", cluster: "Oslo", method: "POST" },
  ...{ path: `database/static-roles/${user}`, body: { username: user } },
};
const at = (place: string, cluster = "Oslo"): NewEvent => ({ type: "failpoint", cluster, place });
const done = at("rotation done in the database");
const recorded = at("rotation recorded");
const sets = (password: string): NewEvent => ({
  ...{ type: "statement", from: "Oslo", user: "postgres", subject: user, password, outcome: "ok" },
  statements: [`ALTER ROLE "${user}" WITH PASSWORD '•••'`],
});
const logsIn = (from: string, password: string): NewEvent => ({ type: "login", from, user, password, outcome: "ok" });
const sends: NewEvent = { type: "frame", from: "Oslo", to: "Lima", kind: "message", size: 1 };
const crash: NewEvent = { type: "crash", cluster: "Oslo" };
/** A crash at a failpoint, at the time of the event before it. */
const crashThere: NewEvent = { type: "crash", cluster: "Oslo" };

function judged(...rest: readonly NewEvent[]): string {
  const events = [creates, sets("first"), done, recorded, ...rest];
  const time = (index: number): number => (events[index] === crashThere ? time(index - 1) : index * 1000);
  return verdictOf(announcedPasswords, events, { at: time });
}

suite("a password that may be valid is not forgotten", () => {
  test("a password is recorded before the next one is set", () => {
    expect(judged(sets("second"), done, recorded, sets("third"))).to.equal("held");
    expect(judged(sets("second"), done, sets("third"))).to.equal("broken");
    expect(judged(sets("second"), recorded, sets("third"))).to.equal("broken");
  });

  test("after a crash, a cluster remembers a password that it had not begun to record", () => {
    expect(judged(sets("second"), crash, sets("third"))).to.equal("broken");
    expect(judged(sets("second"), done, crashThere, sets("third"))).to.equal("broken");
    const again = [sets("second"), done, crashThere];
    expect(judged(...again, ...again, sets("third"))).to.equal("broken");
  });

  test("a crash while a cluster records a password may leave it recorded", () => {
    expect(judged(sets("second"), done, sends, crash, sets("third"))).to.equal("held");
    expect(judged(sets("second"), done, sends, { ...crash, cluster: "Lima" }, sets("third"))).to.equal("broken");
    expect(judged(sets("second"), done, crash, sets("third"))).to.equal("held");
  });

  test("another cluster records the password if it could log in with it", () => {
    const elsewhere = at("rotation recorded", "Lima");
    expect(judged(sets("second"), logsIn("Lima", "second"), elsewhere, done, sets("third"))).to.equal("held");
    expect(judged(sets("second"), logsIn("Lima", "first"), elsewhere, done, sets("third"))).to.equal("broken");
    expect(judged(sets("second"), logsIn("Lima", "second"), done, sets("third"))).to.equal("broken");
    expect(judged(sets("second"), logsIn("client", "second"), elsewhere, sets("third"))).to.equal("broken");
  });
});
