import type { Heading } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { fieldsOf } from "./operator-command.ts";

/** The databases whose statements can be understood, where a history has them. */
const seen = /postgresql|mysql|mariadb|redis|simulated/;

/** Whether all that clusters ask of databases is in the history, as far as their connections tell. */
export class SeenDatabases {
  #others = false;

  /** A connection to another product was written: what is asked there cannot be understood. */
  answered({ request: { path, body }, answer }: Operation): void {
    const { plugin_name: plugin } = fieldsOf(body);
    if (answer.outcome === "fail" || !/(^|\/)config\/[^/]+$/.test(path) || typeof plugin !== "string") return;
    if (!seen.test(plugin)) this.#others = true;
  }

  /** Why nothing can be said of users that no statement made; undefined when all statements are there. */
  gap({ sees }: Heading): string | undefined {
    return this.#others || !sees.includes("statement")
      ? "what clusters ask of the database is not in this history"
      : undefined;
  }
}
