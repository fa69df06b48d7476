@needs-replication
Feature: Planned failover
  The primary is demoted first, so that its secondaries have all of its writes before one of them is promoted: nothing is lost.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator enables Kyoto as a secondary of Oslo
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Olga is an operator of Oslo

  @REPL-DEMOTE-01 @smoke
  Scenario: A demotion makes the primary a secondary
    When an operator demotes Oslo
    Then Oslo is a secondary

  @REPL-PROMOTE-01
  @REPL-PROMOTE-01:mode @REPL-PROMOTE-01:writes @REPL-PROMOTE-01:secondary-token
  Scenario: A promoted secondary is the primary, creates activation tokens and takes writes
    Given an operator demotes Oslo
    When eventually an operator promotes Lima
    And Olga tries to create an activation token in Lima with "id=oslo"
    Then the activation token is wrapped, and valid for 1800 seconds
    And Lima is the primary
    And Ada can write "green" to "colours/grass" in Lima

  @REPL-DATA-02 @REPL-DATA-02:handover @REPL-STATUS-02 @REPL-STATUS-02:demote @REPL-STATUS-02:promote
  Scenario: After a failover the status of all clusters shows one primary
    When an operator demotes Oslo
    And eventually an operator promotes Lima
    Then Oslo is a secondary
    And Lima is the primary
    And Kyoto is a secondary

  @REPL-PROMOTE-03
  Scenario: The new primary has every write that the earlier one acknowledged
    Given Ada writes 40 secrets below "colours" in Oslo
    When an operator demotes Oslo
    And eventually an operator promotes Lima
    Then eventually Ada reads 40 secrets below "colours" in Lima

  @REPL-DEMOTE-02 @REPL-DEMOTE-02:no-primary
  Scenario: A demoted cluster connects to no primary by itself, and refuses writes
    Given Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Lima
    When an operator demotes Oslo
    And eventually an operator promotes Lima
    And Ada writes "red" to "colours/rose" in Lima
    Then Oslo is a secondary without a primary
    And after a while there is no object at "colours/rose" in Oslo
    And Ada reads "blue" at "colours/sky" in Oslo
    When Ada tries to write the object at "colours/night" in Oslo with "value=black"
    Then the request is refused
    And there is no object at "colours/night" in Oslo

  @REPL-DEMOTE-03 @order
  Scenario: A demoted cluster keeps its cluster ID, also when it replicates from the new primary
    When an operator demotes Oslo
    And eventually an operator promotes Lima
    Then Oslo has kept its cluster ID
    When an operator updates the primary of Oslo to Lima
    Given Ada writes "red" to "colours/rose" in Lima
    And eventually Ada reads "red" at "colours/rose" in Oslo
    Then Oslo has kept its cluster ID

  @REPL-DEMOTE-04 @REPL-DEMOTE-04:data-kept @REPL-DEMOTE-04:follows @order
  Scenario: After update-primary the earlier primary replicates from the new one, and has kept its data
    Given an operator writes the secrets engine "own" in Oslo with "type=kv, local=true"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "own/*"
    And Ada writes "mine" to "own/thing" in Oslo
    And Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Lima
    And eventually Ada reads "blue" at "colours/sky" in Kyoto
    When an operator demotes Oslo
    And eventually an operator promotes Lima
    And Ada writes "red" to "colours/rose" in Lima
    Then eventually Ada reads "blue" at "colours/sky" in Oslo
    When an operator updates the primary of Oslo to Lima
    Then Ada reads "blue" at "colours/sky" in Oslo
    And Ada reads "mine" at "own/thing" in Oslo
    And eventually Ada reads "red" at "colours/rose" in Oslo
    And Ada reads "mine" at "own/thing" in Oslo
    And Oslo accepts Ada's token of Oslo

  @REPL-DEMOTE-02 @needs-restart @order
  @REPL-DEMOTE-02:no-primary @REPL-DEMOTE-02:update-primary
  Scenario: A demoted cluster connects to no primary after a restart either, until update-primary
    Given Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Lima
    And eventually Ada reads "blue" at "colours/sky" in Kyoto
    When an operator demotes Oslo
    Then Oslo is a secondary without a primary
    When eventually an operator promotes Lima
    And Oslo is killed and restarted
    And Ada writes "red" to "colours/rose" in Lima
    Then after a while there is no object at "colours/rose" in Oslo
    And Oslo is a secondary without a primary
    When an operator updates the primary of Oslo to Lima
    Then eventually Ada reads "red" at "colours/rose" in Oslo

  @REPL-DEMOTE-03 @needs-restart
  Scenario: A demoted cluster keeps its cluster ID after a restart
    Given an operator demotes Oslo
    And eventually an operator promotes Lima
    When Oslo is killed and restarted
    Then Oslo has kept its cluster ID

  @REPL-PROMOTE-02 @order
  @REPL-PROMOTE-02:not-without @REPL-PROMOTE-02:new-token
  Scenario: The other secondary replicates from the new primary with a new token, and neither by itself nor with the primary's address
    Given an operator demotes Oslo
    And eventually an operator promotes Lima
    And Ada writes "red" to "colours/rose" in Lima
    Then after a while there is no object at "colours/rose" in Kyoto
    When Olga tries to update the primary of Kyoto with 'update_primary_addrs=["{the cluster address of Lima}"]'
    Then after a while there is no object at "colours/rose" in Kyoto
    When an operator updates the primary of Kyoto to Lima
    Then eventually Ada reads "red" at "colours/rose" in Kyoto

  @REPL-UPDPRIM-01 @REPL-UPDPRIM-01:mode @REPL-UPDPRIM-01:writes
  Scenario: update-primary with a token makes a secondary replicate from another primary, and stay a secondary
    Given an operator demotes Oslo
    And eventually an operator promotes Lima
    And Ada writes "red" to "colours/rose" in Lima
    When an operator updates the primary of Kyoto to Lima
    Then eventually Ada reads "red" at "colours/rose" in Kyoto
    And Kyoto is a secondary

  @REPL-UPDPRIM-02 @REPL-UPDPRIM-02:token
  Scenario: update-primary with a token keeps the data of a secondary
    Given Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Kyoto
    And an operator writes the secrets engine "own" in Kyoto with "type=kv, local=true"
    And Ada is a client of Kyoto who may "create, read, update, delete, list" on "own/*"
    And Ada writes "mine" to "own/thing" in Kyoto
    And an operator demotes Oslo
    And eventually an operator promotes Lima
    And Ada writes "red" to "colours/rose" in Lima
    When an operator updates the primary of Kyoto to Lima
    Then Ada reads "blue" at "colours/sky" in Kyoto
    Given eventually Ada reads "red" at "colours/rose" in Kyoto
    Then Ada reads "blue" at "colours/sky" in Kyoto
    And Ada reads "mine" at "own/thing" in Kyoto
    And Kyoto accepts Ada's token of Kyoto

  @REPL-PROMOTE-04 @REPL-PROMOTE-04:default @needs-partition
  Scenario: A partitioned secondary is not promoted until it can catch up, and then has all writes
    Given the link between Oslo and Lima is partitioned
    And the link between Oslo and Kyoto is partitioned
    And Ada writes 10 secrets below "colours" in Oslo
    When an operator demotes Oslo
    And Olga tries to promote Lima
    Then the request is refused
    And Lima is a secondary
    When the link between Oslo and Lima is healed
    And eventually an operator promotes Lima
    Then eventually Ada reads 10 secrets below "colours" in Lima

  @OWN-PLANNED-01 @order
  Scenario: A failover and a failback lose no write of either primary
    Given Ada writes "blue" to "colours/sky" in Oslo
    And an operator demotes Oslo
    And eventually an operator promotes Lima
    And an operator updates the primary of Oslo to Lima
    When Ada writes "red" to "colours/rose" in Lima
    Then eventually Ada reads "red" at "colours/rose" in Oslo
    When Ada writes "green" to "colours/grass" in Lima
    And an operator demotes Lima
    And eventually an operator promotes Oslo
    And an operator updates the primary of Lima to Oslo
    And Ada writes "white" to "colours/snow" in Oslo
    Then eventually Ada reads "white" at "colours/snow" in Lima
    And Ada reads "white" at "colours/snow" in Oslo
    And eventually Ada reads "red" at "colours/rose" in Lima
    And eventually Ada reads "red" at "colours/rose" in Oslo
    And Ada reads "blue" at "colours/sky" in Oslo
    And Ada reads "green" at "colours/grass" in Oslo
    And Ada reads "blue" at "colours/sky" in Lima
    And Ada reads "green" at "colours/grass" in Lima
