import { currentRole, hasPrivilegesOf, roleNamed } from "./authority.ts";
import { refusal, unsupported } from "./refusal.ts";
import type { StatementContext } from "./statement-context.ts";
import { printTimestamp } from "./timestamp.ts";
import { readAs, truth, type Value } from "./value.ts";

type Context = Readonly<{ context: StatementContext; rehearsal: boolean }>;

/** The functions that are simulated, by name; their arguments are texts and never NULL. */
const functions: Readonly<Record<string, (context: Context, ...values: readonly string[]) => Value>> = {
  version: () => ({ type: "text", text: "PostgreSQL 18 (simulated)" }),
  now: ({ context }) => ({ type: "timestamp with time zone", text: printTimestamp(context.now()) }),
  current_database: ({ context }) => ({
    type: "name",
    text: context.catalog.objects.get(context.backend.database)?.name ?? null,
  }),
  pg_backend_pid: ({ context }) => ({ type: "integer", text: String(context.backend.pid) }),
  pg_terminate_backend: terminate,
};

/** How many arguments each takes. */
const arity: Readonly<Record<string, number>> = { pg_terminate_backend: 1 };

/** The value of a function. All of them answer NULL to NULL. */
export function callFunction(name: string, values: readonly Value[], context: Context): Value {
  const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (!known || values.length !== (arity[name] ?? 0)) throw unsupported(`the function ${name}`);
  const texts = values.flatMap(({ text }) => text ?? []);
  return texts.length < values.length ? truth(null) : known(context, ...texts);
}

/** Ends another session of a role whose privileges one has. Answers whether there was one. */
function terminate({ context, rehearsal }: Context, text = ""): Value {
  const pid = Number(readAs("integer", text));
  const backend = context.backends.get(pid);
  if (rehearsal) return truth(null);
  if (!backend) return truth(false);
  const current = currentRole(context);
  const owner = context.catalog.roles.get(backend.role);
  const signals = roleNamed(context.catalog, "pg_signal_backend");
  const mayEnd =
    current.superuser ||
    (!owner?.superuser &&
      (hasPrivilegesOf(context, current, backend.role) || (signals && hasPrivilegesOf(context, current, signals.id))));
  if (!mayEnd) throw refusal("permission denied", "permission denied to terminate process");
  backend.connected = false;
  return truth(true);
}
