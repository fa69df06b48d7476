import { Writable } from "node:stream";
import { describe, test } from "node:test";
import { expect } from "chai";
import { limitNames } from "#cluster/limits.ts";
import { main } from "#harness/cli/main.ts";
import type { RehearseOptions } from "#harness/cli/rehearse-options.ts";
import type { UpOptions } from "#harness/cli/up-options.ts";

type Asked = { rehearse?: RehearseOptions; up?: UpOptions };

/** Runs a command line in a theatre where nothing ever starts, and tells what was printed and asked for. */
async function say(line: string): Promise<Readonly<{ code: number; stdout: string; stderr: string; asked: Asked }>> {
  const said = { stdout: "", stderr: "" };
  const asked: Asked = {};
  const into = (name: keyof typeof said) =>
    new Writable({
      write(chunk, _encoding, done) {
        said[name] += chunk;
        done();
      },
    });
  const code = await main(line.split(" ").filter(Boolean), {
    ...{ directory: import.meta.dirname, launched: false, stdout: into("stdout"), stderr: into("stderr") },
    runner: {
      async prepare(options) {
        asked.rehearse = options;
        throw new Error("no port 5432 at postgresql://ada:opensesame@db/x");
      },
      async raise(options) {
        asked.up = options;
        throw new Error("no room");
      },
    },
  });
  return { ...said, code, asked };
}

describe("a mistake is one line on stderr that says what there is instead, and exit code 64", () => {
  const mistakes: readonly (readonly [string, string])[] = [
    ["rehearse --stage foo", '--stage must be live or simulated or remote, not "foo"'],
    [
      "rehearse --stage simulate",
      '--stage must be live or simulated or remote, not "simulate"; did you mean simulated?',
    ],
    ["rehearse --databases mysql", '--databases must be url or containers or programs or embedded, not "mysql"'],
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
      "--store is not for --stage remote; what a target has stands in its file",
    ],
    [
      "rehearse --stage remote --target t.json --seed 0",
      "--seed is not for --stage remote; what a target has stands in its file",
    ],
    [
      "rehearse --stage remote --target t.json --workers 2",
      "--workers must be 1 with --stage remote: its servers are shared",
    ],
    [
      "rehearse --databases url --workers 2",
      "--workers must be 1 with --databases url: users of a server are seen by all who use it",
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
      "--store may say nothing after sqlite:FILE? but synchronous=full or synchronous=normal",
    ],
    [
      "up --store postgres://ada:opensesame@db:x/y",
      "--store is not understood: the connection URL cannot be understood",
    ],
    [
      "up --sealed --unseal-key-file a",
      "--unseal-key-file is for clusters that unseal themselves; --sealed ones do not",
    ],
    [
      "up --sealed --root-token a",
      "--root-token is for clusters that initialise themselves; of --sealed ones sys/init tells it",
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
      "--limits cannot be kept: headersSeconds (20 unless set) must be at most requestSeconds (10), since a request is not whole before its head is" +
        ', not "requestSeconds=10"',
    ],
    [
      "up --limits keepAliveSeconds=3000000",
      '--limits cannot be kept: keepAliveSeconds must be above 0 and at most 2147483, not 3000000, not "keepAliveSeconds=3000000"',
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
      const expected = `--audit-folders must be FOLDER,... with folders that are there, not "${given}"`;
      return [`up --audit-folders=${given}`, expected] as const;
    }),
    ["rehearse --store file", "--store must be memory or sqlite or postgres"],
    ["rehearse --stage simulated --store sqlite", "--store is for --stage live; a simulated stage simulates them"],
    ["up one", "too many arguments for 'up'. Expected 0 arguments but got 1: one."],
    ["reherse", "unknown command 'reherse'; did you mean rehearse?"],
    ["frobnicate", "unknown command 'frobnicate'; known: rehearse, up, simulate, replay, judge, help"],
    ["hlep", "unknown command 'hlep'; did you mean help?"],
    ["help pu", "unknown command 'pu'; did you mean up?"],
    ["help frobnicate", "unknown command 'frobnicate'; known: rehearse, up, simulate, replay, judge, help"],
    ["help up now", "too many arguments for 'help'. Expected 1 argument but got 2: up, now."],
    ["--verbose", "unknown option '--verbose'; known: --version, --help"],
    ["", "no command; known: rehearse, up, simulate, replay, judge, help (understudy help tells more)"],
  ];
  for (const [line, expected] of mistakes) {
    test(`understudy ${line}`, async () => {
      expect(await say(line)).to.deep.equal({ code: 64, stdout: "", stderr: `understudy: ${expected}\n`, asked: {} });
    });
  }
});

test("help of the program and of each command goes to stdout, each command with an example", async () => {
  expect(await say("--help"))
    .to.include({ code: 0, stderr: "" })
    .property("stdout")
    .that.contains("rehearse")
    .and.contains("up");
  expect((await say("rehearse --help")).stdout)
    .to.contain("--workers <N>")
    .and.contain("Example:\n  understudy rehearse ");
  expect((await say("up --help")).stdout)
    .to.contain("--root-token <TOKEN>")
    .and.contain("Example:\n  understudy up ");
});

test("help is asked for in one way or another", async () => {
  for (const [asked, ...others] of [
    ["--help", "-h", "help"],
    ["up --help", "up -h", "help up"],
    ["rehearse --help", "rehearse -h", "help rehearse"],
  ] as const) {
    const expected = await say(asked);
    expect(expected).to.include({ code: 0, stderr: "" });
    for (const other of others) expect(await say(other)).to.deep.equal(expected);
  }
});

test("the version is the package's", async () => {
  for (const asked of ["--version", "-V"]) {
    const { code, stdout } = await say(asked);
    expect(code).to.equal(0);
    expect(stdout).to.match(/^\d+\.\d+\.\d+\n$/);
  }
});

test("what is not said is live, with the databases that are found", async () => {
  const { asked } = await say("rehearse --workers 1");
  expect(asked.rehearse).to.deep.equal({
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

test("a simulated stage without a seed gets one, which is printed first", async () => {
  const { asked, stdout } = await say("rehearse --stage simulated --workers 3");
  expect(asked.rehearse).to.include({ stage: "simulated", workers: 3 }).and.have.property("seed").that.is.a("number");
  expect(stdout).to.equal(`seed ${(asked.rehearse as { seed: number }).seed}\n`);
});

test("what does not start is exit code 2 and one line without secrets", async () => {
  const { code, stderr } = await say("rehearse");
  expect(code).to.equal(2);
  expect(stderr).to.equal(
    "understudy: what the scenarios need did not start: no port 5432 at postgresql://ada:•••@db/x\n",
  );
});

test("options of up arrive as they are meant", async () => {
  const { code, asked, stderr } = await say("up --topology one --port 0 --root-token root --store sqlite:a.db --json");
  const quiet = {
    logLevel: "silent",
    logFormat: "json",
    limits: {},
    allowedHosts: [],
  } as const;
  expect(asked.up).to.deep.equal({
    topology: "one",
    port: 0,
    rootToken: "root",
    store: "sqlite:a.db",
    sealed: false,
    stay: false,
    json: true,
    ...quiet,
  });
  const loud = await say(
    "up --log-level info --log-format text --limits bodyBytes=1024,connections=5 --allowed-hosts host.docker.internal,10.0.0.1,::1 --host 192.0.2.7",
  );
  expect(loud.asked.up).to.deep.include({
    logLevel: "info",
    logFormat: "text",
    limits: { bodyBytes: 1024, connections: 5 },
    allowedHosts: ["host.docker.internal", "10.0.0.1", "::1"],
    host: "192.0.2.7",
  });
  expect((await say("up")).asked.up).to.deep.equal({
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
