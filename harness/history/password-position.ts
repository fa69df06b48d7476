/** Where in a statement a word stands, as far as it says whether a text is a password. */
type Position = "elsewhere" | "password" | "for" | "identified" | "plugin" | "after plugin";

/**
 * Whether a text would be a password where it stands in a statement: after PASSWORD in PostgreSQL's ALTER ROLE, after IDENTIFIED BY and
 * in SET PASSWORD in MariaDB and MySQL. Reads the statement word by word, so that a statement of many texts is read once.
 */
export class PasswordPosition {
  #position: Position = "elsewhere";

  get isPassword(): boolean {
    return this.#position === "password";
  }

  /** A word or a character of punctuation. */
  word(text: string): void {
    this.#position = positionAfter(this.#position, text.toUpperCase());
  }

  /** A text or a name in quotes. */
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
