/** One thing that is measured in rounds with others. */
export type Contender<Sample> = () => Promise<Sample>;

/**
 * Measures all contenders once, then again, `count` times: what disturbs the machine for a while disturbs them alike.
 * The first goes last in the next round. Resolves to the samples of each, in the order of the rounds.
 */
export async function inRounds<Sample>(
  count: number,
  contenders: readonly Contender<Sample>[],
): Promise<readonly (readonly Sample[])[]> {
  const samples = contenders.map((): Sample[] => []);
  for (let round = 0; round < count; round++) {
    const order = [...contenders.keys()];
    for (const which of round % 2 === 0 ? order : order.toReversed()) {
      const sample = await contenders[which]?.();
      if (sample !== undefined) samples[which]?.push(sample);
    }
  }
  return samples;
}
