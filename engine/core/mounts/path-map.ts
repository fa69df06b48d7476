/** Map from paths that end in a slash to values, looked up by the longest path at or above a given path. */
export class PathMap<Value> {
  readonly #values: ReadonlyMap<string, Value>;
  readonly #longest: number;

  constructor(values: Iterable<readonly [path: string, value: Value]> = []) {
    this.#values = new Map(values);
    this.#longest = [...this.#values.keys()].reduce((longest, { length }) => Math.max(longest, length), 0);
  }

  find(path: string): readonly [value: Value, rest: string] | undefined {
    const padded = `${path}/`;
    // Starts at the longest known path, because `path` may have thousands of slashes.
    for (let end = padded.lastIndexOf("/", this.#longest - 1); end > 0; end = padded.lastIndexOf("/", end - 1)) {
      const value = this.#values.get(padded.slice(0, end + 1));
      if (value !== undefined) return [value, path.slice(end + 1)];
    }
    return undefined;
  }
}
