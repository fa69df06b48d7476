import { CloudError } from "../cloud-error.ts";
import { type Headers, valuesOf } from "../http-message.ts";

/** Maximum difference in minutes between a request's time and the cloud's clock. */
const skewMinutes = 15;
const millisecondsOfMinute = 60_000;

/**
 * Returns the time of a request in the signed format, such as `20260131T235959Z`: from `X-Amz-Date`, or from `Date` if
 * there is none. Throws IncompleteSignature if the time is missing, duplicate or invalid.
 */
export function signingTime(headers: Headers): string {
  const [amazon, ...moreAmazon] = valuesOf(headers, "x-amz-date");
  const [date, ...moreDates] = valuesOf(headers, "date");
  if (moreAmazon.length > 0 || moreDates.length > 0) throw unreadable("two dates");
  const text = amazon ?? date;
  if (text === undefined) throw unreadable("neither X-Amz-Date nor Date");
  const formatted = timestampOf(text.trim());
  if (formatted === undefined) throw unreadable("a date that cannot be read");
  return formatted;
}

/**
 * Throws SignatureDoesNotMatch if the request was signed too long ago or too far in the future. `now` is in
 * milliseconds since 1970. `presignedSeconds` is the validity in a presigned request.
 */
export function checkFreshness(signed: string, now: number, presignedSeconds?: number): void {
  const signedAt = instantOf(signed);
  const skew = skewMinutes * millisecondsOfMinute;
  const at = format(now);
  if (presignedSeconds !== undefined && now > signedAt + presignedSeconds * 1000) {
    throw stale(`Signature expired: ${signed} is now earlier than ${at} by more than ${presignedSeconds} s.`);
  }
  if (presignedSeconds === undefined && signedAt < now - skew) {
    const limit = format(now - skew);
    throw stale(`Signature expired: ${signed} is now earlier than ${limit} (${at} - ${skewMinutes} min.)`);
  }
  if (signedAt > now + skew) {
    const limit = format(now + skew);
    throw stale(`Signature not yet current: ${signed} is still later than ${limit} (${at} + ${skewMinutes} min.)`);
  }
}

function timestampOf(text: string): string | undefined {
  const milliseconds = /^\d{8}T\d{6}Z$/.test(text) ? instantOf(text) : rfc1123(text);
  if (Number.isNaN(milliseconds)) return undefined;
  const formatted = format(milliseconds);
  // JavaScript reads 31 February as 3 March; an invalid date is one that does not format back to its input.
  return text === formatted || text === new Date(milliseconds).toUTCString() ? formatted : undefined;
}

function rfc1123(text: string): number {
  return /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}

function instantOf(timestamp: string): number {
  return Date.parse(timestamp.replace(/^(....)(..)(..T..)(..)(..)Z$/, "$1-$2-$3:$4:$5Z"));
}

function format(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function unreadable(reason: string): CloudError {
  return new CloudError("IncompleteSignature", `Incomplete signature: the request has ${reason}.`);
}

function stale(message: string): CloudError {
  return new CloudError("SignatureDoesNotMatch", message);
}
