export const clusterNames = /Oslo|Lima|Kyoto/;

export const personNames = /Ada|Bob|Jane|Mallory|Olga/;

/** Matches the designations of those who log in with evidence of the cloud: principals and instances. */
export const holderNames = /Ada|Bob|Jane|Mallory|Olga|the instance "[^"]*"/;

/** Matches the designations of clients in steps: a name, or a description of the client's token. */
export const clientNames =
  /Ada|Bob|Jane|Mallory|Olga|the instance "[^"]*"|an operator|an unauthenticated client|a client with a made-up token/;
