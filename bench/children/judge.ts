import { z } from "zod";
import { CheckerRun } from "#harness/checkers/checker-run.ts";
import { checkers } from "#harness/checkers/checkers.ts";
import { readHistory } from "#harness/history/read-history.ts";
import { inputOf, report } from "./child-process.ts";
import { memoryOfThisProcess } from "./memory-of-this-process.ts";

const { file } = inputOf(z.object({ file: z.string() }));

const begun = performance.now();
let run: CheckerRun | undefined;
await readHistory(file, {
  begin(heading) {
    run = new CheckerRun(heading, checkers);
  },
  take: (event) => run?.take(event),
});
const broken = run?.end().filter(({ verdict }) => verdict === "broken") ?? [];
const seconds = (performance.now() - begun) / 1000;
report({ seconds, megabytes: memoryOfThisProcess().most, broken: broken.length });
