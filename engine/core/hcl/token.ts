/** Kinds of lexical tokens, as error messages call them. `COLON` and `NULL` occur only in JSON. */
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

export type Token = Readonly<{
  kind: TokenKind;
  text: string;
  value: string | number | boolean | null;
  offset: number;
  line: number;
}>;
