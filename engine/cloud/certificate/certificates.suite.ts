/** Certificates with the common names `north` and `south`, as PEM. */
export const north: string = [
  "-----BEGIN CERTIFICATE-----",
  "MIIBNjCB6aADAgECAhQvQ3lDfvbnm9+MstHl3iTJSeeXJzAFBgMrZXAwEDEOMAwG",
  "A1UEAwwFbm9ydGgwIBcNMjYxMTIxMjA0MDQ2WhgPMjEyNjEwMjgyMDQwNDZaMBAx",
  "DjAMBgNVBAMMBW5vcnRoMCowBQYDK2VwAyEAOJlBfmx3qcybOjkERuNSx3HDeLTk",
  "wQGUWj521NZrsrWjUzBRMB0GA1UdDgQWBBRyLBy5Gb6n2L2o5zIqFftfgPLLszAf",
  "BgNVHSMEGDAWgBRyLBy5Gb6n2L2o5zIqFftfgPLLszAPBgNVHRMBAf8EBTADAQH/",
  "MAUGAytlcANBANVI933e5KGACk39yDWWSSVW2tCCbsbqF/DqTJ990+axxtnBThSQ",
  "+bFwYhGO9Mq5xA5ouZ9s6Q4Et8F+8/hbOgY=",
  "-----END CERTIFICATE-----",
].join("\n");

export const south: string = [
  "-----BEGIN CERTIFICATE-----",
  "MIIBNjCB6aADAgECAhRayzylxBq7BRTmkcxzGkL36sdkcTAFBgMrZXAwEDEOMAwG",
  "A1UEAwwFc291dGgwIBcNMjYxMTIxMjA0MDQ2WhgPMjEyNjEwMjgyMDQwNDZaMBAx",
  "DjAMBgNVBAMMBXNvdXRoMCowBQYDK2VwAyEAQRWN2hHkjehDeHKZCir5bqvtQLP/",
  "yKQBPEZeV5EGVo2jUzBRMB0GA1UdDgQWBBSzkQF+lreDVgOAzFI7nKKJHhWqLjAf",
  "BgNVHSMEGDAWgBSzkQF+lreDVgOAzFI7nKKJHhWqLjAPBgNVHRMBAf8EBTADAQH/",
  "MAUGAytlcANBACXW3RuiwqZd5b7hnY+Nx2X7Gr5ZxRL4Wrj1jP8gRsxAMmDoP9Cb",
  "POeOCqu7Gi5qTAdl2LzAPEdgaEXw4zlVcAQ=",
  "-----END CERTIFICATE-----",
].join("\n");
