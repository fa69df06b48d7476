Feature: A follower has what its lead has

  Background:
    Given Oslo leads, and Lima follows
    And a key-value engine is mounted at "colours" in Oslo

  @REPL-DATA-01
  Scenario: Writes, changes and deletions arrive
    When Ada wrote "blue" to "colours/sky" in Oslo
    Then Ada reads "blue" from "colours/sky" in Lima
    When Ada wrote "grey" to "colours/sky" in Oslo
    Then Ada reads "grey" from "colours/sky" in Lima
    When Ada deletes "colours/sky" in Oslo
    Then nothing is left at "colours/sky" in Lima

  Scenario: A client may write through a follower
    When Ada wrote "green" to "colours/grass" in Lima
    Then Ada reads "green" from "colours/grass" in Lima at once
    And Ada reads "green" from "colours/grass" in Oslo at once
    When Bob with the policy 'path "colours/*" { capabilities = ["read"] }' tries to write "brown" to "colours/grass" in Lima
    Then that is refused as forbidden
    And Ada reads "green" from "colours/grass" in Oslo at once

  @needs-cut
  Scenario: With the lead out of reach a follower reads on and takes no writes
    Given Ada wrote "blue" to "colours/sky" in Oslo
    And Ada reads "blue" from "colours/sky" in Lima
    When the link between Oslo and Lima is cut
    And somebody tries to write "red" to "colours/sky" in Lima
    Then that is refused
    And Ada reads "blue" from "colours/sky" in Lima

  @needs-cut
  Scenario: Who tells a follower that is behind what they have seen is not told what is old
    Given Ada wrote "blue" to "colours/sky" in Oslo
    And Ada reads "blue" from "colours/sky" in Lima
    And the link between Oslo and Lima is cut
    And Ada wrote "red" to "colours/sky" in Oslo and was told the index of it
    When Ada asks for "colours/sky" in Lima with that index
    Then that is refused as not there yet
    And Ada reads "blue" from "colours/sky" in Lima at once
    And Ada reads "red" from "colours/sky" in Oslo with that index at once
    When the link between Oslo and Lima is mended
    Then Ada reads "red" from "colours/sky" in Lima with that index

  Scenario: What was written through a follower is there for who tells the index of it
    Given Ada wrote "green" to "colours/grass" in Lima and was told the index of it
    Then Ada reads "green" from "colours/grass" in Oslo with that index at once
    And Ada reads "green" from "colours/grass" in Lima with that index at once

  @needs-cut
  Scenario: A follower that was away catches up
    Given the link between Oslo and Lima is cut
    And Ada wrote 60 secrets below "colours" in Oslo
    And nothing is at "colours/1" in Lima after a while
    When the link between Oslo and Lima is mended
    Then Ada finds all 60 secrets below "colours" in Lima

  @needs-restart
  Scenario: A follower that was killed goes on where it was
    Given Ada wrote 10 secrets below "colours" in Oslo
    When Lima is killed and started again
    And Ada wrote "blue" to "colours/sky" in Oslo
    Then Ada finds all 10 secrets below "colours" in Lima
    And Ada reads "blue" from "colours/sky" in Lima

  @needs-restart
  Scenario: A lead that was killed is followed again
    Given Ada wrote "blue" to "colours/sky" in Oslo
    When Oslo is killed and started again
    And Ada wrote "red" to "colours/rose" in Oslo
    Then Ada reads "blue" from "colours/sky" in Oslo
    And Ada reads "red" from "colours/rose" in Lima

  Scenario: A right that is taken away on the lead is gone on the follower
    Given Ada wrote "blue" to "colours/sky" in Oslo
    And Bob holds a token of Lima with the policy 'path "colours/*" { capabilities = ["read"] }'
    Then Bob may read "colours/sky" in Lima
    When the policy of Bob in Oslo is 'path "colours/*" { capabilities = ["list"] }'
    Then Bob may no longer read "colours/sky" in Lima

  Scenario: Policies follow, tokens do not
    Given the policy "painter" in Oslo is 'path "colours/*" { capabilities = ["read"] }'
    And Ada holds a token of Oslo
    Then Lima knows the policy "painter"
    And Lima refuses the token that Ada holds
