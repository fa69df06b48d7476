/** TypeScript code without comments. Each string is replaced by its index in `strings`: `import "«0»"`. */
export type SourceText = Readonly<{ code: string; strings: readonly string[] }>;

/** Matches code after which a slash starts a regular expression. After other code, it is a division. */
const beforeExpression =
  /(?:^|[-+*/%=<>!&|^~?:;,([{}]|=>|\b(?:return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield|instanceof))$/;
const regularExpression = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const quoted = /"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/y;

/**
 * Removes everything from `text` that could be mistaken for code: comments, strings, templates and regular expressions.
 * Code in `${…}` of a template is not removed. The number of lines stays the same.
 */
export function sourceText(text: string): SourceText {
  const strings: string[] = [];
  /** For each open brace, whether it is the `${` of a template, whose text continues after the brace is closed. */
  const braces: boolean[] = [];
  let code = "";
  let at = 0;

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const keep = (value: string) => {
    code += `"«${strings.length}»"${onlyNewlines(value)}`;
    strings.push(value);
  };
  const template = () => {
    let value = "";
    for (; at < text.length; at += 1) {
      const here = text[at];
      if (here === "\\") value += text[at++];
      else if (here === "`") {
        at += 1;
        return keep(value);
      } else if (here === "$" && text[at + 1] === "{") {
        at += 2;
        braces.push(true);
        code += `${onlyNewlines(value)}(`;
        return;
      }
      value += text[at] ?? "";
    }
  };

  while (at < text.length) {
    const remark = take(comment);
    if (remark !== undefined) {
      code += ` ${onlyNewlines(remark)}`;
      continue;
    }
    const literal = take(quoted);
    if (literal !== undefined) {
      keep(literal.slice(1, -1));
      continue;
    }
    if (text[at] === "/" && beforeExpression.test(code.trimEnd()) && take(regularExpression) !== undefined) {
      keep("");
      continue;
    }
    const here = text[at] ?? "";
    at += 1;
    if (here === "`") {
      template();
    } else if (here === "}" && braces.pop() === true) {
      code += ")";
      template();
    } else {
      if (here === "{") braces.push(false);
      code += here;
    }
  }
  return { code, strings };
}

function onlyNewlines(text: string): string {
  return text.replace(/[^\n]/g, "");
}
