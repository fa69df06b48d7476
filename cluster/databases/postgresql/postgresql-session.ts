import { inBatches } from "#engine/core/concurrency/in-batches.ts";
import type { About, PostgresqlSettings } from "#engine/ports/databases.ts";
import { isConflict, maxAttempts } from "../conflict-retry.ts";
import { convertingErrors, PooledSession, type SessionOptions } from "../pooled-session.ts";
import { isUnavailable } from "../wire.ts";
import { canShareTransaction, maxTogether, namesFound, type Removal, together } from "./postgresql-removals.ts";
import { connectPostgresql, type PostgresqlWire } from "./postgresql-wire.ts";
import { hasSession, nameAbout, nameOf } from "./session-names.ts";

/** Milliseconds after a response for which the server is considered available. */
const answerAgeMilliseconds = 250;

/** A session at a PostgreSQL server. Invalid `settings` are reported when an operation connects. */
export class PostgresqlSession extends PooledSession<PostgresqlWire> {
  readonly #removedTogether = inBatches({
    maxRunning: this.connectionLimit,
    maxSize: maxTogether,
    isForAll: isUnavailable,
    defer: setImmediate,
    run: (removals: readonly [Removal, ...Removal[]]) => this.#removeTogether(removals),
  });
  /** Resolves to the given names that sessions use. One query serves several callers. */
  readonly #namesWorking = inBatches({
    isForAll: isUnavailable,
    defer: setImmediate,
    run: (names: readonly string[]) => this.ask((wire) => wire.namesWorking(names)),
  });
  #answeredAt = Number.NEGATIVE_INFINITY;
  #answering: Promise<void> | undefined;

  constructor(settings: PostgresqlSettings, options: SessionOptions) {
    const { statementMilliseconds } = options.times;
    const { tls } = options.settings;
    super({
      ...options,
      connect: () => connectPostgresql(settings, { statementMilliseconds, tls }),
      together: { maxRunning: Number.POSITIVE_INFINITY, maxSize: 1 },
    });
  }

  override transact(statements: readonly string[], about?: About): Promise<void> {
    if (!about?.isRepeatable) return super.transact(statements, about);
    return convertingErrors(this.#remove({ subject: about.subject, statements }));
  }

  override async settle(subject: string): Promise<void> {
    const name = nameOf(subject);
    const working = await convertingErrors(this.#namesWorking(name));
    if (working.includes(name)) await super.settle(subject);
  }

  /** Logs in and runs a query, because a connection pooler may accept logins while its server is unavailable. */
  protected override async logIn(): Promise<void> {
    const wire = await this.connect();
    await wire.column("SELECT 1", []).finally(() => wire.destroy());
  }

  async #remove(removal: Removal): Promise<void> {
    await this.#expectAnswer();
    let isShared = canShareTransaction(removal);
    await this.conflicts.retry(async (attempt) => {
      isShared &&= attempt < maxAttempts;
      if (isShared && (await this.#removedTogether(removal)).has(removal)) return;
      isShared = false;
      await this.settle(removal.subject);
      await this.#inOneRoundTrip([nameAbout(removal.subject), ...removal.statements]);
    });
  }

  /**
   * Returns the removals that are certainly complete: those of users on whom no session works. Returns none if the
   * server refuses the transaction. Rejects if the server does not respond or a concurrent transaction conflicts.
   */
  async #removeTogether(removals: readonly [Removal, ...Removal[]]): Promise<ReadonlySet<Removal>> {
    try {
      const names = namesFound(await this.#inOneRoundTrip(together(removals)));
      return new Set(removals.filter(({ subject }) => !hasSession(subject, names)));
    } catch (error) {
      if (isUnavailable(error) || isConflict(error)) throw error;
      return new Set();
    }
  }

  #inOneRoundTrip(statements: readonly string[]) {
    return this.ask((wire) => this.conflicts.exclusively(() => wire.inOneMessage(statements)));
  }

  /**
   * Resolves if the server responded recently or responds now. Without this check, removals, which may wait for locks,
   * would notice late that the server is unavailable.
   */
  async #expectAnswer(): Promise<void> {
    if (performance.now() - this.#answeredAt < answerAgeMilliseconds) return;
    this.#answering ??= this.ask((wire) => wire.column("SELECT 1", []))
      .then(() => {
        this.#answeredAt = performance.now();
      })
      .finally(() => {
        this.#answering = undefined;
      });
    await this.#answering;
  }
}
