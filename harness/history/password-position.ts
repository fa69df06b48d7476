type Position = "elsewhere" | "password" | "for" | "identified" | "plugin" | "after plugin";

/**
 * Determines whether the next text of a statement is a password: for example after PASSWORD, as in PostgreSQL's ALTER
 * ROLE, or after IDENTIFIED BY in MariaDB and MySQL. Receives the statement word by word.
 */
export class PasswordPosition {
  #position: Position = "elsewhere";

  get isPassword(): boolean {
    return this.#position === "password";
  }

  /** Must be called with each word or punctuation character. */
  word(text: string): void {
    this.#position = positionAfter(this.#position, text.toUpperCase());
  }

  /** Must be called for each quoted text or name. */
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
