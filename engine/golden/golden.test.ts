import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { after, suite, test } from "node:test";
import { expect } from "chai";
import { play } from "./play.suite.ts";
import { formatTranscript, parseTranscript, prefaceOf } from "./transcript.suite.ts";

const folder = new URL("transcripts/", import.meta.url);

/** With `UPDATE_TRACES=1`, the actual responses are written into the transcripts, not compared. Review the diff. */
const updates = process.env.UPDATE_TRACES === "1";

for (const file of readdirSync(folder)) {
  const url = new URL(file, folder);
  const text = readFileSync(url, "utf8");
  suite(`golden examples of ${file}`, () => {
    const examples = [...parseTranscript(text)];
    for (const [at, example] of examples.entries()) {
      test(example.title, async () => {
        const played = await play(example);
        if (updates) examples[at] = played;
        else expect(formatTranscript("", [played])).to.equal(formatTranscript("", [example]));
      });
    }
    if (updates) after(() => writeFileSync(url, formatTranscript(prefaceOf(text), examples)));
    else {
      test("are formatted canonically", () => {
        expect(formatTranscript(prefaceOf(text), examples)).to.equal(text);
      });
    }
  });
}
