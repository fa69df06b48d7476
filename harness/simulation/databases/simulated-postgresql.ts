import type { About } from "#engine/ports/databases.ts";
import { newCatalog } from "./catalog.ts";
import { CommitQueue } from "./commit-queue.ts";
import { execute } from "./execute.ts";
import { type Login, logIn } from "./login.ts";
import { refusal } from "./refusal.ts";
import type { Backend, Rows, StatementContext } from "./statement-context.ts";
import { parameterNumbers, parseStatements } from "./syntax-tree.ts";

/** A PostgreSQL server in memory, without a network or delays. */
export type SimulatedPostgresql = Readonly<{
  /** Logs in. Throws a {@link DatabaseRefusal} if the server refuses the login. */
  connect(login: Login): SimulatedSession;
  readonly commits: CommitQueue;
  /** Makes the server refuse every call of {@link SimulatedSession.transact} with this reason; undefined ends that. */
  refuse(reason: WriteRefusal | undefined): void;
  /** Ends all connections. Committed data persist, and held transactions commit. */
  restart(): void;
}>;

export type WriteRefusal = "read only" | "disk full";

const writeRefusals: Readonly<Record<WriteRefusal, string>> = {
  "read only": "cannot execute the statement in a read-only transaction",
  "disk full": "could not extend file: No space left on device",
};

/**
 * One connection. Methods may throw a {@link DatabaseRefusal}; one with SQLSTATE `57P01` means that the connection has
 * ended.
 */
export interface SimulatedSession extends Disposable {
  /**
   * Runs the statements in one transaction. `committed` is called at the commit, which may be later than the return of
   * this method. `asked` is the number of the last event before the statements were sent, for a recorder.
   */
  transact(statements: readonly string[], about?: About, committed?: () => void, asked?: number): void;
  /** Ends the wait of held transactions of `subject`, which then commit (PostgreSQL, 26.2.8.4). */
  settle(subject: string): void;
  /** Runs each statement in its own transaction. Throws the first refusal. */
  run(statements: readonly string[]): void;
  /** Returns the first column of every row as text; NULL is an empty text. */
  column(query: string, parameters: readonly string[]): readonly string[];
  verify(): void;
  close(): void;
}

/**
 * Creates a server with the superuser `postgres` and the database `postgres`. It parses statements with PostgreSQL's
 * own grammar, and its refusals imitate those of PostgreSQL 18. Features that are not simulated are refused with
 * SQLSTATE `0A000`. `now` returns milliseconds since 1970.
 */
export function simulatedPostgresql({
  now,
  password = "understudy",
}: Readonly<{ now: () => number; password?: string }>): SimulatedPostgresql {
  const catalog = newCatalog({ password });
  const backends = new Map<number, Backend>();
  const commits = new CommitQueue(catalog.journal);
  let lastPid = 0;
  let refused: WriteRefusal | undefined;
  return {
    commits,
    refuse(reason) {
      refused = reason;
    },
    restart() {
      commits.release();
      for (const backend of [...backends.values()]) backend.connected = false;
      backends.clear();
    },
    connect(login) {
      const backend = logIn(login, { catalog, backends, now, pid: ++lastPid });
      backends.set(backend.pid, backend);
      const context = { catalog, backend, backends, now, parameters: undefined, inTransaction: false };
      const expectWritable = () => {
        if (refused !== undefined) throw refusal(refused, writeRefusals[refused]);
      };
      return session(context, { commits, expectWritable, close: () => backends.delete(backend.pid) });
    },
  };
}

function session(
  context: StatementContext,
  { commits, expectWritable, close }: Readonly<{ commits: CommitQueue; expectWritable: () => void; close: () => void }>,
): SimulatedSession {
  const { backend, catalog } = context;
  function answering<T>(task: () => T): T {
    try {
      if (backend.connected) return task();
    } finally {
      if (!backend.connected) close();
    }
    throw refusal("connection terminated", "terminating connection due to administrator command");
  }
  function end(): void {
    backend.connected = false;
    close();
  }
  function text(statement: string, where: StatementContext): Rows {
    let rows: Rows = [];
    for (const node of parseStatements(statement)) rows = execute(where, node);
    return rows;
  }
  return {
    transact(statements, about, committed = () => {}) {
      const inTransaction = { ...context, inTransaction: true };
      const run = () => statements.forEach((each) => void text(each, inTransaction));
      answering(() => {
        expectWritable();
        commits.commit({ run, subject: about?.subject, committed });
      });
    },
    settle(subject) {
      answering(() => commits.end(subject));
    },
    run(statements) {
      for (const statement of statements) answering(() => catalog.journal.atomically(() => text(statement, context)));
    },
    column(query, parameters) {
      const rows = answering(() => catalog.journal.atomically(() => parameterized(query, parameters, context, text)));
      return rows.map(([first]) => first ?? "");
    },
    verify() {
      answering(() => text("SELECT 1", context));
    },
    close: end,
    [Symbol.dispose]: end,
  };
}

function parameterized(
  query: string,
  parameters: readonly string[],
  context: StatementContext,
  text: (statement: string, where: StatementContext) => Rows,
): Rows {
  if (parameters.length === 0) return text(query, context);
  const nodes = parseStatements(query);
  const [node] = nodes;
  if (nodes.length > 1) throw refusal("syntax", "cannot insert multiple commands into a prepared statement");
  const numbers = node ? parameterNumbers(node) : new Set<number>();
  const count = Math.max(0, ...numbers);
  for (let number = 1; number < count; number++) {
    if (!numbers.has(number)) {
      throw refusal("no type for a parameter", `could not determine data type of parameter $${number}`);
    }
  }
  if (count !== parameters.length) {
    throw refusal(
      "protocol violation",
      `bind message supplies ${parameters.length} parameters, but prepared statement "" requires ${count}`,
    );
  }
  return text(query, { ...context, parameters });
}
