import { defineMeanings, defineValues } from "./phrases.ts";

defineMeanings<Promise<void>>("database fault", {
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
});

/** Failpoints of the engine, by the moment at which a cluster crashes. */
defineValues("moment", {
  "once the new password is stored as pending": "rotation announced",
  "once the database has the new password": "rotation done in the database",
  "once the new root password is stored as pending": "root rotation announced",
  "once the database has the new root password": "root rotation done in the database",
  "once the lease is stored": "lease recorded",
  "before the provider makes the new access key": "cloud access key announced",
  "once the provider has made the new access key": "cloud access key created",
  "once the new access key is stored": "cloud access key stored",
  "once the instance's token is issued": "instance token issued",
});

/** Request bodies that are not an object with the fields of a request. */
defineValues("body", {
  "broken JSON": '{"value": ',
  "an array": '["value"]',
  "a bare text": '"value"',
  "an empty object": "{}",
  "a number": "600",
});
