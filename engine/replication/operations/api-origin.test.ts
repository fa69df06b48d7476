import { test } from "node:test";
import { expect } from "chai";
import { apiOrigin } from "./api-origin.ts";

test("an address of an API is an origin", () => {
  for (const [address, found] of [
    ["http://oslo", "http://oslo"],
    ["HTTPS://oslo.example.:8200/", "HTTPS://oslo.example.:8200"],
    ["http://127.0.0.1:65535//", "http://127.0.0.1:65535"],
    ["http://[::ffff:127.0.0.1]:8200", "http://[::ffff:127.0.0.1]:8200"],
    ["http://our_primary", "http://our_primary"],
  ] as const) {
    expect(apiOrigin(address), address).to.equal(found);
  }
});

test("an address with other parts than an origin is refused", () => {
  for (const address of [
    "",
    "oslo:8200",
    "ftp://oslo",
    "http://",
    "http://oslo/admin",
    "http://oslo?x=",
    "http://oslo/?x=",
    "http://oslo#",
    "http://oslo/#",
    "http://user:pass@oslo",
    "http://oslo@elsewhere",
    "http://oslo\\elsewhere",
    "http://oslo:",
    "http://oslo:65536",
    "http://oslo:8200\n",
    "http://oslo\t/",
    " http://oslo",
    "http://os lo",
    "http://oslo%2fadmin",
    "http://[::1",
    "http://a..b",
  ]) {
    expect(apiOrigin(address), address).to.equal(undefined);
  }
});
