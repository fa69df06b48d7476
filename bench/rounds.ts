export type Contender<Sample> = () => Promise<Sample>;

/**
 * Measures all contenders `count` times alternately, so that a disturbance of the machine affects all of them. Returns
 * the samples of each contender in the order of the rounds.
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
