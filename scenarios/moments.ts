/** Failpoints of the engine, by the description in steps of the moment at which a cluster crashes. */
const failpoints: Readonly<Record<string, string>> = {
  "once the new password is stored as pending": "rotation announced",
  "once the database has the new password": "rotation done in the database",
  "once the new root password is stored as pending": "root rotation announced",
  "once the database has the new root password": "root rotation done in the database",
  "once the lease is stored": "lease recorded",
  "before the provider makes the new access key": "cloud access key announced",
  "once the provider has made the new access key": "cloud access key created",
  "once the new access key is stored": "cloud access key stored",
  "once the instance's token is issued": "instance token issued",
};

export const moments: RegExp = new RegExp(Object.keys(failpoints).join("|"));

export function failpointAt(moment: string): string {
  const failpoint = failpoints[moment];
  if (failpoint === undefined) throw new Error(`no such moment: ${moment}`);
  return failpoint;
}
