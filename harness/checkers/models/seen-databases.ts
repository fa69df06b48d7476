import type { Heading } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { fieldsOf } from "./operator-command.ts";

/** Matches plugins of databases whose recorded statements the checkers can parse. */
const seen = /postgresql|mysql|mariadb|redis|simulated/;

/** Determines from connections whether the history has all statements to databases. */
export class SeenDatabases {
  #others = false;

  /** A connection to another product was configured; its statements cannot be parsed. */
  answered({ request: { path, body }, answer }: Operation): void {
    const { plugin_name: plugin } = fieldsOf(body);
    if (answer.outcome === "fail" || !/(^|\/)config\/[^/]+$/.test(path) || typeof plugin !== "string") return;
    if (!seen.test(plugin)) this.#others = true;
  }

  /** Returns the reason why statements may be missing in the history, or undefined. */
  gap({ sees }: Heading): string | undefined {
    return this.#others || !sees.includes("statement")
      ? "the history does not have the statements that clusters sent to the database"
      : undefined;
  }
}
