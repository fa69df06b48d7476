/** Whether a path is one of some mounts' or below it; they may be told with a slash at their end or without. */
export function isBelow(path: string, mounts: Iterable<string>): boolean {
  for (const mount of mounts) {
    const bare = mount.replace(/\/+$/, "");
    if (path === bare || path.startsWith(`${bare}/`)) return true;
  }
  return false;
}
