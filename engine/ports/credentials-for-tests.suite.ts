import type { Credentials } from "./link.ts";

/** Authority certificates of two test clusters, with their private keys. The private keys are not secret. */
export const credentialsForTests = {
  oslo: {
    certificate: [
      "-----BEGIN CERTIFICATE-----",
      "MIIBITCB1KADAgECAhRBAQEBAQEBAQEBAQEBAQEBAQEBATAFBgMrZXAwDzENMAsG",
      "A1UEAwwEb3NsbzAeFw0yNjAxMDEwMDAwMDBaFw00NjAxMDEwMDAwMDBaMA8xDTAL",
      "BgNVBAMMBG9zbG8wKjAFBgMrZXADIQCKiOPddAnxlf1S2y08ul1yymcJvx2UEhvz",
      "dIgBtA9vXKNCMEAwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAoQwHQYD",
      "VR0OBBYEFJrRng8W7vcUy5DG8ZXbzmbpRYD5MAUGAytlcANBACvdemjfhAWFJ6Fu",
      "LctoPhCr4VwcKEuysj3FGuYFlrtS0l055Yo3eyq+hnW8SYEfKXsxWDJ+uLJQUaDw",
      "RVNTkQg=",
      "-----END CERTIFICATE-----",
    ].join("\n"),
    privateKey: [
      "-----BEGIN PRIVATE KEY-----",
      "MC4CAQAwBQYDK2VwBCIEIAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB",
      "-----END PRIVATE KEY-----",
    ].join("\n"),
  },
  lima: {
    certificate: [
      "-----BEGIN CERTIFICATE-----",
      "MIIBITCB1KADAgECAhRCAgICAgICAgICAgICAgICAgICAjAFBgMrZXAwDzENMAsG",
      "A1UEAwwEbGltYTAeFw0yNjAxMDEwMDAwMDBaFw00NjAxMDEwMDAwMDBaMA8xDTAL",
      "BgNVBAMMBGxpbWEwKjAFBgMrZXADIQCBOXcOqH0XX1ajVGbDTH7My42KkbTuN6Jd",
      "9g9bj8mzlKNCMEAwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAoQwHQYD",
      "VR0OBBYEFGloTlHaVfFuU1yq3MDFxawXc8OnMAUGAytlcANBACYjB6LR9YRFLtsD",
      "CA90vdkJyThlJIy2mFHvp3nnQc4P3v30f1wQ+NMsHzS+r7anyYLUKosRWyD8yxTn",
      "pgoaNw8=",
      "-----END CERTIFICATE-----",
    ].join("\n"),
    privateKey: [
      "-----BEGIN PRIVATE KEY-----",
      "MC4CAQAwBQYDK2VwBCIEIAICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIC",
      "-----END PRIVATE KEY-----",
    ].join("\n"),
  },
} as const satisfies Readonly<Record<string, Credentials>>;
