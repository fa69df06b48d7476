/** What the system says when a disk takes nothing more. */
const diskReasons: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left on the device",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EIO: "the disk fails",
  EFBIG: "no file may become as large",
};

/** What it says when the place that was named for a report is none. */
const placeReasons: Readonly<Record<string, string>> = {
  EACCES: "access is denied",
  EPERM: "access is denied",
  ENOENT: "there can be no folder there",
  EEXIST: "it is a file",
  ENOTDIR: "its folder is a file",
  EISDIR: "one of its files is a folder",
};

/** What is wrong with the disk, for people, when that is what `error` is about; else undefined. */
export function diskTrouble(error: unknown): string | undefined {
  return reasonIn(diskReasons, error);
}

/** Why a report, or a part of one, could not be written, for people; undefined when `error` is about something else. */
export function whyNotWritten(error: unknown): string | undefined {
  return reasonIn({ ...diskReasons, ...placeReasons }, error);
}

function reasonIn(reasons: Readonly<Record<string, string>>, error: unknown): string | undefined {
  if (error instanceof SuppressedError) return reasonIn(reasons, error.error) ?? reasonIn(reasons, error.suppressed);
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return undefined;
  return reasons[String(error.code)];
}
