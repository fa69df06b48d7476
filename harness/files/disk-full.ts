const diskReasons: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left on the device",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EIO: "the disk fails",
  EFBIG: "no file may become as large",
};

const placeReasons: Readonly<Record<string, string>> = {
  EACCES: "access is denied",
  EPERM: "access is denied",
  ENOENT: "there can be no folder there",
  EEXIST: "it is a file",
  ENOTDIR: "its folder is a file",
  EISDIR: "one of its files is a folder",
};

/** Returns a description of a disk error, such as a full disk, or undefined for other errors. */
export function diskTrouble(error: unknown): string | undefined {
  return reasonIn(diskReasons, error);
}

/** Returns the reason why a report could not be written, or undefined if `error` is of another kind. */
export function whyNotWritten(error: unknown): string | undefined {
  return reasonIn({ ...diskReasons, ...placeReasons }, error);
}

function reasonIn(reasons: Readonly<Record<string, string>>, error: unknown): string | undefined {
  if (error instanceof SuppressedError) return reasonIn(reasons, error.error) ?? reasonIn(reasons, error.suppressed);
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return undefined;
  return reasons[String(error.code)];
}
