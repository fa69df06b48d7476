@needs-replication @needs-right-to-lead @needs-backup
Feature: Clusters that are restored from a backup
  A backup can be older than a failover, or than entries that were replicated since. A cluster that starts with such a store
  cannot detect this alone, so it asks the other clusters of its replication set before it leads. If one of them proves it, it is fenced.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator enables Kyoto as a secondary of Oslo
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Olga is an operator of Oslo
    And Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Lima
    And eventually Ada reads "blue" at "colours/sky" in Kyoto

  @OWN-RESTORE-01
  @needs-partition
  Scenario: A cluster that is restored with the right to lead cannot be promoted once another cluster is the primary
    Given the link between Oslo and Kyoto is partitioned
    And an operator demotes Oslo
    And eventually the replication status in Lima has "right_to_lead=held"
    And Lima is backed up
    And the link between Oslo and Kyoto is healed
    And an operator promotes Lima
    And an operator updates the primary of Oslo to Lima
    And an operator updates the primary of Kyoto to Lima
    And an operator demotes Lima
    And eventually an operator promotes Kyoto
    When Lima is restored from its backup
    And Olga tries to promote Lima
    Then the request is refused, naming "cannot confirm"
    When 30 seconds pass
    And Olga tries to promote Lima
    Then the request is refused, naming "cannot confirm"
    And Lima is a secondary
    And Ada can write "red" to "colours/rose" in Kyoto

  @OWN-RESTORE-01
  Scenario: A demoted cluster restored after another was promoted can neither be promoted nor pass the right to lead on
    Given an operator demotes Oslo
    And Oslo is backed up
    And an operator promotes Lima
    And eventually the replication status in Oslo has "right_to_lead=none"
    When Oslo is restored from its backup
    And Olga tries to promote Oslo
    Then the request is refused, naming "later era"
    When 30 seconds pass
    Then eventually Kyoto is a secondary of Oslo
    When Olga tries to promote Kyoto
    Then the request is refused, naming "does not hold the right to lead"
    And Oslo is a secondary
    And Kyoto is a secondary
    And Ada can write "red" to "colours/rose" in Lima

  @OWN-RESTORE-01
  @needs-partition
  Scenario: A restored primary that is demoted while it is partitioned is promoted again with force, and not without
    Given Oslo is backed up
    And an operator demotes Oslo
    And eventually an operator promotes Lima
    And an operator updates the primary of Kyoto to Lima
    And the link between Oslo and Lima is partitioned
    And the link between Oslo and Kyoto is partitioned
    And Oslo is restored from its backup
    And an operator demotes Oslo
    When Olga tries to promote Oslo
    Then the request is refused, naming "cannot confirm"
    And Oslo is a secondary
    When an operator promotes Oslo with "force=true"
    Then Oslo is the primary

  @OWN-RESTORE-02
  Scenario: A primary that is restored from a backup of before its demotion is fenced, and refuses writes
    Given Oslo is backed up
    And an operator demotes Oslo
    And eventually an operator promotes Lima
    And an operator updates the primary of Kyoto to Lima
    When Oslo is restored from its backup
    And Ada tries to write the object at "colours/night" in Oslo with "value=black"
    Then the request is refused, naming "fenced"
    And eventually Oslo is a fenced primary
    And Ada can write "red" to "colours/rose" in Lima

  @OWN-RESTORE-03
  Scenario: A restored primary that lacks entries of a secondary is fenced, and reports that its store is outdated
    Given Oslo is backed up
    And Ada writes "red" to "colours/sky" in Oslo
    And eventually Ada reads "red" at "colours/sky" in Lima
    When Oslo is restored from its backup
    Then eventually Oslo is a fenced primary
    And Oslo reports that its store is outdated
    When Ada tries to write the object at "colours/night" in Oslo with "value=black"
    Then the request is refused, naming "fenced"

  @OWN-RESTORE-03
  @needs-partition @order
  Scenario: A restored primary that lacks entries is fenced although it has written others since, also after a restart
    Given Oslo is backed up
    And Ada writes "red" to "colours/sky" in Oslo
    And eventually Ada reads "red" at "colours/sky" in Lima
    And the link between Oslo and Lima is partitioned
    And the link between Oslo and Kyoto is partitioned
    And Oslo is restored from its backup
    And Ada writes "grey" to "colours/sky" in Oslo
    And Ada writes "thick" to "colours/fog" in Oslo
    When the link between Oslo and Lima is healed
    Then eventually Oslo is a fenced primary
    When the link between Oslo and Lima is partitioned
    And Oslo is killed and restarted
    And Ada tries to write the object at "colours/night" in Oslo with "value=black"
    Then the request is refused, naming "fenced"
    And Oslo is a fenced primary

  @OWN-RESTORE-04
  @order
  Scenario: A secondary that is ahead of its restored primary keeps its data, and reports why it is not connected
    Given Oslo is backed up
    And Ada writes "red" to "colours/sky" in Oslo
    And eventually Ada reads "red" at "colours/sky" in Lima
    When Oslo is restored from its backup
    Then eventually the field "connection_error" of the replication status in Lima contains "older one"
    When 30 seconds pass
    Then Ada reads "red" at "colours/sky" in Lima

  @OWN-RESTORE-05
  @needs-partition
  Scenario: An operator can keep the data of the secondary, and the restored primary reports the discarded write
    Given Oslo is backed up
    And Ada writes "red" to "colours/sky" in Oslo
    And eventually Ada reads "red" at "colours/sky" in Lima
    And the link between Oslo and Lima is partitioned
    And the link between Oslo and Kyoto is partitioned
    And Oslo is restored from its backup
    And Ada writes "thick" to "colours/fog" in Oslo
    And the link between Oslo and Lima is healed
    And eventually Oslo is a fenced primary
    When an operator promotes Lima with "force=true"
    And an operator demotes Oslo
    And an operator updates the primary of Oslo to Lima
    Then eventually Ada reads "red" at "colours/sky" in Oslo
    And there is no object at "colours/fog" in Oslo
    And Oslo reports that it discarded 1 write of "colours/"

  @OWN-RESTORE-05
  Scenario: An operator can keep the data of the restored primary, and the secondary reports the discarded write
    Given Oslo is backed up
    And Ada writes "red" to "colours/sky" in Oslo
    And eventually Ada reads "red" at "colours/sky" in Lima
    And Oslo is restored from its backup
    And eventually Oslo is a fenced primary
    When an operator demotes Oslo
    And an operator promotes Oslo with "force=true"
    And an operator updates the primary of Lima to Oslo
    Then eventually Ada reads "blue" at "colours/sky" in Lima
    And Lima reports that it discarded 1 write of "colours/"
