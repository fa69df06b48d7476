import { createHash, randomUUID } from "node:crypto";
import { cpSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { handOver, type SystemUser } from "./unprivileged-user.ts";

/** How the data folder of a new server comes to be. */
export type NewData = Readonly<{
  /** Where it is to be; there is nothing yet. */
  data: string;
  /** The user that it belongs to, if not to us. */
  user: SystemUser | undefined;
  /** Path of the program that makes it. */
  program: string;
  /** Makes it there, of which one is as good as another: without a password or anything else that is a server's own. */
  make: (data: string) => Promise<void>;
  /** Folder of what was made before. Default: one below the nearest `node_modules`. */
  templates?: string | undefined;
}>;

/** Where tools keep what can be had again: who can write there can change the programs, too. */
const usualTemplates = join(nearestModules(fileURLToPath(import.meta.url)), ".cache", "understudy-harness");

/** A template that is still not whole after this many milliseconds was left so by a process that died. */
const abandonedMilliseconds = 10 * 60_000;

/**
 * Makes the data folder of a new server: the first time by its program, which takes a second of the processor, from then on as a copy of
 * what that made. Where nothing can be kept, the program makes each. Rejects when the program cannot make it.
 */
export async function newData(wish: NewData): Promise<void> {
  const { templates = usualTemplates } = wish;
  const template = join(templates, await nameOf(wish.program));
  if (await copied(template, wish)) return;
  await rm(wish.data, { recursive: true, force: true });
  await wish.make(wish.data);
  await keep(wish.data, { template, templates }).catch(() => {});
}

/** Forgets what {@link newData} copies, when a copy turns out to be of no use. */
export async function forgetTemplate({
  program,
  templates = usualTemplates,
}: Pick<NewData, "program" | "templates">): Promise<void> {
  await rm(join(templates, await nameOf(program)), { recursive: true, force: true });
}

/** Another program, another release of it and another user have templates of their own. */
async function nameOf(program: string): Promise<string> {
  const { size, mtimeMs } = await stat(program);
  const told = JSON.stringify([program, size, mtimeMs, process.getuid?.()]);
  return `${basename(program)}-${createHash("sha256").update(told).digest("hex").slice(0, 16)}`;
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

/** Keeps a copy of `data`, whole or not at all, also when the power fails. */
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
    // Another process may have kept its own meanwhile, which is as good.
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

/** The folder `node_modules` that a file of this package is in, or else the one of its checkout. */
function nearestModules(file: string): string {
  const name = `${sep}node_modules${sep}`;
  const at = file.lastIndexOf(name);
  return at < 0 ? fileURLToPath(new URL("../../node_modules", import.meta.url)) : file.slice(0, at + name.length - 1);
}
