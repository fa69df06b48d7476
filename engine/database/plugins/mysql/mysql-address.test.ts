import { test } from "node:test";
import { expect } from "chai";
import { maskUrl } from "../../connections/connection-url.ts";
import { mysql, mysqlPlugins } from "./mysql.ts";
import { mysqlStatements } from "./mysql-statements.ts";

const root = { username: "root", password: "p@ss:w/rd?%#" };
const login = "root:p%40ss%3Aw%2Frd%3F%25%23";

test("a connection URL has Go's form or begins with mysql://, and credentials are inserted unescaped", () => {
  for (const [connection_url, url] of [
    ["{{username}}:{{password}}@tcp(db:3307)/shop", `mysql://${login}@db:3307/shop?encryption=off`],
    ["{{name}}:{{password}}@tcp([::1])/", `mysql://${login}@[::1]:3306/?encryption=off`],
    ["mysql://{{username}}:{{password}}@db", `mysql://${login}@db:3306/?encryption=off`],
    ["{{username}}:{{password}}@tcp(db)/?tls=true", `mysql://${login}@db:3306/?encryption=verified`],
    ["{{username}}:{{password}}@tcp(db)/?timeout=500ms", `mysql://${login}@db:3306/?encryption=off&timeout=500`],
    ["{{username}}:{{password}}@tcp(db)/?timeout=1m", `mysql://${login}@db:3306/?encryption=off&timeout=60000`],
    ["{{username}}:{{password}}@tcp(db)/?timeout=0s", `mysql://${login}@db:3306/?encryption=off`],
    ["a:b@c/d@tcp(db)/shop?tls=skip-verify", "mysql://a:b%40c%2Fd@db:3306/shop?encryption=any"],
  ] as const) {
    expect(mysql.address({ ...root, connection_url }), connection_url).to.deep.equal({ kind: "mysql", url });
  }
});

test("an invalid URL is refused with its fault and without its password", () => {
  for (const [connection_url, why] of [
    ["", "connection_url cannot be empty"],
    ["hush-hush", "connection_url cannot be understood"],
    ["ada:hush-hush@unix(/tmp/s)/", "connection_url cannot be understood"],
    ["ada:hush-hush@tcp(db)/?charset=utf8", 'the setting "charset"'],
    ["ada:hush-hush@tcp(db)/?tls=perhaps", 'unknown tls "perhaps"'],
    ["ada:hush-hush@tcp(db)/?timeout=61s", 'the timeout "61s"; it is a time such as 500ms, 10s or 1m, 60s at most'],
    ["ada:hush-hush@tcp(db)/?timeout=soon", 'the timeout "soon"'],
    ["ada:hush-hush@tcp(db)/?timeout=5", 'the timeout "5"'],
  ] as const) {
    expect(() => mysql.address({ ...root, connection_url }), connection_url)
      .to.throw(why)
      .with.property("message")
      .that.not.includes("hush-hush");
  }
});

test("a literal password is masked, and a template is not", () => {
  const shown = (url: string) => maskUrl(url, mysql.passwordsIn(url));
  expect(shown("ada:hush@hush/hush@tcp(db)/shop")).to.equal("ada:xxxxx@tcp(db)/shop");
  expect(shown("mysql://ada:hush@db/shop")).to.equal("mysql://ada:xxxxx@db/shop");
  expect(shown("{{username}}:{{password}}@tcp(db)/")).to.equal("{{username}}:{{password}}@tcp(db)/");
  expect(shown("hush")).to.equal("xxxxx");
});

test("statements are split at semicolons, and values are quoted for their context", () => {
  const values = { name: "o'h\\a`ra", password: 'a;"b' };
  expect(
    mysqlStatements(
      [`CREATE USER '{{name}}'@'%' IDENTIFIED BY "{{password}}"; GRANT a ON \`{{name}}\`.* TO 'x;y' ;`],
      values,
    ),
  ).to.deep.equal([`CREATE USER 'o''h\\\\a\`ra'@'%' IDENTIFIED BY "a;""b"`, "GRANT a ON `o'h\\a``ra`.* TO 'x;y'"]);
});

test("unclosed quotes take linear time", () => {
  for (const text of ["'".repeat(99_999), "\\'".repeat(50_000), '`"'.repeat(50_000)]) {
    expect(mysqlStatements([text], { name: "x" }).join("").length).to.be.greaterThan(0);
  }
});

test("the product has the four names of the reference", () => {
  expect(mysqlPlugins.map(({ name, usernames }) => [name, usernames.maxLength])).to.deep.equal([
    ["mysql-database-plugin", 32],
    ["mysql-aurora-database-plugin", 32],
    ["mysql-rds-database-plugin", 32],
    ["mysql-legacy-database-plugin", 16],
  ]);
});
