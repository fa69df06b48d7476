import { type Bound, bounds, doubling, minComparedMilliseconds } from "./bounds.ts";
import type { Cost, Meter } from "./cost.ts";
import type { Input } from "./inputs.ts";

export type Finding = Readonly<{
  input: Input;
  bytes: number;
  milliseconds: number;
  megabytes: number;
  /** Ratio of the cost to that of half the input. Present if the ratio is too high. */
  ratio?: number;
  status: number;
  /** Present if the cluster failed: its response was an internal error, or it did not respond. */
  isFailure?: true;
  /** Name of the following request that costs too much, such as a read of the written data. */
  behind?: string;
}>;

const sizes = {
  /** Size that is sufficient to find the most expensive of many shapes. */
  first: 16_000,
  /** Size slightly below 64 KiB, the maximum size of bodies that histories record. */
  recorded: 60_000,
  megabyte: 1_000_000,
  /** Size slightly below `targetBytes` in docs/limits.md. */
  line: 16_000,
  head: 30_000,
} as const;

/**
 * `few`: fields with at most this number of shapes are tested with all of them in every size. `goOn`: for other fields,
 * number of the most expensive shapes that are tested in the second, the third, and each later size.
 */
const [few, goOn] = [5, [5, 3, 1]] as const;

export type Screening = Readonly<{
  meter: Meter;
  longest: number;
  /**
   * Called with the first response to an input of a size. Sends follow-up requests, such as a read of what was written;
   * returns findings.
   */
  sent: (input: Input, bytes: number, cost: Cost) => Promise<readonly Finding[]>;
}>;

/**
 * Sends the inputs of one field in several sizes. If there are many, only the most expensive ones are sent in the next
 * size. Resolves to the findings.
 */
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
      // Code behind the limit of a field is reached only by an input just below the limit.
      for (
        let fitting = round === 0 ? lessThan(step) : undefined;
        fitting !== undefined && found.length === 0;
        fitting = lessThan(step)
      ) {
        ({ step, found } = await take(input, fitting, undefined, screening));
        findings.push(...found);
      }
      // A larger input gives no more information.
      if (found.length === 0) steps.set(input, step);
      // A value with too many characters is refused regardless of its shape.
      if (round > 0 && tooLong.test(step.refusal ?? "")) break;
    }
    const ranked = [...steps].toSorted(([, one], [, other]) => other.milliseconds - one.milliseconds);
    const next = new Set(ranked.slice(0, inputs.length <= few ? few : (goOn[round] ?? 1)).map(([input]) => input));
    chosen = inputs.filter((input) => next.has(input));
    before = steps;
  }
  return findings;
}

/** Result of an input in one size. `refusal` is the message if the input was refused as too large. */
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

function lessThan({ bytes, refusal }: Step): number | undefined {
  if (refusal === undefined || bytes <= minBytes) return undefined;
  const [, characters] = tooLong.exec(refusal) ?? [];
  const half = Math.floor(bytes / 2);
  return Math.max(minBytes, characters === undefined ? half : Math.min(half, Math.floor(Number(characters) * 0.95)));
}

const minBytes = 500;

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

async function judge(input: Input, { bytes, cost, meter, smaller }: Judged): Promise<Finding | undefined> {
  if (failed(cost)) {
    // A connection may have been closed for another reason.
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

const rounds = 6;

async function ratioOf(input: Input, bytes: number, meter: Meter): Promise<number | undefined> {
  let [whole, half] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round += 1) {
    // A garbage collection takes longer than most requests, so it is done only if the first measurement is too high.
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
