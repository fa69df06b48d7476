/** Certificate of the CA that issues certificates of test clients and of database servers. */
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

/** Private key of {@link authorityCertificate}. It is not secret. */
export const authorityKey = [
  "-----BEGIN PRIVATE KEY-----",
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLTDveF/QnykcUiUU",
  "/N++f/+wuE1t7bT6kkJ54VQ9KhehRANCAARJCByzJzIqWmImCoG0A+ZJR+XAXKYn",
  "HGJjJFMILslebCQR+qUWLi9ILJKz6JOG0JTovZyCWhKbrURjd3akQ6+P",
  "-----END PRIVATE KEY-----",
].join("\n");

/** Private key of a CA that no database server trusts. */
export const foreignKey = [
  "-----BEGIN PRIVATE KEY-----",
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsrEfL2J3h5Tm23Ca",
  "XGPOzdpt+R1pnJjAaT5APIS01l6hRANCAASj4cfQJpQg9U8RU9ifVRByqE+xT7U1",
  "SGeMF9TyRbc4eJ53RgKsaog3fFaUugVu+Mvcj2mSD0NHS9WS/T+CHTwQ",
  "-----END PRIVATE KEY-----",
].join("\n");

/** Certificate of the CA whose key is {@link foreignKey}. No database server trusts it. */
export const foreignCertificate = [
  "-----BEGIN CERTIFICATE-----",
  "MIIBjzCCATWgAwIBAgIUOpevpU7IuvTGBeSJAdo1vVOyZK0wCgYIKoZIzj0EAwIw",
  "HDEaMBgGA1UEAwwRZm9yZWlnbiBhdXRob3JpdHkwIBcNMjYxMTIyMTc1MTU5WhgP",
  "MjEyNjEwMjkxNzUxNTlaMBwxGjAYBgNVBAMMEWZvcmVpZ24gYXV0aG9yaXR5MFkw",
  "EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEo+HH0CaUIPVPEVPYn1UQcqhPsU+1NUhn",
  "jBfU8kW3OHied0YCrGqIN3xWlLoFbvjL3I9pkg9DR0vVkv0/gh08EKNTMFEwHQYD",
  "VR0OBBYEFKw5y0xdxUseMJOGLD6E2wYSIJAoMB8GA1UdIwQYMBaAFKw5y0xdxUse",
  "MJOGLD6E2wYSIJAoMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIg",
  "Ab71VJ/L/kTlX7GVf3fez6V3XqC1qzOPOd91tvPI5s0CIQDVUfaVJhRYomwYbwuZ",
  "z6oxQFVcWGCrJH1ghVpq3IiJuQ==",
  "-----END CERTIFICATE-----",
].join("\n");

/** Certificate of database servers with TLS on this machine. It is valid for `localhost`, 127.0.0.1 and ::1. */
export const serverCertificate = [
  "-----BEGIN CERTIFICATE-----",
  "MIIB2jCCAYGgAwIBAgIUS688Dn3TaN3WWzylmLBQlrAleqIwCgYIKoZIzj0EAwIw",
  "HjEcMBoGA1UEAwwTcmVoZWFyc2FsIGF1dGhvcml0eTAgFw0yNjExMjIxNzUxNTla",
  "GA8yMTI2MTAyOTE3NTE1OVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZI",
  "zj0CAQYIKoZIzj0DAQcDQgAEDBTui6M0DHGdnkYLNBP+UY2pQSv9g6RJ+Cd5VmSD",
  "K2ZQ+DSPS1vz1jVKo2SlmixeJ1yw7audRan0i7mEOFGjVqOBpDCBoTAsBgNVHREE",
  "JTAjgglsb2NhbGhvc3SHBH8AAAGHEAAAAAAAAAAAAAAAAAAAAAEwEwYDVR0lBAww",
  "CgYIKwYBBQUHAwEwDgYDVR0PAQH/BAQDAgeAMAwGA1UdEwEB/wQCMAAwHQYDVR0O",
  "BBYEFIvroujP62ZOqgrXqaIMvgiheSiDMB8GA1UdIwQYMBaAFBsBfpTyzqoPIL4V",
  "xy7DU9ONwveJMAoGCCqGSM49BAMCA0cAMEQCIDorCk0g9Y8vaY6yK6ajPF1GQA/a",
  "2kGNgNgSTyUZY58iAiB3d2Lu5cwOaum10fXaMP94R1GBpV/fx5BY8fTYfOWmYw==",
  "-----END CERTIFICATE-----",
].join("\n");

/** Private key of {@link serverCertificate}. It is not secret. */
export const serverKey = [
  "-----BEGIN PRIVATE KEY-----",
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgPKANunX3z6rS6zIA",
  "sYnZpLx7SftxJWZ7v3GaaFT6ZmyhRANCAAQMFO6LozQMcZ2eRgs0E/5RjalBK/2D",
  "pEn4J3lWZIMrZlD4NI9LW/PWNUqjZKWaLF4nXLDtq51FqfSLuYQ4UaNW",
  "-----END PRIVATE KEY-----",
].join("\n");
