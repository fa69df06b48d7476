export function itemsOf(text: string, maxItems: number): readonly string[] {
  let count = 1;
  for (let at = text.indexOf(","); at >= 0; at = text.indexOf(",", at + 1)) {
    count += 1;
    if (count > maxItems) throw new Error(`more than ${maxItems} items`);
  }
  return text.split(",");
}
