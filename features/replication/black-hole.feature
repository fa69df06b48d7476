@needs-replication
Feature: Links that drop messages silently
  A black hole: the connection stays open, and nothing arrives. Heartbeats notice it on both sides.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Olga is an operator of Oslo
    And Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Lima

  @OWN-SILENCE-01
  @needs-black-hole
  Scenario: Primary and secondary report a silent link as disconnected, and the secondary still serves reads
    When the link between Oslo and Lima drops messages silently
    And 30 seconds pass
    Then eventually the status of Oslo shows Lima as disconnected
    And soon Lima is not connected to a primary
    And Ada reads "blue" at "colours/sky" in Lima

  @OWN-SILENCE-02
  @needs-black-hole @order
  Scenario: Writes that a silent link dropped reach the secondary once the link is healed
    When the link between Oslo and Lima drops messages silently
    And Ada writes 20 secrets below "colours" in Oslo
    Then after a while there is no object at "colours/1" in Lima
    When the link between Oslo and Lima is healed
    And an operator writes the secrets engine "progress" in Oslo with "type=kv"
    Then eventually Ada reads 20 secrets below "colours" in Lima
    And eventually Lima has every log entry of Oslo

  @OWN-SILENCE-02
  @needs-black-hole
  Scenario: A forwarded write over a silent link is refused instead of waiting, and the secondary has the old value
    Given Ada writes "green" to "colours/grass" in Lima
    And soon Ada reads "green" at "colours/grass" in Lima
    When the link between Oslo and Lima drops messages silently
    And Ada tries to write the object at "colours/sky" in Lima with "value=red"
    Then the request is refused
    When the link between Oslo and Lima is healed
    Then after a while Ada reads "blue" at "colours/sky" in Lima

  @OWN-SILENCE-03
  @needs-black-hole
  Scenario: While a link is silent, only a promotion with force succeeds
    When the link between Oslo and Lima drops messages silently
    And 30 seconds pass
    And Olga tries to promote Lima
    Then the request is refused
    When an operator promotes Lima with "force=true"
    Then Lima is the primary
    And Ada writes "red" to "colours/rose" in Lima

  @OWN-SILENCE-01
  Scenario: An idle link stays connected for a minute
    Then Oslo and Lima stay connected for 60 seconds
