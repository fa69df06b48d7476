import { test } from "node:test";
import { expect } from "chai";
import { type LeaseRequest, leaseTime } from "./lease-times.ts";

const made = 1_767_225_600_250;
const mount = { defaultSeconds: 3600, longestSeconds: 86_400 };
const wish: LeaseRequest = { ttlSeconds: 0, maxTtlSeconds: 0, ...mount, issuedAt: made, now: made };

test("who wishes nothing gets the mount's default", () => {
  expect(leaseTime(wish)).to.deep.equal({ seconds: 3600, warnings: [] });
});

test("an increment goes before the role's time, and the role's before the mount's", () => {
  expect(leaseTime({ ...wish, ttlSeconds: 60 }).seconds).to.equal(60);
  expect(leaseTime({ ...wish, ttlSeconds: 60, incrementSeconds: 90 }).seconds).to.equal(90);
});

test("the least of the mount's, the role's and the explicit longest time caps, with a warning", () => {
  const day = 'TTL of "99999h" exceeded the effective max_ttl of "24h"; TTL value is capped accordingly';
  expect(leaseTime({ ...wish, ttlSeconds: 99_999 * 3600 })).to.deep.equal({ seconds: 86_400, warnings: [day] });
  const role = 'TTL of "2h" exceeded the effective max_ttl of "1h1m1s"; TTL value is capped accordingly';
  expect(leaseTime({ ...wish, ttlSeconds: 7200, maxTtlSeconds: 3661 })).to.deep.equal({
    seconds: 3661,
    warnings: [role],
  });
  expect(leaseTime({ ...wish, ttlSeconds: 7200, explicitMaxTtlSeconds: 30 }).seconds).to.equal(30);
});

test("also who wished nothing is warned of a cap", () => {
  const warning = 'TTL of "1h" exceeded the effective max_ttl of "30s"; TTL value is capped accordingly';
  expect(leaseTime({ ...wish, maxTtlSeconds: 30 })).to.deep.equal({ seconds: 30, warnings: [warning] });
});

test("the longest time counts from the issue, in whole seconds", () => {
  const later = { ...wish, maxTtlSeconds: 600, incrementSeconds: 500, now: made + 250_900 };
  const warning = 'TTL of "8m20s" exceeded the effective max_ttl of "5m49s"; TTL value is capped accordingly';
  expect(leaseTime(later)).to.deep.equal({ seconds: 349, warnings: [warning] });
  expect(leaseTime({ ...later, now: made + 600_000 }).seconds).to.equal(0);
  expect(() => leaseTime({ ...later, now: made + 601_000 })).to.throw("past the max TTL, cannot renew");
});

test("a period is given again and again, up to what the mount allows, whatever is asked for", () => {
  const periodic = { ...wish, periodSeconds: 60, incrementSeconds: 500, now: made + 10_000_000_000 };
  expect(leaseTime(periodic)).to.deep.equal({ seconds: 60, warnings: [] });
  const warning = 'period of "48h" exceeded the effective max_ttl of "24h"; period value is capped accordingly';
  expect(leaseTime({ ...periodic, periodSeconds: 172_800 })).to.deep.equal({ seconds: 86_400, warnings: [warning] });
});

test("an explicit longest time ends a period too", () => {
  const periodic = { ...wish, periodSeconds: 60, explicitMaxTtlSeconds: 100, now: made + 70_000 };
  expect(leaseTime(periodic).seconds).to.equal(30);
  expect(() => leaseTime({ ...periodic, now: made + 101_000 })).to.throw("past the max TTL");
});
