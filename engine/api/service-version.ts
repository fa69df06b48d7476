/** The release whose answers ours are like; clients choose what they send by it. */
export const serviceVersion = "1.14.9";
