/** Descriptions of disk errors, by error code. */
const diskReasons: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left on the device",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EIO: "the disk fails",
  EFBIG: "no file may become as large",
};

/** Descriptions of errors about the path of a report, by error code. */
const placeReasons: Readonly<Record<string, string>> = {
  EACCES: "access is denied",
  EPERM: "access is denied",
  ENOENT: "there can be no folder there",
  EEXIST: "it is a file",
  ENOTDIR: "its folder is a file",
  EISDIR: "one of its files is a folder",
};

/** Returns a description of the disk error in `error`, or undefined if it is another error. */
export function diskTrouble(error: unknown): string | undefined {
  return reasonIn(diskReasons, error);
}

/** Describes why a report could not be written; undefined if `error` is another error. */
export function whyNotWritten(error: unknown): string | undefined {
  return reasonIn({ ...diskReasons, ...placeReasons }, error);
}

function reasonIn(reasons: Readonly<Record<string, string>>, error: unknown): string | undefined {
  if (error instanceof SuppressedError) return reasonIn(reasons, error.error) ?? reasonIn(reasons, error.suppressed);
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return undefined;
  return reasons[String(error.code)];
}
