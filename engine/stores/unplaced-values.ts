/** Stands where a value is no longer kept: nothing is ever taken out of the midst of a large map, since V8 rebuilds one from which much is deleted again and again. */
const gone = Symbol();

type Lot<Value> = Map<string, Value | typeof gone>;

/**
 * Values by key that wait to be put elsewhere, in about the order in which they came: a key that comes again may keep its turn. There are two lots:
 * one fills while the other empties.
 */
export class UnplacedValues<Value extends {}> {
  #filling: Lot<Value> = new Map();
  #emptying: Lot<Value> = new Map();
  #turns = this.#emptying.keys();
  /** Of the lot that empties, how many had their turn. */
  #passed = 0;

  /** How many wait, at most. */
  get size(): number {
    return this.#filling.size + this.#emptying.size - this.#passed;
  }

  get(key: string): Value | undefined {
    const value = this.#filling.get(key) ?? this.#emptying.get(key);
    return value === gone ? undefined : value;
  }

  set(key: string, value: Value): void {
    this.#filling.set(key, value);
  }

  forget(key: string): void {
    if (this.#filling.has(key)) this.#filling.set(key, gone);
    else if (this.#emptying.has(key)) this.#emptying.set(key, gone);
  }

  /** Takes what came first. Undefined when nothing waits. */
  shift(): readonly [key: string, value: Value] | undefined {
    for (;;) {
      const { value: key, done } = this.#turns.next();
      if (done) {
        if (this.#emptying.size + this.#filling.size === 0) return undefined;
        this.#swap();
        continue;
      }
      this.#passed += 1;
      // One that came again waits in the other lot.
      const value = this.#filling.has(key) ? gone : this.#emptying.get(key);
      if (value === undefined || value === gone) continue;
      this.#emptying.set(key, gone);
      return [key, value];
    }
  }

  /** Takes all of the keys that start like this. */
  *take(prefix: string): Generator<readonly [key: string, value: Value]> {
    // First what fills: of a key in both, that is what counts.
    for (const lot of [this.#filling, this.#emptying]) {
      for (const [key, value] of lot) {
        if (value === gone || !key.startsWith(prefix)) continue;
        if (lot === this.#filling || !this.#filling.has(key)) yield [key, value];
        lot.set(key, gone);
      }
    }
  }

  #swap(): void {
    this.#emptying = this.#filling;
    this.#turns = this.#emptying.keys();
    this.#passed = 0;
    this.#filling = new Map();
  }
}
