import { Writable } from "node:stream";
import { describe, test } from "node:test";
import { expect } from "chai";
import { limitNames } from "#cluster/limits.ts";
import { main } from "#harness/cli/main.ts";
import type { RehearseOptions } from "#harness/cli/rehearse-options.ts";
import type { UpOptions } from "#harness/cli/up-options.ts";

type Requested = { rehearse?: RehearseOptions; up?: UpOptions };

async function run(
  line: string,
): Promise<Readonly<{ code: number; stdout: string; stderr: string; requested: Requested }>> {
  const output = { stdout: "", stderr: "" };
  const requested: Requested = {};
  const into = (name: keyof typeof output) =>
    new Writable({
      write(chunk, _encoding, done) {
        output[name] += chunk;
        done();
      },
    });
  const code = await main(line.split(" ").filter(Boolean), {
    ...{ directory: import.meta.dirname, launched: false, stdout: into("stdout"), stderr: into("stderr") },
    runner: {
      async prepare(options) {
        requested.rehearse = options;
        throw new Error("no port 5432 at postgresql://ada:opensesame@db/x");
      },
      async start(options) {
        requested.up = options;
        throw new Error("no room");
      },
    },
  });
  return { ...output, code, requested };
}

describe("a usage error is one line on stderr with the valid values, and exit code 64", () => {
  const mistakes: readonly (readonly [string, string])[] = [
    ["rehearse --stage foo", '--stage must be live or simulated or remote, not "foo"'],
    [
      "rehearse --stage simulate",
      '--stage must be live or simulated or remote, not "simulate"; did you mean simulated?',
    ],
    ["rehearse --databases mysql", '--databases must be url or containers or programs or embedded, not "mysql"'],
    [
      "rehearse --profile databases",
      '--profile must be core or database or cloud-iam or cloud-instances or replication, or several with commas, not "databases"; did you mean database?',
    ],
    ["conformance", "conformance needs check or matrix; see understudy help conformance"],
    ["conformance checks x", "unknown command 'checks'; did you mean check?"],
    ["conformance check", "missing required argument 'FILE'"],
    ["conformance check nowhere.json", "nowhere.json cannot be read: ENOENT"],
    ["conformance matrix --page x", "unknown option '--page'; known: --output, --help"],
    ["rehearse --cloud aws", '--cloud must be embedded or localstack, not "aws"'],
    ["rehearse --workers 0", '--workers must be a whole number from 1 to 64, not "0"'],
    ["rehearse --workers 1.5", '--workers must be a whole number from 1 to 64, not "1.5"'],
    ["rehearse --stage simulated --seed x", '--seed must be a whole number from 0 to 4294967295, not "x"'],
    [
      "rehearse --stage simulated --seed 4294967296",
      '--seed must be a whole number from 0 to 4294967295, not "4294967296"',
    ],
    ["rehearse --stage remote", "--stage remote needs --target FILE; see docs/targets.md"],
    ["rehearse --target t.json", "--target is for --stage remote"],
    [
      "rehearse --stage remote --target t.json --store memory",
      "--store is not for --stage remote; the target file describes its servers",
    ],
    [
      "rehearse --stage remote --target t.json --seed 0",
      "--seed is not for --stage remote; the target file describes its servers",
    ],
    [
      "rehearse --stage remote --target t.json --workers 2",
      "--workers must be 1 with --stage remote: its servers are shared",
    ],
    [
      "rehearse --databases url --workers 2",
      "--workers must be 1 with --databases url: scenarios would see each other's database users",
    ],
    ["rehearse --seed 3", "--seed is for --stage simulated; a live stage has no seed"],
    ["rehearse --stage simulated --cloud embedded", "--cloud is for --stage live; a simulated stage simulates them"],
    [
      "rehearse --stage simulated --databases embedded",
      "--databases is for --stage live; a simulated stage simulates them",
    ],
    ["rehearse --tags @a(", "--tags must be a tag expression such as '@a and not @b', not \"@a(\""],
    ["rehearse --seed", "option '--seed <N>' argument missing"],
    ["rehearse --sedd 3", "unknown option '--sedd'; did you mean --seed?"],
    ["rehearse nowhere.feature", 'no feature "nowhere.feature" here or in the package'],
    ["up --port 99999", '--port must be a whole number from 0 to 65535, not "99999"'],
    ["up --prot 1", "unknown option '--prot'; did you mean --port?"],
    ["up --root-token ✘", "--root-token must be printable and without blanks"],
    ["up --store mysql://ada:opensesame@db", "--store must be memory, sqlite:FILE or postgres:URL"],
    [
      "up --store sqlite:a.db?synchronous=off",
      "--store accepts only synchronous=full or synchronous=normal after sqlite:FILE?",
    ],
    ["up --store postgres://ada:opensesame@db:x/y", "--store is invalid: the connection URL cannot be parsed"],
    [
      "up --sealed --unseal-key-file a",
      "--unseal-key-file is for clusters that unseal themselves; --sealed ones do not",
    ],
    [
      "up --sealed --root-token a",
      "--root-token is for clusters that initialise themselves; with --sealed, sys/init returns the root token",
    ],
    ["up --log-level debug", '--log-level must be silent or error or warn or info, not "debug"'],
    ["up --log-format xml", '--log-format must be json or text, not "xml"'],
    ...["bodybytes=1", "bodyBytes=0", "bodyBytes", "bodyBytes=1,", "__proto__=1"].map((given) => {
      const known = limitNames().join(", ");
      const expected = `--limits must be NAME=NUMBER,... with whole numbers from 1 and names out of ${known}, not "${given}"`;
      return [`up --limits ${given}`, expected] as const;
    }),
    [
      "up --limits requestSeconds=10",
      "--limits cannot be used: headersSeconds (20 unless set) must be at most requestSeconds (10), since a request is incomplete until its headers are complete" +
        ', not "requestSeconds=10"',
    ],
    [
      "up --limits keepAliveSeconds=3000000",
      '--limits cannot be used: keepAliveSeconds must be above 0 and at most 2147483, not 3000000, not "keepAliveSeconds=3000000"',
    ],
    ...["a:80", "", "a,", "http://a", "*", "a/b"].map((given) => {
      const expected = `--allowed-hosts must be NAME,... with names or addresses of hosts, without ports, not "${given}"`;
      return [`up --allowed-hosts=${given}`, expected] as const;
    }),
    ...["0.0.0.0", "::", "oslo.test", "192.0.2.7:80", ""].map((given) => {
      const expected = `--host must be an address of this machine that others can reach, such as 192.0.2.7, and not a name or 0.0.0.0, not "${given}"`;
      return [`up --host=${given}`, expected] as const;
    }),
    ...["/no/such/folder", "", ".,package.json"].map((given) => {
      const expected = `--audit-folders must be FOLDER,... with folders that exist, not "${given}"`;
      return [`up --audit-folders=${given}`, expected] as const;
    }),
    ["rehearse --store file", "--store must be memory or sqlite or postgres"],
    ["rehearse --stage simulated --store sqlite", "--store is for --stage live; a simulated stage simulates them"],
    ["up one", "too many arguments for 'up'. Expected 0 arguments but got 1: one."],
    ["reherse", "unknown command 'reherse'; did you mean rehearse?"],
    [
      "frobnicate",
      "unknown command 'frobnicate'; known: rehearse, up, simulate, replay, judge, steps, update-steps, clean, conformance, help",
    ],
    ["hlep", "unknown command 'hlep'; did you mean help?"],
    ["help pu", "unknown command 'pu'; did you mean up?"],
    [
      "help frobnicate",
      "unknown command 'frobnicate'; known: rehearse, up, simulate, replay, judge, steps, update-steps, clean, conformance, help",
    ],
    ["help up now", "too many arguments for 'help'. Expected 1 argument but got 2: up, now."],
    ["steps --jsno", "unknown option '--jsno'; did you mean --json?"],
    [`steps ${"a ".repeat(21)}`, "WORD must be given at most 20 times, not 21"],
    [`steps ${"a".repeat(101)}`, "WORD must have at most 100 characters, not 101"],
    ["--verbose", "unknown option '--verbose'; known: --version, --help"],
    [
      "",
      "no command; known: rehearse, up, simulate, replay, judge, steps, update-steps, clean, conformance, help (see understudy help)",
    ],
  ];
  for (const [line, expected] of mistakes) {
    test(`understudy ${line}`, async () => {
      expect(await run(line)).to.deep.equal({
        code: 64,
        stdout: "",
        stderr: `understudy: ${expected}\n`,
        requested: {},
      });
    });
  }
});

test("help of the program and of each command is printed to stdout, with an example for each command", async () => {
  expect(await run("--help"))
    .to.include({ code: 0, stderr: "" })
    .property("stdout")
    .that.contains("rehearse")
    .and.contains("up");
  expect((await run("rehearse --help")).stdout)
    .to.contain("--workers <N>")
    .and.contain("Example:\n  understudy rehearse ");
  expect((await run("up --help")).stdout)
    .to.contain("--root-token <TOKEN>")
    .and.contain("Example:\n  understudy up ");
});

test("help is available as an option and as a command", async () => {
  for (const [requested, ...others] of [
    ["--help", "-h", "help"],
    ["up --help", "up -h", "help up"],
    ["rehearse --help", "rehearse -h", "help rehearse"],
  ] as const) {
    const expected = await run(requested);
    expect(expected).to.include({ code: 0, stderr: "" });
    for (const other of others) expect(await run(other)).to.deep.equal(expected);
  }
});

test("the version is the version of the package", async () => {
  for (const requested of ["--version", "-V"]) {
    const { code, stdout } = await run(requested);
    expect(code).to.equal(0);
    expect(stdout).to.match(/^\d+\.\d+\.\d+\n$/);
  }
});

test("the default stage is live, with the first available database source", async () => {
  const { requested } = await run("rehearse --workers 1");
  expect(requested.rehearse).to.deep.equal({
    ...{
      features: [],
      stage: "live",
      databases: undefined,
      product: "postgresql",
      cloud: "embedded",
      store: "memory",
      tags: "",
      workers: 1,
      report: "report",
    },
  });
});

test("a simulated stage without a seed gets a new one, which is printed first", async () => {
  const { requested, stdout } = await run("rehearse --stage simulated --workers 3");
  expect(requested.rehearse)
    .to.include({ stage: "simulated", workers: 3 })
    .and.have.property("seed")
    .that.is.a("number");
  expect(stdout).to.equal(`seed ${(requested.rehearse as { seed: number }).seed}\n`);
});

test("a start failure is exit code 2 and one line without secrets", async () => {
  const { code, stderr } = await run("rehearse");
  expect(code).to.equal(2);
  expect(stderr).to.equal(
    "understudy: the services that the scenarios need did not start: no port 5432 at postgresql://ada:•••@db/x\n",
  );
});

test("options of up are passed to the runner", async () => {
  const { code, requested, stderr } = await run(
    "up --topology one --port 0 --root-token root --store sqlite:a.db --json",
  );
  const quiet = {
    logLevel: "silent",
    logFormat: "json",
    limits: {},
    allowedHosts: [],
  } as const;
  expect(requested.up).to.deep.equal({
    topology: "one",
    port: 0,
    rootToken: "root",
    store: "sqlite:a.db",
    sealed: false,
    stay: false,
    json: true,
    ...quiet,
  });
  const loud = await run(
    "up --log-level info --log-format text --limits bodyBytes=1024,connections=5 --allowed-hosts host.docker.internal,10.0.0.1,::1 --host 192.0.2.7",
  );
  expect(loud.requested.up).to.deep.include({
    logLevel: "info",
    logFormat: "text",
    limits: { bodyBytes: 1024, connections: 5 },
    allowedHosts: ["host.docker.internal", "10.0.0.1", "::1"],
    host: "192.0.2.7",
  });
  expect((await run("up")).requested.up).to.deep.equal({
    topology: "three",
    port: 8200,
    store: "memory",
    sealed: false,
    stay: false,
    json: false,
    ...quiet,
  });
  expect([code, stderr]).to.deep.equal([2, "understudy: the clusters did not start: no room\n"]);
});
