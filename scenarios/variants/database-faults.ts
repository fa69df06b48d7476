import { definePhrases, type Phrase } from "./phrases.ts";

const faults: readonly Phrase<Promise<void>>[] = [
  [/hangs/, ({ faulty }) => faulty.hang()],
  [/refuses connections/, ({ faulty }) => faulty.refuse()],
  [/is slow by (\d+) milliseconds each way/, ({ faulty }, by) => faulty.slow(Number(by))],
  [/ends all connections/, ({ faulty }) => faulty.restart()],
  [
    /breaks the connection (before|after) the commit of the next change of a user/,
    ({ faulty }, when) => faulty.cut(when === "before" ? "before the commit" : "after the commit"),
  ],
  [
    /fails the write number (\d+) to the table "([^"]*)"/,
    ({ faulty, product, databases }, nth, table = "") =>
      faulty.garble({ text: product.tables.word(databases.tableOf(table)), nth: Number(nth) }),
  ],
  [
    /takes no writes of "([^"]*)"/,
    ({ faulty, databases }, name = "") => faulty.trouble("read-only", databases.knownLogin(name)),
  ],
  [
    /has no connection left for "([^"]*)"/,
    ({ faulty, databases }, name = "") => faulty.trouble("full", databases.knownLogin(name)),
  ],
];

definePhrases("database fault", faults);
