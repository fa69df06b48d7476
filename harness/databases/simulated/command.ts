import { z } from "zod";
import { DatabaseRefusal } from "#engine/ports/databases.ts";

const name = z.string().min(1).max(200);

const grants = {
  password: z.string().min(1).optional(),
  public_key: z.string().startsWith("-----BEGIN PUBLIC KEY-----").optional(),
  /** Subject of the user's certificate, such as `CN=ada`. A trusted CA must have signed the certificate. */
  subject: z.string().startsWith("CN=").optional(),
  /** Time at which the user expires, such as `2026-11-21 08:30:00+0000`. */
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

export type Command = z.output<typeof command>;

const query = z.strictObject({ list: z.enum(["users", "roles", "marks", "sessions"]) });

export type Query = z.output<typeof query>;

const syntaxError = "42601";

/** Parses a command of the simulated database, which is JSON. Throws a {@link DatabaseRefusal} if it is invalid. */
export function parseCommand(text: string): Command {
  return parseWith(
    command,
    text,
    "a command creates, alters or drops a user, makes a role, leaves a mark, or trusts an authority",
  );
}

/** Parses a query. Throws a {@link DatabaseRefusal} if it is invalid. */
export function parseQuery(text: string): Query {
  return parseWith(query, text, "a query lists users, roles, marks or sessions");
}

function parseWith<T>(schema: z.ZodType<T>, text: string, what: string): T {
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
