import { DatabaseRefusal } from "#engine/ports/databases.ts";
import { type Command, parseCommand, parseQuery, type Query } from "./command.ts";
import { isProven, type Known, type Proof } from "./proof.ts";

/** SQLSTATEs with the same meaning as in PostgreSQL (appendix A). */
const codes = {
  duplicate: "42710",
  undefined: "42704",
  privilege: "42501",
  password: "28P01",
  authorization: "28000",
  tooManyConnections: "53300",
} as const;

type User = Known &
  Readonly<{ name: string; until: number; roles: readonly string[]; connections: number; isManager: boolean }>;

export interface SimulatedSession {
  /** Executes all commands, or none if one fails. Throws a {@link DatabaseRefusal}. */
  execute(commands: readonly string[]): void;
  /**
   * Returns the names that a query lists, or if `names` is not empty, those of `names` that it lists. Throws a {@link
   * DatabaseRefusal}, for example if the query is invalid or the session is closed.
   */
  list(query: string, names: readonly string[]): readonly string[];
  close(): void;
}

export type SimulatedDatabaseOptions = Readonly<{
  administrator: Readonly<{ username: string; password: string }>;
  /** Returns the current time in milliseconds since 1970. Users and certificates expire by this time. */
  now: () => number;
  /** Maximum number of open sessions. Default: 100. */
  maxSessions?: number;
}>;

const defaultMaxSessions = 100;

/**
 * A database that has only users (with credentials, expiry times and session limits), roles, and a list of texts
 * (marks).
 */
export class SimulatedDatabase {
  readonly #users = new Map<string, User>();
  readonly #roles = new Set<string>();
  readonly #marks = new Map<string, number>();
  readonly #authorities: string[] = [];
  readonly #sessions = new Map<SimulatedSession, string>();
  readonly #sessionsOf = new Map<string, number>();
  readonly #now: () => number;
  readonly #maxSessions: number;

  constructor({
    administrator: { username, password },
    now,
    maxSessions = defaultMaxSessions,
  }: SimulatedDatabaseOptions) {
    this.#now = now;
    this.#maxSessions = maxSessions;
    this.#users.set(username, { ...newUser, name: username, password, isManager: true });
  }

  /**
   * Opens a session. Throws a {@link DatabaseRefusal}, for example if the proof is invalid, the user has expired, or
   * there are too many sessions.
   */
  logIn(username: string, proof: Proof): SimulatedSession {
    const user = this.#users.get(username);
    const now = this.#now();
    if (!user || !isProven(proof, user, { authorities: this.#authorities, now })) {
      throw new DatabaseRefusal(`authentication failed for user ${JSON.stringify(username)}`, codes.password);
    }
    if (now >= user.until) throw new DatabaseRefusal(`user ${JSON.stringify(username)} has ended`, codes.authorization);
    const own = this.#sessionsOf.get(username) ?? 0;
    if (own >= user.connections || this.#sessions.size >= this.#maxSessions) {
      throw new DatabaseRefusal(`too many connections for user ${JSON.stringify(username)}`, codes.tooManyConnections);
    }
    return this.#session(username);
  }

  /** Closes all sessions, as a restart does. Users and roles remain. */
  restart(): void {
    for (const session of [...this.#sessions.keys()]) session.close();
  }

  #session(username: string): SimulatedSession {
    const session: SimulatedSession = {
      execute: (commands) => this.#execute(commands.map(parseCommand), this.#acting(session)),
      list: (query, names) => {
        this.#acting(session);
        return this.#listed(parseQuery(query).list, names);
      },
      close: () => {
        if (!this.#sessions.delete(session)) return;
        const left = (this.#sessionsOf.get(username) ?? 1) - 1;
        if (left > 0) this.#sessionsOf.set(username, left);
        else this.#sessionsOf.delete(username);
      },
    };
    this.#sessions.set(session, username);
    this.#sessionsOf.set(username, (this.#sessionsOf.get(username) ?? 0) + 1);
    return session;
  }

  #acting(session: SimulatedSession): User {
    const username = this.#sessions.get(session);
    if (username === undefined) throw new DatabaseRefusal("the connection was ended", "57P01");
    const user = this.#users.get(username);
    if (user) return user;
    throw new DatabaseRefusal(`user ${JSON.stringify(username)} does not exist`, codes.authorization);
  }

  #listed(what: Query["list"], names: readonly string[]): readonly string[] {
    const all = { users: this.#users, roles: this.#roles, marks: this.#marks, sessions: this.#sessionsOf }[what];
    return names.length === 0 ? [...all.keys()] : names.filter((name) => all.has(name));
  }

  #execute(commands: readonly Command[], actor: User): void {
    const undo: (() => void)[] = [];
    try {
      for (const command of commands) undo.push(this.#done(command, actor));
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw error;
    }
  }

  #done(command: Command, actor: User): () => void {
    if ("mark" in command) {
      const before = this.#marks.get(command.mark);
      this.#marks.set(command.mark, (before ?? 0) + 1);
      return () => void (before ? this.#marks.set(command.mark, before) : this.#marks.delete(command.mark));
    }
    if (!actor.isManager && !("alter" in command && command.alter === actor.name && changesOnlyCredentials(command))) {
      throw new DatabaseRefusal("permission denied", codes.privilege);
    }
    if ("trust" in command) {
      this.#authorities.push(command.trust);
      return () => void this.#authorities.pop();
    }
    if ("role" in command) {
      if (this.#roles.has(command.role)) throw exists("role", command.role);
      this.#roles.add(command.role);
      return () => void this.#roles.delete(command.role);
    }
    const name = "create" in command ? command.create : "alter" in command ? command.alter : command.drop;
    const before = this.#users.get(name);
    if ("create" in command && before) throw exists("user", name);
    if (!("create" in command) && !before) {
      throw new DatabaseRefusal(`user ${JSON.stringify(name)} does not exist`, codes.undefined);
    }
    if ("drop" in command) this.#users.delete(name);
    else this.#users.set(name, this.#granted(before ?? { ...newUser, name }, command));
    return () => void (before ? this.#users.set(name, before) : this.#users.delete(name));
  }

  #granted(
    user: User,
    grants: Exclude<Command, { drop: string } | { role: string } | { mark: string } | { trust: string }>,
  ): User {
    const { password, public_key: publicKey, subject, until, roles, connections, is_manager: isManager } = grants;
    const missing = roles?.find((role) => !this.#roles.has(role));
    if (missing !== undefined)
      throw new DatabaseRefusal(`role ${JSON.stringify(missing)} does not exist`, codes.undefined);
    return {
      ...user,
      ...(password === undefined ? {} : { password }),
      ...(publicKey === undefined ? {} : { publicKey }),
      ...(subject === undefined ? {} : { subject }),
      ...(until === undefined ? {} : { until: Date.parse(until.replace(" ", "T").replace("+0000", "Z")) }),
      ...(roles === undefined ? {} : { roles }),
      ...(connections === undefined ? {} : { connections }),
      ...(isManager === undefined ? {} : { isManager }),
    };
  }
}

const newUser = {
  until: Number.POSITIVE_INFINITY,
  roles: [],
  connections: Number.POSITIVE_INFINITY,
  isManager: false,
} as const;

function changesOnlyCredentials(command: Command): boolean {
  return !["until", "roles", "connections", "is_manager"].some((grant) => grant in command);
}

function exists(what: string, name: string): DatabaseRefusal {
  return new DatabaseRefusal(`${what} ${JSON.stringify(name)} already exists`, codes.duplicate);
}
