import { isMainThread } from "node:worker_threads";
import { Before } from "@cucumber/cucumber";
import { isInterrupted, receiveInterruption } from "#harness/cli/interruption.ts";
import { interrupted, notPlayedMediaType } from "#harness/reports/not-played.ts";

// Cucumber cannot be stopped, but a scenario that has not begun can be skipped. Cucumber imports this file in every
// thread.
if (!isMainThread) receiveInterruption();

Before({ name: "the run was not interrupted" }, function () {
  if (!isInterrupted()) return undefined;
  this.attach(interrupted, notPlayedMediaType);
  return "skipped";
});
