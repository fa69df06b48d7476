/** Kinds of tokens, by the names that error texts call them. `COLON` and `NULL` are JSON's. */
export type TokenKind =
  | "EOF"
  | "IDENT"
  | "STRING"
  | "HEREDOC"
  | "NUMBER"
  | "FLOAT"
  | "BOOL"
  | "NULL"
  | "LBRACE"
  | "RBRACE"
  | "LBRACK"
  | "RBRACK"
  | "COMMA"
  | "ASSIGN"
  | "COLON"
  | "PERIOD"
  | "ADD"
  | "SUB";

/** A word of a document. `text` is as it was written, `value` what it stands for, `offset` and
 * `line` where it begins. */
export type Token = Readonly<{
  kind: TokenKind;
  text: string;
  value: string | number | boolean | null;
  offset: number;
  line: number;
}>;
