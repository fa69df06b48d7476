import type { About, PostgresqlSettings } from "#engine/ports/databases.ts";
import { askInBatches } from "../ask-in-batches.ts";
import { isConflict, maxAttempts } from "../conflict-retry.ts";
import { convertingErrors, PooledSession, type SessionOptions } from "../pooled-session.ts";
import { isUnavailable } from "../wire.ts";
import { canShareTransaction, maxTogether, namesFound, type Removal, together } from "./postgresql-removals.ts";
import { connectPostgresql, type PostgresqlWire } from "./postgresql-wire.ts";
import { hasSession, nameAbout, nameOf } from "./session-names.ts";

/** Time for which an answer shows that the server answers, in milliseconds. */
const answerAgeMilliseconds = 250;

/** A session at a PostgreSQL server, which also reports invalid `settings` at its first use. */
export class PostgresqlSession extends PooledSession<PostgresqlWire> {
  readonly #removedTogether = askInBatches({
    max: { rounds: this.connectionLimit, questions: maxTogether },
    isForAll: isUnavailable,
    ask: (removals: readonly [Removal, ...Removal[]]) => this.#removeTogether(removals),
  });
  /** Usually no session works on a subject, and one query answers for all subjects. */
  readonly #namesWorking = askInBatches({
    max: { rounds: 1, questions: Number.POSITIVE_INFINITY },
    isForAll: isUnavailable,
    ask: (names: readonly string[]) => this.ask((wire) => wire.namesWorking(names)),
  });
  #answeredAt = Number.NEGATIVE_INFINITY;
  #answering: Promise<void> | undefined;

  constructor(settings: PostgresqlSettings, options: SessionOptions) {
    const { statementMilliseconds } = options.times;
    const { tls } = options.settings;
    super({
      ...options,
      connect: () => connectPostgresql(settings, { statementMilliseconds, tls }),
      together: { rounds: Number.POSITIVE_INFINITY, questions: 1 },
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

  /** Also asks a question, since a pooler may accept logins while its server is unavailable. */
  protected override async logIn(): Promise<void> {
    const wire = await this.connect();
    await wire.column("SELECT 1", []).finally(() => wire.destroy());
  }

  /**
   * Removes a user, together with other removals that wait for a connection if possible. After the
   * server refused that, and in the last attempt, the removal runs alone.
   */
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

  /** Removes users in one transaction. Returns the completed removals: none if one is refused. */
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

  /** Resolves if the server has just answered. Removals, which wait for locks, notice it late. */
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
