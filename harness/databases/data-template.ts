import { createHash, randomUUID } from "node:crypto";
import { cpSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { handOver, type SystemUser } from "./unprivileged-user.ts";

export type NewData = Readonly<{
  /** Path of the new data folder, which does not exist yet. */
  data: string;
  /** User that will own the data folder. If undefined, the current user. */
  user: SystemUser | undefined;
  /** Path of the program that `make` runs. A program or release has a template of its own. */
  program: string;
  /**
   * Creates the data folder at the path `data`. The result must not contain a password or other data of one server,
   * since it is copied for others.
   */
  make: (data: string) => Promise<void>;
  /** Folder in which templates are stored. Default: a folder below the nearest `node_modules`. */
  templates?: string | undefined;
}>;

/** Users who can write to this folder can also change the programs below `node_modules`. */
const defaultTemplates = join(nearestModules(fileURLToPath(import.meta.url)), ".cache", "understudy-harness");

const abandonedMilliseconds = 10 * 60_000;

/**
 * Creates the data folder of a new server with `make`, which takes about a second, or copies the result of an earlier
 * call. Rejects if `make` fails.
 */
export async function newData(options: NewData): Promise<void> {
  const { templates = defaultTemplates } = options;
  const template = join(templates, await nameOf(options.program));
  if (await copied(template, options)) return;
  await rm(options.data, { recursive: true, force: true });
  await options.make(options.data);
  await keep(options.data, { template, templates }).catch(() => {});
}

/** Deletes the template that {@link newData} copies. Must be called if a server cannot use a copy. */
export async function forgetTemplate({
  program,
  templates = defaultTemplates,
}: Pick<NewData, "program" | "templates">): Promise<void> {
  await rm(join(templates, await nameOf(program)), { recursive: true, force: true });
}

async function nameOf(program: string): Promise<string> {
  const { size, mtimeMs } = await stat(program);
  const identity = JSON.stringify([program, size, mtimeMs, process.getuid?.()]);
  return `${basename(program)}-${createHash("sha256").update(identity).digest("hex").slice(0, 16)}`;
}

async function copied(template: string, { data, user }: NewData): Promise<boolean> {
  try {
    cpSync(template, data, { recursive: true });
    if (user) await handOver(data, user);
    return true;
  } catch {
    return false;
  }
}

/** Stores a copy of `data` as the template. The template appears atomically, after it has been synced to disk. */
async function keep(
  data: string,
  { template, templates }: Readonly<{ template: string; templates: string }>,
): Promise<void> {
  await mkdir(templates, { recursive: true });
  await removeAbandoned(templates);
  const begun = join(templates, `${begunName}${randomUUID()}`);
  try {
    cpSync(data, begun, { recursive: true });
    for (const entry of await readdir(begun, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      await using file = await open(join(entry.parentPath, entry.name));
      await file.sync();
    }
    // If another process has stored the same template meanwhile, this fails, which is harmless.
    await rename(begun, template);
  } finally {
    await rm(begun, { recursive: true, force: true });
  }
}

const begunName = "begun-";

async function removeAbandoned(templates: string): Promise<void> {
  for (const name of await readdir(templates)) {
    if (!name.startsWith(begunName)) continue;
    const path = join(templates, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > abandonedMilliseconds) await rm(path, { recursive: true, force: true });
  }
}

function nearestModules(file: string): string {
  const name = `${sep}node_modules${sep}`;
  const at = file.lastIndexOf(name);
  return at < 0 ? fileURLToPath(new URL("../../node_modules", import.meta.url)) : file.slice(0, at + name.length - 1);
}
