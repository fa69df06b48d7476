@needs-replication @needs-right-to-lead
Feature: The right to lead
  One cluster of a replication set has the right to lead. A demotion gives it up, and one secondary takes it over: the only one that is
  connected, or the first that is promoted while the demoted cluster can be asked. So one demotion makes at most one primary,
  however long ago it was. Everything else needs force, and a primary that meets a later one stops taking writes.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator enables Kyoto as a secondary of Oslo
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Olga is an operator of Oslo
    And Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Lima
    And eventually Ada reads "blue" at "colours/sky" in Kyoto

  @OWN-LEAD-01
  @needs-partition
  Scenario: A demotion gives the right to the only connected secondary, which is promoted even if the old primary is away
    Given the link between Oslo and Kyoto is partitioned
    When an operator demotes Oslo
    And eventually the replication status in Lima has "right_to_lead=held"
    And the link between Oslo and Lima is partitioned
    And an operator promotes Lima
    Then Ada can write "red" to "colours/rose" in Lima

  @OWN-LEAD-01
  @needs-partition
  Scenario: A secondary that got the right at a demotion has it after a crash too, and is promoted
    Given the link between Oslo and Kyoto is partitioned
    And an operator demotes Oslo
    And eventually the replication status in Lima has "right_to_lead=held"
    When Lima is killed and restarted
    And eventually the replication status in Lima has "right_to_lead=held"
    And an operator promotes Lima
    Then Ada can write "red" to "colours/rose" in Lima

  @OWN-LEAD-08
  @needs-partition
  Scenario: A right from before a restart allows a promotion only once the cluster that granted it confirms it
    Given the link between Oslo and Kyoto is partitioned
    And an operator demotes Oslo
    And eventually the replication status in Lima has "right_to_lead=held"
    And the link between Oslo and Lima is partitioned
    And Lima is killed and restarted
    When Olga tries to promote Lima
    Then the request is refused, naming "cannot confirm"
    And Lima is a secondary
    When the link between Oslo and Lima is healed
    And eventually an operator promotes Lima
    Then Ada can write "red" to "colours/rose" in Lima

  @OWN-LEAD-07
  @needs-partition
  Scenario: If the other secondary is lost after a demotion, the remaining one gets the right and is promoted
    Given an operator demotes Oslo
    And the replication status in Lima has "right_to_lead=none"
    When the link between Oslo and Kyoto is partitioned
    And eventually the replication status in Lima has "right_to_lead=held"
    And the link between Oslo and Lima is partitioned
    And an operator promotes Lima
    Then Ada can write "red" to "colours/rose" in Lima

  @OWN-LEAD-02
  Scenario: After one demotion one secondary is promoted, and neither another secondary nor the demoted cluster
    When an operator demotes Oslo
    And eventually an operator promotes Lima
    And Olga tries to promote Kyoto
    Then the request is refused, naming "right to lead"
    And Kyoto is a secondary
    When Olga tries to promote Oslo
    Then the request is refused, naming "right to lead"
    And Oslo is a secondary

  @OWN-LEAD-02
  @needs-partition
  Scenario: Of two secondaries that are promoted at the same moment, only the one with the right becomes the primary
    Given the link between Oslo and Kyoto is partitioned
    And an operator demotes Oslo
    And eventually the replication status in Lima has "right_to_lead=held"
    And the link between Oslo and Kyoto is healed
    When at the same moment:
      | client | cluster | request           | with        |
      | Olga   | Kyoto   | secondary promote | force=false |
      | Olga   | Lima    | secondary promote | force=false |
    Then Lima is the primary
    And Kyoto is a secondary

  @OWN-LEAD-02
  Scenario: After two demotions, a secondary of the first demoted cluster cannot be promoted, but the second demoted one can
    Given an operator demotes Oslo
    And eventually an operator promotes Lima
    And Ada writes "red" to "colours/rose" in Lima
    And an operator demotes Lima
    When Olga tries to promote Kyoto
    Then the request is refused, naming "right to lead"
    When an operator promotes Lima
    Then eventually Ada reads "red" at "colours/rose" in Lima

  @OWN-LEAD-03
  Scenario: The demoted cluster takes back a right that no other has, and its secondaries can then not be promoted
    Given an operator demotes Oslo
    When an operator promotes Oslo
    And Olga tries to promote Lima
    Then the request is refused
    When Olga tries to promote Kyoto
    Then the request is refused
    When an operator updates the primary of Lima to Oslo
    And Ada writes "red" to "colours/rose" in Oslo
    Then eventually Ada reads "red" at "colours/rose" in Lima

  @OWN-LEAD-03
  @needs-partition
  Scenario: A secondary's right is void once the demoted cluster took it back by force, also a day later
    Given the link between Oslo and Kyoto is partitioned
    And an operator demotes Oslo
    And eventually the replication status in Lima has "right_to_lead=held"
    And the link between Oslo and Lima is partitioned
    When Olga tries to promote Oslo
    Then the request is refused, naming "lima"
    When an operator promotes Oslo with "force=true"
    And the link between Oslo and Lima is healed
    Then eventually the replication status in Lima has "right_to_lead=none"
    When 24 hours pass
    And Olga tries to promote Lima
    Then the request is refused
    And Ada can write "red" to "colours/rose" in Oslo

  @OWN-LEAD-01
  Scenario: A promoted cluster is the primary after a crash too, and no other secondary can be promoted
    Given an operator demotes Oslo
    And eventually an operator promotes Lima
    And Lima is killed and restarted
    When Olga tries to promote Kyoto
    Then the request is refused, naming "right to lead"
    And Lima is the primary
    And Ada can write "red" to "colours/rose" in Lima

  @OWN-LEAD-04
  @needs-partition
  Scenario: If another is promoted by force, an unreachable cluster that used the right is fenced when it reconnects
    Given the link between Oslo and Kyoto is partitioned
    And an operator demotes Oslo
    And eventually the replication status in Lima has "right_to_lead=held"
    And the link between Oslo and Lima is partitioned
    When an operator promotes Kyoto with "force=true"
    And an operator promotes Lima
    And the link between Oslo and Kyoto is healed
    And eventually the replication status in Oslo has "era={the era of Kyoto}"
    And the link between Oslo and Lima is healed
    Then eventually Lima is a fenced primary
    When Ada tries to write the object at "colours/sky" in Lima with "value=grey"
    Then the request is refused, naming "fenced"
    And Ada can write "red" to "colours/rose" in Kyoto

  @OWN-LEAD-04
  @needs-partition @order
  Scenario: A primary that connects to a later one is fenced, and discards its own writes when it becomes a secondary
    Given the link between Oslo and Lima is partitioned
    When an operator promotes Lima with "force=true"
    And Ada writes "grey" to "colours/sky" in Oslo
    And Ada writes "thick" to "colours/fog" in Oslo
    And Ada writes "red" to "colours/rose" in Lima
    And the link between Oslo and Lima is healed
    Then eventually Oslo is a fenced primary
    When Ada tries to write the object at "colours/night" in Oslo with "value=black"
    Then the request is refused, naming "fenced"
    When the link between Oslo and Lima is partitioned
    And Oslo is killed and restarted
    Then eventually Oslo is a fenced primary
    When the link between Oslo and Lima is healed
    And an operator demotes Oslo
    And Olga tries to promote Oslo
    Then the request is refused, naming "right to lead"
    When Olga tries to update the primary of Oslo to Lima
    Then the request succeeds
    And the response has a warning that contains "colours/"
    And Oslo reports that it discarded 2 writes of "colours/"
    And eventually Ada reads "red" at "colours/rose" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Oslo
    And there is no object at "colours/fog" in Oslo

  @OWN-LEAD-09
  @needs-partition @order
  Scenario: A cluster of a later era keeps its data when its primary, of an earlier era, is fenced and demoted
    Given the link between Oslo and Lima is partitioned
    And an operator promotes Lima with "force=true"
    And Ada writes "red" to "colours/rose" in Lima
    And an operator demotes Lima
    And the link between Oslo and Lima is healed
    When Olga tries to update the primary of Lima to Oslo
    Then the request succeeds
    And eventually Oslo is a fenced primary
    When an operator demotes Oslo
    And 20 seconds pass
    Then eventually Ada reads "red" at "colours/rose" in Lima

  @OWN-LEAD-06
  @needs-partition
  Scenario: The status of a cluster that cannot replicate from a primary of an earlier era has the reason
    Given the link between Oslo and Lima is partitioned
    And an operator promotes Lima with "force=true"
    And an operator demotes Lima
    And the link between Oslo and Lima is healed
    When Olga tries to update the primary of Lima to Oslo
    Then the request succeeds
    And eventually the field "connection_error" of the replication status in Lima contains "earlier era"

  @OWN-LEAD-06
  Scenario: After a forced promotion of its primary, a secondary reports in its status that it needs a new token
    Given an operator demotes Oslo
    When an operator promotes Oslo with "force=true"
    Then eventually the field "connection_error" of the replication status in Kyoto contains "new token"

  @OWN-LEAD-05
  Scenario: A filtered secondary is promoted only by force, and the rejoin of the old primary reports the deleted mounts
    Given an operator writes the secrets engine "secrets" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "secrets/*"
    And Ada writes "gold" to "secrets/ring" in Oslo
    And eventually Ada reads "gold" at "secrets/ring" in Lima
    And an operator revokes a secondary in Oslo with "id=kyoto"
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["secrets/"]'
    And after a while there is no object at "secrets/ring" in Lima
    And an operator demotes Oslo
    And Olga tries to promote Lima
    Then the request is refused, naming "paths filter"
    When an operator promotes Lima with "force=true"
    And Olga tries to update the primary of Oslo to Lima
    Then the request succeeds
    And the response has a warning that contains "secrets/"
    And the replication status in Oslo has 'given_up.removed_mounts=["secrets/"]'
