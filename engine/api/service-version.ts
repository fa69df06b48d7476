/** Release of the reference that this service imitates. Clients choose their requests by it. */
export const serviceVersion = "1.14.9";
