import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { play } from "./play.suite.ts";
import { type Example, parseTranscript, prefaceOf, spellTranscript } from "./transcript.suite.ts";

const folder = new URL("transcripts/", import.meta.url);

/** With `UPDATE_TRACES=1` the answers are written down as they are: review the diff. */
const updates = process.env.UPDATE_TRACES === "1";

for (const file of readdirSync(folder)) {
  const text = readFileSync(new URL(file, folder), "utf8");
  suite(`golden examples of ${file}`, () => {
    const played: Example[] = [];
    for (const example of parseTranscript(text)) {
      test(example.title, async () => {
        const place = played.push(example) - 1;
        const heard = await play(example);
        played[place] = heard;
        if (!updates) expect(spellTranscript("", [heard])).to.equal(spellTranscript("", [example]));
      });
    }
    test("are spelt as they are told", () => {
      const whole = spellTranscript(prefaceOf(text), played);
      if (updates) writeFileSync(new URL(file, folder), whole);
      else expect(whole).to.equal(text);
    });
  });
}
