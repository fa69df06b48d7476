import { currentRole, hasPrivilegesOf, roleNamed } from "./authority.ts";
import { refusal, unsupported } from "./refusal.ts";
import type { StatementContext } from "./statement-context.ts";
import { printTimestamp } from "./timestamp.ts";
import { readAs, truth, type Value } from "./value.ts";

type Context = Readonly<{ context: StatementContext; isTrial: boolean }>;

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

const arity: Readonly<Record<string, number>> = { pg_terminate_backend: 1 };

export function callFunction(name: string, values: readonly Value[], context: Context): Value {
  const implementation = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (!implementation || values.length !== (arity[name] ?? 0)) throw unsupported(`the function ${name}`);
  const texts = values.flatMap(({ text }) => text ?? []);
  return texts.length < values.length ? truth(null) : implementation(context, ...texts);
}

/**
 * Runs pg_terminate_backend. Returns false if there is no such session. Throws a refusal if the current role may not
 * terminate it. A trial terminates nothing and returns NULL.
 */
function terminate({ context, isTrial }: Context, text = ""): Value {
  const pid = Number(readAs("integer", text));
  const backend = context.backends.get(pid);
  if (isTrial) return truth(null);
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
