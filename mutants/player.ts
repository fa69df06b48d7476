// Child process of player-process.ts: runs the program for each message, one after another.
import { Writable } from "node:stream";
import { localRunner } from "#harness/cli/local-runner.ts";
import { main } from "#harness/cli/main.ts";
import { packageRoot } from "#harness/program/package-root.ts";
import type { Ended, Task } from "./player-process.ts";
import { reloadedService } from "./reloaded-service.ts";

const service = reloadedService();
const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });

process.on("message", ({ words, change }: Task) => void play(words, change));

async function play(words: Task["words"], change: Task["change"]): Promise<void> {
  service.reload(change);
  let errors = "";
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      errors += String(chunk);
      done();
    },
  });
  const shell = { runner: localRunner, stdout: nowhere, stderr, directory: packageRoot, launched: false };
  const ending = await main(words, shell);
  process.send?.({ ending, errors, isLoaded: service.isLoaded() } satisfies Ended);
}
