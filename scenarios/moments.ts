/** What an operator sees of a moment at which a cluster may crash, and the failpoint of the engine that stands for it. */
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

/** How sentences may name the moment of a crash. */
export const moments: RegExp = new RegExp(Object.keys(failpoints).join("|"));

/** The failpoint at which a cluster crashes at this moment. Throws an Error where no sentence names it. */
export function failpointAt(moment: string): string {
  const failpoint = failpoints[moment];
  if (failpoint === undefined) throw new Error(`no such moment: ${moment}`);
  return failpoint;
}
