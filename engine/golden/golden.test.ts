import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { after, suite, test } from "node:test";
import { expect } from "chai";
import { play } from "./play.suite.ts";
import { formatTranscript, parseTranscript, prefaceOf } from "./transcript.suite.ts";

const folder = new URL("transcripts/", import.meta.url);

/** With `UPDATE_TRACES=1` the answers are written down as they are: review the diff. */
const updates = process.env.UPDATE_TRACES === "1";

for (const file of readdirSync(folder)) {
  const place = new URL(file, folder);
  const text = readFileSync(place, "utf8");
  suite(`golden examples of ${file}`, () => {
    const examples = [...parseTranscript(text)];
    for (const [at, example] of examples.entries()) {
      test(example.title, async () => {
        const heard = await play(example);
        if (updates) examples[at] = heard;
        else expect(formatTranscript("", [heard])).to.equal(formatTranscript("", [example]));
      });
    }
    if (updates) after(() => writeFileSync(place, formatTranscript(prefaceOf(text), examples)));
    else {
      test("are spelt like all of them", () => {
        expect(formatTranscript(prefaceOf(text), examples)).to.equal(text);
      });
    }
  });
}
