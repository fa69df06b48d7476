// The end-to-end test: clones this repository into an empty folder, runs the commands of the README, and checks for
// leftovers. It prints `N passed, N failed` as its last line. It requires Linux, because it reads processes and ports
// from /proc.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sourceOf } from "#harness/databases/server-source.ts";
import { processesBelow } from "./end-to-end/processes.ts";
import { crash, type End, interrupt, visit } from "./end-to-end/visit.ts";
import { checkoutRoot } from "./suite/checkout-root.ts";
import { type Count, closingLine, total } from "./suite/count.ts";

/** Mode of folders that other users must be able to enter: PostgreSQL does not run as root. */
const openToAll = 0o755;
const counts: Count[] = [];

const temporary = mkdtempSync(join(tmpdir(), "understudy-end-to-end-"));
chmodSync(temporary, openToAll);
const folders = { folder: join(temporary, "understudy"), temporary: join(temporary, "temporary") };
mkdirSync(folders.temporary, { mode: openToAll });
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    cleanUp();
    process.exit(1);
  });
}
try {
  if (git(checkoutRoot, "status", "--porcelain") !== "") say("note: uncommitted changes are not tested");
  say(`on Node ${execFileSync("node", ["--version"], { encoding: "utf8" }).trim()}, as PATH has it`);
  git(temporary, "clone", "--quiet", checkoutRoot, folders.folder);
  const [firstBlock = ""] = /(?:^ {4}.+\n)+/m.exec(readFileSync(join(folders.folder, "README.md"), "utf8")) ?? [];
  const [start = "", tests = ""] = firstBlock.split("\n").map((line) => line.replace(/\s#\s.*$/, "").trim());
  claim(
    "the README's first commands are one that starts and one that tests",
    /npm start$/.test(start) && /npm test$/.test(tests),
  );
  await runStep(start);
  // No other part of CI plays all database scenarios in containers.
  claim(
    "with a PostgreSQL image in Docker, scenarios are played on it",
    (await sourceOf("postgresql")) !== "containers" ||
      readFileSync(join(folders.folder, "report", "index.html"), "utf8").includes("container postgres"),
  );
  await runStep(tests);
  await runStep("npm start", interrupt);
  await runStep("npm start", crash);
  const changes = git(folders.folder, "status", "--porcelain");
  claim("the clone has no changed or new files except ignored ones", changes === "", changes);
} finally {
  cleanUp();
}
const all = total(counts);
say(closingLine(all));
process.exitCode = all.failed > 0 ? 1 : 0;

async function runStep(command: string, end?: End): Promise<void> {
  const { count, troubles } = await visit(command, folders, end);
  counts.push(count);
  const way = end === undefined ? "" : `, ended by ${end.name}`;
  for (const line of [closingLine(count), ...troubles]) say(`${command}${way}: ${line}`);
}

function cleanUp(): void {
  for (const { id } of processesBelow(temporary)) process.kill(id, "SIGKILL");
  rmSync(temporary, { recursive: true, force: true });
}

function claim(what: string, isSo: boolean, instead = ""): void {
  counts.push(isSo ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  if (!isSo) say(`failed: ${what}\n${instead}`);
}

function git(folder: string, ...words: readonly string[]): string {
  return execFileSync("git", words, { cwd: folder, encoding: "utf8" });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
