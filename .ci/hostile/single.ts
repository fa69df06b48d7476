import { bounds } from "./bounds.ts";
import type { Meter } from "./cost.ts";
import type { Fixture } from "./fixture.ts";
import { type Input, inputsOf, rawInputsOf } from "./inputs.ts";
import type { Asked } from "./operations.ts";
import { type Finding, findingOf, isWithin } from "./screen.ts";

export type Choice = Readonly<{ operation: string; field?: string; shape?: string; bytes?: number }>;

export function isChosen({ verb, path }: Asked, { operation }: Choice): boolean {
  return `${verb} ${path}` === operation;
}

export function chosenInputs(asked: Asked, fixture: Fixture, { field, shape }: Choice): readonly (readonly Input[])[] {
  return [...inputsOf(asked, fixture), ...rawInputsOf(asked, fixture)]
    .map((group) =>
      group.filter((input) => (field ?? input.field) === input.field && (shape ?? input.shape) === input.shape),
    )
    .filter((group) => group.length > 0);
}

/**
 * Sends each input repeatedly in one size. Prints the lowest cost of each, and returns a finding for each that exceeds
 * its bound.
 */
export async function inOneSize(inputs: readonly Input[], bytes: number, meter: Meter): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const input of inputs) {
    const bound = bounds[input.asked.client];
    const least = await meter.least(input.of(bytes), () => false);
    const cost = `${least.milliseconds.toFixed(1)} ms, ${least.megabytes.toFixed(0)} MB, answered ${least.reply.status}`;
    process.stdout.write(`${input.field}: ${input.shape}, ${bytes} bytes: ${cost} ${least.reply.text.slice(0, 100)}\n`);
    if (!isWithin(least, bound)) found.push(findingOf(input, bytes, least));
  }
  return found;
}
