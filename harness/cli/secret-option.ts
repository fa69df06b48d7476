import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { Failure } from "#harness/cli/failure.ts";
import { flagOf, type RawOptions } from "#harness/cli/usage.ts";

/** An option with a secret value. All users of a machine can read command lines, so a file or variable can set it. */
type SecretOption = Readonly<{
  /** Name in the raw options, such as `rootToken`. The option `rootTokenFile` names a file with the secret. */
  member: string;
  /** Environment variable that is used if neither of the two options is set. */
  variable: string;
}>;

const secretOptions = [
  { member: "rootToken", variable: "UNDERSTUDY_ROOT_TOKEN" },
  { member: "controlToken", variable: "UNDERSTUDY_CONTROL_TOKEN" },
  { member: "store", variable: "UNDERSTUDY_STORE" },
] as const satisfies readonly SecretOption[];

const maxBytes = 4_096;
const everyone = 0o007;

export type Sources = ReadonlyMap<string, string>;

/**
 * Returns the options with the secrets from files and environment variables, and the origins of these secrets. Deletes
 * the variables, so that child processes do not inherit them. Throws a Failure "usage" that names the option and
 * contains no secret.
 */
export function withSecrets(
  raw: RawOptions,
  environment: NodeJS.ProcessEnv,
): Readonly<{ options: RawOptions; sources: Sources }> {
  const options: Record<string, string | boolean | undefined> = { ...raw };
  const sources = new Map<string, string>();
  for (const { member, variable } of secretOptions) {
    const file = options[`${member}File`];
    delete options[`${member}File`];
    const inherited = environment[variable];
    delete environment[variable];
    if (typeof file === "string") {
      const flag = flagOf(member);
      if (options[member] !== undefined)
        throw new Failure("usage", `${flag} and ${flag}-file name the same secret: give one of them`);
      const source = `${flag}-file ${file}`;
      options[member] = secretIn(file, source);
      sources.set(member, source);
    } else if (options[member] === undefined && inherited !== undefined && inherited !== "") {
      options[member] = inherited;
      sources.set(member, variable);
    }
  }
  return { options, sources };
}

function secretIn(path: string, source: string): string {
  const text = read(path, source);
  const line = text.replace(/\r?\n$/, "");
  if (line === "") throw new Failure("usage", `${source} is empty: it must hold one line`);
  if (/[\r\n]/.test(line)) throw new Failure("usage", `${source} holds more than one line`);
  return line;
}

function read(path: string, source: string): string {
  if (path === "") throw new Failure("usage", `${source}must name a file`);
  const file = open(path, source);
  try {
    const status = fstatSync(file);
    if (status.isDirectory()) throw new Failure("usage", `${source} is a folder: it must be a file`);
    // Reading a pipe could block forever.
    if (!status.isFile()) throw new Failure("usage", `${source} is not a regular file`);
    // On Windows the mode does not include permissions.
    if (process.platform !== "win32" && (status.mode & everyone) !== 0)
      throw new Failure("usage", `${source} can be read or written by every user of this machine: chmod 600 it`);
    const bytes = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (let more = -1; more !== 0 && length < bytes.length; length += more)
      more = readSync(file, bytes, length, bytes.length - length, null);
    if (length > maxBytes) throw new Failure("usage", `${source} is longer than ${maxBytes} bytes`);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length));
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    if (cause instanceof TypeError) throw new Failure("usage", `${source} is not UTF-8 text`);
    throw unreadable(source, cause);
  } finally {
    closeSync(file);
  }
}

function open(path: string, source: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    throw unreadable(source, cause);
  }
}

function unreadable(source: string, cause: unknown): Failure {
  const { code } = cause as NodeJS.ErrnoException;
  const why = code === "ENOENT" ? "there is no such file" : code === "EACCES" ? "access is denied" : String(code);
  return new Failure("usage", `${source} cannot be read: ${why}`, { cause });
}
