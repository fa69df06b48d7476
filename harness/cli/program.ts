import { Command } from "commander";
import { profiles } from "#harness/campaign/profiles.ts";
import { Failure } from "#harness/cli/failure.ts";
import { type RawOptions, unknownCommand } from "#harness/cli/usage.ts";
import { packageVersion } from "#harness/program/package-root.ts";
import { profileNames } from "#harness/reports/conformance/profiles.ts";
import type { Output } from "#harness/reports/terminal/output.ts";

export type Commands = Readonly<{
  rehearse: (features: readonly string[], raw: RawOptions) => Promise<void>;
  up: (raw: RawOptions) => Promise<void>;
  judge: (history: string, raw: RawOptions) => Promise<void>;
  simulate: (raw: RawOptions) => Promise<void>;
  replay: (capsule: string, raw: RawOptions) => Promise<void>;
  steps: (words: readonly string[], raw: RawOptions) => Promise<void>;
  updateSteps: (features: readonly string[]) => Promise<void>;
  clean: (raw: RawOptions) => Promise<void>;
  checkConformance: (files: readonly string[]) => Promise<void>;
  matrix: (files: readonly string[], raw: RawOptions) => Promise<void>;
  stdout: Output;
}>;

/** Creates commander's parser. It throws errors instead of ending the process or printing to stderr. */
export function programWith(commands: Commands): Command {
  const { rehearse, up, simulate, replay, judge, steps, updateSteps, clean, checkConformance, matrix, stdout } =
    commands;
  const program = new Command("understudy")
    .description("Rehearse failovers of a Vault-like secrets service on one machine.")
    .version(packageVersion(), "-V, --version", "print the release")
    .helpOption("-h, --help", "print this help")
    // Our help command reports a mistyped command as an error; commander's prints help instead.
    .helpCommand(false)
    .configureOutput({ writeOut: (text) => void stdout.write(text), writeErr: () => {}, outputError: () => {} })
    .exitOverride()
    .addHelpText("after", "\nHelp of a command: understudy help rehearse\n");

  program
    .command("rehearse")
    .summary("run scenarios and report which claims held")
    .description("Runs scenarios on a stage and writes a report. Without FEATURE, runs all scenarios of the package.")
    .argument("[FEATURE...]", "files, folders, or file:line")
    .option(
      "--stage <live|simulated|remote>",
      "local servers, virtual time from one seed, or existing servers (default: live)",
    )
    .option("--target <FILE>", "file with the servers of a remote stage; see docs/targets.md")
    .option("--update-expectations", "write the failures of this run to the file of expectations of the target")
    .option(
      "--databases <url|containers|programs|embedded>",
      "source of live databases (default: the first of these that has one)",
    )
    .option("--product <postgresql|mariadb|redis>", "live database for scenarios that name none (default: postgresql)")
    .option("--cloud <embedded|localstack>", "cloud endpoint of a live stage (default: embedded)")
    .option("--store <memory|sqlite|postgres>", "store of the clusters of a live stage (default: memory)")
    .option(
      "--environment <FILE>",
      "file with environment variables of clusters; see docs/environment.md (default: none)",
    )
    .option("--tags <EXPRESSION>", "only scenarios whose tags match, such as '@DB-ROLE-01 or @needs-partition'")
    .option(
      "--profile <NAME,...>",
      `only scenarios with a requirement of these profiles: ${profileNames.join(", ")}; see docs/conformance.md (default: all)`,
      (names: string, earlier?: string) => (earlier === undefined ? names : `${earlier},${names}`),
    )
    .option("--smoke", "only the selection of scenarios for a first result, of about a minute")
    .option("--import <FILE|FOLDER|GLOB>", "step definitions of your own; see docs/own-steps.md (default: none)")
    .option("--dry-run", "check features, tags and sentences, and play nothing")
    .option("--workers <N>", "scenarios to run at the same time (default: depends on the machine's cores)")
    .option("--seed <N>", "random seed of a simulated stage (default: a new one, printed)")
    .option("--report <FOLDER>", "folder for reports (default: report)")
    .addHelpText("after", rehearseNotes)
    .action(rehearse);

  program
    .command("up")
    .summary("start clusters and keep them running")
    .description(
      "Starts clusters, a database server and a cloud endpoint, prints their addresses, and keeps them running until Ctrl-C, or until the parent process ends.",
    )
    .option("--topology <NAME|FILE>", "clusters to start, and which is the primary (default: three; see below)")
    .option("--port <N>", "port of the first cluster's API, 0 for any (default: 8200)")
    .option(
      "--host <ADDRESS>",
      "address of this machine that clusters listen on and announce to each other (default: 127.0.0.1; see below)",
    )
    .option("--root-token <TOKEN>", "root token of the clusters (default: a new one, printed; see below)")
    .option("--root-token-file <FILE>", "file with the token, not readable by other users")
    .option(
      "--environment <FILE>",
      "file with environment variables of clusters; see docs/environment.md (default: none)",
    )
    .option("--store <memory|sqlite:FILE|postgres:URL>", "store of each cluster (default: memory)")
    .option("--store-file <FILE>", "file with the store address, not readable by other users, if it has a password")
    .option("--sealed", "do not initialise, unseal and link clusters; do it yourself")
    .option("--unseal-key-file <FILE>", "file for the key with which clusters unseal themselves (see below)")
    .option(
      "--log-level <silent|error|warn|info>",
      "log level of clusters on stderr; info logs every request (default: silent)",
    )
    .option("--log-format <json|text>", "log format (default: json)")
    .option("--limits <NAME=NUMBER,...>", "limits for clients, such as bodyBytes=1048576; see docs/limits.md")
    .option("--stay", "continue after the parent process ends and the terminal closes")
    .option(
      "--allowed-hosts <NAME,...>",
      "host names that clients may use, besides localhost and 127.0.0.1 (default: none)",
    )
    .option(
      "--audit-folders <FOLDER,...>",
      "folders for files of audit devices (default: one folder per cluster, printed)",
    )
    .option(
      "--control <PORT>",
      "serve the fault control API on this port of 127.0.0.1, 0 for any (see docs/control.md)",
    )
    .option("--control-token <TOKEN>", "token for the control API (default: a new one, printed; see below)")
    .option("--control-token-file <FILE>", "file with the token, not readable by other users")
    .option("--report <FOLDER>", "with --control: folder for the history and its page (default: report)")
    .option("--json", "print one line of JSON")
    .addHelpText("after", upNotes)
    .action((raw: RawOptions) => up(raw));

  program
    .command("simulate")
    .summary("run random worlds with faults, and find seeds that break a rule")
    .description(
      "Expands each seed into a world of clusters, clients, operators and faults, runs it in virtual time, and judges its history. Runs that break a rule are shrunk and saved as capsules.",
    )
    .option("--seeds <N|FIRST..LAST>", "seeds to run (default: 1..100)")
    .option("--profile <NAME>", "kind of worlds (default: usual; see below)")
    .option("--minutes <N>", "stop after this time even if seeds are left")
    .option("--workers <N>", "worlds to run at the same time (default: the number of cores)")
    .option("--report <FOLDER>", "folder for capsules (default: report)")
    .option("--json", "print one line of JSON")
    .addHelpText("after", simulateNotes)
    .action((raw: RawOptions) => simulate(raw));

  program
    .command("replay")
    .summary("run a capsule of a broken run again")
    .description(
      "Runs the schedule of a capsule again, writes its history, and reports whether the rule is still broken.",
    )
    .argument("<CAPSULE>", "file written by simulate")
    .option("--scenario <file>", "write the run as a Gherkin scenario")
    .option("--until <EVENT>", "write the history only up to this event")
    .option("--report <FOLDER>", "folder for the history (default: report)")
    .action((capsule: string, raw: RawOptions) => replay(capsule, raw));

  program
    .command("judge")
    .summary("check a history against the rules")
    .description(
      "Reads a file of histories, such as the one in a rehearsal's report, and reports which rules they broke.",
    )
    .argument("<HISTORY>", "such as report/history.ndjson; see docs/history.md")
    .option("--report <DIR>", "folder for a page that draws the histories (default: none)")
    .addHelpText("after", judgeNotes)
    .action((history: string, raw: RawOptions) => judge(history, raw));

  program
    .command("steps")
    .summary("search the sentences of steps")
    .description(
      "Prints the step sentences that contain all words, each with an example. Without WORD, lists the groups of sentences.",
    )
    .argument("[WORD...]", "part of a sentence, of a parameter name or of a group")
    .option("--json", "print one line of JSON for each sentence or group")
    .option("--editor", "print settings for Cucumber's extension of Visual Studio Code; see docs/own-steps.md")
    .addHelpText("after", stepsNotes)
    .action(steps);

  program
    .command("update-steps")
    .summary("replace sentences of earlier releases in features")
    .description("Replaces step sentences of earlier releases in feature files. Prints the files that changed.")
    .argument("<FEATURE...>", "feature files, or folders with feature files")
    .addHelpText("after", updateStepsNotes)
    .action((features: string[]) => updateSteps(features));

  program
    .command("clean")
    .summary("remove what killed runs left on a target")
    .description(
      "Removes the objects that runs of rehearse with reset: clear left on the servers of a target, by the prefix of the runs in their names.",
    )
    .option("--target <FILE>", "file with the servers; see docs/targets.md")
    .option("--prefix <PREFIX>", "only objects of the run with this prefix, which its report names (default: all runs)")
    .option("--dry-run", "list the objects, and remove nothing")
    .addHelpText("after", cleanNotes)
    .action((raw: RawOptions) => clean(raw));

  const conformance = program
    .command("conformance")
    .summary("check reports on targets, and compare them")
    .description("Works with the files conformance.json of remote rehearsals; see docs/conformance.md.")
    .helpCommand(false)
    .addHelpText("after", conformanceNotes)
    .action((_, { args }: Command) => {
      const [name] = args;
      if (name !== undefined) throw unknownCommand(name, conformance);
      throw new Failure("usage", "conformance needs check or matrix; see understudy help conformance");
    })
    .allowExcessArguments();
  conformance
    .command("check")
    .summary("check that reports are valid")
    .description("Checks that each file is a valid report of a known suite, and that its parts agree.")
    .argument("<FILE...>", "files conformance.json")
    .action(checkConformance);
  conformance
    .command("matrix")
    .summary("compare implementations on a page")
    .description("Writes a static page with the verdicts of several reports, and a badge for each profile.")
    .argument("<FILE...>", "files conformance.json, one for each implementation")
    .option("--output <FOLDER>", "folder for index.html and badges (default: matrix)")
    .action((files: string[], raw: RawOptions) => matrix(files, raw));

  program
    .command("help")
    .summary("print this help or the help of a command")
    .description("Prints help, as --help does.")
    .argument("[COMMAND]")
    .action((name?: string) => {
      const command = name === undefined ? program : program.commands.find((one) => one.name() === name);
      if (!command) throw unknownCommand(name ?? "", program);
      command.outputHelp();
    });

  return program;
}

const conformanceNotes = `
Example:
  understudy conformance check report/conformance.json
  understudy conformance matrix ours.json theirs.json --output matrix

Exit code: 0 all reports are valid, 1 a report is invalid (check), 64 invalid options or files.
`;

const judgeNotes = `
Example:
  understudy judge report/history.ndjson --report report/judged

Exit code: 0 all rules held, 1 one is broken, 2 one is undecided or the file is unreadable in part, 64 invalid options or files.
If a file is truncated, its readable part is still judged.
`;

const stepsNotes = `
Example:
  understudy steps link partitioned

Upper and lower case make no difference. A value such as Oslo stands for its parameter, {cluster}. In sentences, one/other is a choice,
(s) is optional, and a colon at the end means that a table or a text follows.
Exit code: 0 there are matches, 1 there are none and the nearest sentences are printed to stderr, 64 invalid options.
`;

const updateStepsNotes = `
Example:
  understudy update-steps features

Keep the files under version control: they are changed in place. Sentences without a successor are listed by rehearse --dry-run.
Exit code: 0, or 64 if a folder has no features.
`;

const cleanNotes = `
Example:
  understudy clean --target target.json --dry-run

A run that still goes on loses its objects, too: give the prefix of the run that was killed, or wait for the others.
Exit code: 0 nothing is left, 2 something could not be removed or a server could not be used, 64 invalid options or files.
`;

const rehearseNotes = `
Example:
  understudy rehearse features/failover --stage simulated --seed 7

Exit code: 0 all scenarios that ran passed, 1 one failed, 2 no verdict was possible, 64 invalid options or files, 130 interrupted.
The report folder contains index.html, requirements.json, junit.xml and messages.ndjson, for a remote stage also conformance.json.
`;

const simulateNotes = `
Example:
  understudy simulate --seeds 1..500 --profile failovers

Profiles:
${Object.entries(profiles)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join("\n")}

The rules that runs must satisfy are in docs/checkers.md, the parts of a campaign in docs/simulate.md.
The same seed, profile and release give the same run. The table lists how often the campaign reached each of its goals.
Exit code: 0 all rules held, 1 one is broken, 2 a seed is undecided or could not run, 64 invalid options or files, 130 interrupted.
`;

const upNotes = `
Example:
  understudy up --port 8200 --root-token root

It ends with the shell, script or npx that started it. To keep it running: understudy up --stay > up.txt &

Topologies: three (Oslo is the primary, Lima and Kyoto are its secondaries), unlinked (the same three, with replication disabled),
one (Oslo alone), or a JSON file such as {"name":"pair","clusters":["Rome","Bern"],"primary":"Rome"}; see docs/topologies.md.
Only clusters with an empty store are linked; others keep their replication role.

Each cluster has its own store. sqlite:a.db creates a-Oslo.db, a-Lima.db …; sqlite:data/{cluster}.db sets the position of the name.
With ?synchronous=normal at the end, writes are faster, but a power failure may lose the last ones. With postgres://user:password@host/database
each cluster has its own schema, such as understudy_oslo. With sqlite: the database server is kept too, with its port and
password, in a-postgresql beside the files; with postgres: it is new and empty at every start.

Clusters on several machines can replicate from each other: pass each up with --host the address at which the others reach its machine.
Activation tokens and the status contain that address. The API there is plain HTTP; links use mutual TLS. See docs/failover.md.

A request is served when its Host is localhost or 127.0.0.1, or the address of --host. A client that uses another name, through a container's port or
a proxy, gets 403 unless --allowed-hosts names it, such as --allowed-hosts host.docker.internal. Web pages get 403 unless sys/config/cors
allows their origin.

All users of this machine can read command lines and the tokens and passwords in them. To keep these secret, use a file with one line and --root-token-file,
--control-token-file or --store-file, or set UNDERSTUDY_ROOT_TOKEN, UNDERSTUDY_CONTROL_TOKEN or UNDERSTUDY_STORE in the environment. Options
override the environment. A file that every user can read is refused.

Stores are encrypted with the unseal key. For SQLite the key is kept beside the databases, in understudy.unseal-key; for PostgreSQL, name a
file with --unseal-key-file.
`;
