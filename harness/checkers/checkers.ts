import { acknowledgedEntries } from "./acknowledged-entries.ts";
import { activationTokens } from "./activation-tokens.ts";
import { announcedPasswords } from "./announced-passwords.ts";
import { atMostOnce } from "./at-most-once.ts";
import { backInStream } from "./back-in-stream.ts";
import type { Checker } from "./checker.ts";
import { cloudLogins } from "./cloud-logins.ts";
import { clusterIdentity } from "./cluster-identity.ts";
import { connectionsAreServed } from "./connections-are-served.ts";
import { copiesComeToAnEnd } from "./copies-come-to-an-end.ts";
import { credentialsExist } from "./credentials-exist.ts";
import { deadUsersGo } from "./dead-users-go.ts";
import { discardedBranchesAreReported } from "./discarded-branches-are-reported.ts";
import { dueWorkIsDone } from "./due-work-is-done.ts";
import { enableWipes } from "./enable-wipes.ts";
import { equalAtRest } from "./equal-at-rest.ts";
import { fencedPrimaries } from "./fenced-primaries.ts";
import { filteredAtRest } from "./filtered-at-rest.ts";
import { filteredOnTheWire } from "./filtered-on-the-wire.ts";
import { filteredRequests } from "./filtered-requests.ts";
import { forcedFailover } from "./forced-failover.ts";
import { forwardingComesBack } from "./forwarding-comes-back.ts";
import { laterErasStay } from "./later-eras-stay.ts";
import { leasesEndWithTokens } from "./leases-end-with-tokens.ts";
import { leasesStayLocal } from "./leases-stay-local.ts";
import { liveUsersStay } from "./live-users-stay.ts";
import { localStaysLocal } from "./local-stays-local.ts";
import { membersStay } from "./members-stay.ts";
import { merkleTrees } from "./merkle-trees.ts";
import { monotoneReads } from "./monotone-reads.ts";
import { nothingForIntruders } from "./nothing-for-intruders.ts";
import { nothingGoesOn } from "./nothing-goes-on.ts";
import { onePrimary } from "./one-primary.ts";
import { oneRotator } from "./one-rotator.ts";
import { orphansWriteNothing } from "./orphans-write-nothing.ts";
import { plannedFailover } from "./planned-failover.ts";
import { prefixState } from "./prefix-state.ts";
import { removalsAreReported } from "./removals-are-reported.ts";
import { requiredIndex } from "./required-index.ts";
import { restoredClustersAsk } from "./restored-clusters-ask.ts";
import { revokedLeasesEnd } from "./revoked-leases-end.ts";
import { revokedMeansSilent } from "./revoked-means-silent.ts";
import { rightHandedOver } from "./right-handed-over.ts";
import { rightTakenBack } from "./right-taken-back.ts";
import { rootRotation } from "./root-rotation.ts";
import { secretsInLogs } from "./secrets-in-logs.ts";
import { secretsOnDisk } from "./secrets-on-disk.ts";
import { settingsInForce } from "./settings-in-force.ts";
import { staticRoleTruth } from "./static-role-truth.ts";
import { tokensStayLocal } from "./tokens-stay-local.ts";
import { twoPrimariesMeet } from "./two-primaries-meet.ts";
import { unmountEndsLeases } from "./unmount-ends-leases.ts";
import { unwrappedOnce } from "./unwrapped-once.ts";
import { usersAtRest } from "./users-at-rest.ts";
import { writeLogOrder } from "./write-log-order.ts";

export const checkers: readonly Checker[] = [
  activationTokens,
  acknowledgedEntries,
  announcedPasswords,
  atMostOnce,
  backInStream,
  cloudLogins,
  clusterIdentity,
  connectionsAreServed,
  copiesComeToAnEnd,
  credentialsExist,
  dueWorkIsDone,
  enableWipes,
  deadUsersGo,
  equalAtRest,
  fencedPrimaries,
  filteredAtRest,
  filteredOnTheWire,
  filteredRequests,
  forcedFailover,
  forwardingComesBack,
  discardedBranchesAreReported,
  laterErasStay,
  leasesEndWithTokens,
  leasesStayLocal,
  liveUsersStay,
  localStaysLocal,
  membersStay,
  merkleTrees,
  monotoneReads,
  nothingForIntruders,
  nothingGoesOn,
  onePrimary,
  oneRotator,
  orphansWriteNothing,
  plannedFailover,
  prefixState,
  removalsAreReported,
  requiredIndex,
  restoredClustersAsk,
  revokedLeasesEnd,
  revokedMeansSilent,
  rightHandedOver,
  rightTakenBack,
  rootRotation,
  secretsInLogs,
  secretsOnDisk,
  settingsInForce,
  staticRoleTruth,
  tokensStayLocal,
  twoPrimariesMeet,
  unmountEndsLeases,
  unwrappedOnce,
  usersAtRest,
  writeLogOrder,
];
