import { type JsonObject, withoutRawNumber } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { unprintable } from "../../api/unprintable.ts";
import type { AuditTarget } from "../../ports/audit.ts";

/** An audit device as it is stored. Its path ends in a slash. */
export type AuditDevice = Readonly<{
  path: string;
  type: "file" | "socket";
  description: string;
  local: boolean;
  /** As they were given, to be read back. */
  options: Readonly<Record<string, string>>;
  /** Keys the HMACs that stand in place of secrets. */
  salt: string;
}>;

/** How a device writes. */
export type AuditFormat = Readonly<{ raw: boolean; hmacAccessor: boolean; prefix: string }>;

/** How the JSON of every entry begins, that of a device's first line included. */
const entryBeginning = '{"time":"';

/** The least that a file's mode allows: a device reads its file when it opens it again. */
const ownerReadsAndWrites = 0o600;
/** The most that a file's mode allows: to read and write it. No execution, no identity of its owner. */
const allReadAndWrite = 0o666;
/** The longest path that Linux takes. */
export const maxPathCharacters = 4096;
/** A prefix stands before every entry. */
export const maxPrefixCharacters = 64;
/**
 * A log's tag, such as `@cee: `, or a priority and more, such as `<134>1 vault - `. Without quotes, parentheses and operators a line is no program, and
 * neither is it a command of a shell where its first word is a tag with a colon.
 */
const prefixForm = /^(?:<\d{1,3}>[\w@:.,=+/[\] -]*|[\w@:.,=+/[\]-]*|[\w@:.,+/[\]-]*: [\w@:.,=+/[\] -]*)$/;
const defaultWriteTimeoutMilliseconds = 2000;

/** The options of a device as texts. Throws a Problem "refused" when one is no text, number or truth. */
export function auditOptions(given: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const plain = withoutRawNumber(value);
      if (typeof plain === "object") throw new Problem("refused", `option ${quoted(name)} must be a text`);
      return [name, String(plain)];
    }),
  );
}

/** Where a device with these options writes to. Throws a Problem "refused" that names the option that is missing or wrong. */
export function auditTarget(type: string, options: Readonly<Record<string, string>>): AuditTarget {
  if (options.format !== undefined && options.format !== "json") {
    throw new Problem("refused", `unknown format type ${quoted(options.format)}; allowed is json`);
  }
  if (type === "file") {
    const path = options.file_path ?? options.path ?? "";
    if (path === "") throw new Problem("refused", "file_path is required");
    if (path.length > maxPathCharacters || unprintable.test(path) || !path.isWellFormed()) {
      throw new Problem(
        "refused",
        `file_path may be ${maxPathCharacters} characters long, and hold no control characters`,
      );
    }
    return {
      kind: "file",
      path: /^(stdout|discard)$/i.test(path) ? path.toLowerCase() : path,
      mode: modeOf(options.mode),
      beginning: `${auditFormatOf(options).prefix}${entryBeginning}`,
    };
  }
  if (type === "socket") {
    const { address = "", socket_type: socketType = "tcp" } = options;
    if (address === "") throw new Problem("refused", "address is required");
    if (socketType !== "tcp" && socketType !== "udp" && socketType !== "unix") {
      throw new Problem("refused", `socket_type ${quoted(socketType)} is unknown; allowed are tcp, udp and unix`);
    }
    return { kind: "socket", socketType, address, writeTimeoutMilliseconds: timeoutOf(options.write_timeout) };
  }
  throw new Problem("refused", `unknown backend type: ${quoted(type)}`);
}

/** How a device with these options writes. Throws a Problem "refused" that names the option that is wrong. */
export function auditFormatOf({ log_raw, hmac_accessor, prefix = "" }: AuditDevice["options"]): AuditFormat {
  if (prefix.length > maxPrefixCharacters || !prefixForm.test(prefix)) {
    throw new Problem(
      "refused",
      `prefix may be ${maxPrefixCharacters} characters long, of letters, digits, blanks and @ : . , = + / [ ] _ -; blanks only behind a first word that ends in ":", such as "@cee: ", or behind a priority, such as "<134>1 "`,
    );
  }
  return { raw: truth("log_raw", log_raw, false), hmacAccessor: truth("hmac_accessor", hmac_accessor, true), prefix };
}

function truth(name: string, text: string | undefined, otherwise: boolean): boolean {
  if (text === undefined) return otherwise;
  if (/^(1|t|true)$/i.test(text)) return true;
  if (/^(0|f|false)$/i.test(text)) return false;
  throw new Problem("refused", `${name} must be true or false`);
}

function modeOf(text: string | undefined): number | undefined {
  if (text === undefined) return ownerReadsAndWrites;
  if (!/^[0-7]{1,4}$/.test(text)) throw new Problem("refused", "mode must be octal, such as 0600");
  const mode = Number.parseInt(text, 8);
  if (mode === 0) return undefined;
  if ((mode & ~allReadAndWrite) !== 0) {
    throw new Problem("refused", "mode must hold neither executable nor special bits, such as 0600");
  }
  if ((mode & ownerReadsAndWrites) !== ownerReadsAndWrites) {
    throw new Problem("refused", "mode must let the owner read and write, such as 0600; 0000 leaves it as it is");
  }
  return mode;
}

function timeoutOf(text: string | undefined): number {
  if (text === undefined) return defaultWriteTimeoutMilliseconds;
  const found = /^(\d+)(ms|s)?$/.exec(text);
  if (!found || Number(found[1]) === 0) throw new Problem("refused", "write_timeout must be a duration, such as 2s");
  return Number(found[1]) * (found[2] === "ms" ? 1 : 1000);
}
