/** True if a path is one of the mounts or below it. A trailing slash of a mount is optional. */
export function isBelow(path: string, mounts: Iterable<string>): boolean {
  for (const mount of mounts) {
    const bare = mount.replace(/\/+$/, "");
    if (path === bare || path.startsWith(`${bare}/`)) return true;
  }
  return false;
}
