@needs-replication
Feature: Forced failover
  A promotion with force is for a primary that is out of reach. Writes that it has not replicated are lost.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Olga is an operator of Oslo

  @REPL-PROMOTE-04 @REPL-DATA-02
  @REPL-PROMOTE-04:default @REPL-PROMOTE-04:force-false @REPL-DATA-02:promotion
  Scenario: A promotion without force is refused while there is a primary
    When Olga tries to promote Lima
    Then the request is refused
    And Lima is a secondary
    When Olga tries to promote Lima with "force=false"
    Then the request is refused
    And Lima is a secondary
    When an operator promotes Lima with "force=true"
    Then Lima is the primary

  @REPL-PROMOTE-05
  Scenario: A promotion with force succeeds while there is a primary
    When an operator promotes Lima with "force=true"
    Then Lima is the primary

  @REPL-PROMOTE-04 @REPL-PROMOTE-04:default @needs-partition
  Scenario: While the link is partitioned, a promotion without force is refused
    Given Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Lima
    And the link between Oslo and Lima is partitioned
    And Ada writes "red" to "colours/sky" in Oslo
    When Olga tries to promote Lima
    Then the request is refused
    And Lima is a secondary
    When an operator promotes Lima with "force=true"
    Then Lima is the primary

  @REPL-PROMOTE-05 @needs-partition
  Scenario: While the link is partitioned, a promotion with force succeeds
    Given the link between Oslo and Lima is partitioned
    And Ada writes "red" to "colours/sky" in Oslo
    When an operator promotes Lima with "force=true"
    Then Lima is the primary

  @REPL-PROMOTE-03 @needs-partition
  Scenario: A promotion with force keeps what was replicated, and nothing newer
    Given Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Lima
    And the link between Oslo and Lima is partitioned
    And Ada writes "red" to "colours/sky" in Oslo
    When an operator promotes Lima with "force=true"
    Then eventually Ada reads "blue" at "colours/sky" in Lima

  @OWN-FORCED-01
  @needs-partition
  Scenario: A client's read with the index of its own lost write is refused, although others have written since
    Given Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Lima with the index of the write
    And the link between Oslo and Lima is partitioned
    And Ada writes "red" to "colours/sky" in Oslo
    When an operator promotes Lima with "force=true"
    And Olga writes 5 secrets below "colours" in Lima
    And Ada tries to read "colours/sky" in Lima with the index of the write
    Then the request is refused with status 412
    And the request is refused, naming "required index state not present"

  @OWN-FORCED-02
  @needs-partition
  Scenario: The earlier primary gives up writes that only it has
    Given Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Lima
    And the link between Oslo and Lima is partitioned
    And Ada writes "red" to "colours/sky" in Oslo
    And Ada writes "black" to "colours/night" in Oslo
    And Ada reads "black" at "colours/night" in Oslo
    When an operator promotes Lima with "force=true"
    And Ada writes "white" to "colours/snow" in Lima
    And Ada writes 5 secrets below "colours" in Lima
    And the link between Oslo and Lima is healed
    And an operator demotes Oslo
    And an operator updates the primary of Oslo to Lima
    Then eventually Ada reads "white" at "colours/snow" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Oslo
    And there is no object at "colours/night" in Oslo

  @OWN-FORCED-02
  @needs-partition
  Scenario: The earlier primary keeps what was replicated, takes over a new write and loses its own
    Given Ada writes 600 secrets below "colours" in Oslo
    And eventually Ada reads 600 secrets below "colours" in Lima
    And the link between Oslo and Lima is partitioned
    And Ada writes "black" to "colours/night" in Oslo
    And Ada reads "black" at "colours/night" in Oslo
    When an operator promotes Lima with "force=true"
    And Ada writes "white" to "colours/snow" in Lima
    And the link between Oslo and Lima is healed
    And an operator demotes Oslo
    And an operator updates the primary of Oslo to Lima
    Then eventually Ada reads "white" at "colours/snow" in Oslo
    And there is no object at "colours/night" in Oslo
    And eventually Ada reads 600 secrets below "colours" in Oslo
