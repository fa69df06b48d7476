import { authorityCertificate, authorityKey } from "#harness/databases/known-authority.ts";

/**
 * Certificates and private keys of certificate authorities, used in tests only. No program trusts
 * them.
 */
export const authorities = {
  ec: {
    certificate: authorityCertificate,
    privateKey: authorityKey,
  },
  rsa: {
    certificate: [
      "-----BEGIN CERTIFICATE-----",
      "MIIDEzCCAfugAwIBAgIUXBpTwta93IpNPtLDOvhyLhfEIhIwDQYJKoZIhvcNAQEL",
      "BQAwGDEWMBQGA1UEAwwNcnNhIGF1dGhvcml0eTAgFw0yNjExMjIxNTI0MjFaGA8y",
      "MTI2MTAyOTE1MjQyMVowGDEWMBQGA1UEAwwNcnNhIGF1dGhvcml0eTCCASIwDQYJ",
      "KoZIhvcNAQEBBQADggEPADCCAQoCggEBAKrALIJ/z9NeVo+Z4bRvQt8ch5NBJc5q",
      "J6NozsyRtZyQiZgpEOY4JNmQbtbyZY3hnzn3ey83zWik78fSPuKJ5UyXqUTMLF+X",
      "roAePHs3i2/UyYnbBV98D518dqE86XlwhtFqI5UsPEUwofTNLPQZb13ZnT9uQHbH",
      "3hW36UaPhZn0pN7aIU3WL2Hv9x+Z222tLk4mTfn81n8PaCfIy6d2poIenBhkAbGc",
      "K/faGaD8/1hyB3mZ+JtYmHeY7c4JULbDc0eoJIdqqDWFjN5fzpWy2HZCor5ddTQL",
      "Gj7JTp4S+w6OYISHrZYc4xCtPjX8wHFAw2RPcQ83pq01l2nZTSGl/+cCAwEAAaNT",
      "MFEwHQYDVR0OBBYEFCUqwMJExrxXK5j9cn35jGvivHzBMB8GA1UdIwQYMBaAFCUq",
      "wMJExrxXK5j9cn35jGvivHzBMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQEL",
      "BQADggEBABo18ihv0iArb7wu1c8Dv0eMdqkMLp+/w9TYHlh91Nj/2ksuPVmWfg17",
      "hLy8BR2k7kRe0+u57MTS2Lz/unidFdNfVwbfh7BkkspG1WjtSp27Qh/HsK19rKFZ",
      "O9tFSe4hvAm19FF8Q3WRn4r+zbZRH0eEvr6D4i/EgrAfxkkjFdMDAnIhPNuSKKF0",
      "Qt14K8rNOvZEXAXHdwKPjqFKGlQUb78dlKJ/BjcGdGYJn/M0WyStshWMJEeOjoub",
      "MPTlQpqlfEcsHedsCmpGDyU74EFNzLzccNKTIAqNXSzGXOQjcF1v0js9tpjhqZIn",
      "OO8TNpJeVpRtUEHrYB+GodJMM4laGwM=",
      "-----END CERTIFICATE-----",
    ].join("\n"),
    privateKey: [
      "-----BEGIN PRIVATE KEY-----",
      "MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCqwCyCf8/TXlaP",
      "meG0b0LfHIeTQSXOaiejaM7MkbWckImYKRDmOCTZkG7W8mWN4Z8593svN81opO/H",
      "0j7iieVMl6lEzCxfl66AHjx7N4tv1MmJ2wVffA+dfHahPOl5cIbRaiOVLDxFMKH0",
      "zSz0GW9d2Z0/bkB2x94Vt+lGj4WZ9KTe2iFN1i9h7/cfmdttrS5OJk35/NZ/D2gn",
      "yMundqaCHpwYZAGxnCv32hmg/P9Ycgd5mfibWJh3mO3OCVC2w3NHqCSHaqg1hYze",
      "X86Vsth2QqK+XXU0Cxo+yU6eEvsOjmCEh62WHOMQrT41/MBxQMNkT3EPN6atNZdp",
      "2U0hpf/nAgMBAAECggEABKeoMz6xOaFsZFrwSl0Ru4eSA0fZJ2/JwVDaCqxjK9pm",
      "FEcFQdH8NdulC4JX/Hk9+9aZ+ayHAZg1xVxJ/B7WMSaVKkACSHmG80jbd/ozTear",
      "cvEEP1CkrYkfu3b0Alb0jfHTCWAUPtDmj0PAh64dbozI0jhdIZlxndxsbcg/7cra",
      "7fTwE8//lhWXjlAI6ySJahVyJTVzh0+vaY3pp25oHRDPtkte+3w8KcZvdX5BOe8n",
      "9Zq6fhQyh3ypTXRXurkvMWwlp46hTg3Xa/a1BRkr1azszAlCHuI2fpOF6P+mNMZZ",
      "Nakvzvp1W3d7HYd4SsSgshVEVRpUBBUuYydg6ITeEQKBgQDfU4iP7Z+4BwcgF5wa",
      "085OjHqjpEmLOwVE+aaHtRO/8eBWHWAnqrYI1cxP4GNe7LKdOc0LX6x/S6KnIo+C",
      "XD5PJCLBz2lrbht+zsVPEfgAHAHxhtQ3JGv4IkFq8GFStUieo1eDYkc9wu8fDUsC",
      "O029uj3tggS7xwNmaENYpamalwKBgQDDu3jmW0IutOkmQOasjIl8gj0YxGdgJxk8",
      "hZoL99dz61dRdjIlYL3izjtKegPsU3LqWReeE3Bdq2lmBMKytrkKuAMrnXOJm0aE",
      "xKHLMVxS8kQe6HtfrLwm3/iDqf5TGrJCvYs31YEgJ1nOB2Hi9BUiXO7odAshCm3E",
      "9WRoQ8X/MQKBgC1KeJiP3WNp8XT9tMfwCpf9f2WujMeyyYfKhY5iF8ZGnHN6c6S3",
      "x0EVcuEEJcL7h+HA9ieHWKlcQnlY1fffEzfjoTTjBoMmCmd2Maeugjgrde1wpZsl",
      "RMxGzjOM2n/2ieq6P6ZCiSYqYWpPvNWQB10h5ytCwgj+/F6JaJcSycmzAoGBAIms",
      "Rsi4rd+ObmPyyI3buCT0sqbGFvRh6/VO/+ClLk2h3mQ1H+Z8mnN6neev1SyYMb82",
      "dU9B2wp3tAYHGS99KMCqV8iI0iibKEngyPDUQl0xfMrEuWq9ZAZwCSwLGRE5OOOK",
      "0O6v5UhJhXhOZwKsrmTiO0UTwnQ2Eqmz9TEFYrIxAoGBAKDjk413D9ZbmWlCmg/O",
      "JVXc//f44T+xDRLeRs7lJcnndZajbTCnHVyDBLAJkuqv0BQB0g7hgrW4OWhFNV6J",
      "W5lHlKB0sIxsyiwPHsBUn/CPA8lEsTjtY4jtI406fr66du4ICTwN5nHL7smSSHxi",
      "MVNlmknczCW0tuF4M2dxlgHf",
      "-----END PRIVATE KEY-----",
    ].join("\n"),
  },
  ed25519: {
    certificate: [
      "-----BEGIN CERTIFICATE-----",
      "MIIBRDCB96ADAgECAhQ4tqPh0WcADWsMQbikAjnK0kQHsDAFBgMrZXAwFzEVMBMG",
      "A1UEAwwMZWQgYXV0aG9yaXR5MCAXDTI2MTEyMjE1MjQyMVoYDzIxMjYxMDI5MTUy",
      "NDIxWjAXMRUwEwYDVQQDDAxlZCBhdXRob3JpdHkwKjAFBgMrZXADIQD0JzZFh29a",
      "32FLeGJ8rd0HpaTA1JhxMW1CXffnLUosT6NTMFEwHQYDVR0OBBYEFJGhx1/lGCSe",
      "SrP4ceAwLR1Zn/iBMB8GA1UdIwQYMBaAFJGhx1/lGCSeSrP4ceAwLR1Zn/iBMA8G",
      "A1UdEwEB/wQFMAMBAf8wBQYDK2VwA0EA5FdP8PLplO3vSXmWzTiTl4fQ7yaxfC2E",
      "2288vrLbnfH+nSyJIONEgp9LEBljFOcYLpr0uebONSkSgJ5fYhJEBw==",
      "-----END CERTIFICATE-----",
    ].join("\n"),
    privateKey: [
      "-----BEGIN PRIVATE KEY-----",
      "MC4CAQAwBQYDK2VwBCIEIAfDZlX2FsxmoPRve4sILWlSdPynwzag6wlgtv6z4jWI",
      "-----END PRIVATE KEY-----",
    ].join("\n"),
  },
} as const;

/**
 * A certificate that is not marked as an authority (`cA` is false). Its key is the ec key above.
 */
export const leafCertificate = [
  "-----BEGIN CERTIFICATE-----",
  "MIIBgTCCASigAwIBAgIUHZ5JS8lUBRFskweLlZKCgiIGSukwCgYIKoZIzj0EAwIw",
  "FzEVMBMGA1UEAwwMbm8gYXV0aG9yaXR5MCAXDTI2MTEyMjE1MjQyMVoYDzIxMjYx",
  "MDI5MTUyNDIxWjAXMRUwEwYDVQQDDAxubyBhdXRob3JpdHkwWTATBgcqhkjOPQIB",
  "BggqhkjOPQMBBwNCAARJCByzJzIqWmImCoG0A+ZJR+XAXKYnHGJjJFMILslebCQR",
  "+qUWLi9ILJKz6JOG0JTovZyCWhKbrURjd3akQ6+Po1AwTjAdBgNVHQ4EFgQUGwF+",
  "lPLOqg8gvhXHLsNT043C94kwHwYDVR0jBBgwFoAUGwF+lPLOqg8gvhXHLsNT043C",
  "94kwDAYDVR0TAQH/BAIwADAKBggqhkjOPQQDAgNHADBEAiBg0YOeVQdb9cb3qhbY",
  "JsZpS2yU6vb2D4rrGtYWBbXxUAIgRBWtvDxaJ4+TnkRmUUOkSQj/x3ZueopOUOgy",
  "Mwlac98=",
  "-----END CERTIFICATE-----",
].join("\n");
