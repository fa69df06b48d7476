/** Where all that concerns performance replication is served. */
export const performance = "sys/replication/performance";
