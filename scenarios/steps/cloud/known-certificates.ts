/** Certificates that scenarios register, by the name of their subject. */
export const knownCertificates: Readonly<Record<string, string>> = {
  east: [
    "-----BEGIN CERTIFICATE-----",
    "MIIBNDCB56ADAgECAhRzqhy6fcphCbc06C7z8WctykJt+TAFBgMrZXAwDzENMAsG",
    "A1UEAwwEZWFzdDAgFw0yNjExMjEyMDQ0NDNaGA8yMTI2MTAyODIwNDQ0M1owDzEN",
    "MAsGA1UEAwwEZWFzdDAqMAUGAytlcAMhAKzJMdSa24Q+aE53V/5lNIFEbvlmhYQ7",
    "aTXkqgkhB8Wro1MwUTAdBgNVHQ4EFgQUUpwGo27dkOJuz5n9n4GD2SCliqQwHwYD",
    "VR0jBBgwFoAUUpwGo27dkOJuz5n9n4GD2SCliqQwDwYDVR0TAQH/BAUwAwEB/zAF",
    "BgMrZXADQQDWG017WpilvTdimCEQVMExrzVrfsRP0rMbRjKhSK3G4LOJk6hYJ0jn",
    "mBLt66TRPNBPSaysZKPcVsJFwtfSkNEO",
    "-----END CERTIFICATE-----",
  ].join("\n"),
  west: [
    "-----BEGIN CERTIFICATE-----",
    "MIIBNDCB56ADAgECAhQjUKJbWvWMI0GPRnrUi3mCJOaCEDAFBgMrZXAwDzENMAsG",
    "A1UEAwwEd2VzdDAgFw0yNjExMjEyMDQ0NDNaGA8yMTI2MTAyODIwNDQ0M1owDzEN",
    "MAsGA1UEAwwEd2VzdDAqMAUGAytlcAMhALcvCms6X/kxhgNUHosWeAgsIdgdnj6K",
    "Uc5iYq7RzRHUo1MwUTAdBgNVHQ4EFgQU9gUF7t6M6lfgJFZtJ6ywrmGmvrYwHwYD",
    "VR0jBBgwFoAU9gUF7t6M6lfgJFZtJ6ywrmGmvrYwDwYDVR0TAQH/BAUwAwEB/zAF",
    "BgMrZXADQQDfd7ROQohdbzCnn5a6Js7vr5+OMwWjyHdykhVNnchcHQhANbOrRDCd",
    "C47RH3XtLDOZdhaEB5hehn1t9R85qjoD",
    "-----END CERTIFICATE-----",
  ].join("\n"),
};
