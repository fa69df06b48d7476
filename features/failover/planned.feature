Feature: A planned failover loses nothing
  The lead is demoted first, so that its followers have all of its writes before one of them is promoted.

  Background:
    Given Oslo leads, and Lima and Kyoto follow
    And a key-value engine is mounted at "colours" in Oslo

  @REPL-DEMOTE-01 @REPL-PROMOTE-01 @REPL-PROMOTE-03 @REPL-DATA-02 @REPL-STATUS-02
  Scenario: The new lead has everything that the old one acknowledged
    Given Ada wrote 40 secrets below "colours" in Oslo
    # REPL-DEMOTE-01, REPL-PROMOTE-01
    When Oslo is demoted and Lima is promoted
    # REPL-DEMOTE-01, REPL-STATUS-02
    Then Oslo is a secondary
    # REPL-PROMOTE-01, REPL-STATUS-02
    And Lima is the primary
    # REPL-STATUS-02
    And Kyoto is a secondary
    # REPL-PROMOTE-03, REPL-DATA-02
    And Ada finds all 40 secrets below "colours" in Lima
    # REPL-PROMOTE-01
    And Ada can write "green" to "colours/grass" in Lima
    # REPL-PROMOTE-01
    When somebody asks Lima for an activation token for "oslo"
    # REPL-PROMOTE-01
    Then it is wrapped and good for 1800 seconds

  @REPL-DEMOTE-02 @REPL-DEMOTE-03 @REPL-DEMOTE-04
  Scenario: The old lead comes back without a wipe
    Given Ada wrote "blue" to "colours/sky" in Oslo
    And Ada holds a token of Oslo
    When Oslo is demoted and Lima is promoted
    And Ada wrote "red" to "colours/rose" in Lima
    # REPL-DEMOTE-03
    Then Oslo has kept its cluster ID
    # REPL-DEMOTE-02
    And Oslo follows nobody
    And Ada reads "blue" from "colours/sky" in Oslo
    # REPL-DEMOTE-02
    And nothing is at "colours/rose" in Oslo after a while
    When somebody tries to write "black" to "colours/night" in Oslo
    Then that is refused
    And nothing is at "colours/night" in Oslo
    # REPL-DEMOTE-04
    When Oslo is told to follow Lima
    # REPL-DEMOTE-04
    Then Ada reads "blue" from "colours/sky" in Oslo at once
    # REPL-DEMOTE-04
    And Ada reads "red" from "colours/rose" in Oslo
    # REPL-DEMOTE-03
    And Oslo has kept its cluster ID
    # REPL-DEMOTE-04
    And Oslo has not been wiped

  @REPL-PROMOTE-02 @REPL-UPDPRIM-01 @REPL-UPDPRIM-02
  Scenario: The second follower needs a new token to follow the new lead
    Given Ada wrote "blue" to "colours/sky" in Oslo
    And Ada reads "blue" from "colours/sky" in Kyoto
    And a key-value engine for Kyoto alone is mounted at "own" in Kyoto
    And Ada wrote "mine" to "own/thing" in Kyoto
    And Ada holds a token of Kyoto
    And Oslo is demoted and Lima is promoted
    And Ada wrote "red" to "colours/rose" in Lima
    # REPL-PROMOTE-02
    Then nothing is at "colours/rose" in Kyoto after a while
    # REPL-UPDPRIM-01
    When Kyoto is told to follow Lima
    # REPL-UPDPRIM-02
    Then Ada reads "blue" from "colours/sky" in Kyoto at once
    # REPL-PROMOTE-02, REPL-UPDPRIM-01
    And Ada reads "red" from "colours/rose" in Kyoto
    # REPL-UPDPRIM-02
    And Ada reads "blue" from "colours/sky" in Kyoto at once
    # REPL-UPDPRIM-02
    And Ada reads "mine" from "own/thing" in Kyoto at once
    # REPL-UPDPRIM-01
    And Kyoto is a secondary
    # REPL-UPDPRIM-02
    And Kyoto has not been wiped

  @REPL-PROMOTE-04 @needs-cut
  Scenario: A follower that was out of reach gets all before it is promoted
    Given the link between Oslo and Lima is cut
    And the link between Oslo and Kyoto is cut
    And Ada wrote 10 secrets below "colours" in Oslo
    When Oslo is demoted
    And somebody asks to promote Lima
    Then that is refused
    When the link between Oslo and Lima is mended
    And Lima is promoted as soon as it has caught up
    Then Ada finds all 10 secrets below "colours" in Lima

  Scenario: There and back again
    When Oslo is demoted and Lima is promoted
    And Oslo is told to follow Lima
    And Ada wrote "red" to "colours/rose" in Lima
    And Ada reads "red" from "colours/rose" in Oslo
    And Lima is demoted and Oslo is promoted
    And Lima is told to follow Oslo
    And Ada wrote "white" to "colours/snow" in Oslo
    Then Ada reads "white" from "colours/snow" in Lima
    And Ada reads "red" from "colours/rose" in Oslo
