import { test } from "node:test";
import { expect } from "chai";
import { type LeaseRequest, leaseTime } from "./lease-times.ts";

const issuedAt = 1_767_225_600_250;
const mount = { defaultSeconds: 3600, longestSeconds: 86_400 };
const request: LeaseRequest = { ttlSeconds: 0, maxTtlSeconds: 0, ...mount, issuedAt: issuedAt, now: issuedAt };

test("a request without times gets the mount's default", () => {
  expect(leaseTime(request)).to.deep.equal({ seconds: 3600, warnings: [] });
});

test("an increment takes precedence over the role's TTL, and the role's TTL over the mount's", () => {
  expect(leaseTime({ ...request, ttlSeconds: 60 }).seconds).to.equal(60);
  expect(leaseTime({ ...request, ttlSeconds: 60, incrementSeconds: 90 }).seconds).to.equal(90);
});

test("the lowest maximum of mount, role and request limits the TTL, with a warning", () => {
  const day = 'TTL of "99999h" exceeded the effective max_ttl of "24h"; TTL value is capped accordingly';
  expect(leaseTime({ ...request, ttlSeconds: 99_999 * 3600 })).to.deep.equal({ seconds: 86_400, warnings: [day] });
  const role = 'TTL of "2h" exceeded the effective max_ttl of "1h1m1s"; TTL value is capped accordingly';
  expect(leaseTime({ ...request, ttlSeconds: 7200, maxTtlSeconds: 3661 })).to.deep.equal({
    seconds: 3661,
    warnings: [role],
  });
  expect(leaseTime({ ...request, ttlSeconds: 7200, explicitMaxTtlSeconds: 30 }).seconds).to.equal(30);
});

test("the default TTL is limited with a warning too", () => {
  const warning = 'TTL of "1h" exceeded the effective max_ttl of "30s"; TTL value is capped accordingly';
  expect(leaseTime({ ...request, maxTtlSeconds: 30 })).to.deep.equal({ seconds: 30, warnings: [warning] });
});

test("the maximum counts from the issue time, in whole seconds", () => {
  const later = { ...request, maxTtlSeconds: 600, incrementSeconds: 500, now: issuedAt + 250_900 };
  const warning = 'TTL of "8m20s" exceeded the effective max_ttl of "5m49s"; TTL value is capped accordingly';
  expect(leaseTime(later)).to.deep.equal({ seconds: 349, warnings: [warning] });
  expect(leaseTime({ ...later, now: issuedAt + 600_000 }).seconds).to.equal(0);
  expect(() => leaseTime({ ...later, now: issuedAt + 601_000 })).to.throw("past the max TTL, cannot renew");
});

test("a period is granted repeatedly, up to the mount's maximum, regardless of the increment", () => {
  const periodic = { ...request, periodSeconds: 60, incrementSeconds: 500, now: issuedAt + 10_000_000_000 };
  expect(leaseTime(periodic)).to.deep.equal({ seconds: 60, warnings: [] });
  const warning = 'period of "48h" exceeded the effective max_ttl of "24h"; period value is capped accordingly';
  expect(leaseTime({ ...periodic, periodSeconds: 172_800 })).to.deep.equal({ seconds: 86_400, warnings: [warning] });
});

test("an explicit maximum limits a period too", () => {
  const periodic = { ...request, periodSeconds: 60, explicitMaxTtlSeconds: 100, now: issuedAt + 70_000 };
  expect(leaseTime(periodic).seconds).to.equal(30);
  expect(() => leaseTime({ ...periodic, now: issuedAt + 101_000 })).to.throw("past the max TTL");
});
