export const clusterNames = /Oslo|Lima|Kyoto/;

export const personNames = /Ada|Bob|Jane|Mallory|Olga/;

export const holderNames = new RegExp(`${personNames.source}|the instance "[^"]*"`);

const unnamedClients = "an operator|an unauthenticated client|a client with a made-up token";
/** Matches the designations of clients in steps: a name, or a description of the client's token. */
export const clientNames = new RegExp(`${holderNames.source}|${unnamedClients}`);

export const performance = "sys/replication/performance";
