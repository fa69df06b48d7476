import type { Instrument } from "#cluster/instrument.ts";
import type { Recorder } from "#harness/history/recorder.ts";
import { recordedCloud } from "./recorded-cloud.ts";
import { recordedDatabases } from "./recorded-databases.ts";
import type { RecordedLinks } from "./recorded-links.ts";

type Recording = Readonly<{
  links: RecordedLinks;
  recorder: Recorder;
}>;

export function recordingInstrument(cluster: string, { links, recorder }: Recording): Instrument {
  return {
    ports: (ports) => ({
      ...ports,
      link: links.over(ports.link, cluster),
      databases: recordedDatabases(ports.databases, { recorder, from: cluster }),
      cloud: recordedCloud(ports.cloud, { recorder, from: cluster }),
    }),
    accept: (accept) => links.accepting(accept, cluster),
  };
}
