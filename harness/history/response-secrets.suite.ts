// Loaded before the program (`--import`) by a test: tells each secret that a history looks for, and at the end of a play what of them stands in temporary files.
import { appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { Canaries } from "./canaries.ts";
import { History } from "./history.ts";
import { seenBelow } from "./seen-below.suite.ts";

const { TOLD_SECRETS: file = "" } = process.env;
const tell = (line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`);

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
    tell({ kind: added.kind, secret: last });
    // What a client wrote may be a name, and accessors open nothing.
    if (added.kind !== "value" && !added.kind.endsWith("accessor")) secrets.push(last);
  }
  if (added.type === "end") tell(seenBelow(tmpdir(), secrets));
  return note.call(this, added);
};
