import { addressOf, isShown, narrows, type View, viewOf } from "./view.ts";

/**
 * Makes the page interactive: search, filters, links into collapsed parts, copy buttons. Its source is written into the
 * page together with the functions of `view.ts`, so it must not use other modules.
 */
export function hydrate(): void {
  const all = <Kind extends Element>(selector: string) => [...document.querySelectorAll<Kind>(selector)];
  // Scrolls the first broken event of a history to the middle.
  for (const lanes of all<HTMLElement>(".lanes")) {
    lanes.scrollLeft = Number(lanes.dataset.middle) - lanes.clientWidth / 2;
  }
  const [form] = all<HTMLFormElement>("form.view");
  const [search] = all<HTMLInputElement>("input[name=q]");
  const [tag] = all<HTMLInputElement>("input[name=tag]");
  const [summary] = all<HTMLOutputElement>(".view output");
  if (!form || !search || !tag || !summary) return;
  const choices = all<HTMLInputElement>("input[name=status]");

  const items = all<HTMLElement>("[data-status]").map((element) => {
    const { status = "", tags = "", of = "" } = element.dataset;
    // A failed scenario is rendered once; its link among the features is found by the text of its card.
    const text = `${(document.getElementById(of) ?? element).textContent} ${element.closest<HTMLElement>("[data-feature]")?.dataset.feature ?? ""}`;
    const item = { status, tags: tags.toLowerCase().split(" "), text: text.toLowerCase() };
    return { element: element.closest<HTMLElement>("article") ?? element, item, isRequirement: element.matches("tr") };
  });
  const holders = all<HTMLElement>(".holder").reverse();
  const unfolded = new Set<HTMLDetailsElement>();
  let view: View = viewOf("");

  const show = () => {
    const counts = { scenarios: new Set<string>(), requirements: 0 };
    for (const { element, item, isRequirement } of items) {
      element.hidden = !isShown(item, view);
      if (element.hidden) continue;
      if (isRequirement) counts.requirements += 1;
      else counts.scenarios.add(element.dataset.of ?? element.querySelector("details")?.id ?? element.id);
    }
    for (const holder of holders) {
      holder.hidden = narrows(view) && !holder.querySelector("[data-status]:not([hidden]), article:not([hidden])");
      if (!(holder instanceof HTMLDetailsElement)) continue;
      if (narrows(view) && !holder.hidden && !holder.open) {
        holder.open = true;
        unfolded.add(holder);
      } else if (!narrows(view) && unfolded.delete(holder)) holder.open = false;
    }
    form.classList.toggle("narrow", narrows(view));
    const scenarios = `${counts.scenarios.size} of ${form.dataset.scenarios} scenarios`;
    summary.value = narrows(view)
      ? `${scenarios}, ${counts.requirements} of ${form.dataset.requirements} requirements`
      : "";
  };
  const fill = () => {
    if (search.value !== view.text) search.value = view.text;
    if (tag.value !== view.tag) tag.value = view.tag;
    for (const choice of choices) choice.checked = choice.value === view.status;
  };
  const remember = () => {
    const address = addressOf(view);
    if (address !== location.hash)
      history.replaceState(null, "", address === "" ? location.pathname + location.search : address);
  };
  const goTo = (id: string) => {
    const target = document.getElementById(id);
    if (!target) return;
    for (let fold = target.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) {
      fold.open = true;
      unfolded.delete(fold);
    }
    for (const marked of all(".target")) marked.classList.remove("target");
    target.classList.add("target");
    target.scrollIntoView({ behavior: "instant" });
  };
  const follow = () => {
    const asked = viewOf(location.hash);
    // A link within the page has only an id and does not change the filters.
    const next = !narrows(asked) && asked.at !== "" ? { ...view, at: asked.at } : asked;
    const hides = items.some(
      ({ element, item }) => element.contains(document.getElementById(next.at)) && !isShown(item, next),
    );
    view = hides ? viewOf(`#${next.at}`) : next;
    fill();
    show();
    remember();
    goTo(view.at);
  };
  const ask = () => {
    const status = choices.find(({ checked }) => checked)?.value ?? "";
    view = { status, tag: tag.value.trim(), text: search.value.trim(), at: "" };
    show();
    remember();
  };

  form.hidden = false;
  form.addEventListener("input", ask);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    view = viewOf("");
    fill();
    show();
    remember();
    search.focus();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== "radio";
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      search.focus();
      search.select();
    }
    if (event.key === "Escape" && isTyping) form.reset();
  });
  for (const text of all<HTMLElement>(".again code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      getSelection()?.selectAllChildren(text);
      const done = await navigator.clipboard.writeText(text.textContent ?? "").then(
        () => true,
        () => document.execCommand("copy"),
      );
      button.textContent = done ? "Copied" : "Selected";
    });
    text.after(button);
  }
  addEventListener("hashchange", follow);
  follow();
}
