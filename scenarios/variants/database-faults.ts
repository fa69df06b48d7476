import { definePhrases, type Meanings } from "./phrases.ts";

const faults: Meanings<Promise<void>> = {
  hangs: ({ faulty }) => faulty.hang(),
  "refuses connections": ({ faulty }) => faulty.refuse(),
  "is slow by {int} milliseconds each way": ({ faulty }, by) => faulty.slow(Number(by)),
  "ends all connections": ({ faulty }) => faulty.restart(),
  "breaks the connection before the commit of the next change of a user": ({ faulty }) =>
    faulty.cut("before the commit"),
  "breaks the connection after the commit of the next change of a user": ({ faulty }) => faulty.cut("after the commit"),
  "fails the write number {int} to the table {string}": ({ faulty, product, databases }, nth, table = "") =>
    faulty.garble({ text: product.tables.word(databases.tableOf(table)), nth: Number(nth) }),
  "takes no writes of {string}": ({ faulty, databases }, name = "") =>
    faulty.trouble("read-only", databases.knownLogin(name)),
  "has no connection left for {string}": ({ faulty, databases }, name = "") =>
    faulty.trouble("full", databases.knownLogin(name)),
};

definePhrases("database fault", faults);
