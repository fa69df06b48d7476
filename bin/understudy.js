#!/usr/bin/env node
// Plain JavaScript for any Node from 20 on: it starts the program on a Node that can run it.
import { launch, needsLaunch } from "./launch.js";

if (needsLaunch()) {
  process.exitCode = await launch(process.argv.slice(2));
} else {
  const { run } = await import("#harness/cli/run.ts");
  await run();
}
