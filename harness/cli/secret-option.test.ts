import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { expect } from "chai";
import { Failure } from "#harness/cli/failure.ts";
import { withSecrets } from "./secret-option.ts";
import { parseUp } from "./up-options.ts";

const directory = mkdtempSync(join(tmpdir(), "understudy-secret-option-"));
after(() => rmSync(directory, { recursive: true }));
const secret = "hvs.from-a-file-4711";
let count = 0;

function fileWith(text: string | Uint8Array, mode = 0o600): string {
  const path = join(directory, `file-${++count}`);
  writeFileSync(path, text);
  // The mode of a new file depends on the umask.
  chmodSync(path, mode);
  return path;
}

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof Failure && error.code === "usage") return error.message;
    throw error;
  }
  throw new Error("expected a refusal");
}

suite("a secret option", () => {
  const options = [
    { member: "rootToken", flag: "--root-token", variable: "UNDERSTUDY_ROOT_TOKEN", value: secret },
    { member: "controlToken", flag: "--control-token", variable: "UNDERSTUDY_CONTROL_TOKEN", value: secret },
    { member: "store", flag: "--store", variable: "UNDERSTUDY_STORE", value: "sqlite:a.db" },
  ] as const;
  for (const { member, flag, variable, value } of options) {
    const basis = { control: "0" };
    test(`${flag} is read from the file that ${flag}-file names`, () => {
      for (const end of ["", "\n", "\r\n"]) {
        const raw = { ...basis, [`${member}File`]: fileWith(`${value}${end}`) };
        expect(parseUp(raw, {})).to.include({ [member]: value });
      }
    });

    test(`${flag} is read from ${variable}, which programs started later do not inherit`, () => {
      const environment = { [variable]: value, OTHER: "stays" };
      expect(parseUp(basis, environment)).to.include({ [member]: value });
      expect(environment).to.deep.equal({ OTHER: "stays" });
      expect(parseUp(basis, { [variable]: "" })[member]).to.equal(parseUp(basis, {})[member]);
    });

    test(`${flag} and ${flag}-file come before ${variable}`, () => {
      const environment = () => ({ [variable]: "memory-or-other" });
      expect(parseUp({ ...basis, [member]: value }, environment())).to.include({ [member]: value });
      expect(parseUp({ ...basis, [`${member}File`]: fileWith(value) }, environment())).to.include({ [member]: value });
    });

    test(`${flag} and ${flag}-file together are refused`, () => {
      const raw = { ...basis, [member]: value, [`${member}File`]: fileWith(value) };
      expect(refusal(() => parseUp(raw, {}))).to.equal(
        `${flag} and ${flag}-file name the same secret: give one of them`,
      );
    });
  }

  for (const [what, path, why] of [
    ["missing", join(directory, "missing"), "cannot be read: there is no such file"],
    ["below a file", join(fileWith(secret), "x"), "cannot be read: ENOTDIR"],
    ["a folder", directory, "is a folder: it must be a file"],
    ["a device", "/dev/null", "is not a regular file"],
    ["empty", fileWith(""), "is empty: it must hold one line"],
    ["an empty line", fileWith("\n"), "is empty: it must hold one line"],
    ["too long", fileWith("x".repeat(4_097)), "is longer than 4096 bytes"],
    ["of two lines", fileWith(`${secret}\n${secret}\n`), "holds more than one line"],
    ["a line and an empty one", fileWith(`${secret}\n\n`), "holds more than one line"],
    ["not text", fileWith(Buffer.from([0x68, 0xff, 0xfe])), "is not UTF-8 text"],
    ["readable by all", fileWith(secret, 0o604), "can be read or written by every user of this machine: chmod 600 it"],
    ["writable by all", fileWith(secret, 0o602), "can be read or written by every user of this machine: chmod 600 it"],
  ] as const) {
    test(`a file that is ${what} is refused without quoting it`, () => {
      const message = refusal(() => withSecrets({ rootTokenFile: path }, {}));
      expect(message).to.equal(`--root-token-file ${path} ${why}`);
      expect(message).to.not.include(secret);
    });
  }

  test("a file of the maximum length is read", () => {
    expect(withSecrets({ rootTokenFile: fileWith("x".repeat(4_096)) }, {}).options.rootToken).to.have.length(4_096);
  });

  test("an unreadable file is refused", () => {
    const path = fileWith(secret, 0o000);
    // The superuser can read the file, so another user is used.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect(refusal(() => withSecrets({ rootTokenFile: path }, {}))).to.match(/cannot be read: access is denied$/);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  test("a pipe is refused at once, even without a writer", () => {
    const path = join(directory, "pipe");
    execFileSync("mkfifo", ["-m", "600", path]);
    expect(refusal(() => withSecrets({ rootTokenFile: path }, {}))).to.match(/is not a regular file$/);
  });

  test("a symbolic link is followed, and the permissions of its target count", () => {
    mkdirSync(join(directory, "mounted"));
    symlinkSync(fileWith(`${secret}\n`), join(directory, "mounted", "token"));
    expect(withSecrets({ rootTokenFile: join(directory, "mounted", "token") }, {}).options.rootToken).to.equal(secret);
  });

  test("an invalid value is refused by its source and is not quoted", () => {
    const path = fileWith("with a blank");
    expect(refusal(() => parseUp({ rootTokenFile: path }, {}))).to.equal(
      `--root-token-file ${path} must be printable and without blanks`,
    );
    expect(refusal(() => parseUp({ control: "0" }, { UNDERSTUDY_CONTROL_TOKEN: "short" }))).to.equal(
      "UNDERSTUDY_CONTROL_TOKEN must be eight characters or more, printable and without blanks",
    );
    expect(refusal(() => parseUp({}, { UNDERSTUDY_STORE: `postgres://ada:${secret}@store:port` }))).to.match(
      /^UNDERSTUDY_STORE is invalid: (?!.*from-a-file)/,
    );
  });

  test("a value that conflicts with other options is refused by its source", () => {
    const path = fileWith(secret);
    expect(refusal(() => parseUp({ sealed: true, rootTokenFile: path }, {}))).to.match(
      /^--root-token-file \S+ is for clusters that initialise themselves/,
    );
    expect(refusal(() => parseUp({ sealed: true }, { UNDERSTUDY_ROOT_TOKEN: secret }))).to.match(
      /^UNDERSTUDY_ROOT_TOKEN is for clusters that initialise themselves/,
    );
    expect(refusal(() => parseUp({ controlTokenFile: path }, {}))).to.match(
      /^--control-token-file \S+ is for --control$/,
    );
    // The variable may be set for another start.
    expect(parseUp({}, { UNDERSTUDY_CONTROL_TOKEN: secret }).control).to.equal(undefined);
  });
});
