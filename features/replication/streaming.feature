@needs-replication
Feature: Replication of data
  A secondary streams what its primary writes, serves reads by itself and forwards writes.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"

  @REPL-DATA-01 @REPL-DATA-01:create @REPL-DATA-01:update @REPL-DATA-01:delete @order @smoke
  Scenario: Creations, updates and deletions of a secret are replicated
    When Ada writes "blue" to "colours/sky" in Oslo
    Then eventually Ada reads "blue" at "colours/sky" in Lima
    When Ada writes "grey" to "colours/sky" in Oslo
    Then eventually Ada reads "grey" at "colours/sky" in Lima
    When Ada deletes the object at "colours/sky" in Oslo
    Then eventually there is no object at "colours/sky" in Lima

  @OWN-STREAM-01
  Scenario: A write to a secondary is forwarded to the primary, and refused if the client may not write
    When Ada writes "green" to "colours/grass" in Lima
    Then Ada reads "green" at "colours/grass" in Lima
    And Ada reads "green" at "colours/grass" in Oslo
    Given Bob is a client of Lima who may "read" on "colours/*"
    And soon Bob can read "colours/grass" in Lima
    When Bob tries to write the object at "colours/grass" in Lima with "value=brown"
    Then the request is refused with status 403
    And Ada reads "green" at "colours/grass" in Oslo

  @OWN-STREAM-02
  @needs-partition
  Scenario: While the primary is unreachable, a secondary serves reads and refuses writes
    Given Ada writes "blue" to "colours/sky" in Lima
    And eventually Ada reads "blue" at "colours/sky" in Lima
    When the link between Oslo and Lima is partitioned
    And Ada tries to write the object at "colours/sky" in Lima with "value=red"
    Then the request is refused
    And Ada reads "blue" at "colours/sky" in Lima

  @OWN-STREAM-03
  @needs-partition
  Scenario: A secondary refuses a read with the index of a write until that write has been replicated
    Given Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Lima
    And the link between Oslo and Lima is partitioned
    And Ada writes "red" to "colours/sky" in Oslo
    When Ada tries to read "colours/sky" in Lima with the index of the write
    Then the request is refused with status 412
    And the request is refused, naming "required index state not present"
    And Ada reads "blue" at "colours/sky" in Lima
    And Ada reads "red" at "colours/sky" in Oslo with the index of the write
    When the link between Oslo and Lima is healed
    Then eventually Ada reads "red" at "colours/sky" in Lima with the index of the write

  @OWN-STREAM-03
  @needs-partition
  Scenario: Reads with a forwarded write's index succeed at once on both clusters, and are refused where it is missing
    Given an operator enables Kyoto as a secondary of Oslo
    And Ada writes "brown" to "colours/grass" in Oslo
    And eventually Ada reads "brown" at "colours/grass" in Lima
    And eventually Ada reads "brown" at "colours/grass" in Kyoto
    And the link between Oslo and Kyoto is partitioned
    When Ada writes "green" to "colours/grass" in Lima
    Then Ada reads "green" at "colours/grass" in Oslo with the index of the write
    And Ada reads "green" at "colours/grass" in Lima with the index of the write
    When Ada tries to read "colours/grass" in Kyoto with the index of the write
    Then the request is refused with status 412

  @OWN-STREAM-04
  @needs-partition
  Scenario: A secondary that was partitioned catches up
    Given the link between Oslo and Lima is partitioned
    And Ada writes 60 secrets below "colours" in Oslo
    And after a while there is no object at "colours/1" in Lima
    When the link between Oslo and Lima is healed
    Then eventually Ada reads 60 secrets below "colours" in Lima

  @OWN-STREAM-04
  @needs-restart @needs-partition @order
  Scenario: A secondary that was killed and restarted has the earlier writes and receives new ones
    Given Ada writes 10 secrets below "colours" in Oslo
    And eventually Ada reads 10 secrets below "colours" in Lima
    And the link between Oslo and Lima is partitioned
    When Lima is killed and restarted
    And Ada writes "blue" to "colours/sky" in Oslo
    Then eventually Ada reads 10 secrets below "colours" in Lima
    When the link between Oslo and Lima is healed
    Then eventually Ada reads "blue" at "colours/sky" in Lima

  @OWN-STREAM-04
  @needs-restart
  Scenario: A primary that was killed and restarted has its earlier writes and replicates new ones
    Given Ada writes "blue" to "colours/sky" in Oslo
    When Oslo is killed and restarted
    And Ada writes "red" to "colours/rose" in Oslo
    Then eventually Ada reads "blue" at "colours/sky" in Oslo
    And eventually Ada reads "red" at "colours/rose" in Lima

  @OWN-STREAM-07 @needs-black-hole @needs-move-time @order
  Scenario: The status of both clusters shows heartbeat durations below a minute, a clock skew below 2 s, and a growing data age
    Then eventually the status of Oslo shows a heartbeat duration of 0 to 60000 milliseconds
    And eventually the status of Oslo shows a clock skew of -2000 to 2000 milliseconds
    And eventually the status of Lima shows a heartbeat duration of 0 to 60000 milliseconds
    And eventually the status of Lima shows a clock skew of -2000 to 2000 milliseconds
    When the link between Oslo and Lima drops messages silently
    Then eventually the status of Oslo shows a data age of 2500 to 59999 milliseconds
    When 2 minutes pass
    Then the status of Lima shows a data age of 120000 to 86400000 milliseconds
    When the link between Oslo and Lima is healed
    Then eventually the status of Oslo shows a data age of 0 to 59999 milliseconds
    And eventually the status of Lima shows a data age of 0 to 59999 milliseconds

  @OWN-STREAM-08 @needs-partition
  Scenario: The metrics of both clusters show the last log entry, the primary's also the number of connected secondaries
    Given Ada writes "blue" to "colours/sky" in Oslo
    Then eventually the replication metrics of Oslo have "wal.last_wal={the last log entry of Oslo}"
    And eventually the replication metrics of Lima have "fsm.last_remote_wal={the last log entry of Oslo}"
    And eventually Lima has every log entry of Oslo
    And eventually the replication metrics of Oslo have "connected_secondaries=1"
    When the link between Oslo and Lima is partitioned
    Then eventually the replication metrics of Oslo have "connected_secondaries=0"

  @OWN-STREAM-09 @needs-black-hole @order
  Scenario: The metrics of a primary show the lag of a connected secondary in log entries
    Then eventually the replication metrics of Oslo have "lag_entries.lima=0"
    When the link between Oslo and Lima drops messages silently
    And Ada writes "blue" to "colours/sky" in Oslo
    And Ada writes "red" to "colours/rose" in Oslo
    Then the replication metrics of Oslo have "lag_entries.lima=2"
    When the link between Oslo and Lima is healed
    Then eventually the replication metrics of Oslo have "lag_entries.lima=0"

  @OWN-STREAM-05
  Scenario: A capability that is revoked on the primary is also revoked on the secondary
    Given Ada writes "blue" to "colours/sky" in Oslo
    And Bob is a client of Lima who may "read" on "colours/*"
    Then soon Bob can read "colours/sky" in Lima
    When an operator writes the policy "of-bob" in Oslo with 'policy=path "colours/*" { capabilities = ["list"] }'
    Then soon Bob cannot read "colours/sky" in Lima

  @OWN-STREAM-06
  Scenario: Policies are replicated, service tokens are not
    Given an operator writes the policy "painter" in Oslo with 'policy=path "colours/*" { capabilities = ["read"] }'
    Then eventually Lima has the policy "painter"
    And Oslo accepts Ada's token of Oslo
    And after a while Lima refuses Ada's token of Oslo
