import { strict as assert } from "node:assert";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { demand } from "./clients/tool.ts";
import { checkoutRoot } from "./suite/checkout-root.ts";

const source = join(checkoutRoot, "harness/cloud/embedded");
const wanted = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
const temporary = mkdtempSync(join(tmpdir(), "embedded-cloud-"));
after(() => rmSync(temporary, { recursive: true }));

const program = `
  import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
  import { embeddedCloud } from "understudy-embedded-cloud";
  import { instanceIdentity } from "understudy-embedded-cloud/authority";
  await using cloud = await embeddedCloud();
  const { accessKeyId, secretAccessKey, arn } = await cloud.createUser("ada");
  const asked = (secret) =>
    new STSClient({ endpoint: cloud.url, region: cloud.region, credentials: { accessKeyId, secretAccessKey: secret } })
      .send(new GetCallerIdentityCommand({}));
  console.log((await asked(secretAccessKey)).Arn === arn);
  console.log(await asked("another").catch(({ name }) => name));
  console.log(typeof instanceIdentity);
`;

test("the embedded cloud's folder, packed by npm and installed elsewhere, works with its declared dependencies", async () => {
  const copy = join(temporary, "copy");
  cpSync(source, copy, { recursive: true, filter: (path) => !path.endsWith("dist") });
  symlinkSync(join(checkoutRoot, "node_modules"), join(copy, "node_modules"));
  const path = `${join(checkoutRoot, "node_modules/.bin")}:${process.env.PATH}`;
  const environment = { ...process.env, PATH: path, npm_config_update_notifier: "false" };
  await demand("npm", ["pack", "--pack-destination", temporary], { folder: copy, environment });
  const own = join(temporary, "stranger/node_modules/understudy-embedded-cloud");
  mkdirSync(own, { recursive: true });
  const archive = join(temporary, `${wanted.name}-${wanted.version}.tgz`);
  await demand("tar", ["-xzf", archive, "-C", own, "--strip-components=1"], { folder: temporary });
  for (const name of [...Object.keys(wanted.dependencies), "@aws-sdk/client-sts"]) {
    const at = join(temporary, "stranger/node_modules", name);
    mkdirSync(join(at, ".."), { recursive: true });
    symlinkSync(join(checkoutRoot, "node_modules", name), at);
  }
  writeFileSync(join(temporary, "stranger/program.mjs"), program);
  const output = await demand(process.execPath, ["program.mjs"], { folder: join(temporary, "stranger") });
  assert.deepEqual(output.trim().split("\n"), ["true", "SignatureDoesNotMatch", "function"]);
});

test("the embedded cloud's package requires the versions that the project is tested with", () => {
  const project = JSON.parse(readFileSync(join(checkoutRoot, "package.json"), "utf8"));
  const all = { ...project.dependencies, ...project.devDependencies };
  for (const [name, version] of Object.entries({ ...wanted.dependencies, ...wanted.devDependencies })) {
    assert.equal(version, all[name], name);
  }
});
