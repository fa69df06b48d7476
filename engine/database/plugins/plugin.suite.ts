import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { databaseRefusal } from "../../ports/databases.suite.ts";
import type { DatabaseSession, Databases } from "../../ports/databases.ts";
import { isCertain, isLoginRefusal } from "../connections/refusal.ts";
import type { Details, Plugin } from "./plugin.ts";

type Login = Readonly<{ username: string; password: string }>;

const concurrentCreations = 6;

export interface ServedPlugin extends AsyncDisposable {
  readonly plugin: Plugin;
  readonly databases: Databases;
  /** Like `databases`, with timeouts of a few seconds. */
  readonly impatientDatabases: Databases;
  readonly root: Login;
  details(login: Login): Details;
  readonly nowhere: Details;
  readonly statements: Readonly<{
    creation: readonly string[];
    /** Creates the user, and then runs a statement that the server refuses. */
    failing: readonly string[];
    /** Sets the user's password, and then records a mark that {@link marks} returns. */
    rotation: readonly string[];
    revocation: readonly string[];
    mark: string;
  }>;
  marks(): Promise<readonly string[]>;
  makeUser(login: Login): Promise<void>;
  users(): Promise<readonly string[]>;
  /** Returns true if the server accepts a login. The login does not use the adapter under test. */
  accepts(username: string, password: string): Promise<boolean>;
  /** The network between adapter and server; absent if they are in the same process. */
  readonly network?: Readonly<{
    /**
     * Delays data that contain `text`, and all later data on the same connection, before they reach the server.
     * Resolves when data are delayed.
     */
    hold(text: string): Promise<void>;
    release(): void;
  }>;
}

export function pluginSuite(name: string, serve: () => Promise<ServedPlugin>, skip: string | false = false): void {
  suite(`plugin: ${name}`, { timeout: 120_000, skip }, () => {
    let served: ServedPlugin;
    let plugin: Plugin;
    let session: DatabaseSession;
    before(async () => {
      served = await serve();
      plugin = served.plugin;
      session = served.databases.open(addressOf(served.root));
    });
    after(async () => {
      await session?.close();
      await served?.[Symbol.asyncDispose]();
    });

    const addressOf = (login: Login) => plugin.address(served.details(login));
    const far = Date.UTC(2100, 0);

    function create(
      { username, password }: Login,
      more: { creation?: readonly string[]; rollback?: readonly string[] } = {},
    ) {
      const { creation = served.statements.creation, rollback = [] } = more;
      const credential = { type: "password", password } as const;
      return plugin.createUser(session, { username, credential, expiresAt: far, creation, rollback });
    }

    const change = ({ username, password }: Login, rotation: readonly string[] = []) =>
      plugin.changeCredential(session, { username, credential: { type: "password", password }, rotation });

    test("the fields of a connection form an address that can log in, and a wrong password is refused", async () => {
      await session.verify();
      expect(plugin.userOf(served.details(served.root))).to.equal(served.root.username);
      const unauthenticatedPeer = served.databases.open(addressOf({ ...served.root, password: "not-the-password" }));
      const refusal = await databaseRefusal(unauthenticatedPeer.verify());
      expect(isLoginRefusal(refusal)).to.equal(true);
      expect(refusal.message).not.to.include("not-the-password");
      await unauthenticatedPeer.close();
    });

    test("an unreachable address is not a refused login", async () => {
      const unreachable = served.databases.open(plugin.address(served.nowhere));
      const refusal = await databaseRefusal(unreachable.verify());
      expect([isLoginRefusal(refusal), isCertain(refusal), refusal.sqlState]).to.deep.equal([false, false, ""]);
      await unreachable.close();
    });

    test("the role's statements create a user, who logs in with its own password only", async () => {
      const ada = { username: "v-ada-1", password: "Password-of-ada-1" };
      await create(ada, { creation: [...served.statements.creation, served.statements.mark] });
      expect(await served.accepts(ada.username, ada.password)).to.equal(true);
      expect(await served.accepts(ada.username, "another")).to.equal(false);
      expect(await served.marks()).to.include(ada.username);
    });

    test("special characters in names and passwords cannot change a statement", async () => {
      for (const username of ["o'hara", 'o"hara', "o`hara", "back\\slash", "semi;colon", "{{password}}", "dash--x"]) {
        const password = `p@ss:w/o"r'd\\%41 ü;--{{name}}`;
        await create({ username, password });
        expect(await served.accepts(username, password), username).to.equal(true);
        await change({ username, password: `${password}'2` });
        expect(await served.accepts(username, `${password}'2`), username).to.equal(true);
        await plugin.dropUser(session, { username, revocation: [] });
        expect(await served.users(), username).not.to.include(username);
      }
    });

    test("dropping a user after a failed creation removes all of it", async () => {
      const bob = { username: "v-bob-1", password: "Password-of-bob-1" };
      await databaseRefusal(create(bob, { creation: served.statements.failing }));
      await plugin.dropUser(session, { username: bob.username, revocation: [] });
      expect(await served.users()).not.to.include(bob.username);
      expect(await served.accepts(bob.username, bob.password)).to.equal(false);
      await create(bob);
      expect(await served.accepts(bob.username, bob.password)).to.equal(true);
    });

    test("invalid statements are refused and certainly had no effect", async () => {
      const refusal = await databaseRefusal(
        create({ username: "v-none-1", password: "x-x-x-x" }, { creation: ["oops {{name}}"] }),
      );
      expect([isCertain(refusal), isLoginRefusal(refusal)]).to.deep.equal([true, false]);
      expect(await served.users()).not.to.include("v-none-1");
    });

    test("rollback statements run when a creation fails", async () => {
      const user = { username: "v-carl-1", password: "Password-of-carl-1" };
      await databaseRefusal(create(user, { creation: served.statements.failing, rollback: [served.statements.mark] }));
      expect(await served.marks()).to.include(user.username);
      await plugin.dropUser(session, { username: user.username, revocation: [] });
    });

    test("an existing user gets another password, and the change can be repeated", async () => {
      await served.makeUser({ username: "dora", password: "first-of-dora" });
      for (const _ of ["once", "again"]) await change({ username: "dora", password: "second-of-dora" });
      expect(await served.accepts("dora", "second-of-dora")).to.equal(true);
      expect(await served.accepts("dora", "first-of-dora")).to.equal(false);
      await change({ username: "dora", password: "third-of-dora" }, served.statements.rotation);
      expect(await served.accepts("dora", "third-of-dora")).to.equal(true);
      expect(await served.marks()).to.include("dora");
    });

    test("a missing user gets no password and is not created", async () => {
      const refusal = await databaseRefusal(change({ username: "absent", password: "Password-of-absent" }));
      expect(isCertain(refusal)).to.equal(true);
      expect(await served.users()).not.to.include("absent");
    });

    test("the root user changes its own password", async () => {
      await change({ ...served.root, password: "Root-password-2" });
      const renewed = served.databases.open(addressOf({ ...served.root, password: "Root-password-2" }));
      await renewed.verify();
      await renewed.close();
      await change(served.root);
      expect(await served.accepts(served.root.username, served.root.password)).to.equal(true);
    });

    test("a renewal runs the role's statements, or else the plugin's own", async () => {
      const emma = { username: "v-emma-1", password: "Password-of-emma-1" };
      await create(emma);
      await plugin.extendUser(session, { username: emma.username, expiresAt: far, renewal: [] });
      expect(await served.accepts(emma.username, emma.password)).to.equal(true);
      await plugin.extendUser(session, { username: emma.username, expiresAt: far, renewal: [served.statements.mark] });
      expect(await served.marks()).to.include(emma.username);
    });

    test("a user can be removed repeatedly, also by the role's statements", async () => {
      for (const [username, revocation] of [
        ["v-fred-1", []],
        ["v-gina-1", served.statements.revocation],
      ] as const) {
        await create({ username, password: "Password-of-both" });
        await plugin.dropUser(session, { username, revocation });
        await plugin.dropUser(session, { username, revocation });
        expect(await served.users()).not.to.include(username);
        expect(await served.accepts(username, "Password-of-both")).to.equal(false);
      }
      expect(await served.marks()).to.include("v-gina-1");
    });

    test("a delayed creation cannot add a user after the user was dropped", async (context) => {
      const { network } = served;
      if (!network) return context.skip("there is no network");
      // A session may send several creations on one connection, so all of them end uncertain.
      const names = Array.from({ length: concurrentCreations }, (_, number) => `v-hugo-${number}`);
      const last = names.at(-1) ?? "";
      const impatientDatabases = served.impatientDatabases.open(addressOf(served.root));
      await impatientDatabases.verify();
      let isHeld = false;
      const held = network.hold(last).then(() => {
        isHeld = true;
      });
      const attempts = names.map((username) =>
        plugin.createUser(impatientDatabases, {
          username,
          credential: { type: "password", password: `Password-of-${username}` },
          expiresAt: far,
          creation: served.statements.creation,
          rollback: [],
        }),
      );
      const others = Promise.allSettled(attempts.slice(0, -1));
      const refusal = databaseRefusal(attempts.at(-1) ?? Promise.resolve());
      await Promise.race([held, refusal]);
      expect(isHeld, "the creation was sent").to.equal(true);
      expect(isCertain(await refusal)).to.equal(false);
      await others;
      for (const username of names) await plugin.dropUser(session, { username, revocation: [] });
      network.release();
      // Two round trips, so that the server has read the delayed data.
      await create({ username: "v-iris-1", password: "Password-of-iris-1" });
      await session.verify();
      const found = await served.users();
      expect(found.filter((user) => user === "v-iris-1" || names.includes(user))).to.deep.equal(["v-iris-1"]);
      await impatientDatabases.close();
    });

    test("many users can be created and removed concurrently", async () => {
      const many = Array.from({ length: 24 }, (_, n) => ({ username: `v-many-${n}`, password: `Password-of-${n}` }));
      await Promise.all(many.map((user) => create(user)));
      expect(await served.users()).to.include.members(many.map(({ username }) => username));
      await Promise.all(many.map(({ username }) => plugin.dropUser(session, { username, revocation: [] })));
      expect((await served.users()).filter((user) => user.startsWith("v-many-"))).to.deep.equal([]);
    });
  });
}
