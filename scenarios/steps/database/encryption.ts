import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { foreignCertificate } from "#harness/databases/known-authority.ts";
import { certificateUsers } from "#harness/databases/postgresql-login-rules.ts";
import { promptly } from "../../promptly.ts";
import type { RehearsalWorld } from "../../world.ts";

/**
 * Statement that creates the role whose members log in with a certificate, unless an earlier scenario has created it on
 * this server.
 */
const makeGroup = `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = '${certificateUsers}') THEN CREATE ROLE ${certificateUsers}; END IF;
END $$`;

Given(
  "the database server is {product}, which requires TLS",
  async function (this: RehearsalWorld, product: DatabaseServer["kind"]) {
    this.database = await this.stage.databaseOf(product, { isEncrypted: true });
    if (product === "postgresql") await this.stage.database.run([makeGroup]);
  },
);

/**
 * Returns the fields of a connection with the administrator as root user that trusts only `authority`, or uses no TLS.
 */
function connectionTrusting({ stage: { database }, product }: RehearsalWorld, authority: string | undefined) {
  const { username, password } = new URL(database.url);
  const login = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  return product.connection({ ...database, authority }, login);
}

When(
  "{person} tries to write the connection {string} in {cluster}, which trusts another authority",
  async function (this: RehearsalWorld, who: string, name: string, cluster: string) {
    const body = connectionTrusting(this, foreignCertificate);
    await this.tryAs(who, cluster, { method: "POST", path: `database/config/${name}`, body });
  },
);

When(
  "{person} tries to write the connection {string} in {cluster}, which uses no TLS",
  async function (this: RehearsalWorld, who: string, name: string, cluster: string) {
    const body = connectionTrusting(this, undefined);
    await this.tryAs(who, cluster, { method: "POST", path: `database/config/${name}`, body });
  },
);

/** True if the database accepts the user of `user` with the certificate in the credentials of `of`. */
async function admits({ stage: { database }, person }: Admitting, user: string, of: string): Promise<boolean> {
  const { client_certificate, private_key } = person(of).credentials?.answer.data ?? {};
  const proof = { certificate: String(client_certificate), privateKey: String(private_key) };
  if (!database.admits) throw new Error(`${database.description} cannot be tried with a certificate`);
  return database.admits(person(user).credentials?.username ?? "", proof);
}

type Admitting = Pick<RehearsalWorld, "stage" | "person">;

function expectAdmission(world: RehearsalWorld, user: string, of: string, isAdmitted: boolean): Promise<void> {
  const seen = { stage: world.stage, person: (name: string) => world.person(name) };
  return world.eventually(async () => {
    expect(await admits(seen, user, of), `whether ${user}'s user gets in`).to.equal(isAdmitted);
  }, promptly);
}

Then(
  "the database accepts the certificate of {person}'s dynamic credentials",
  async function (this: RehearsalWorld, who: string) {
    await expectAdmission(this, who, who, true);
  },
);

Then(
  "the database refuses the certificate of {person}'s dynamic credentials",
  async function (this: RehearsalWorld, who: string) {
    await expectAdmission(this, who, who, false);
  },
);

Then(
  "the database refuses the certificate of {person}'s dynamic credentials for {person}'s user",
  async function (this: RehearsalWorld, of: string, user: string) {
    await expectAdmission(this, user, of, false);
  },
);
