import type { z } from "zod";
import type { JsonObject } from "../../api/json.ts";
import type { Instant } from "../../ports/clock.ts";
import type { DatabaseKind, DatabaseSession } from "../../ports/databases.ts";
import type { CredentialType } from "../credential-type.ts";

/** Settings of a connection by their names on the wire: those common to plugins, and whatever its plugin declares. */
export type Details = Readonly<{
  connection_url?: string;
  username?: string;
  password?: string;
  disable_escaping?: boolean;
}> &
  JsonObject;

/** What a user proves by that it may log in. */
export type Credential =
  | Readonly<{ type: "password"; password: string }>
  /** The public half of the user's key pair, as PEM of its SubjectPublicKeyInfo. */
  | Readonly<{ type: "rsa_private_key"; publicKey: string }>
  /** The subject of the user's certificate, such as `CN=v-token-app-x` (RFC 4514). */
  | Readonly<{ type: "client_certificate"; subject: string }>;

/** What the product makes of the parts of a new user's name: at most so many characters of it all, and of each word in it. */
export type UsernameForm = Readonly<{
  longest: number;
  longestPart: number;
  /** What names may hold besides ASCII letters, digits and underscores, and not begin with. */
  signs: string;
  /** What stands between its parts. */
  separator: "-" | "_";
  isUpperCase: boolean;
}>;

/** Signs that end no quoted name in a statement, and are no operator or comment between blanks. */
export const usualSigns = ".@-+/=:";

/** Empty lists of statements stand for the plugin's own. */
type Statements = readonly string[];

type NewUser = Readonly<{
  username: string;
  credential: Credential;
  /** When the server itself shall stop to let the user in. */
  expiresAt: Instant;
  creation: Statements;
  rollback: Statements;
}>;

type ExtendedUser = Readonly<{ username: string; expiresAt: Instant; renewal: Statements }>;
type ChangedUser = Readonly<{ username: string; credential: Credential; rotation: Statements }>;
type DroppedUser = Readonly<{ username: string; revocation: Statements }>;

/**
 * How the users of a connection survive a restart of its server: the statements that store them, done after each change of a user, and a
 * warning where nothing stores them, either as configured or as `warningOf` finds out from a server that does not refuse the statements.
 */
export type Persistence = Readonly<{
  statements: Statements;
  warning?: string;
  /** Rejects with a `DatabaseRefusal` where the server does not say. */
  warningOf?(session: DatabaseSession): Promise<string | undefined>;
}>;

/**
 * What the engine knows of one database product: its statements and its errors, and nothing else. docs/plugins.md tells how to write one,
 * and `plugin.suite.ts` what it has to do on a real server. What is done to a user goes by its name at the server, as
 * {@link DatabaseSession.transact} has it. The tasks reject with a `DatabaseRefusal`; each of them may be done again
 * after a failure that leaves open whether it was done.
 */
export type Plugin = Readonly<{
  name: string;
  kind: DatabaseKind;
  /** The semantic version that `plugin_version` may ask for. */
  version: string;
  credentialTypes: readonly CredentialType[];
  /** The fields of a connection that are the plugin's own business. Each is optional. */
  fields: z.ZodObject;
  /** The address, with credentials, that a session is opened to. Throws a Problem "refused" when `details` make none. */
  address(details: Details): string;
  /**
   * Where passwords stand in a `connection_url`, from left to right, as a driver finds them. Undefined when it cannot be
   * understood, so that any part of it may be a password.
   */
  passwordsIn(connectionUrl: string): readonly Readonly<{ start: number; end: number }>[] | undefined;
  /** The user that a session with `details` logs in as; "" where they name none. */
  userOf(details: Details): string;
  /** Whether the server takes two names for one user. `isUnquoted`: whether a statement may hold one of them without quotes. */
  isSameUser(one: string, other: string, options: Readonly<{ isUnquoted: boolean }>): boolean;
  usernames: UsernameForm;
  /** How long the name of a user may be at most: a longer one the server cuts or refuses. Left out where it takes any. */
  longestUser?: Readonly<{ count: number; unit: "bytes" | "characters" }>;
  /** Left out for a product that stores its users by itself. Throws a Problem "refused" when `details` ask for what the product cannot do. */
  persistence?(details: Details): Persistence;
  /** Makes a user. After a failure the statements for it are done, and `dropUser` removes whatever else may be left. */
  createUser(session: DatabaseSession, user: NewUser): Promise<void>;
  extendUser(session: DatabaseSession, user: ExtendedUser): Promise<void>;
  /** Gives a user that exists another credential in place of the one it has. */
  changeCredential(session: DatabaseSession, user: ChangedUser): Promise<void>;
  /** Removes a user, for good: no earlier task on it can bring it back afterwards. One that is gone is no failure. */
  dropUser(session: DatabaseSession, user: DroppedUser): Promise<void>;
}>;
