import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { expect } from "chai";
import type { DatabaseServer } from "./database-server.ts";
import { foreignCertificate } from "./known-authority.ts";
import { productOf } from "./product.ts";
import { serverByUrl } from "./server-by-url.ts";
import type { ServerProduct } from "./server-source.ts";

type Start = (product: ServerProduct, how: Readonly<{ isEncrypted: boolean }>) => Promise<DatabaseServer>;

/** Defines tests of a server of `product`, with and without TLS. `why` is the reason to skip them. */
export function realServerSuite(
  source: string,
  product: ServerProduct,
  start: Start,
  why: string | false = false,
): void {
  describe(`${product} ${source}`, { skip: why }, () => {
    for (const isEncrypted of [false, true]) {
      test(`checks every login ${isEncrypted ? "over TLS" : "without TLS"}, and ends on dispose`, async () => {
        let gone: DatabaseServer;
        {
          await using server = await start(product, { isEncrypted });
          gone = server;
          const { makeUser, users } = productOf(server);
          await server.run(makeUser({ username: "ada", password: "p@ss:w/rd" }));
          expect(await server.accepts("ada", "p@ss:w/rd")).to.equal(true);
          expect(await server.accepts("ada", "p@ss")).to.equal(false);
          expect(await server.accepts("stranger", "p@ss")).to.equal(false);
          expect(await server.column(users)).to.include("ada");
          expect(await server.answers()).to.equal(true);
          if (isEncrypted) await refusesOthers(product, server);
        }
        expect(await gone.answers()).to.equal(false);
      });
    }
  });
}

async function refusesOthers(product: ServerProduct, { url, description }: DatabaseServer): Promise<void> {
  for (const authority of [undefined, foreignCertificate]) {
    await using other = serverByUrl(product, { url, description, authority });
    await assert.rejects(other.column(productOf(other).users), authority ? /certificate|self-signed/ : Error);
  }
}
