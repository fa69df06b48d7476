import { z } from "zod";

const message = z.object({
  pickle: z.object({ steps: z.array(z.object({ id: z.string(), text: z.string() })) }).optional(),
  testCase: z
    .object({ testSteps: z.array(z.object({ id: z.string(), pickleStepId: z.string().optional() })) })
    .optional(),
  testStepFinished: z.object({ testStepId: z.string(), testStepResult: z.object({ status: z.string() }) }).optional(),
});

/** Returns the texts of the failed steps without duplicates. `messages` is the content of a `messages.ndjson`. */
export function failedSteps(messages: string): readonly string[] {
  const texts = new Map<string, string>();
  const failed = new Set<string>();
  for (const line of messages.split("\n")) {
    if (line === "") continue;
    const { pickle, testCase, testStepFinished } = message.parse(JSON.parse(line));
    for (const { id, text } of pickle?.steps ?? []) texts.set(id, text);
    for (const { id, pickleStepId = "" } of testCase?.testSteps ?? [])
      texts.set(id, texts.get(pickleStepId) ?? "a hook");
    if (testStepFinished?.testStepResult.status === "FAILED") failed.add(texts.get(testStepFinished.testStepId) ?? "");
  }
  return [...failed];
}
