import type { z } from "zod";
import type { JsonObject } from "../../api/json.ts";
import type { Instant } from "../../ports/clock.ts";
import type { DatabaseAddress, DatabaseSession } from "../../ports/databases.ts";
import type { CredentialType } from "../roles/credential-type.ts";

/** Settings of a connection by API name: common ones, and those that its plugin declares. */
export type Details = Readonly<{
  connection_url?: string;
  username?: string;
  password?: string;
  disable_escaping?: boolean;
}> &
  JsonObject;

/** Credential with which a user logs in. */
export type Credential =
  | Readonly<{ type: "password"; password: string }>
  /** Public key of the user, as PEM of its SubjectPublicKeyInfo. */
  | Readonly<{ type: "rsa_private_key"; publicKey: string }>
  /** Subject of the user's certificate, such as `CN=v-token-app-x` (RFC 4514). */
  | Readonly<{ type: "client_certificate"; subject: string }>;

/** Form of generated usernames: maximum length of a name and of each part, in characters. */
export type UsernameForm = Readonly<{
  maxLength: number;
  maxPartLength: number;
  /** Allowed characters besides ASCII letters, digits and underscores, except at the start. */
  symbols: string;
  /** Separator between the parts of a name. */
  separator: "-" | "_";
  isUpperCase: boolean;
}>;

/** Default additional characters in usernames; none of them ends a quoted name in a statement. */
export const defaultSymbols = ".@-+/=:";

/** Statements of an operator; an empty list means the plugin's own. */
type Statements = readonly string[];

type NewUser = Readonly<{
  username: string;
  credential: Credential;
  /** Time at which the server itself should disable the user. */
  expiresAt: Instant;
  creation: Statements;
  rollback: Statements;
}>;

type ExtendedUser = Readonly<{ username: string; expiresAt: Instant; renewal: Statements }>;
type ChangedUser = Readonly<{ username: string; credential: Credential; rotation: Statements }>;
type DroppedUser = Readonly<{ username: string; revocation: Statements }>;

/**
 * Persistence of users over a restart of the server: statements that store them after each change,
 * and a warning if nothing stores them. `warningOf` asks a server that accepts the statements.
 */
export type Persistence = Readonly<{
  statements: Statements;
  warning?: string;
  /** Rejects with a `DatabaseRefusal` if the server does not answer the question. */
  warningOf?(session: DatabaseSession): Promise<string | undefined>;
}>;

/**
 * Statements and errors of one database product. docs/plugins.md describes how to write a plugin,
 * and `plugin.suite.ts` tests it on a real server. Each change of a user has the username as its
 * subject; see {@link DatabaseSession.transact}. Operations reject with a `DatabaseRefusal`, and
 * can be repeated after a failure with an unknown outcome.
 */
export type Plugin = Readonly<{
  name: string;
  /** Semantic version that `plugin_version` may request. */
  version: string;
  credentialTypes: readonly CredentialType[];
  /** Fields of a connection that only this plugin uses, all optional. */
  fields: z.ZodObject;
  /** Returns a session's address with credentials. Throws a Problem "refused" if invalid. */
  address(details: Details): DatabaseAddress;
  /** Returns the positions of passwords in a `connection_url`; undefined if it is invalid. */
  passwordsIn(connectionUrl: string): readonly Readonly<{ start: number; end: number }>[] | undefined;
  /** Returns the user that a session with `details` logs in as; "" if there is none. */
  userOf(details: Details): string;
  /** True if both names mean the same user, in statements without quotes if `isUnquoted`. */
  isSameUser(one: string, other: string, options: Readonly<{ isUnquoted: boolean }>): boolean;
  usernames: UsernameForm;
  /** Maximum length of a username; longer ones are truncated or refused. Absent if unlimited. */
  maxUsernameLength?: Readonly<{ count: number; unit: "bytes" | "characters" }>;
  /** Persistence of users; absent if always given. Throws a Problem "refused" for a wrong mode. */
  persistence?(details: Details): Persistence;
  /** Creates a user. A failure runs the rollback statements, and may leave parts of the user. */
  createUser(session: DatabaseSession, user: NewUser): Promise<void>;
  extendUser(session: DatabaseSession, user: ExtendedUser): Promise<void>;
  /** Replaces the credential of an existing user. */
  changeCredential(session: DatabaseSession, user: ChangedUser): Promise<void>;
  /** Removes a user, if any, permanently: no earlier operation can recreate it. */
  dropUser(session: DatabaseSession, user: DroppedUser): Promise<void>;
}>;
