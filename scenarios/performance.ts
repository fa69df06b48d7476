export const performance = "sys/replication/performance";
