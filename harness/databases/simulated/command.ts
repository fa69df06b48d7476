import { z } from "zod";
import { DatabaseRefusal } from "#engine/ports/databases.ts";

const name = z.string().min(1).max(200);

/** What a user may be given: what it proves by that it may log in, how long it may, what it may do, and how often at a time. */
const grants = {
  password: z.string().min(1).optional(),
  /** PEM of the public half of a key pair. */
  public_key: z.string().startsWith("-----BEGIN PUBLIC KEY-----").optional(),
  /** Subject of a certificate that the database's authority has signed, such as `CN=ada`. */
  subject: z.string().startsWith("CN=").optional(),
  /** Such as `2026-11-21 08:30:00+0000`. */
  until: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+0000$/)
    .optional(),
  roles: z.array(name).optional(),
  connections: z.int().min(0).optional(),
  is_manager: z.boolean().optional(),
};

const command = z.union([
  z.strictObject({ create: name, ...grants }),
  z.strictObject({ alter: name, ...grants }),
  z.strictObject({ drop: name }),
  z.strictObject({ role: name }),
  z.strictObject({ mark: z.string() }),
  z.strictObject({ trust: z.string().startsWith("-----BEGIN CERTIFICATE-----") }),
]);

/** What the simulated database is told: one thing a command. Its users' grants stand in the same object. */
export type Command = z.output<typeof command>;

const query = z.strictObject({ list: z.enum(["users", "roles", "marks", "sessions"]) });

export type Query = z.output<typeof query>;

const syntaxError = "42601";

/** Throws a {@link DatabaseRefusal} for what is no command. */
export function parseCommand(text: string): Command {
  return understood(
    command,
    text,
    "a command creates, alters or drops a user, makes a role, leaves a mark, or trusts an authority",
  );
}

/** Throws a {@link DatabaseRefusal} for what is no query. */
export function parseQuery(text: string): Query {
  return understood(query, text, "a query lists users, roles, marks or sessions");
}

function understood<T>(schema: z.ZodType<T>, text: string, what: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DatabaseRefusal(`syntax error: ${what}, as JSON`, syntaxError);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new DatabaseRefusal(`syntax error: ${what}`, syntaxError);
  return parsed.data;
}
