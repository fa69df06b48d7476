import { currentRole, hasPrivilegesOf, roleNamed } from "./authority.ts";
import { refusal, unsupported } from "./refusal.ts";
import type { Scene } from "./scene.ts";
import { printTimestamp } from "./timestamp.ts";
import { readAs, truth, type Value } from "./value.ts";

type Context = Readonly<{ scene: Scene; rehearsal: boolean }>;

/** The functions that are simulated, by name; their arguments are texts and never NULL. */
const functions: Readonly<Record<string, (context: Context, ...values: readonly string[]) => Value>> = {
  version: () => ({ type: "text", text: "PostgreSQL 18 (simulated)" }),
  now: ({ scene }) => ({ type: "timestamp with time zone", text: printTimestamp(scene.now()) }),
  current_database: ({ scene }) => ({
    type: "name",
    text: scene.catalog.objects.get(scene.backend.database)?.name ?? null,
  }),
  pg_backend_pid: ({ scene }) => ({ type: "integer", text: String(scene.backend.pid) }),
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
function terminate({ scene, rehearsal }: Context, text = ""): Value {
  const pid = Number(readAs("integer", text));
  const backend = scene.backends.get(pid);
  if (rehearsal) return truth(null);
  if (!backend) return truth(false);
  const current = currentRole(scene);
  const owner = scene.catalog.roles.get(backend.role);
  const signals = roleNamed(scene.catalog, "pg_signal_backend");
  const mayEnd =
    current.superuser ||
    (!owner?.superuser &&
      (hasPrivilegesOf(scene, current, backend.role) || (signals && hasPrivilegesOf(scene, current, signals.id))));
  if (!mayEnd) throw refusal("permission denied", "permission denied to terminate process");
  backend.connected = false;
  return truth(true);
}
