export const secrets = {
  "unseal key share in hex": "5f0c1d9ab37e42866f31aa09c4d2e7b8105f6a3cc9d8e47b2a61f0935cbd7e8412",
  "unseal key share in base64": "Kx8dQm3zT0p/7vUa+9sYwHcNf2LrG5iBoEjVqX6tDl41",
  "root token": "hvs.Zq7PfXo2mKd0sRtVbYc9LhWgA3jEiN",
  "recovery key": "pR4wY8nB2vT6xL0cM5kJ9hG3fD7sA1qZeUiOoPyTrE12",
  "userpass password": "correct-horse_battery.staple-9917",
  "AppRole secret id": "6a1c8f0e-3b5d-4e92-9f7a-d2c4b8e01a63",
  "database password": "Vq9!rT2$yU7pLz4#wX1m",
  "activation token": "eyJhbGciOiJFUzUxMiIsInR5cCI6IkpXVCJ9.eyJhZGRyIjoiaHR0cHM6Ly8xMjcifQ.MEUCIQDx9zVw7Kp3",
  "wrapping token": "hvs.CAESIHr4Vd8sKq1Lm0Zx7Tn5Bw2Yp6Jc3",
  "TLS private key":
    "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg\n-----END PRIVATE KEY-----",
  "cloud secret key": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYzzTESTKEY1",
  "connection address": "postgresql://vault:s3cr3t-Pa55-of-the-root@127.0.0.1:5432/app",
} as const;

/** Returns parts of a secret, some of them encoded, which no file may contain. */
export function tracesOf(secret: string): readonly string[] {
  const unique =
    /:\/\/[^:]+:([^@]+)@/.exec(secret)?.[1] ?? secret.replace(/-----[A-Z ]+-----/g, "").replaceAll("\n", "");
  const parts = [unique.slice(0, 16), unique.slice(-16)];
  const bytes = Buffer.from(unique);
  return [
    ...new Set([
      ...parts,
      ...parts.map(encodeURIComponent),
      bytes.toString("hex").slice(0, 32),
      bytes.toString("base64").slice(0, 20),
      bytes.toString("base64url").slice(0, 20),
    ]),
  ];
}

/** A request whose body or query contains a secret, correctly or with a typical mistake of a client. */
export type Slip = Readonly<{ what: string; body?: string; query?: string; type?: string }>;

const json = "application/json";
const form = "application/x-www-form-urlencoded";

/**
 * Returns a correct request and requests with typical mistakes of clients. The secret is in or near the field `field`.
 */
export function slips(field: string, secret: string): readonly Slip[] {
  const text = JSON.stringify(secret);
  const encoded = encodeURIComponent(secret);
  return [
    { what: "as it should be", body: `{"${field}":${text}}` },
    { what: "without the closing brace", body: `{"${field}": ${text}` },
    { what: "with a comma too many", body: `{"${field}": ${text},}` },
    { what: "without quotes", body: `{${field}: ${secret}}` },
    { what: "in single quotes", body: `{'${field}': '${secret}'}` },
    { what: "cut in the middle of the secret", body: `{"${field}": ${text.slice(0, -3)}` },
    { what: "with escaped quotes", body: `"{\\"${field}\\": \\"${secret}\\"}` },
    { what: "two objects", body: `{"${field}":${text}}{"${field}":${text}}` },
    { what: "a list", body: `[${text}]` },
    { what: "a list of objects", body: `[{"${field}":${text}}]` },
    { what: "a JSON text", body: text },
    { what: "the secret alone", body: secret },
    { what: "a field with spaces", body: `{" ${field} ": ${text}` },
    { what: "in capitals", body: `{"${field.toUpperCase()}":${text}}` },
    { what: "a form", body: `${field}=${encoded}&migrate=true`, type: form },
    { what: "a form under the type of JSON", body: `migrate=true&${field}=${encoded}` },
    { what: "a form that is not encoded", body: `${field}=${secret}`, type: form },
    { what: "a form with JSON in it", body: encodeURIComponent(`{"${field}":${text}}`), type: form },
    { what: "JSON under the type of a form", body: `{"${field}": ${text}`, type: form },
    { what: "in the query", query: `${field}=${encoded}` },
    { what: "as JSON in the query", query: encodeURIComponent(`{"${field}":${text}}`) },
    { what: "as the value of a query", query: `body=${encodeURIComponent(`{"${field}":${text}`)}` },
  ].map((slip) => ({ type: json, ...slip }));
}
