import type { Heading } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { fieldsOf } from "./operator-command.ts";

/** Matches plugin names of the databases whose statements the checkers can parse. */
const seen = /postgresql|mysql|mariadb|redis|simulated/;

/** Determines whether statements to databases may be missing from the history. */
export class SeenDatabases {
  #others = false;

  /** Applies a response: the configuration of a connection to an unknown product means that statements are missing. */
  answered({ request: { path, body }, answer }: Operation): void {
    const { plugin_name: plugin } = fieldsOf(body);
    if (answer.outcome === "fail" || !/(^|\/)config\/[^/]+$/.test(path) || typeof plugin !== "string") return;
    if (!seen.test(plugin)) this.#others = true;
  }

  /** Returns the reason why statements may be missing from the history, or undefined if no reason is known. */
  gap({ sees }: Heading): string | undefined {
    return this.#others || !sees.includes("statement")
      ? "the history does not have the statements that clusters sent to the database"
      : undefined;
  }
}
