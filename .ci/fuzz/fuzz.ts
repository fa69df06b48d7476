import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Outcome, total } from "../suite/count.ts";
import { bootstrap } from "./bootstrap.ts";
import { sendInvalidFrames } from "./link-frames.ts";
import { openApiOf } from "./openapi.ts";
import { raise } from "./raised.ts";
import { type Extent, installSchemathesis, runSchemathesis, validate } from "./schemathesis.ts";

/**
 * Matches paths of operations that change the whole cluster. They are sent to a cluster of their own: after them, a
 * cluster may be a secondary without a primary, which refuses most requests.
 */
const disruptive = "^/sys/(replication/|seal$)";
/** Matches paths of auth methods and identity, which use ids of one another. */
const authAndIdentity = "^/(auth|identity)/";

const authAndIdentityRun: Extent = { name: "auth and identity", only: authAndIdentity, examples: 10 };
const otherRun: Extent = { name: "all else", except: `${authAndIdentity}|${disruptive}`, examples: 10 };
const disruptiveRun: Extent = { name: "replication and seal", only: disruptive, examples: 25, mayBeUnavailable: true };

const linkSeed = 13;

/**
 * Fuzzes unmodified clusters according to their OpenAPI documents, and the link between clusters. Requires python3 with
 * venv.
 */
export async function fuzz(): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), "understudy-fuzz-"));
  try {
    const installing = installSchemathesis(folder);
    const lanes = await Promise.allSettled([
      sendInvalidFrames(linkSeed).then(async (count) => [
        { count },
        await run(await installing, disruptiveRun, folder),
      ]),
      installing.then((command) => run(command, otherRun, folder)),
      installing.then(async (command) => [
        await asDescribed(command, folder),
        await run(command, authAndIdentityRun, folder),
      ]),
    ]);
    const outcomes: Outcome[] = [];
    for (const lane of lanes) {
      if (lane.status === "rejected") throw lane.reason;
      outcomes.push(...[lane.value].flat());
    }
    const trouble = outcomes.flatMap((outcome) => outcome.trouble ?? []).join("; ");
    return { count: total(outcomes.map(({ count }) => count)), ...(trouble === "" ? {} : { trouble }) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(command: string, extent: Extent, folder: string): Promise<Outcome> {
  await using raised = await raise();
  await bootstrap(raised);
  return await runSchemathesis(command, raised, { folder, extent });
}

async function asDescribed(command: string, folder: string): Promise<Outcome> {
  await using raised = await raise();
  await bootstrap(raised);
  const document = join(folder, "described.json");
  await writeFile(document, await openApiOf(raised));
  return await validate(command, document);
}
