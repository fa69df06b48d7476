/**
 * Version that the service reports: the version of the imitated reference release. Clients adapt their requests to it.
 */
export const serviceVersion = "1.14.9";
