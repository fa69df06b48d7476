import { z } from "zod";
import { CheckerRun } from "#harness/checkers/checker-run.ts";
import { checkers } from "#harness/checkers/checkers.ts";
import { readHistory } from "#harness/history/read-history.ts";
import { memoryOfThisProcess } from "./memory-of-this-process.ts";
import { orderOf, report } from "./order.ts";

const { file } = orderOf(z.object({ file: z.string() }));

const begun = performance.now();
let bench: CheckerRun | undefined;
await readHistory(file, {
  begin(heading) {
    bench = new CheckerRun(heading, checkers);
  },
  take: (event) => bench?.take(event),
});
const broken = bench?.end().filter(({ verdict }) => verdict === "broken") ?? [];
const seconds = (performance.now() - begun) / 1000;
report({ seconds, megabytes: memoryOfThisProcess().most, broken: broken.length });
