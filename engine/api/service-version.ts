/** Version that the service reports, of the reference release that it imitates. Clients choose their requests by it. */
export const serviceVersion = "1.14.9";
