/** A self-signed certificate for 127.0.0.1. Its key is used only in tests. */
export const certificate: string = [
  "-----BEGIN CERTIFICATE-----",
  "MIIBXDCCAQ6gAwIBAgIUawfw5Bg5+Y21V0Nlg9QaQBopWtswBQYDK2VwMBoxGDAW",
  "BgNVBAMMD3VuZGVyc3R1ZHkgdGVzdDAgFw0yNjExMjIxMjUwNDNaGA8yMTI2MTAy",
  "OTEyNTA0M1owGjEYMBYGA1UEAwwPdW5kZXJzdHVkeSB0ZXN0MCowBQYDK2VwAyEA",
  "Z2AAsFX06JMj1EGEYrARsEfIb5wvphY65PorZpJyKeKjZDBiMB0GA1UdDgQWBBRw",
  "0ELn/EKNLIwMmMCJNkadbku+KjAfBgNVHSMEGDAWgBRw0ELn/EKNLIwMmMCJNkad",
  "bku+KjAPBgNVHRMBAf8EBTADAQH/MA8GA1UdEQQIMAaHBH8AAAEwBQYDK2VwA0EA",
  "d1imjkWRMlAbvyMXbBAiPn9jmd8mvefQwfxViktI7wsSNwbrRGAV59dE22+g4KpD",
  "WREeiulCYRePXddC4c6xDA==",
  "-----END CERTIFICATE-----",
].join("\n");

export const key: string = [
  "-----BEGIN PRIVATE KEY-----",
  "MC4CAQAwBQYDK2VwBCIEIImHhfCWAR+yvc2nsLiS47R+C7SWrvlC0oxRbLeNcXGJ",
  "-----END PRIVATE KEY-----",
].join("\n");

/** Another self-signed certificate for the same address, without its key. */
export const anotherCertificate: string = [
  "-----BEGIN CERTIFICATE-----",
  "MIIBSzCB/qADAgECAhQXjvHHQ/do9s7Sxq2fufo9BY9jpjAFBgMrZXAwEjEQMA4G",
  "A1UEAwwHYW5vdGhlcjAgFw0yNjExMjIxMjU3NDlaGA8yMTI2MTAyOTEyNTc0OVow",
  "EjEQMA4GA1UEAwwHYW5vdGhlcjAqMAUGAytlcAMhACOGXubg3BS0p1mAlsrCseX3",
  "9RBx47ZjufjDAB591yO3o2QwYjAdBgNVHQ4EFgQUgravfIiU6YqUR5daLq9C1E1U",
  "SeUwHwYDVR0jBBgwFoAUgravfIiU6YqUR5daLq9C1E1USeUwDwYDVR0TAQH/BAUw",
  "AwEB/zAPBgNVHREECDAGhwR/AAABMAUGAytlcANBAMNZNvnrtE5OhqjYS10VzLOO",
  "0Fl09U5PcYnp8q0lsZsp6wzw90qTMJVaZAK5jb4+unE1fR8mPT3feZd76Q0YNAU=",
  "-----END CERTIFICATE-----",
].join("\n");
