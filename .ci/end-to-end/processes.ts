import { readdirSync, readFileSync, readlinkSync } from "node:fs";

export type Process = Readonly<{ id: number; command: string }>;

const listening = "0A";

/** Returns the processes that have `folder` in their program, working directory or arguments. Needs Linux's /proc. */
export function processesBelow(folder: string): readonly Process[] {
  return processIds().flatMap((id) => {
    const command = orNothing(() => readFileSync(`/proc/${id}/cmdline`, "utf8"))
      .replaceAll("\0", " ")
      .trim();
    const program = orNothing(() => readlinkSync(`/proc/${id}/exe`));
    const directory = orNothing(() => readlinkSync(`/proc/${id}/cwd`));
    return [command, program, directory].some((text) => text.includes(folder))
      ? [{ id, command: command || program }]
      : [];
  });
}

export function listeningPorts(): ReadonlyMap<string, number> {
  const tables = ["/proc/net/tcp", "/proc/net/tcp6"].map((file) => orNothing(() => readFileSync(file, "utf8")));
  const rows = tables.flatMap((table) => table.trim().split("\n").slice(1)).map((row) => row.trim().split(/\s+/));
  const listeners = rows.filter(([, , , state]) => state === listening);
  return new Map(listeners.map((row) => [row[9] ?? "", Number.parseInt(row[1]?.split(":")[1] ?? "", 16)]));
}

/** Returns the inodes of the sockets that processes have open. The processes in `except` are ignored. */
export function socketsHeld(except: readonly Process[]): ReadonlySet<string> {
  const handles = processIds()
    .filter((id) => !except.some((process) => process.id === id))
    .flatMap((id) =>
      orNothing(() => readdirSync(`/proc/${id}/fd`).join(" "))
        .split(" ")
        .map((handle) => orNothing(() => readlinkSync(`/proc/${id}/fd/${handle}`))),
    );
  return new Set(handles.flatMap((name) => /^socket:\[(\d+)\]$/.exec(name)?.[1] ?? []));
}

function processIds(): readonly number[] {
  return readdirSync("/proc").map(Number).filter(Number.isInteger);
}

/** Returns the result of `read`, or "" if it throws: processes may end meanwhile, and some are not readable. */
function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
