import { suite, test } from "node:test";
import { expect } from "chai";
import { type Event, eventTypes, historyVersion, type NewEvent } from "#harness/history/event.ts";
import { CheckerRun } from "./checker-run.ts";
import { usersAtRest } from "./users-at-rest.ts";

const [user, lease] = ["v-reader-1", "database/creds/reader/1"];

const judged = (...rest: readonly NewEvent[]) => judgedAt(2, ...rest);

function judgedAt(later: number, ...rest: readonly NewEvent[]): string {
  const heading = { history: historyVersion, by: "test", stage: "simulated", play: "test" } as const;
  const sees = eventTypes;
  const run = new CheckerRun({ ...heading, clusters: ["Oslo", "Lima"], sees }, [usersAtRest]);
  const asked = { client: "client 1", cluster: "Oslo", method: "GET", path: "database/creds/reader" } as const;
  const issued = { lease_id: lease, lease_duration: 60, data: { username: user } };
  const events: readonly NewEvent[] = [
    { type: "request", ...asked },
    { type: "answer", cause: 1, outcome: "ok", status: 200, body: issued },
    ...rest,
  ];
  for (const [index, event] of events.entries())
    run.take({ ...event, seq: index + 1, at: index < 2 ? index : later + index } as Event);
  const [judgement] = run.end();
  return judgement?.verdict === "broken" ? judgement.sentence : (judgement?.verdict ?? "");
}

const settled: NewEvent = { type: "settled" };
const leases = (cluster: string, ...ids: readonly string[]): NewEvent => {
  return { type: "survey", of: "leases", cluster, items: Object.fromEntries(ids.map((id) => [id, ""])) };
};
const users = (...names: readonly string[]): NewEvent => {
  return { type: "survey", of: "database users", items: Object.fromEntries(names.map((name) => [name, "postgresql"])) };
};
const oslo = leases("Oslo", lease);
const [noneInOslo, noneInLima] = [leases("Oslo"), leases("Lima")];

suite("the users of a database are those of leases", () => {
  test("a user and its lease both exist, on any cluster, or neither exists", () => {
    expect(judged(settled, oslo, noneInLima, users(user))).to.equal("held");
    expect(judged(settled, noneInOslo, leases("Lima", lease), users(user))).to.equal("held");
    expect(judged(settled, noneInOslo, noneInLima, users())).to.equal("held");
  });

  test("a user without its lease and a lease without its user break the rule", () => {
    expect(judged(settled, noneInOslo, noneInLima, users(user))).to.match(/is in the catalogue .* no cluster has its/);
    expect(judged(settled, oslo, noneInLima, users())).to.match(/is not in the catalogue .* Oslo has its lease/);
  });

  test("the rule ignores histories that have not converged, clusters without a survey, and leases that a log reports", () => {
    expect(judged(noneInOslo, noneInLima, users(user))).to.equal("held");
    expect(judged(settled, noneInOslo, users(user))).to.equal("held");
    const reported: NewEvent = {
      type: "log",
      cluster: "Oslo",
      level: "warn",
      message: "not revoked",
      facts: { lease },
    };
    expect(judged(reported, settled, noneInOslo, noneInLima, users(user))).to.equal("held");
  });

  test("a lease whose revocation failed may outlast its user until it expires by its cluster's clock (seed 910789)", () => {
    const body = { lease_id: lease };
    const revoked = (outcome: "ok" | "fail" | "unknown", { lease_id }: typeof body = body): readonly NewEvent[] => [
      {
        type: "request",
        client: "client 1",
        cluster: "Oslo",
        method: "POST",
        path: "sys/leases/revoke",
        body: { lease_id },
      },
      { type: "answer", cause: 3, outcome, status: outcome === "ok" ? 204 : 400 },
    ];
    const end = [settled, oslo, noneInLima, users()] as const;
    expect(judged(...revoked("fail"), ...end)).to.equal("held");
    expect(judged(...revoked("unknown"), ...end)).to.equal("held");
    for (const other of [revoked("ok"), revoked("fail", { lease_id: "database/creds/reader/2" })])
      expect(judged(...other, ...end)).to.match(/is not in the catalogue/);
    // The lease lasts a minute, and its revocation is retried for another one.
    expect(judgedAt(119_000, ...revoked("fail"), ...end)).to.equal("held");
    expect(judgedAt(121_000, ...revoked("fail"), ...end)).to.match(/is not in the catalogue/);
    const back: NewEvent = { type: "fault", kind: "skew", parties: ["Oslo"], about: { milliseconds: -3_600_000 } };
    expect(judgedAt(121_000, ...revoked("fail"), back, ...end)).to.equal("held");
    expect(judged(...revoked("fail"), settled, noneInOslo, noneInLima, users(user))).to.match(
      /no cluster has its lease/,
    );
  });

  test("a user that an operator removed by hand is ignored", () => {
    const statements = [`DROP ROLE "${user}"`];
    const byHand = { type: "statement", from: "client", user: "postgres", statements, outcome: "ok" } as const;
    expect(judged(byHand, settled, oslo, noneInLima, users())).to.equal("held");
  });

  test("a lease that no client received breaks the rule after its expiry", () => {
    const lost = leases("Lima", "database/creds/reader/2");
    // The lease lasts a minute and may exist for another one.
    const later = (milliseconds: number) => judgedAt(milliseconds, settled, noneInOslo, lost, users());
    expect(later(100_000)).to.equal("held");
    expect(judgedAt(130_000, settled, oslo, lost, users(user))).to.match(
      /^Lima has the lease .*\/2 .* no client received/,
    );
    const reported: NewEvent = { type: "answer", cause: 1, outcome: "ok", status: 200, body: { lease_id: lease } };
    expect(judgedAt(130_000, reported, settled, oslo, noneInLima, users(user))).to.equal("held");
  });
});
