import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process of this machine: its id, and its command as it was typed. */
export type Process = Readonly<{ id: number; command: string }>;

/** How Linux writes that a socket listens. */
const listening = "0A";

/** Processes whose program, working directory or arguments stand below `folder`. Reads Linux's /proc, as all here. */
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

/** The TCP ports that are listened on, by the number of the socket. */
export function listeningPorts(): ReadonlyMap<string, number> {
  const tables = ["/proc/net/tcp", "/proc/net/tcp6"].map((file) => orNothing(() => readFileSync(file, "utf8")));
  const rows = tables.flatMap((table) => table.trim().split("\n").slice(1)).map((row) => row.trim().split(/\s+/));
  const listeners = rows.filter(([, , , state]) => state === listening);
  return new Map(listeners.map((row) => [row[9] ?? "", Number.parseInt(row[1]?.split(":")[1] ?? "", 16)]));
}

/** The numbers of the sockets that processes hold, but for those of `except`. */
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

/** Processes end while they are looked at, and not all may be looked at. */
function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
