import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { raise } from "../clients/raised.ts";
import { answers, runTool } from "../clients/tool.ts";
import { checkoutRoot } from "../suite/checkout-root.ts";
import { type Count, judge, type Outcome, total } from "../suite/count.ts";
import { playOf } from "./page.ts";
import { marker, scriptOf } from "./script.ts";

const pages = ["README.md", "docs/failover.md", "docs/curl.md", "docs/control.md"] as const;

const shown = 4_000;

type State = Readonly<{
  clusters: readonly Readonly<{ api: string; token: string }>[];
  databases: readonly Readonly<{ url: string }>[];
  cloud: Readonly<Record<"url" | "region" | "access_key_id" | "secret_access_key", string>>;
  control?: Readonly<{ url: string }>;
}>;

/**
 * Runs the examples of the pages in bash with curl against clusters of `understudy up` on free ports. Each block counts
 * as one check. If bash or curl is missing, this is a failure if CI=true; otherwise it is only reported.
 */
export async function playExamples(): Promise<Outcome> {
  for (const tool of ["bash", "curl"]) {
    if (await answers(tool, ["--version"])) continue;
    const isFault = process.env.CI === "true";
    process.stdout.write(`not played${isFault ? "" : " and not counted"}: this machine lacks ${tool}\n`);
    return { count: { passed: 0, failed: isFault ? 1 : 0 } };
  }
  // In parallel: most of the time is spent waiting for clusters. Each page prints one line when it has ended.
  const played = await Promise.allSettled(pages.map(playPage));
  const counts = played.map((page) => {
    if (page.status === "rejected") throw page.reason;
    return page.value;
  });
  const count = total(counts);
  return judge(count, count.failed > 0 ? 1 : 0);
}

async function folderFor(page: string): Promise<AsyncDisposable & Readonly<{ path: string }>> {
  const path = await mkdtemp(join(tmpdir(), `understudy-${basename(page, ".md")}-`));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

function wordsFor(up: readonly string[], report: string): readonly string[] {
  const at = up.indexOf("--control");
  return at < 0 ? up : [...up.with(at + 1, "0"), "--report", report];
}

async function playPage(page: string): Promise<Count> {
  const { environment, up, blocks } = playOf(readFileSync(join(checkoutRoot, page), "utf8"), page);
  await using report = await folderFor(page);
  await using raised = await raise(wordsFor(up, report.path), { environment });
  const { clusters, databases, cloud, control } = JSON.parse(raised.said) as State;
  const places = { apis: clusters.map(({ api }) => api), control: control?.url };
  const { output, ending } = await runTool("bash", ["-c", scriptOf(blocks, places)], {
    folder: checkoutRoot,
    // The export commands that `up` prints.
    environment: {
      ...process.env,
      VAULT_ADDR: clusters[0]?.api,
      VAULT_TOKEN: clusters[0]?.token,
      DATABASE_URL: databases[0]?.url,
      AWS_ENDPOINT_URL: cloud.url,
      AWS_REGION: cloud.region,
      AWS_ACCESS_KEY_ID: cloud.access_key_id,
      AWS_SECRET_ACCESS_KEY: cloud.secret_access_key,
    },
  });
  const begun = output.split(marker).length - 1;
  const whole = ending === 0 && begun === blocks.length;
  process.stdout.write(`${page}: ${whole ? "as it says" : `not so, ended with ${ending}\n${output.slice(-shown)}`}\n`);
  return whole
    ? { passed: begun, failed: 0 }
    : { passed: Math.max(begun - 1, 0), failed: blocks.length - Math.max(begun - 1, 0) };
}
