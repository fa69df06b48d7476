import { suite, test } from "node:test";
import { expect } from "chai";
import type { Range, Store } from "./store.ts";

export function storeSuite(name: string, open: () => Promise<Store & Partial<AsyncDisposable>>): void {
  async function holding(entries: Readonly<Record<string, string>>): Promise<Store & AsyncDisposable> {
    const store = await open();
    await store.commit(Object.entries(entries).map(([key, value]) => ({ key, value })));
    return {
      read: (key) => store.read(key),
      range: (range) => store.range(range),
      commit: (batch) => store.commit(batch),
      [Symbol.asyncDispose]: async () => store[Symbol.asyncDispose]?.(),
    };
  }

  suite(`store: ${name}`, () => {
    test("a key that was never written is missing", async () => {
      await using store = await holding({ "a/b": "1" });
      expect(await store.read("a")).to.equal(undefined);
      expect(await store.range({ prefix: "b" })).to.deep.equal([]);
    });

    test("a value is read back unchanged, whether it is empty or long", async () => {
      const values = { empty: "", long: "x".repeat(1_000_000), strange: 'ü\u0000\n"\\ \u{1f600}' };
      await using store = await holding(values);
      for (const [key, value] of Object.entries(values)) expect(await store.read(key), key).to.equal(value);
    });

    test("a batch writes, overwrites and deletes; of two changes of one key the later takes effect", async () => {
      await using store = await holding({ kept: "1", changed: "1", gone: "1" });
      await store.commit([
        { key: "changed", value: "2" },
        { key: "gone", value: null },
        { key: "never there", value: null },
        { key: "twice", value: "1" },
        { key: "twice", value: "2" },
        { key: "back", value: null },
        { key: "back", value: "1" },
      ]);
      expect(await store.range({ prefix: "" })).to.deep.equal([
        ["back", "1"],
        ["changed", "2"],
        ["kept", "1"],
        ["twice", "2"],
      ]);
    });

    test("batches take effect in the order of their commits", async () => {
      await using store = await holding({});
      const rounds = Array.from({ length: 50 }, (_, round) => String(round));
      await Promise.all(rounds.map((value) => store.commit([{ key: "k", value }])));
      expect(await store.read("k")).to.equal("49");
    });

    test("a reader sees a batch completely or not at all", async () => {
      await using store = await holding({ a: "0", b: "0" });
      const writing = Promise.all(
        Array.from({ length: 20 }, (_, round) =>
          store.commit([
            { key: "a", value: String(round) },
            { key: "b", value: String(round) },
          ]),
        ),
      );
      for (let look = 0; look < 20; look += 1) {
        const [a, b] = await store.range({ prefix: "" });
        expect(a?.[1]).to.equal(b?.[1]);
      }
      await writing;
    });

    test("a range returns the keys below its prefix, sorted by code unit", async () => {
      // The emoji is two code units that start with D83D, so it sorts before FF5E, although its code point is greater.
      const keys = ["p/", "p/A", "p/B", "p/a", "p/a/b", "p/ab", "p/ü", "p/\u{1f600}", "p/\uff5e"];
      await using store = await holding(Object.fromEntries(["o", "p", "p0", "q", ...keys].map((key) => [key, key])));
      expect(await store.range({ prefix: "p/" })).to.deep.equal(keys.map((key) => [key, key]));
    });

    test("a range can be read in pages", async () => {
      const keys = ["p/1", "p/2", "p/3", "p/4", "p/5"];
      await using store = await holding(Object.fromEntries(["a", ...keys, "q"].map((key) => [key, key])));
      const walk = async (after: string) => (await store.range({ prefix: "p/", after, limit: 2 })).map(([key]) => key);
      expect(await walk("")).to.deep.equal(["p/1", "p/2"]);
      expect(await walk("p/2")).to.deep.equal(["p/3", "p/4"]);
      expect(await walk("p/4")).to.deep.equal(["p/5"]);
      expect(await walk("p/5")).to.deep.equal([]);
      expect(await walk("p/3 and a half")).to.deep.equal(["p/4", "p/5"]);
      expect(await store.range({ prefix: "p/", limit: 0 })).to.deep.equal([]);
    });

    test("a range ends with the value that exceeds maxCharacters, and the next range continues after it", async () => {
      const [long, short] = ["x".repeat(100_000), "x".repeat(100)];
      await using store = await holding({ "p/a": short, "p/b": short, "p/c": long, "p/d": long, "p/e": short });
      const some = async (range: Partial<Range>) =>
        (await store.range({ prefix: "p/", maxCharacters: 1000, ...range })).map(([key]) => key);
      expect(await some({})).to.deep.equal(["p/a", "p/b", "p/c"]);
      expect(await some({ after: "p/c" })).to.deep.equal(["p/d"]);
      expect(await some({ after: "p/d" })).to.deep.equal(["p/e"]);
      expect(await some({ after: "p/e" })).to.deep.equal([]);
      expect(await some({ limit: 2 })).to.deep.equal(["p/a", "p/b"]);
      expect(await some({ maxCharacters: 150_000 })).to.deep.equal(["p/a", "p/b", "p/c", "p/d"]);
    });

    test("any text can be a key: empty, with a NUL, half a surrogate pair, the prefix of another key", async () => {
      const keys = [
        "",
        "\u0000",
        "\u0000\u0000",
        " ",
        "%",
        "_",
        "a",
        "a\u0000",
        "a\u0000b",
        "ab",
        "\u007f",
        "\u0080",
      ].concat(
        [
          "\u07ff",
          "\u0800",
          "\ud7ff",
          "\ud800",
          "\ud800x",
          "\u{10000}",
          "\u{1f600}",
          "\u{1f600}a",
          "\u{10ffff}",
          "\udfff",
        ],
        ["\ue000", "\ufeff", "\ufffd", "\uffff", "\uffff\uffff"],
      );
      await using store = await holding(Object.fromEntries(keys.toReversed().map((key) => [key, JSON.stringify(key)])));
      const entries = keys.map((key) => [key, JSON.stringify(key)]);
      expect(await store.range({ prefix: "" })).to.deep.equal(entries);
      for (const [index, key] of keys.entries()) {
        const name = JSON.stringify(key);
        expect(await store.read(key), name).to.equal(name);
        // An empty `after` starts at the beginning.
        const rest = key === "" ? entries : entries.slice(index + 1);
        expect(await store.range({ prefix: "", after: key }), `after ${name}`).to.deep.equal(rest);
        const below = entries.filter(([other]) => other?.startsWith(key));
        expect(await store.range({ prefix: key }), `below ${name}`).to.deep.equal(below);
      }
      await store.commit(keys.map((key) => ({ key, value: null })));
      expect(await store.range({ prefix: "" })).to.deep.equal([]);
    });

    test("keys may be long and have long common prefixes", async () => {
      const long = incompressible(64 * 1024);
      const keys = [
        long.slice(0, -1),
        long,
        `${long}/a`,
        `${long}/b`,
        `${long}/\u{1f600}`,
        `${long}/\uff5e`,
        `${long}0`,
      ];
      await using store = await holding(Object.fromEntries(keys.toReversed().map((key) => [key, String(key.length)])));
      for (const key of keys) expect(await store.read(key)).to.equal(String(key.length));
      const lengths = async (range: Range) => (await store.range(range)).map(([key]) => keys.indexOf(key));
      expect(await lengths({ prefix: "" })).to.deep.equal([0, 1, 2, 3, 4, 5, 6]);
      expect(await lengths({ prefix: `${long}/` })).to.deep.equal([2, 3, 4, 5]);
      expect(await lengths({ prefix: long.slice(0, 10), after: `${long}/a`, limit: 2 })).to.deep.equal([3, 4]);
      await store.commit([{ key: `${long}/a`, value: null }]);
      expect(await lengths({ prefix: long })).to.deep.equal([1, 3, 4, 5, 6]);
    });

    test("a batch of a thousand keys is atomic", async () => {
      await using store = await holding({});
      const keys = Array.from({ length: 1000 }, (_, index) => `p/${String(index).padStart(4, "0")}`);
      await store.commit(keys.map((key) => ({ key, value: key })));
      expect(await store.range({ prefix: "p/" })).to.deep.equal(keys.map((key) => [key, key]));
      await store.commit([...keys.map((key) => ({ key, value: null })), { key: "p/", value: "left" }]);
      expect(await store.range({ prefix: "" })).to.deep.equal([["p/", "left"]]);
    });

    test("a batch without changes is committed", async () => {
      await using store = await holding({ a: "1" });
      await store.commit([]);
      expect(await store.range({ prefix: "" })).to.deep.equal([["a", "1"]]);
    });

    test("a writer reads its own commits, however many write concurrently", async () => {
      await using store = await holding({});
      const writer = async (name: string) => {
        for (let round = 0; round < 20; round += 1) {
          await store.commit([
            { key: `${name}/last`, value: String(round) },
            { key: `${name}/${String(round).padStart(2, "0")}`, value: "x".repeat(100) },
            { key: `${name}/${String(round - 1).padStart(2, "0")}`, value: null },
          ]);
          expect(await store.read(`${name}/last`)).to.equal(String(round));
          expect(await store.range({ prefix: `${name}/` })).to.have.length(2);
        }
      };
      await Promise.all(Array.from({ length: 32 }, (_, index) => writer(`writer ${index}`)));
      expect(await store.range({ prefix: "writer " })).to.have.length(64);
    });

    test("the result of a range does not change when the store changes", async () => {
      await using store = await holding({ a: "1" });
      const before = await store.range({ prefix: "" });
      await store.commit([{ key: "a", value: "2" }]);
      expect(before).to.deep.equal([["a", "1"]]);
    });
  });
}

function incompressible(letters: number): string {
  let state = 1;
  return Array.from({ length: letters }, () => {
    // Park and Miller's generator.
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(0x30 + (state % 75));
  }).join("");
}
