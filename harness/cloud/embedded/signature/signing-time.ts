import { CloudError } from "../cloud-error.ts";
import { type Headers, valuesOf } from "../http-message.ts";

/** How far a request's time may lie from the cloud's, either way. AWS allows five to fifteen minutes; STS and IAM fifteen. */
const skewMinutes = 15;
const millisecondsOfMinute = 60_000;

/**
 * The time of a request as the signature spells it, such as `20260131T235959Z`: from `X-Amz-Date`, or else from `Date`.
 * Throws IncompleteSignature when there is none, or none that can be read.
 */
export function signingTime(headers: Headers): string {
  const [amazon, ...moreAmazon] = valuesOf(headers, "x-amz-date");
  const [date, ...moreDates] = valuesOf(headers, "date");
  if (moreAmazon.length > 0 || moreDates.length > 0) throw unreadable("two dates");
  const text = amazon ?? date;
  if (text === undefined) throw unreadable("neither X-Amz-Date nor Date");
  const spelt = timestampOf(text.trim());
  if (spelt === undefined) throw unreadable("a date that cannot be read");
  return spelt;
}

/**
 * Refuses a request that was signed too long ago, or that is from the future. `now` in milliseconds since 1970. A presigned request
 * says itself how many seconds it may be used for.
 */
export function checkFreshness(signed: string, now: number, presignedSeconds?: number): void {
  const signedAt = instantOf(signed);
  const skew = skewMinutes * millisecondsOfMinute;
  const at = spelling(now);
  if (presignedSeconds !== undefined && now > signedAt + presignedSeconds * 1000) {
    throw stale(`Signature expired: ${signed} is now earlier than ${at} by more than ${presignedSeconds} s.`);
  }
  if (presignedSeconds === undefined && signedAt < now - skew) {
    const limit = spelling(now - skew);
    throw stale(`Signature expired: ${signed} is now earlier than ${limit} (${at} - ${skewMinutes} min.)`);
  }
  if (signedAt > now + skew) {
    const limit = spelling(now + skew);
    throw stale(`Signature not yet current: ${signed} is still later than ${limit} (${at} + ${skewMinutes} min.)`);
  }
}

function timestampOf(text: string): string | undefined {
  const milliseconds = /^\d{8}T\d{6}Z$/.test(text) ? instantOf(text) : rfc1123(text);
  if (Number.isNaN(milliseconds)) return undefined;
  const spelt = spelling(milliseconds);
  // The 31st of February reads as the 3rd of March; a date that comes back otherwise than it was sent is none.
  return text === spelt || text === new Date(milliseconds).toUTCString() ? spelt : undefined;
}

function rfc1123(text: string): number {
  return /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}

function instantOf(timestamp: string): number {
  return Date.parse(timestamp.replace(/^(....)(..)(..T..)(..)(..)Z$/, "$1-$2-$3:$4:$5Z"));
}

function spelling(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function unreadable(reason: string): CloudError {
  return new CloudError("IncompleteSignature", `Incomplete signature: the request has ${reason}.`);
}

function stale(message: string): CloudError {
  return new CloudError("SignatureDoesNotMatch", message);
}
