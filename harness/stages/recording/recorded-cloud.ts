import type { Cloud } from "#engine/ports/cloud.ts";
import { cloudCall } from "#harness/history/cloud-call.ts";
import type { Recorder } from "#harness/history/recorder.ts";

export function recordedCloud(cloud: Cloud, { recorder, from }: Readonly<{ recorder: Recorder; from: string }>): Cloud {
  return {
    ...cloud,
    async exchange(request) {
      try {
        const answered = await cloud.exchange(request);
        recorder.note(cloudCall(from, request, answered));
        return answered;
      } catch (error) {
        const reason = recorder.text(String(error));
        recorder.note({ ...cloudCall(from, request, null), reason });
        throw error;
      }
    },
  };
}
