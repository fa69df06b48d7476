import type { Certificates } from "./certificates.ts";

/** No keys and no certificates, for tests that are about something else. */
export const noCertificates: Certificates = {
  generateKeys: () => Promise.reject(new Error("there are no keys here")),
  faultOf: () => undefined,
  issue: () => {
    throw new Error("there are no certificates here");
  },
};
