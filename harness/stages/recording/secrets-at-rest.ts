import type { Store } from "#engine/ports/store.ts";
import type { Recorder } from "#harness/history/recorder.ts";

const pageKeys = 500;

type AtRest = Readonly<{
  cluster: string;
  store: Store;
  /** Returns the text of the audit file. Rejects if the file does not exist. */
  auditText: () => Promise<string>;
}>;

/** Records which known secrets occur in the ciphertext store of a cluster and in its audit file. */
export async function lookForSecrets(recorder: Recorder, { cluster, store, auditText }: AtRest): Promise<void> {
  for (let after = ""; ; ) {
    const page = await store.range({ prefix: "", after, limit: pageKeys });
    recorder.look(page.map((entry) => entry.join(" ")).join("\n"), { where: "storage", cluster });
    after = page.at(-1)?.[0] ?? "";
    if (page.length < pageKeys) break;
  }
  const audited = await auditText().catch(() => "");
  if (audited !== "") recorder.look(audited, { where: "audit", cluster });
}
