type DsnPart = Readonly<{ text: string; start: number; end: number }>;

export type MysqlDsn = Readonly<{
  user: DsnPart;
  password: DsnPart | undefined;
  host: string;
  port: string;
  database: string;
  settings: ReadonlyMap<string, string>;
}>;

const maxCharacters = 64 * 1024;
const defaultPort = "3306";
const defaultHost = "127.0.0.1";

const goServer = /^(?:tcp(?:\((?:\[(?<bracketed>[^\]]*)\]|(?<host>[^:()]*))(?::(?<port>\d{1,5}))?\))?)?$/;
const urlServer = /^(?:\[(?<bracketed>[^\]]*)\]|(?<host>[^:]*))(?::(?<port>\d{1,5}))?$/;

/**
 * Parses `user:password@tcp(host:port)/database?name=value`, the form of Go's driver, with literal
 * user and password, or `mysql://user:password@host:port/database?name=value` with percent-encoded
 * parts. Returns undefined for other text, and for text that is too long. Takes linear time.
 */
export function mysqlDsn(text: string): MysqlDsn | undefined {
  if (text.length > maxCharacters || /\p{Cc}/u.test(text)) return undefined;
  const start = /^mysql:\/\//i.exec(text)?.[0].length ?? 0;
  const isUrl = start > 0;
  const decode = isUrl ? decodeURIComponent : (raw: string) => raw;
  // Delimiters are searched from the end, as in Go's driver, because a password may contain them.
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

function settingsOf(query: string): ReadonlyMap<string, string> {
  const settings = query.split("&").filter((setting) => setting !== "");
  return new Map(
    settings.map((setting) => {
      const [name = ""] = setting.split("=", 1);
      return [decodeURIComponent(name), decodeURIComponent(setting.slice(name.length + 1))];
    }),
  );
}
