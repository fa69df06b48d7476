import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Count, closingLine, judge, type Outcome, total } from "../suite/count.ts";
import type { Client } from "./client.ts";
import { goClient } from "./go-client.ts";
import { hvac } from "./hvac.ts";
import { nodeVault } from "./node-vault.ts";
import { raise } from "./raised.ts";
import { flowServers, serverForFlows } from "./servers.ts";

const clients: readonly Client[] = [nodeVault, hvac, goClient];
const rootToken = "root-of-the-clients";

/** A client that cannot run on this machine is a failure if CI=true; otherwise it is only reported. */
export async function playClients(): Promise<Outcome> {
  using folder = temporaryFolder();
  const playable: Client[] = [];
  const counts: Count[] = [];
  for (const client of clients) {
    const missingCapability = await client.lacks();
    if (missingCapability === undefined) playable.push(client);
    else counts.push(notPlayed(client.title, missingCapability));
  }
  await using stage = new AsyncDisposableStack();
  const preparing = Promise.all(playable.map((client) => client.prepare(folder.path).then(() => undefined, String)));
  // Waits for the preparation before its folder is removed.
  stage.defer(async () => void (await preparing));
  const open = stage.use(
    await raise(["--root-token", rootToken, "--topology", "unlinked", "--audit-folders", tmpdir()]),
  );
  const sealed = stage.use(await raise(["--sealed"]));
  const { servers, missingCapability } = stage.use(await flowServers(JSON.parse(open.said).databases[0].url));
  for (const what of missingCapability) counts.push(notPlayed("database flows", what));
  const prepared = await preparing;
  const raised = { UNDERSTUDY_RAISED: open.said, UNDERSTUDY_SEALED: sealed.said };
  for (const [index, client] of playable.entries()) {
    const own = await Promise.all(servers.map((server) => serverForFlows(server, client.name)));
    const environment = { ...process.env, ...raised, UNDERSTUDY_SERVERS: JSON.stringify(own) };
    const outcome = await playOne(client, { trouble: prepared[index], environment, folder: folder.path });
    process.stdout.write(
      `${client.title}: ${closingLine(outcome.count)}${outcome.trouble ? ` (${outcome.trouble})` : ""}\n`,
    );
    counts.push(outcome.count);
  }
  const count = total(counts);
  return judge(count, count.failed > 0 ? 1 : 0);
}

type Playing = Readonly<{ trouble: string | undefined; environment: NodeJS.ProcessEnv; folder: string }>;

async function playOne(client: Client, { trouble, environment, folder }: Playing): Promise<Outcome> {
  process.stdout.write(`\n${client.title}\n`);
  if (trouble !== undefined) return judge(undefined, trouble);
  return client.play({ environment, folder }).catch((error: unknown) => judge(undefined, String(error)));
}

function notPlayed(title: string, missingCapability: string): Count {
  const isFault = process.env.CI === "true";
  process.stdout.write(
    `${title}: not played${isFault ? "" : " and not counted"}, this machine lacks ${missingCapability}\n`,
  );
  return { passed: 0, failed: isFault ? 1 : 0 };
}

function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "understudy-clients-"));
  const remove = () => rmSync(path, { recursive: true, force: true });
  process.once("exit", remove);
  return {
    path,
    [Symbol.dispose]() {
      process.off("exit", remove);
      remove();
    },
  };
}
