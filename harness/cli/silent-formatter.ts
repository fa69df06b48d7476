/**
 * A formatter of cucumber's that says nothing: a run has to have one for its output, and ours is told by envelopes. Its own ones keep all that they
 * hear, and make sentences of it.
 */
export const type = "formatter";

export function formatter(): void {}
