import { Command } from "commander";
import { profiles } from "#harness/campaign/profiles.ts";
import { packageVersion } from "#harness/cli/package-root.ts";
import { type RawOptions, unknownCommand } from "#harness/cli/usage.ts";
import type { Output } from "#harness/reports/terminal/output.ts";
import { withPresentTags } from "#harness/stages/earlier-names.ts";

/** What the commands do, and where help and the version are written to. */
export type Commands = Readonly<{
  rehearse: (features: readonly string[], raw: RawOptions) => Promise<void>;
  up: (raw: RawOptions) => Promise<void>;
  judge: (history: string, raw: RawOptions) => Promise<void>;
  simulate: (raw: RawOptions) => Promise<void>;
  replay: (capsule: string, raw: RawOptions) => Promise<void>;
  stdout: Output;
}>;

/** The command line as commander knows it. It throws instead of ending the process, and writes nothing to stderr. */
export function programWith({ rehearse, up, simulate, replay, judge, stdout }: Commands): Command {
  const program = new Command("understudy")
    .description("Rehearse failovers of a Vault-like secrets service on one machine.")
    .version(packageVersion(), "-V, --version", "print the release")
    .helpOption("-h, --help", "print this help")
    // Ours takes a mistyped command for a mistake; commander's would print help for it.
    .helpCommand(false)
    .configureOutput({ writeOut: (text) => void stdout.write(text), writeErr: () => {}, outputError: () => {} })
    .exitOverride()
    .addHelpText("after", "\nHelp of a command: understudy help rehearse\n");

  program
    .command("rehearse")
    .summary("play scenarios and say which claims held")
    .description(
      "Plays scenarios on a stage and writes a report. Without FEATURE all scenarios of the package are played.",
    )
    .argument("[FEATURE...]", "files, folders, or file:line")
    .option(
      "--stage <live|simulated|remote>",
      "real servers, virtual time from one seed, or servers that are not ours (default: live)",
    )
    .option("--target <FILE>", "the servers of a remote stage; see docs/targets.md")
    .option(
      "--databases <url|containers|programs|embedded>",
      "where live databases come from (default: the first of these that has one)",
    )
    .option(
      "--product <postgresql|mariadb|redis>",
      "the live database that scenarios are played on which name none (default: postgresql)",
    )
    .option("--cloud <embedded|localstack>", "which cloud endpoint a live stage uses (default: embedded)")
    .option("--store <memory|sqlite|postgres>", "on what clusters of a live stage keep their state (default: memory)")
    .option(
      "--environment <FILE>",
      "what clusters have in their environment; see docs/environment.md (default: nothing)",
    )
    .option(
      "--tags <EXPRESSION>",
      "only scenarios whose tags match, such as '@DB-ROLE-01 or @needs-partition'",
      withPresentTags,
    )
    .option("--workers <N>", "scenarios played at the same time (default: by the machine's cores)")
    .option("--seed <N>", "where all chance of a simulated stage comes from (default: a new one, printed)")
    .option("--report <FOLDER>", "where reports are written to (default: report)")
    .addHelpText("after", rehearseNotes)
    .action(rehearse);

  program
    .command("up")
    .summary("raise clusters and keep them for you to use")
    .description(
      "Raises clusters, a database server and a cloud endpoint, says how to reach them, and keeps them until Ctrl-C, or until the process that started it has ended.",
    )
    .option("--topology <NAME|FILE>", "which clusters there are, and which is the primary (default: three; see below)")
    .option("--port <N>", "port of the first cluster's API, 0 for any (default: 8200)")
    .option(
      "--host <ADDRESS>",
      "address of this machine where clusters listen, and that they tell one another (default: 127.0.0.1; see below)",
    )
    .option("--root-token <TOKEN>", "the token that may do everything (default: a new one, printed; see below)")
    .option("--root-token-file <FILE>", "a file with that token, which no other user can read")
    .option(
      "--environment <FILE>",
      "what clusters have in their environment; see docs/environment.md (default: nothing)",
    )
    .option("--store <memory|sqlite:FILE|postgres:URL>", "where each cluster keeps its state (default: memory)")
    .option("--store-file <FILE>", "a file with that, which no other user can read, such as for a password in it")
    .option("--sealed", "do not initialise, unseal and link clusters: that is for you to do")
    .option("--unseal-key-file <FILE>", "where the key is kept that clusters unseal themselves with (see below)")
    .option(
      "--log-level <silent|error|warn|info>",
      "what clusters write to stderr; info: every request (default: silent)",
    )
    .option("--log-format <json|text>", "how they write it (default: json)")
    .option(
      "--limits <NAME=NUMBER,...>",
      "bounds on what clients may do, such as bodyBytes=1048576; see docs/limits.md",
    )
    .option("--stay", "go on when who started it has ended, and when the terminal closes")
    .option(
      "--allowed-hosts <NAME,...>",
      "names that clients may call clusters by, besides localhost and 127.0.0.1 (default: none)",
    )
    .option(
      "--audit-folders <FOLDER,...>",
      "where audit devices may write to files (default: a folder of each cluster's own, which is printed)",
    )
    .option("--control <PORT>", "serve faults by HTTP on this port of 127.0.0.1, 0 for any (see docs/control.md)")
    .option(
      "--control-token <TOKEN>",
      "the token that a client who asks for faults has to show (default: a new one, printed; see below)",
    )
    .option("--control-token-file <FILE>", "a file with that token, which no other user can read")
    .option(
      "--report <FOLDER>",
      "where the history of controlled clusters is written to, and its page (default: report)",
    )
    .option("--json", "say it as one line of JSON")
    .addHelpText("after", upNotes)
    .action((raw: RawOptions) => up(raw));

  program
    .command("simulate")
    .summary("play random worlds with faults, and find the seeds that break a rule")
    .description(
      "Expands each seed into a world of clusters, clients, operators and faults, plays it in virtual time, and judges all that happened. What breaks is shrunk and kept as a capsule.",
    )
    .option("--seeds <N|FIRST..LAST>", "which worlds (default: 1..100)")
    .option("--profile <NAME>", "how worlds are mixed (default: usual; see below)")
    .option("--minutes <N>", "stop after so long, though seeds are left")
    .option("--workers <N>", "worlds played at the same time (default: by the machine's cores)")
    .option("--report <FOLDER>", "where capsules are written to (default: report)")
    .option("--json", "say it as one line of JSON")
    .addHelpText("after", simulateNotes)
    .action((raw: RawOptions) => simulate(raw));

  program
    .command("replay")
    .summary("play a capsule of a broken run again")
    .description(
      "Plays the schedule of a capsule again, writes its history, and says whether the rule is still broken.",
    )
    .argument("<CAPSULE>", "a file that simulate wrote")
    .option("--scenario <file>", "write the run as a Gherkin scenario")
    .option("--until <EVENT>", "write the history only up to this event")
    .option("--report <FOLDER>", "where the history is written to (default: report)")
    .action((capsule: string, raw: RawOptions) => replay(capsule, raw));

  program
    .command("judge")
    .summary("have the checkers judge a history")
    .description(
      "Reads a file of histories, as a rehearsal leaves them in its report, and says which rules they broke.",
    )
    .argument("<HISTORY>", "such as report/history.ndjson; see docs/history.md")
    .option("--report <DIR>", "folder for a page that draws what happened (default: none)")
    .addHelpText("after", judgeNotes)
    .action((history: string, raw: RawOptions) => judge(history, raw));

  program
    .command("help")
    .summary("print this help, or that of a command")
    .description("Prints help, as --help does.")
    .argument("[COMMAND]")
    .action((name?: string) => {
      const command = name === undefined ? program : program.commands.find((one) => one.name() === name);
      if (!command) throw unknownCommand(name ?? "", program);
      command.outputHelp();
    });

  return program;
}

const judgeNotes = `
Example:
  understudy judge report/history.ndjson --report report/judged

Exit code: 0 all rules held, 1 one is broken, 2 one is undecided or the file cannot be read to its end; 64 a mistake in what was asked for.
What was learnt before a file turned out to be cut is told all the same.
`;

const rehearseNotes = `
Example:
  understudy rehearse features/failover --stage simulated --seed 7

Exit code: 0 all that was played held, 1 something broke, 2 it could not be judged, 130 interrupted; 64 a mistake in what was asked for:
in the command line or a file that it names.
The folder of the report holds index.html, requirements.json, junit.xml and messages.ndjson; that of a remote stage
conformance.json, too.
`;

const simulateNotes = `
Example:
  understudy simulate --seeds 1..500 --profile failovers

Profiles:
${Object.entries(profiles)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join("\n")}

The same seed, profile and release make the same run. The table tells how often the campaign reached what it wants to reach.
Exit code: 0 all held, 1 something broke, 2 something is undecided or could not be judged, 64 a mistake in what was asked for, 130 interrupted.
`;

const upNotes = `
Example:
  understudy up --port 8200 --root-token root

It ends with the shell, script or npx that started it. To have it stay: understudy up --stay > up.txt &

Topologies: three (Oslo is the primary, Lima and Kyoto are its secondaries), unlinked (the same three, with replication disabled),
one (Oslo alone), or a JSON file such as {"name":"pair","clusters":["Rome","Bern"],"primary":"Rome"}; see docs/topologies.md.
Only clusters that store nothing yet are linked; others keep the part that they had.

Each cluster has a store of its own. sqlite:a.db is a-Oslo.db, a-Lima.db …, or say where the name goes: sqlite:data/{cluster}.db;
?synchronous=normal after it is faster and may lose the last writes when the power fails. postgres://user:password@host/database
holds a schema for each, understudy_oslo and so on. With sqlite: the database server is kept too, with its port and
password, in a-postgresql beside the files; with postgres: it is new and empty with every start.

Clusters of several machines replicate from one another when each up is told by --host at which address of its own machine the others reach
it: activation tokens and the status say that address. The API there is plain HTTP; links are mutual TLS. See docs/failover.md.

A request is served when its Host is localhost or 127.0.0.1, or the address of --host. A client that reaches a cluster by another name, through a container's port or
a proxy, gets 403 until --allowed-hosts names it, such as --allowed-hosts host.docker.internal. Web pages get 403 until sys/config/cors
allows their origin.

Every user of this machine sees the command line of a program, and tokens and passwords in it. So name a file of one line, by --root-token-file,
--control-token-file or --store-file; or set UNDERSTUDY_ROOT_TOKEN, UNDERSTUDY_CONTROL_TOKEN or UNDERSTUDY_STORE in the environment. An option
counts before the environment. A file that every user can read is refused.

What clusters store is encrypted, and only their unseal key opens it again. For SQLite the key is kept beside the databases, in
understudy.unseal-key; for PostgreSQL say where by --unseal-key-file.
`;
