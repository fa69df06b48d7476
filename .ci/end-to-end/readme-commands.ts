/** Returns the shell commands in the first code block of a README, whether fenced or indented, without comments. */
export function readmeCommands(readme: string): readonly string[] {
  const block = /^```\w*\n([\s\S]*?)^```/m.exec(readme);
  const indented = /(?:^ {4}.+\n)+/m.exec(readme);
  const isFencedFirst = block && (!indented || block.index < indented.index);
  const lines = ((isFencedFirst ? block[1] : indented?.[0]) ?? "").split("\n");
  return lines.map((line) => line.replace(/\s#\s.*$/, "").trim()).filter((line) => line !== "");
}
