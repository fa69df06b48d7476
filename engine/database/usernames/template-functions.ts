import { Problem, quoted } from "../../api/problem.ts";
import { encodeBase64 } from "../../api/values/base64.ts";
import { timeParts } from "../../api/values/time.ts";
import { randomName, uuid } from "../../core/naming/random-names.ts";
import type { Instant } from "../../ports/clock.ts";
import type { Cryptography } from "../../ports/cryptography.ts";
import type { Entropy } from "../../ports/entropy.ts";

export type TemplateSource = Readonly<{
  displayName: string;
  roleName: string;
  now: Instant;
  entropy: Entropy;
  cryptography: Pick<Cryptography, "sha256">;
}>;

/**
 * Function of username templates. `takes` returns true for a permitted number of arguments. A piped value is the last
 * argument.
 */
export type TemplateFunction = Readonly<{
  takes(count: number): boolean;
  call(args: readonly string[], source: TemplateSource): string;
}>;

const maxCount = 1024;
const digestDigits = 8;

export const templateFunctions: Readonly<Record<string, TemplateFunction>> = {
  random: taking(1, ([count = ""], { entropy }) => randomName(entropy, parseCount(count, "random"))),
  truncate: taking(2, ([count = "", text = ""]) => [...text].slice(0, parseCount(count, "truncate")).join("")),
  truncate_sha256: taking(2, ([count = "", text = ""], source) => {
    const length = parseCount(count, "truncate_sha256");
    if (length <= digestDigits) throw failed(`truncate_sha256 keeps more than ${digestDigits} characters`);
    const prefix = [...text].slice(0, length - digestDigits).join("");
    return text.length <= length ? text : prefix + source.cryptography.sha256(text).slice(0, digestDigits);
  }),
  uppercase: taking(1, ([text = ""]) => text.toUpperCase()),
  lowercase: taking(1, ([text = ""]) => text.toLowerCase()),
  replace: taking(3, ([find = "", by = "", text = ""]) => (find === "" ? text : text.replaceAll(find, () => by))),
  sha256: taking(1, ([text = ""], { cryptography }) => cryptography.sha256(text)),
  base64: taking(1, ([text = ""]) => encodeBase64(text)),
  unix_time: taking(0, (_, { now }) => String(Math.floor(now / 1000))),
  unix_time_millis: taking(0, (_, { now }) => String(Math.floor(now))),
  timestamp: taking(1, ([layout = ""], { now }) => formattedTime(layout, timeParts(now))),
  uuid: taking(0, (_, { entropy }) => uuid(entropy)),
  printf: { takes: (count) => count > 0, call: ([format = "", ...values]) => printed(format, values) },
};

function taking(count: number, call: TemplateFunction["call"]): TemplateFunction {
  return { takes: (actual) => actual === count, call };
}

function parseCount(text: string, name: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > maxCount) throw failed(`${name} takes a number from 1 to ${maxCount}, not ${quoted(text)}`);
  return count;
}

/** Formats a time by a layout of Go, which is written as the time 2006-01-02 15:04:05. */
function formattedTime(
  layout: string,
  [date, time]: readonly [date: string, time: string, milliseconds: string],
): string {
  const [year = "", month = "", day = ""] = date.split("-");
  const [hour = "", minute = "", second = ""] = time.split(":");
  const parts: Readonly<Record<string, string>> = {
    "2006": year,
    "01": month,
    "02": day,
    "15": hour,
    "04": minute,
    "05": second,
  };
  return layout.replace(/2006|01|02|15|04|05/g, (word) => parts[word] ?? word);
}

function printed(format: string, values: readonly string[]): string {
  let next = 0;
  const text = format.replace(/%(.)/gs, (match, verb: string) => {
    if (verb === "%") return "%";
    const value = values[next++];
    if (!"svd".includes(verb) || value === undefined) throw failed(`printf cannot print ${quoted(match)}`);
    return value;
  });
  if (next < values.length) throw failed("printf has values that its format does not name");
  return text;
}

function failed(why: string): Problem {
  return new Problem("refused", `unable to apply template: ${why}`);
}
