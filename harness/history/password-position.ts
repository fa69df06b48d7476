/** Position in a statement, as far as it determines whether the next text is a password. */
type Position = "elsewhere" | "password" | "for" | "identified" | "plugin" | "after plugin";

/**
 * Determines whether the next text of a statement is a password: after PASSWORD in PostgreSQL's
 * ALTER ROLE, after IDENTIFIED BY and in SET PASSWORD in MariaDB and MySQL. Reads the statement
 * word by word, so that a statement with many texts is read once.
 */
export class PasswordPosition {
  #position: Position = "elsewhere";

  get isPassword(): boolean {
    return this.#position === "password";
  }

  /** Advances past a word or a punctuation character. */
  word(text: string): void {
    this.#position = positionAfter(this.#position, text.toUpperCase());
  }

  /** Advances past a quoted text or name. */
  quoted(): void {
    if (this.#position === "plugin") this.#position = "after plugin";
    else if (this.#position !== "for") this.#position = "elsewhere";
  }
}

function positionAfter(before: Position, word: string): Position {
  if (word === "PASSWORD") return "password";
  if (word === "IDENTIFIED") return "identified";
  if (word === ";") return "elsewhere";
  switch (before) {
    case "password":
      if (word === "FOR") return "for";
      return word === "(" || word === "=" ? "password" : "elsewhere";
    case "for":
      return word === "=" ? "password" : "for";
    case "plugin":
      return "after plugin";
    case "identified":
    case "after plugin":
      if (word === "BY" || word === "AS" || word === "USING") return "password";
      return before === "identified" && (word === "WITH" || word === "VIA") ? "plugin" : "elsewhere";
    case "elsewhere":
      return "elsewhere";
  }
}
