#!/usr/bin/env node
// Plain JavaScript for any Node from 20 on: it starts the program on a Node that can run it.
import module from "node:module";
import { launch, needsLaunch, orphanhood } from "./launch.js";
import { takeV8Options } from "./v8-options.js";

if (needsLaunch()) {
  process.exitCode = await launch(process.argv.slice(2));
} else {
  takeV8Options();
  // What was compiled once is not compiled again by the next start. Threads and processes that we start are told by their environment.
  const { directory } = module.enableCompileCache();
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory;
  const { run } = await import("#harness/cli/run.ts");
  await run({ whenOrphaned: orphanhood(process.argv.slice(2)) });
}
