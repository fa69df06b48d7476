/** The certificate of an authority that roles of scenarios issue client certificates by. */
export const authorityCertificate = [
  "-----BEGIN CERTIFICATE-----",
  "MIIBkzCCATmgAwIBAgIUGJpKtHheMbm+F3C8ugVM+bccRGkwCgYIKoZIzj0EAwIw",
  "HjEcMBoGA1UEAwwTcmVoZWFyc2FsIGF1dGhvcml0eTAgFw0yNjExMjIxNTE4MDJa",
  "GA8yMTI2MTAyOTE1MTgwMlowHjEcMBoGA1UEAwwTcmVoZWFyc2FsIGF1dGhvcml0",
  "eTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABEkIHLMnMipaYiYKgbQD5klH5cBc",
  "piccYmMkUwguyV5sJBH6pRYuL0gskrPok4bQlOi9nIJaEputRGN3dqRDr4+jUzBR",
  "MB0GA1UdDgQWBBQbAX6U8s6qDyC+Fccuw1PTjcL3iTAfBgNVHSMEGDAWgBQbAX6U",
  "8s6qDyC+Fccuw1PTjcL3iTAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gA",
  "MEUCIQCoXD3ki3j29QTl0QhiHO4RUoBvxzsLUQHUnYFY2gHwqAIgaj/nJ2ZT/ZIB",
  "j80nphNAYHQtnzqI4CMabMgVF22m3zo=",
  "-----END CERTIFICATE-----",
].join("\n");

/** Its private key, which is no secret: only scenarios trust it. */
export const authorityKey = [
  "-----BEGIN PRIVATE KEY-----",
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLTDveF/QnykcUiUU",
  "/N++f/+wuE1t7bT6kkJ54VQ9KhehRANCAARJCByzJzIqWmImCoG0A+ZJR+XAXKYn",
  "HGJjJFMILslebCQR+qUWLi9ILJKz6JOG0JTovZyCWhKbrURjd3akQ6+P",
  "-----END PRIVATE KEY-----",
].join("\n");

/** The private key of another authority. */
export const foreignKey = [
  "-----BEGIN PRIVATE KEY-----",
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsrEfL2J3h5Tm23Ca",
  "XGPOzdpt+R1pnJjAaT5APIS01l6hRANCAASj4cfQJpQg9U8RU9ifVRByqE+xT7U1",
  "SGeMF9TyRbc4eJ53RgKsaog3fFaUugVu+Mvcj2mSD0NHS9WS/T+CHTwQ",
  "-----END PRIVATE KEY-----",
].join("\n");
