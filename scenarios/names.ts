/** The clusters that sentences may name. */
export const clusterNames = /Oslo|Lima|Kyoto/;

/** The clients that sentences may name. */
export const personNames = /Ada|Bob|Jane|Mallory|Olga/;

/** How sentences may call a client: by name, or by what token they have. */
export const clientNames =
  /Ada|Bob|Jane|Mallory|Olga|an operator|an unauthenticated client|a client with a made-up token/;
