import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Outcome, total } from "../suite/count.ts";
import { sendBrokenBodies } from "./broken-bodies.ts";
import { furnish } from "./furnish.ts";
import { speakWrongly } from "./link-frames.ts";
import { openApiOf } from "./openapi.ts";
import { raise } from "./raised.ts";
import { type Extent, installSchemathesis, runSchemathesis, validate } from "./schemathesis.ts";

/** What changes the whole cluster: it gets one of its own, so that the others are not refused by a secondary without a primary. */
const upheavals = "^/sys/(replication/|seal$)";

/** The two runs. The numbers keep all of it within three minutes on two cores. */
const extents: readonly Extent[] = [
  { except: upheavals, examples: 10 },
  { only: upheavals, examples: 25, mayBeUnavailable: true },
];

/** What wrong frames are drawn from: the same ones each time. */
const linkSeed = 13;

/** Fuzzes unmodified clusters by what they describe of themselves. Needs python3 with venv. */
export async function fuzz(): Promise<Outcome> {
  const spoken = await speakWrongly(linkSeed);
  const folder = await mkdtemp(join(tmpdir(), "understudy-fuzz-"));
  try {
    const command = await installSchemathesis(folder);
    const outcomes: Outcome[] = [];
    for (const extent of extents) {
      await using raised = await raise();
      await furnish(raised);
      if (outcomes.length === 0) {
        const document = join(folder, "described.json");
        await writeFile(document, await openApiOf(raised));
        outcomes.push(await validate(command, document), { count: await sendBrokenBodies(raised) });
      }
      outcomes.push(await runSchemathesis(command, raised, { folder, extent }));
    }
    const trouble = outcomes.flatMap((outcome) => outcome.trouble ?? []).join("; ");
    return { count: total([spoken, ...outcomes.map(({ count }) => count)]), ...(trouble === "" ? {} : { trouble }) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
