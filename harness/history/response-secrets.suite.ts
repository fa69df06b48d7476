// Loaded before the program (`--import`) by a test: writes each secret that a history searches for to a file, and at
// the end of a scenario the secrets that are found in temporary files.
import { appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { Canaries } from "./canaries.ts";
import { History } from "./history.ts";
import { seenBelow } from "./seen-below.suite.ts";

const { SECRETS_FILE: file = "" } = process.env;
const write = (line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`);

let last = "";
const { add } = Canaries.prototype;
Canaries.prototype.add = function (secret) {
  last = secret;
  return add.call(this, secret);
};

const secrets: string[] = [];
const { note } = History.prototype;
History.prototype.note = function (added) {
  if (added.type === "canary" && !secrets.includes(last)) {
    write({ kind: added.kind, secret: last });
    // A client's value may be a name, and accessors do not authenticate.
    if (added.kind !== "value" && !added.kind.endsWith("accessor")) secrets.push(last);
  }
  if (added.type === "end") write(seenBelow(tmpdir(), secrets));
  return note.call(this, added);
};
