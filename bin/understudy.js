#!/usr/bin/env node
// Plain JavaScript for Node 20 and newer. Starts the program on a suitable Node.
import module from "node:module";
import { launch, needsLaunch, orphanWatcher } from "./launch.js";
import { takeV8Options } from "./v8-options.js";

if (needsLaunch()) {
  process.exitCode = await launch(process.argv.slice(2));
} else {
  takeV8Options();
  // Reuses compiled code in later starts. Threads and child processes get the cache's folder from
  // the environment.
  const { directory } = module.enableCompileCache();
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory;
  const { run } = await import("#harness/cli/run.ts");
  await run({ whenOrphaned: orphanWatcher(process.argv.slice(2)) });
}
