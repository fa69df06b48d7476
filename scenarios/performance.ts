/** Path of the endpoints of performance replication. */
export const performance = "sys/replication/performance";
