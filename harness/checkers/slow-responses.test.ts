import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { credentialsExist } from "./credentials-exist.ts";
import { deadUsersGo } from "./dead-users-go.ts";
import { answer, end, request, settled, statement } from "./example.ts";
import { liveUsersStay } from "./live-users-stay.ts";
import { unmountEndsLeases } from "./unmount-ends-leases.ts";
import { verdictOf } from "./verdict-of.suite.ts";

const asked = request("Oslo", "GET database/creds/app");
const response = answer({
  cause: 1,
  body: { lease_id: "database/creds/app/1", lease_duration: 20, data: { username: "v-app-1" } },
});
const created = statement("Oslo", 'CREATE ROLE "v-app-1"');
const removed = statement("Oslo", 'DROP ROLE IF EXISTS "v-app-1"');

type Timed = readonly [seconds: number, event: NewEvent];

function verdict(checker: typeof credentialsExist, ...timed: readonly Timed[]) {
  const events = timed.map(([, event]) => event);
  return verdictOf(checker, events, { at: (index) => (timed[index]?.[0] ?? 0) * 1000 });
}

suite("a response that takes longer than its lease", () => {
  test("may return a user that is gone", () => {
    const until = (removal: number, answer: number) =>
      verdict(credentialsExist, [0, asked], [1, created], [removal, removed], [answer, response]);
    expect(until(20, 21)).to.equal("held");
    expect(until(10, 19), "the lease cannot be over").to.equal("broken");
  });

  test("issues no user that must go once more", () => {
    const until = (removal: number, checker: typeof deadUsersGo) =>
      verdict(checker, [0, asked], [1, created], [removal, removed], [25, response], [200, settled]);
    expect(until(20, deadUsersGo)).to.equal("held");
    const events: Timed[] = [
      [0, asked],
      [1, created],
      [25, response],
      [200, settled],
    ];
    expect(verdict(deadUsersGo, ...events)).to.equal("broken");
    const unmounted: Timed[] = [
      [26, request("Oslo", "DELETE sys/mounts/database")],
      [27, answer({ status: 204 })],
      [200, settled],
    ];
    const last: Timed = [201, end];
    expect(verdict(unmountEndsLeases, ...events.slice(0, 3), ...unmounted, last)).to.equal("broken");
    expect(
      verdict(unmountEndsLeases, ...events.slice(0, 2), [20, removed], [25, response], ...unmounted, last),
    ).to.equal("held");
    const listing = (path: string): Timed[] => [
      [200, request("Lima", "GET sys/mounts")],
      [200, answer({ body: { [path]: { type: "database" } } })],
    ];
    const withList = (path: string) =>
      verdict(unmountEndsLeases, ...events.slice(0, 3), ...unmounted, ...listing(path), last);
    expect(withList("database/"), "the unmount was discarded").to.equal("held");
    expect(withList("data/")).to.equal("broken");
  });

  test("delays no removal", () => {
    const until = (answer: number, removal: number) =>
      verdict(liveUsersStay, [0, asked], [1, created], [answer, response], [removal, removed]);
    expect(until(15, 20)).to.equal("held");
    expect(until(15, 17)).to.equal("broken");
  });
});
