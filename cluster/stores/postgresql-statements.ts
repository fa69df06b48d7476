import { createHash } from "node:crypto";
import type { Changes } from "./group-commit.ts";
import { bytesOfKey } from "./key-bytes.ts";

/** Version of the layout of the tables, stored in the table `place`. */
export const layout = 1;

/** Number of bytes of a key that are indexed. An entry of a B-tree has at most a third of a page (PostgreSQL, 65.1). */
const headBytes = 1024;

const nothing = Buffer.alloc(0);

/** A stored key: its first bytes (`head`, indexed), the rest (`tail`), and the digest of the rest (indexed). */
export type StoredKey = Readonly<{ head: Buffer; tail: Buffer; digest: Buffer }>;

/** Splits an encoded key. The order by head, then by tail, equals the order of the complete keys. */
export function storedKey(bytes: Buffer): StoredKey {
  const [head, tail] = [bytes.subarray(0, headBytes), bytes.subarray(headBytes)];
  return { head, tail, digest: tail.length === 0 ? nothing : createHash("sha256").update(tail).digest() };
}

/**
 * SQL statements for one store, which is a schema with two tables: `entry`, and `place` with the layout and the owner.
 */
export type Statements = ReturnType<typeof statementsOf>;

/** `schema` must be a name that needs no escaping. */
export function statementsOf(schema: string) {
  const [entry, place] = [`"${schema}".entry`, `"${schema}".place`];
  const lock = `hashtextextended('understudy store ${schema}', 0)`;
  // Conditions on heads use the index; the remaining rows are then compared in full.
  const range = (comparison: string) => `
    SELECT head || tail, value FROM ${entry}
    WHERE head >= $1 AND head <= $3 AND (head, tail) ${comparison} ($1, $2) AND (head, tail) < ($3, $4)
    ORDER BY head, tail LIMIT $5`;
  // The length of a value is computed without reading it.
  const rangeOfSome = (comparison: string) => `
    SELECT head || tail, value FROM (
      SELECT head, tail, value, sum(octet_length(head) + octet_length(tail) + octet_length(value))
        OVER (ORDER BY head, tail ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
      FROM (
        SELECT head, tail, value FROM ${entry}
        WHERE head >= $1 AND head <= $3 AND (head, tail) ${comparison} ($1, $2) AND (head, tail) < ($3, $4)
        ORDER BY head, tail LIMIT $5) AS found) AS weighed
    WHERE before IS NULL OR before < $6
    ORDER BY head, tail`;
  return {
    isMade: `SELECT to_regnamespace('"${schema}"') IS NOT NULL, to_regclass('${place}') IS NOT NULL`,
    makeSchema: `CREATE SCHEMA "${schema}"`,
    makeTables: `
      CREATE TABLE ${entry} (
        head bytea NOT NULL, tail_digest bytea NOT NULL, tail bytea NOT NULL, value bytea NOT NULL,
        PRIMARY KEY (head, tail_digest));
      CREATE TABLE ${place} (layout integer NOT NULL, owner uuid);
      INSERT INTO ${place} VALUES (${layout}, NULL)`,
    look: `SELECT layout, owner FROM ${place}`,
    /** Sets the owner, so that an earlier owner can notice that it no longer owns the store. */
    own: `UPDATE ${place} SET owner = $1`,
    /** Tries to lock the store with an advisory lock, which lasts until the session ends. */
    lock: `SELECT pg_try_advisory_lock(${lock})`,
    /** Ends those sessions with the process ids $1 that have the lock. */
    endSessions: `
      SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND pid = ANY ($1::integer[])
        AND (classid::bigint << 32) | objid::bigint = ${lock}`,
    read: { name: "read", text: `SELECT value FROM ${entry} WHERE head = $1 AND tail_digest = $2` },
    rangeFromIncluding: { name: "range from, including", text: range(">=") },
    rangeFromAfter: { name: "range from, after", text: range(">") },
    someFromIncluding: { name: "some from, including", text: rangeOfSome(">=") },
    someFromAfter: { name: "some from, after", text: rangeOfSome(">") },
    write: {
      name: "write",
      text: `
        WITH gone AS (
          DELETE FROM ${entry} AS old USING unnest($5::bytea[], $6::bytea[]) AS gone (head, tail_digest)
          WHERE old.head = gone.head AND old.tail_digest = gone.tail_digest)
        INSERT INTO ${entry} (head, tail_digest, tail, value)
        SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::bytea[])
        ON CONFLICT (head, tail_digest) DO UPDATE SET value = excluded.value`,
    },
  } as const;
}

export function parametersOf(changes: Changes): readonly unknown[] {
  const put: (StoredKey & { value: Buffer })[] = [];
  const gone: StoredKey[] = [];
  for (const [key, value] of changes) {
    const stored = storedKey(bytesOfKey(key));
    if (value === null) gone.push(stored);
    else put.push({ ...stored, value: Buffer.from(value) });
  }
  return [
    put.map(({ head }) => head),
    put.map(({ digest }) => digest),
    put.map(({ tail }) => tail),
    put.map(({ value }) => value),
    gone.map(({ head }) => head),
    gone.map(({ digest }) => digest),
  ];
}
