import { readdirSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { play } from "./play.suite.ts";
import { type Example, type Line, parseTranscript } from "./transcript.suite.ts";

const folder = new URL("transcripts/", import.meta.url);

const words: readonly (readonly [RegExp, string])[] = [
  [/\bauth\/aws\b/g, "auth/cloud"],
  [/"type":"aws"/g, '"type":"cloud"'],
  [/\baws_public_cert\b/g, "cloud_public_cert"],
  [/\bresolve_aws_unique_ids\b/g, "resolve_cloud_unique_ids"],
  [/\binferred_aws_region\b/g, "inferred_cloud_region"],
  [/X-Vault-AWS-IAM-Server-ID/gi, "X-Svc-Cloud-IAM-Server-ID"],
  [/vault header wasn't signed/g, "svc header wasn't signed"],
];

const referenceFields = { sent: /"(ttl|max_ttl|period)":/g, shown: /,\s*"(?:ttl|max_ttl|period)": \d+/g } as const;

function inWordsOfCloud(text: string): string {
  const renamed = words.reduce((before, [word, other]) => before.replace(word, other), text);
  return /^POST auth\/cloud\/role\/[^/\s]+ /.test(renamed)
    ? renamed.replace(referenceFields.sent, '"token_$1":')
    : renamed.replace(referenceFields.shown, "");
}

function exampleOfCloud({ title, isUntouched, lines }: Example): Example {
  return { title, isUntouched, lines: lines.map(({ sign, text }) => ({ sign, text: inWordsOfCloud(text) })) };
}

function meaningOf({ sign, text }: Line): unknown {
  const at = text.indexOf("{");
  return sign === "<" && at >= 0 ? [sign, text.slice(0, at), JSON.parse(text.slice(at))] : [sign, text];
}

const examples = readdirSync(folder)
  .filter((file) => file.endsWith(".txt"))
  .flatMap((file) => parseTranscript(readFileSync(new URL(file, folder), "utf8")))
  .filter(({ lines }) => enables(lines, "aws") && !enables(lines, "cloud"));

function enables(lines: readonly Line[], type: string): boolean {
  return lines.some(({ text }) => text.startsWith(`POST sys/auth/${type} `));
}

suite("a method of type cloud behaves like one of type aws, with the names of its type", () => {
  for (const example of examples.map(exampleOfCloud)) {
    test(example.title, async () => {
      const { lines } = await play(example);
      expect(lines.map(meaningOf)).to.deep.equal(example.lines.map(meaningOf));
    });
  }

  test("all examples of the method are included", () => {
    expect(examples).to.have.length.above(30);
  });
});
