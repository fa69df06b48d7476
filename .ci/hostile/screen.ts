import { type Bound, bounds, doubling, minComparedMilliseconds } from "./bounds.ts";
import type { Cost, Meter } from "./cost.ts";
import type { Input } from "./inputs.ts";

/** An input that costs too much. */
export type Finding = Readonly<{
  input: Input;
  bytes: number;
  milliseconds: number;
  megabytes: number;
  /** How many times as much as half of it, where that is what is wrong. */
  ratio?: number;
  status: number;
  /** Set where the cluster failed at it: it answered with an internal error, or not at all. */
  isFailure?: true;
  /** What was asked behind it where that is what costs too much, such as a read of what it wrote. */
  behind?: string;
}>;

/** Sizes of inputs, in bytes. */
const sizes = {
  /** Enough to see which shapes of many cost most. */
  first: 16_000,
  /** Histories record bodies of up to 64 KiB. */
  recorded: 60_000,
  megabyte: 1_000_000,
  /** docs/limits.md: `targetBytes`, `headBytes`. */
  line: 16_000,
  head: 30_000,
} as const;

/** How many shapes of a field go on to each of the larger sizes: those that cost most before. Of a field that gets few shapes, all do. */
const [few, goOn] = [5, [5, 3, 1]] as const;

export type Screening = Readonly<{
  meter: Meter;
  /** The longest body that the operation takes, in bytes. */
  longest: number;
  /** Called with every reply; resolves to what is found behind it. */
  sent: (input: Input, bytes: number, cost: Cost) => Promise<readonly Finding[]>;
}>;

/** Sends the shapes of one field in growing sizes, the costliest of each size in the next. Resolves to what costs too much. */
export async function screen(inputs: readonly Input[], screening: Screening): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  if (inputs.length === 0) return [];
  const all = sizesOf(inputs, screening.longest);
  let chosen = inputs;
  let before = new Map<Input, Step>();
  for (const [round, size] of all.entries()) {
    const steps = new Map<Input, Step>();
    for (const input of chosen) {
      let { step, found } = await take(input, size, before.get(input), screening);
      findings.push(...found);
      // What stands behind the bound of a field is reached by what is just not too long for it.
      for (
        let fitting = round === 0 ? lessThan(step) : undefined;
        fitting !== undefined && found.length === 0;
        fitting = lessThan(step)
      ) {
        ({ step, found } = await take(input, fitting, undefined, screening));
        findings.push(...found);
      }
      // What is far too long already tells no more when it is longer.
      if (found.length === 0) steps.set(input, step);
      // A value of too many characters is refused whatever they are.
      if (round > 0 && tooLong.test(step.refusal ?? "")) break;
    }
    const ranked = [...steps].toSorted(([, one], [, other]) => other.milliseconds - one.milliseconds);
    const next = new Set(ranked.slice(0, inputs.length <= few ? few : (goOn[round] ?? 1)).map(([input]) => input));
    chosen = inputs.filter((input) => next.has(input));
    before = steps;
  }
  return findings;
}

/** What an input came to in one size. `refusal` is set where it was too long. */
type Step = Readonly<{ bytes: number; milliseconds: number; refusal: string | undefined }>;

async function take(
  input: Input,
  bytes: number,
  smaller: Step | undefined,
  { meter, sent }: Screening,
): Promise<Readonly<{ step: Step; found: readonly Finding[] }>> {
  const cost = await meter.cost(input.of(bytes));
  const finding = await judge(input, { bytes, cost, meter, smaller });
  const behind = await sent(input, bytes, cost);
  const step = { bytes, milliseconds: cost.milliseconds, refusal: refusalIn(cost) };
  return { step, found: [...(finding ? [finding] : []), ...behind] };
}

const tooLong = /longer than (\d+) characters/;

function refusalIn({ reply: { status, text } }: Cost): string | undefined {
  return status === 413 || (status === 400 && /longer than \d+ characters|more than \d+ (items|values)/.test(text))
    ? text
    : undefined;
}

/** A smaller size for an input that was too long, as near to what is allowed as its refusal tells; undefined where it was not, or is small enough. */
function lessThan({ bytes, refusal }: Step): number | undefined {
  if (refusal === undefined || bytes <= minBytes) return undefined;
  const [, characters] = tooLong.exec(refusal) ?? [];
  const half = Math.floor(bytes / 2);
  return Math.max(minBytes, characters === undefined ? half : Math.min(half, Math.floor(Number(characters) * 0.95)));
}

/** No field has a lower bound that matters. */
const minBytes = 500;

/**
 * The longest body, and a megabyte where that is much less than the field takes; before that what is just not too long for the field, and of many shapes
 * smaller sizes: what a history records, and before that a quarter of it.
 */
function sizesOf(inputs: readonly Input[], longest: number): readonly number[] {
  const [{ place, most = longest } = { place: "body" as const }] = inputs;
  if (place === "line") return [sizes.line];
  if (place === "head") return [sizes.head];
  const fitting = Math.max(minBytes, Math.floor(Math.min(most, longest) * 0.95));
  const smaller = inputs.length <= few ? [] : [sizes.first, sizes.recorded].filter((size) => size < fitting / 2);
  const larger = [fitting, ...(Math.min(most, longest) > 2 * sizes.megabyte ? [sizes.megabyte] : []), longest];
  return [...new Set([...smaller, ...(most === longest ? larger.slice(1) : larger)])];
}

type Judged = Readonly<{
  bytes: number;
  cost: Cost;
  meter: Meter;
  smaller: Pick<Step, "bytes" | "milliseconds"> | undefined;
}>;

/** A finding where the input costs too much, or too much more than one of half its size. */
async function judge(input: Input, { bytes, cost, meter, smaller }: Judged): Promise<Finding | undefined> {
  if (failed(cost)) {
    // A connection may end for a reason of its own.
    const again = await meter.cost(input.of(bytes));
    return failed(again) ? { ...findingOf(input, bytes, again), isFailure: true } : undefined;
  }
  const bound = bounds[input.asked.client];
  const keeps = (one: Cost): boolean => isWithin(one, bound);
  if (!keeps(cost)) {
    const again = await meter.least(input.of(bytes), keeps);
    if (!keeps(again)) return findingOf(input, bytes, again);
    return undefined;
  }
  if (cost.milliseconds < minComparedMilliseconds) return undefined;
  if (smaller && cost.milliseconds <= smaller.milliseconds * doubling ** Math.log2(bytes / smaller.bytes))
    return undefined;
  const ratio = await ratioOf(input, bytes, meter);
  return ratio === undefined ? undefined : { ...findingOf(input, bytes, cost), ratio };
}

function failed({ reply: { status, text } }: Cost): boolean {
  return status === 0 || (status === 500 && /internal (server )?error/i.test(text));
}

export function isWithin({ milliseconds, megabytes }: Pick<Cost, "milliseconds" | "megabytes">, bound: Bound): boolean {
  return milliseconds <= bound.milliseconds && megabytes <= bound.megabytes;
}

/** Rounds in which an input and its half are measured until their ratio is fine. */
const rounds = 6;

/** How many times as much it costs as one of half its size; undefined where that is fine. */
async function ratioOf(input: Input, bytes: number, meter: Meter): Promise<number | undefined> {
  let [whole, half] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round += 1) {
    // To collect garbage takes longer than most requests: it is done only where the first look says that something is wrong.
    const fresh = round > 0;
    half = Math.min(half, (await meter.cost(input.of(bytes / 2), { fresh })).milliseconds);
    whole = Math.min(whole, (await meter.cost(input.of(bytes), { fresh })).milliseconds);
    if (whole < minComparedMilliseconds || whole <= doubling * half) return undefined;
  }
  return whole / half;
}

export function findingOf(input: Input, bytes: number, { milliseconds, megabytes, reply }: Cost): Finding {
  return { input, bytes, milliseconds, megabytes, status: reply.status };
}
