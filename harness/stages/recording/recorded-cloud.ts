import type { Cloud } from "#engine/ports/cloud.ts";
import type { Recorder } from "#harness/history/recorder.ts";

/** The cloud as a cluster meets it, with every call in the history when it was answered. */
export function recordedCloud(cloud: Cloud, { recorder, from }: Readonly<{ recorder: Recorder; from: string }>): Cloud {
  return {
    ...cloud,
    async exchange(request) {
      const called = { type: "cloud", from, action: actionOf(request) } as const;
      try {
        const reply = await cloud.exchange(request);
        const { status } = reply;
        recorder.note({ ...called, outcome: status < 300 ? "ok" : status < 500 ? "fail" : "unknown", status });
        return reply;
      } catch (error) {
        recorder.note({ ...called, outcome: "unknown", status: null, reason: recorder.text(String(error)) });
        throw error;
      }
    },
  };
}

/** What is asked for, as AWS's query protocol says it in the body or in the address. */
function actionOf({ url, body }: Readonly<{ url: string; body: string }>): string {
  const inAddress = URL.canParse(url) ? new URL(url).searchParams.get("Action") : null;
  return new URLSearchParams(body).get("Action") ?? inAddress ?? "unknown";
}
