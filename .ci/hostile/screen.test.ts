import { suite, test } from "node:test";
import { expect } from "chai";
import type { Meter } from "./cost.ts";
import type { Client } from "./fixture.ts";
import type { Input } from "./inputs.ts";
import { screen } from "./screen.ts";

type Costing = (
  bytes: number,
) => Readonly<{ milliseconds: number; megabytes?: number; status?: number; text?: string }>;

/** Returns the sizes in which each of these shapes is sent. A shape costs more than those before it in the list. */
async function sizesOfMany(shapes: readonly string[]): Promise<Readonly<Record<string, readonly number[]>>> {
  const sizes: Record<string, number[]> = {};
  const cost = async ({ body = "" }: { body?: string }) => {
    const [shape = "", bytes] = body.split(" ");
    sizes[shape] = [...(sizes[shape] ?? []), Number(bytes)];
    return { milliseconds: shapes.indexOf(shape), megabytes: 0, reply: { status: 204, text: "" } };
  };
  const meter = { cost, least: cost } as unknown as Meter;
  const inputs = shapes.map((shape) => {
    const of = (bytes: number) => ({ method: "POST", path: "/v1/a", body: `${shape} ${bytes}` });
    return { asked: { client: "anonymous" }, field: "f", shape, place: "body", most: 263_158, of } as unknown as Input;
  });
  await screen(inputs, { meter, longest: 1_000_000, sent: async () => [] });
  return sizes;
}

async function screened(costing: Costing, { client = "anonymous" as Client, longest = 1_000_000 } = {}) {
  const sizes: number[] = [];
  const cost = async ({ body = "" }: { body?: unknown }) => {
    const bytes = String(body).length;
    sizes.push(bytes);
    const { milliseconds, megabytes = 0, status = 400, text = "" } = costing(bytes);
    return { milliseconds, megabytes, reply: { status, text } };
  };
  const meter = { cost, least: cost } as unknown as Meter;
  const asked = { client, verb: "write", path: "a" };
  const of = (bytes: number) => ({ method: "POST", path: "/v1/a", body: "x".repeat(bytes) });
  const input = { asked, field: "f", shape: "s", place: "body", most: 263_158, of } as unknown as Input;
  const found = await screen([input], { meter, longest, sent: async () => [] });
  return {
    sizes,
    found: found.map(({ bytes, ratio, isFailure }) => ({
      bytes,
      isGrowth: ratio !== undefined,
      isFailure: isFailure === true,
    })),
  };
}

const found = { isGrowth: false, isFailure: false };

suite("hostile input is too costly", () => {
  test("if it takes too much time, which stops larger sizes", async () => {
    const { found: findings, sizes } = await screened((bytes) => ({ milliseconds: bytes > 100_000 ? 101 : 1 }));
    expect(findings).to.deep.equal([{ ...found, bytes: 250_000 }]);
    expect(Math.max(...sizes)).to.equal(250_000);
  });

  test("if it takes too much memory", async () => {
    const { found: findings } = await screened(() => ({ milliseconds: 1, megabytes: 65 }));
    expect(findings).to.deep.equal([{ ...found, bytes: 250_000 }]);
  });

  test("if its cost grows much faster than its size, long before it takes too much time", async () => {
    const { found: findings } = await screened((bytes) => ({ milliseconds: (bytes / 35_000) ** 2 }));
    expect(findings).to.deep.equal([{ ...found, isGrowth: true, bytes: 250_000 }]);
  });

  test("if the cluster fails", async () => {
    const { found: findings } = await screened(() => ({ milliseconds: 1, status: 500, text: "internal error" }));
    expect(findings).to.deep.equal([{ ...found, isFailure: true, bytes: 250_000 }]);
  });

  test("but not if only once, as during a garbage collection", async () => {
    for (const rare of [{ milliseconds: 2_000 }, { milliseconds: 1, status: 0 }]) {
      let isFirst = true;
      const { found: findings } = await screened(() => {
        const costing = isFirst ? rare : { milliseconds: 1 };
        isFirst = false;
        return costing;
      });
      expect(findings).to.deep.equal([]);
    }
  });

  test("but not within its bounds, up to the longest body", async () => {
    const { found: findings, sizes } = await screened((bytes) => ({ milliseconds: bytes / 50_000 }), {
      longest: 4_000_000,
    });
    expect(findings).to.deep.equal([]);
    expect(sizes).to.include.members([250_000, 4_000_000]);
  });

  test("for operators only above a quarter of a second", async () => {
    const costing: Costing = () => ({ milliseconds: 200, megabytes: 500 });
    const { found: findings } = await screened(
      (bytes) => ({ ...costing(bytes), milliseconds: Math.min(200, bytes / 1000) }),
      { client: "operator" },
    );
    expect(findings.filter(({ isGrowth }) => !isGrowth)).to.deep.equal([]);
  });

  test("also just within the limit of its field, which the refusal contains", async () => {
    const { found: findings } = await screened((bytes) =>
      bytes > 1_024 ? { milliseconds: 1, text: "longer than 1024 characters" } : { milliseconds: 150 },
    );
    expect(findings).to.deep.equal([{ ...found, bytes: 972 }]);
  });
});

test("of many shapes the most expensive ones are sent in larger sizes", async () => {
  const sizes = await sizesOfMany(["a", "b", "c", "d", "e", "f", "g"]);
  expect(sizes).to.deep.equal({
    a: [16_000],
    b: [16_000],
    c: [16_000, 60_000],
    d: [16_000, 60_000],
    e: [16_000, 60_000, 250_000],
    f: [16_000, 60_000, 250_000],
    g: [16_000, 60_000, 250_000, 1_000_000],
  });
});
