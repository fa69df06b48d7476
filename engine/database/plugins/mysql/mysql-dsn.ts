/** A part of a connection URL: decoded, with its templates as they are, and where it stands. */
type DsnPart = Readonly<{ text: string; start: number; end: number }>;

/** What a connection URL of MySQL says. */
export type MysqlDsn = Readonly<{
  user: DsnPart;
  password: DsnPart | undefined;
  host: string;
  port: string;
  database: string;
  /** Settings behind the question mark. */
  settings: ReadonlyMap<string, string>;
}>;

/** Longer texts are none that a person wrote. */
const maxCharacters = 64 * 1024;
const defaultPort = "3306";
const defaultHost = "127.0.0.1";

const goServer = /^(?:tcp(?:\((?:\[(?<bracketed>[^\]]*)\]|(?<host>[^:()]*))(?::(?<port>\d{1,5}))?\))?)?$/;
const urlServer = /^(?:\[(?<bracketed>[^\]]*)\]|(?<host>[^:]*))(?::(?<port>\d{1,5}))?$/;

/**
 * Reads `user:password@tcp(host:port)/database?name=value`, as Go's driver has it, whose user and password stand as they are, or
 * `mysql://user:password@host:port/database?name=value`, whose parts are percent-encoded. Undefined for anything else. Takes time in
 * proportion to the text.
 */
export function mysqlDsn(text: string): MysqlDsn | undefined {
  if (text.length > maxCharacters || /\p{Cc}/u.test(text)) return undefined;
  const start = /^mysql:\/\//i.exec(text)?.[0].length ?? 0;
  const isUrl = start > 0;
  const decode = isUrl ? decodeURIComponent : (spelt: string) => spelt;
  // A password may hold any letter, so what stands behind it is looked for from the end, as Go's driver does.
  const found = text.lastIndexOf("/");
  const slash = found < start && isUrl ? text.length : found;
  const at = text.lastIndexOf("@", slash);
  if (slash < start || at < start) return undefined;
  const server = (isUrl ? urlServer : goServer).exec(text.slice(at + 1, slash))?.groups;
  if (!server) return undefined;
  const question = text.indexOf("?", slash);
  const end = question < 0 ? text.length : question;
  const colon = text.indexOf(":", start);
  const userEnd = colon < 0 || colon > at ? at : colon;
  const part = (from: number, to: number): DsnPart => ({ text: decode(text.slice(from, to)), start: from, end: to });
  try {
    return {
      user: part(start, userEnd),
      password: userEnd < at ? part(userEnd + 1, at) : undefined,
      host: decode(server.bracketed || server.host || defaultHost),
      port: server.port ?? defaultPort,
      database: decode(text.slice(slash + 1, end)),
      settings: settingsOf(text.slice(end + 1)),
    };
  } catch {
    return undefined;
  }
}

/** Throws an Error when a value is not rightly percent-encoded. */
function settingsOf(query: string): ReadonlyMap<string, string> {
  const settings = query.split("&").filter((setting) => setting !== "");
  return new Map(
    settings.map((setting) => {
      const [name = ""] = setting.split("=", 1);
      return [decodeURIComponent(name), decodeURIComponent(setting.slice(name.length + 1))];
    }),
  );
}
