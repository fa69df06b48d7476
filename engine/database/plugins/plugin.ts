import type { z } from "zod";
import type { JsonObject } from "../../api/json.ts";
import type { Instant } from "../../ports/clock.ts";
import type { DatabaseAddress, DatabaseSession } from "../../ports/databases.ts";
import type { CredentialType } from "../roles/credential-type.ts";

/** Settings of a connection by field name: those that several plugins have, and others that the plugin declares. */
export type Details = Readonly<{
  connection_url?: string;
  username?: string;
  password?: string;
  disable_escaping?: boolean;
}> &
  JsonObject;

export type Credential =
  | Readonly<{ type: "password"; password: string }>
  | Readonly<{ type: "rsa_private_key"; publicKey: string }>
  /** Subject of the user's certificate, such as `CN=v-token-app-x` (RFC 4514). */
  | Readonly<{ type: "client_certificate"; subject: string }>;

/** Form of generated usernames. Lengths are in characters. */
export type UsernameForm = Readonly<{
  maxLength: number;
  maxPartLength: number;
  /** Characters that are permitted in addition to ASCII letters, digits and underscores, except at the start. */
  symbols: string;
  separator: "-" | "_";
  isUpperCase: boolean;
}>;

/** Default of {@link UsernameForm.symbols}. None of them ends a quoted name in a statement. */
export const defaultSymbols = ".@-+/=:";

/** Statements of an operator; an empty list stands for the plugin's default statements, if it has any. */
type Statements = readonly string[];

type NewUser = Readonly<{
  username: string;
  credential: Credential;
  /** Time at which the server disables the user by itself, if the product supports this. */
  expiresAt: Instant;
  creation: Statements;
  rollback: Statements;
}>;

type ExtendedUser = Readonly<{ username: string; expiresAt: Instant; renewal: Statements }>;
type ChangedUser = Readonly<{ username: string; credential: Credential; rotation: Statements }>;
type DroppedUser = Readonly<{ username: string; revocation: Statements }>;

/**
 * Means by which users survive a restart of the server: statements that store all users, to be executed after
 * each change, and a warning if nothing stores them.
 */
export type Persistence = Readonly<{
  statements: Statements;
  warning?: string;
  warningOf?(session: DatabaseSession): Promise<string | undefined>;
}>;

/**
 * Statements and errors of one database product (docs/plugins.md). Each change of a user is a
 * transaction whose subject is the username. An operation that the server refuses rejects with a
 * `DatabaseRefusal`.
 */
export type Plugin = Readonly<{
  name: string;
  version: string;
  credentialTypes: readonly CredentialType[];
  fields: z.ZodObject;
  /** Returns the address of a session, with credentials. Throws a Problem "refused" if `details` are invalid. */
  address(details: Details): DatabaseAddress;
  /** Returns the positions of passwords in a `connection_url`, in ascending order; undefined if the URL is invalid. */
  passwordsIn(connectionUrl: string): readonly Readonly<{ start: number; end: number }>[] | undefined;
  /** Returns the username with which `details` log in; "" if there is none. */
  userOf(details: Details): string;
  /** Returns true if both names mean the same user. With `isUnquoted` they occur in statements without quotes. */
  isSameUser(one: string, other: string, options: Readonly<{ isUnquoted: boolean }>): boolean;
  usernames: UsernameForm;
  /** Maximum length of a username; the server truncates or refuses longer ones. Absent if unlimited. */
  maxUsernameLength?: Readonly<{ count: number; unit: "bytes" | "characters" }>;
  /** Absent if the server always stores its users durably. Throws a Problem "refused" for an invalid mode. */
  persistence?(details: Details): Persistence;
  /** Creates a user. If this fails, the rollback statements run; parts of the user may exist afterwards. */
  createUser(session: DatabaseSession, user: NewUser): Promise<void>;
  extendUser(session: DatabaseSession, user: ExtendedUser): Promise<void>;
  changeCredential(session: DatabaseSession, user: ChangedUser): Promise<void>;
  /** Removes the user if it exists. Afterwards no earlier operation that is still in progress can create it again. */
  dropUser(session: DatabaseSession, user: DroppedUser): Promise<void>;
}>;
