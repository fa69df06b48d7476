/** True if a path equals or is below one of the mounts. The trailing slash of a mount is optional. */
export function isBelow(path: string, mounts: Iterable<string>): boolean {
  for (const mount of mounts) {
    const bare = mount.replace(/\/+$/, "");
    if (path === bare || path.startsWith(`${bare}/`)) return true;
  }
  return false;
}
