import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { expect } from "chai";
import { authorityCertificate } from "#harness/databases/known-authority.ts";
import { Given, Then, type Values, When } from "../define.ts";
import type { Resource } from "../resources.ts";
import { comparable, type Fields, fieldsOf, filled } from "../values.ts";
import { defineMeanings } from "../variants/phrases.ts";
import { checkWhen, type When as Moment } from "../when.ts";
import type { RehearsalWorld } from "../world.ts";

type Wish = Readonly<{ client: string; person: string; resource: Resource; cluster: string }>;

async function requestCredentials(world: RehearsalWorld, { client, person, resource, cluster }: Wish): Promise<void> {
  const path = await resource.other(world, "credentials");
  const token = await world.clients.tokenOf(client, cluster);
  const answer = await world.cluster(cluster).send("GET", path, undefined, token);
  const { data, lease_id: lease = "", lease_duration: seconds = 0 } = answer;
  const [username, password] = [String(data?.username), String(data?.password)];
  const holder = world.person(person);
  holder.credentials = { username, password, lease, seconds, issued: world.stage.now(), answer };
  holder.passwords.push(password);
  world.values.set(`lease of ${person}`, lease);
  world.values.set(`user of ${person}`, username);
}

function usersOf(world: RehearsalWorld): Promise<readonly string[]> {
  return world.stage.database.column(world.product.users);
}

When("{person} requests credentials of the {resource} from {cluster}", async function (person, resource, cluster) {
  await requestCredentials(this, { client: person, person, resource, cluster });
});

When(
  "{person} requests credentials of the {resource} from {cluster} {int} times",
  async function (person, resource, cluster, times) {
    for (let time = 0; time < times; time++)
      await requestCredentials(this, { client: person, person, resource, cluster });
  },
);

When(
  "{person} and {person} request credentials of the {resource} from {cluster} at the same time",
  async function (one, other, resource, cluster) {
    await Promise.all(
      [one, other].map((person) => requestCredentials(this, { client: person, person, resource, cluster })),
    );
  },
);

When("{client} tries to request credentials of the {resource} from {cluster}", async function (client, role, cluster) {
  this.databases.usersBefore = await usersOf(this);
  await this.tryAs(client, cluster, { method: "GET", path: await role.other(this, "credentials") });
});

Given(
  "{client} gives {person} the credentials of the {resource} in {cluster}",
  async function (client, person, resource, cluster) {
    await requestCredentials(this, { client, person, resource, cluster });
  },
);

When("{client} rotates the credentials of the {resource} in {cluster}", async function (client, resource, cluster) {
  const path = await resource.other(this, "rotation");
  this.databases.rotation = await this.doAs(client, cluster, { method: "POST", path, body: {} });
});

When("{client} tries to rotate the credentials of the {resource} in {cluster}", async function (client, role, cluster) {
  await this.tryAs(client, cluster, { method: "POST", path: await role.other(this, "rotation"), body: {} });
});

When("{client} resets the {resource} in {cluster}", async function (client, resource, cluster) {
  await this.doAs(client, cluster, { method: "POST", path: await resource.other(this, "reset"), body: {} });
});

When("{client} tries to reset the {resource} in {cluster}", async function (client, resource, cluster) {
  await this.tryAs(client, cluster, { method: "POST", path: await resource.other(this, "reset"), body: {} });
});

Given("{cluster} will crash {moment} and be restarted", function (cluster, failpoint) {
  this.crash = { cluster, failpoint };
});

function revocation(world: RehearsalWorld, person: string) {
  const { lease } = world.credentialsOf(person);
  return { method: "POST", path: "sys/leases/revoke", body: { lease_id: lease } } as const;
}

When("{client} revokes the lease of {person}'s credentials in {cluster}", async function (client, person, cluster) {
  await this.doAs(client, cluster, revocation(this, person));
});

When(
  "{client} tries to revoke the lease of {person}'s credentials in {cluster}",
  async function (who, person, cluster) {
    await this.tryAs(who, cluster, revocation(this, person));
  },
);

When(
  "{client} renews the lease of {person}'s credentials in {cluster} for {string}",
  async function (client, person, cluster, duration) {
    const credentials = this.credentialsOf(person);
    const renewedAfter = Math.floor((this.stage.now() - credentials.issued) / 1000);
    const body = { lease_id: credentials.lease, increment: duration };
    const { body: answer } = await this.doAs(client, cluster, { method: "POST", path: "sys/leases/renew", body });
    this.person(person).credentials = { ...credentials, seconds: answer?.lease_duration ?? 0, renewedAfter };
  },
);

/** Tolerance in seconds for a busy machine. */
const leewaySeconds = 20;

// For a renewed lease, up to 20 seconds less are accepted, because the time of its renewal is measured.
Then("the lease of {person}'s credentials ends {int} seconds after it was issued", function (person, wanted) {
  const { seconds, renewedAfter } = this.credentialsOf(person);
  if (renewedAfter === undefined) expect(seconds).to.equal(wanted);
  else expect(renewedAfter + seconds).to.be.within(wanted - leewaySeconds, wanted);
});

async function expectLogin(world: RehearsalWorld, when: Moment, login: Values["login"], isAccepted: boolean) {
  const { database } = world.stage;
  await checkWhen(world, when, async () => {
    const { username, proof } = await login(world);
    if (!("password" in proof) && !database.admits) throw new Error("this database cannot be tried with a key");
    const accepted =
      "password" in proof ? database.accepts(username, proof.password) : database.admits?.(username, proof);
    expect(await accepted, `whether the database accepts ${username}`).to.equal(isAccepted);
  });
}

Then("{when}the database accepts {login}", async function (when, login) {
  await expectLogin(this, when, login, true);
});

Then("{when}the database refuses {login}", async function (when, login) {
  await expectLogin(this, when, login, false);
});

async function loginOf(world: RehearsalWorld, role: Resource, cluster: string): Promise<Fields> {
  const { username, password } = await world.cluster(cluster).read(await role.other(world, "credentials"));
  return { username, password };
}

Then("{when}the credentials of the {resource} in {cluster} are {person}'s", async function (when, role, cluster, who) {
  const { username, password } = this.credentialsOf(who);
  await checkWhen(this, when, async () => {
    expect(await loginOf(this, role, cluster)).to.deep.equal({ username, password });
  });
});

Then(
  "{when}the credentials of the {resource} are the same in {cluster} and {cluster}",
  async function (when, resource, cluster, other) {
    const read = (name: string) => loginOf(this, resource, name);
    await checkWhen(this, when, async () => void expect(await read(cluster)).to.deep.equal(await read(other)));
  },
);

Then("{person} and {person} have different credentials", function (one, other) {
  const [first, second] = [this.credentialsOf(one), this.credentialsOf(other)];
  expect(first.username).not.to.equal(second.username);
  expect(first.password).not.to.equal(second.password);
  expect(first.lease).not.to.equal(second.lease);
});

// The word is a field, such as `username`. The regular expression must match the whole text.
Then("the {word} in {person}'s credentials matches {string}", function (field, person, pattern) {
  expect(this.credentialsOf(person).answer.data?.[field]).to.match(new RegExp(`^${pattern}$`));
});

// The regular expression must match the whole password.
Then("each password that {person} has received matches {string}", function (person, pattern) {
  const { passwords } = this.person(person);
  expect(passwords.length, "passwords").to.be.greaterThan(0);
  for (const password of passwords) expect(password).to.match(new RegExp(`^${pattern}$`));
});

defineMeanings("database user", {
  "{person}'s user": async (world, person = "") => world.credentialsOf(person).username,
  "the user {string}": async (world, name = "") => await filled(world, name),
});

Then("{when}the database has {database user}", async function (when, user) {
  await checkWhen(this, when, async () => void expect(await usersOf(this)).to.include(await user(this)));
});

Then("{when}the database does not have {database user}", async function (when, user) {
  await checkWhen(this, when, async () => void expect(await usersOf(this)).not.to.include(await user(this)));
});

// The database has no user that it did not have before the request.
Then("the request has left no user in the database", async function () {
  const known = new Set(this.databases.usersBefore);
  expect(known.size, "users before").to.be.greaterThan(0);
  expect((await usersOf(this)).filter((name) => !known.has(name))).to.deep.equal([]);
});

Then("{person}'s user may read the table {string}", async function (who, table) {
  const { username } = this.credentialsOf(who);
  const { sql } = this.product;
  const granted = sql ? await this.stage.database.column(sql.privileges(username, this.databases.tableOf(table))) : [];
  expect(granted).to.deep.equal(["SELECT"]);
});

Then("{person}'s user is valid until the year {int} in the database", async function (who, year) {
  const { username } = this.credentialsOf(who);
  const [until] = await this.stage.database.column(
    `SELECT rolvaliduntil FROM pg_catalog.pg_roles WHERE rolname = '${username}'`,
  );
  expect(new Date(until ?? "").getUTCFullYear()).to.equal(year);
});

// The words are those of all texts in these responses.
Then(
  "the database refuses, as the password of {string}, each word of the response to the rotation, of the {resource} in {cluster} and of {person}'s credentials",
  async function (user, resource, cluster, person) {
    const object = await this.cluster(cluster).read(await resource.path(this));
    const username = this.databases.nameOf(user);
    const returned = [this.databases.rotation?.body, object, this.credentialsOf(person).answer];
    for (const word of new Set(returned.flatMap(wordsIn))) {
      expect(await this.stage.database.accepts(username, word), "a returned word is the password").to.equal(false);
    }
  },
);

function wordsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value, ...value.split(/[^\w-]+/)].filter((word) => word !== "");
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}

function certificateOf(world: RehearsalWorld, who: string): Readonly<{ certificate: X509Certificate; key: KeyObject }> {
  const { client_certificate, private_key } = world.credentialsOf(who).answer.data ?? {};
  return { certificate: new X509Certificate(String(client_certificate)), key: createPrivateKey(String(private_key)) };
}

Then("the authority has issued {person}'s certificate for its private key, as a client certificate", function (who) {
  const { certificate, key } = certificateOf(this, who);
  const authority = new X509Certificate(authorityCertificate);
  expect(certificate.checkIssued(authority), "the authority is the issuer").to.equal(true);
  expect(certificate.verify(authority.publicKey), "the authority has signed it").to.equal(true);
  expect(certificate.checkPrivateKey(key), "it is of the key").to.equal(true);
  expect(certificate.ca, "it is of an authority").to.equal(false);
  expect(certificate.keyUsage, "what it is for").to.deep.equal(["1.3.6.1.5.5.7.3.2"]);
});

Then("{person}'s certificate is valid as long as the lease", function (who) {
  const { certificate } = certificateOf(this, who);
  const { seconds } = this.credentialsOf(who);
  const left = (certificate.validToDate.getTime() - this.stage.now()) / 1000;
  // Machines may be busy, and clocks may differ.
  expect(left).to.be.within(seconds - 30, seconds + 30);
});

const bitsOfCurves = new Map(
  Object.entries({ secp224r1: 224, prime256v1: 256, secp384r1: 384, secp521r1: 521, ed25519: 256 }),
);

// `key_bits` is the size of the key (RSA) or of its curve, and `signature_bits` that of the hash in the signature.
Then("{person}'s certificate has {string}", async function (who, text) {
  const { certificate, key } = certificateOf(this, who);
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  const shown: Fields = {
    common_name: /^CN=(.*)$/.exec(certificate.subject)?.[1],
    key_type: key.asymmetricKeyType,
    key_bits: modulusLength ?? bitsOfCurves.get(namedCurve ?? key.asymmetricKeyType ?? ""),
    signature_bits: Number(/sha(\d+)/i.exec(certificate.signatureAlgorithm ?? "")?.[1]),
  };
  const wanted = await fieldsOf(this, text);
  expect(comparable(shown, wanted)).to.deep.equal(wanted);
});
