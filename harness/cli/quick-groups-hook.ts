import { isMainThread } from "node:worker_threads";
import { supportCodeLibraryBuilder } from "@cucumber/cucumber";
import { quickGroups } from "./quick-groups.ts";

// In a thread of its own cucumber imports the steps itself, this file among them, and puts its library together when all are there.
if (!isMainThread) {
  const build = supportCodeLibraryBuilder.finalize.bind(supportCodeLibraryBuilder);
  supportCodeLibraryBuilder.finalize = (ids) => {
    const library = build(ids);
    quickGroups(library);
    return library;
  };
}
