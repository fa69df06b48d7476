/** Values by path, each for all that is below its path. Paths end in a slash. */
export class PathMap<Value> {
  readonly #values: ReadonlyMap<string, Value>;
  /** Characters of the longest path. */
  readonly #longest: number;

  constructor(values: Iterable<readonly [path: string, value: Value]> = []) {
    this.#values = new Map(values);
    this.#longest = [...this.#values.keys()].reduce((longest, { length }) => Math.max(longest, length), 0);
  }

  /** The value for what is at `path` or above it, the nearest one, and the rest of the path below; undefined where there is none. */
  find(path: string): readonly [value: Value, rest: string] | undefined {
    const whole = `${path}/`;
    // Each look costs as much as what is looked for is long, and a path may have thousands of slashes.
    for (let end = whole.lastIndexOf("/", this.#longest - 1); end > 0; end = whole.lastIndexOf("/", end - 1)) {
      const value = this.#values.get(whole.slice(0, end + 1));
      if (value !== undefined) return [value, path.slice(end + 1)];
    }
    return undefined;
  }
}
