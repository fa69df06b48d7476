import { isMainThread } from "node:worker_threads";
import { supportCodeLibraryBuilder } from "@cucumber/cucumber";
import { quickGroups } from "./quick-groups.ts";

// In a worker thread cucumber itself imports the steps and then builds its library.
if (!isMainThread) {
  const build = supportCodeLibraryBuilder.finalize.bind(supportCodeLibraryBuilder);
  supportCodeLibraryBuilder.finalize = (ids) => {
    const library = build(ids);
    quickGroups(library);
    return library;
  };
}
