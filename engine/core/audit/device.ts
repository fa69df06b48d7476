import { type JsonObject, withoutRawNumber } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { unprintable } from "../../api/values/unprintable.ts";
import type { AuditTarget } from "../../ports/audit.ts";

export type AuditDevice = Readonly<{
  path: string;
  type: "file" | "socket";
  description: string;
  local: boolean;
  options: Readonly<Record<string, string>>;
  salt: string;
}>;

export type AuditFormat = Readonly<{ raw: boolean; hmacAccessor: boolean; prefix: string }>;

const entryBeginning = '{"time":"';

/**
 * Permissions that a configured mode must include, unless it is 0: the device reads the file when it opens it again.
 */
const ownerReadsAndWrites = 0o600;
const allReadAndWrite = 0o666;
/** Maximum length of a file path, in characters (`PATH_MAX` of Linux, which counts bytes). */
export const maxPathCharacters = 4096;
export const maxPrefixCharacters = 64;
/** Syntax of the prefix of entries. It is restricted so that an operator cannot make a device write program code. */
const prefixForm = /^(?:<\d{1,3}>[\w@:.,=+/[\] -]*|[\w@:.,=+/[\]-]*|[\w@:.,+/[\]-]*: [\w@:.,=+/[\] -]*)$/;
const defaultWriteTimeoutMilliseconds = 2000;

/** Converts option values to texts. Throws a Problem "refused" if a value is an object, an array or null. */
export function auditOptions(fields: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const plain = withoutRawNumber(value);
      if (typeof plain === "object") throw new Problem("refused", `option ${quoted(name)} must be a text`);
      return [name, String(plain)];
    }),
  );
}

/** Returns the destination of a device's entries. Throws a Problem "refused" if the type or an option is invalid. */
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

/** Returns the format of a device's entries. Throws a Problem "refused" that names an invalid option. */
export function auditFormatOf({ log_raw, hmac_accessor, prefix = "" }: AuditDevice["options"]): AuditFormat {
  if (prefix.length > maxPrefixCharacters || !prefixForm.test(prefix)) {
    throw new Problem(
      "refused",
      `prefix may be ${maxPrefixCharacters} characters long, of letters, digits, blanks and @ : . , = + / [ ] _ -; blanks only behind a first word that ends in ":", such as "@cee: ", or behind a priority, such as "<134>1 "`,
    );
  }
  return {
    raw: booleanOf("log_raw", log_raw, false),
    hmacAccessor: booleanOf("hmac_accessor", hmac_accessor, true),
    prefix,
  };
}

function booleanOf(name: string, text: string | undefined, otherwise: boolean): boolean {
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
