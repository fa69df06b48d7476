import { strict as assert } from "node:assert";
import { test } from "node:test";
import { checkFreshness, signingTime } from "./signing-time.ts";

const noon = Date.parse("2026-01-31T12:00:00Z");

test("the time is X-Amz-Date, or else Date in either format", () => {
  assert.equal(signingTime([["X-Amz-Date", "20260131T120000Z"]]), "20260131T120000Z");
  assert.equal(signingTime([["date", "20260131T120000Z"]]), "20260131T120000Z");
  assert.equal(signingTime([["Date", "Sat, 31 Jan 2026 12:00:00 GMT"]]), "20260131T120000Z");
  const both = [
    ["Date", "Sat, 31 Jan 2026 13:00:00 GMT"],
    ["X-Amz-Date", "20260131T120000Z"],
  ] as const;
  assert.equal(signingTime(both), "20260131T120000Z");
});

test("a missing, duplicate or invalid date is refused", () => {
  const unreadable = [
    "",
    "now",
    "2026-01-31T12:00:00Z",
    "20260231T120000Z",
    "20260131T250000Z",
    "Sun, 31 Jan 2026 12:00:00 GMT",
  ];
  for (const date of unreadable) {
    assert.throws(() => signingTime([["X-Amz-Date", date]]), { code: "IncompleteSignature" }, date);
  }
  assert.throws(() => signingTime([]), { code: "IncompleteSignature" });
  const date = ["X-Amz-Date", "20260131T120000Z"] as const;
  assert.throws(() => signingTime([date, date]), { code: "IncompleteSignature" });
});

test("fifteen minutes before or after are accepted, one second more is not", () => {
  checkFreshness("20260131T114500Z", noon);
  checkFreshness("20260131T121500Z", noon);
  assert.throws(() => checkFreshness("20260131T114459Z", noon), {
    code: "SignatureDoesNotMatch",
    message: "Signature expired: 20260131T114459Z is now earlier than 20260131T114500Z (20260131T120000Z - 15 min.)",
  });
  assert.throws(() => checkFreshness("20260131T121501Z", noon), {
    code: "SignatureDoesNotMatch",
    message:
      "Signature not yet current: 20260131T121501Z is still later than 20260131T121500Z (20260131T120000Z + 15 min.)",
  });
});
