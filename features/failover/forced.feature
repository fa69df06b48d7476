Feature: A forced promotion is for when the lead cannot be asked

  Background:
    Given Oslo leads, and Lima follows
    And a key-value engine is mounted at "colours" in Oslo

  @REPL-PROMOTE-04 @REPL-DATA-02
  Scenario: While the lead leads, promotion is refused
    When somebody asks to promote Lima
    Then that is refused
    # REPL-PROMOTE-04, REPL-DATA-02
    And Lima is a secondary
    When somebody asks to promote Lima with force "false"
    Then that is refused
    And Lima is a secondary

  @REPL-PROMOTE-03 @REPL-PROMOTE-04 @REPL-PROMOTE-05 @needs-cut
  Scenario: With the link cut, only force promotes, and what had not arrived is lost
    Given Ada wrote "blue" to "colours/sky" in Oslo
    And Ada reads "blue" from "colours/sky" in Lima
    And the link between Oslo and Lima is cut
    And Ada wrote "red" to "colours/sky" in Oslo
    When somebody asks to promote Lima
    # REPL-PROMOTE-04
    Then that is refused
    # REPL-PROMOTE-05
    When Lima is promoted by force
    # REPL-PROMOTE-05
    Then Lima is the primary
    # REPL-PROMOTE-03
    And Ada reads "blue" from "colours/sky" in Lima

  @needs-cut
  Scenario: Who saw what a forced promotion lost is not told that it is there
    Given Ada wrote "blue" to "colours/sky" in Oslo
    And Ada reads "blue" from "colours/sky" in Lima
    And the link between Oslo and Lima is cut
    And Ada wrote "red" to "colours/sky" in Oslo and was told the index of it
    When Lima is promoted by force
    And Ada wrote 5 secrets below "colours" in Lima
    And Ada asks for "colours/sky" in Lima with that index
    Then that is refused as not there yet

  @needs-cut
  Scenario: The old lead gives up the writes that nobody else has
    Given Ada wrote "blue" to "colours/sky" in Oslo
    And Ada reads "blue" from "colours/sky" in Lima
    And the link between Oslo and Lima is cut
    And Ada wrote "red" to "colours/sky" in Oslo
    And Ada wrote "black" to "colours/night" in Oslo
    When Lima is promoted by force
    And Ada wrote "white" to "colours/snow" in Lima
    And Ada wrote 5 secrets below "colours" in Lima
    And the link between Oslo and Lima is mended
    And Oslo is demoted
    And Oslo is told to follow Lima
    Then Ada reads "white" from "colours/snow" in Oslo
    And Ada reads "blue" from "colours/sky" in Oslo
    And nothing is at "colours/night" in Oslo

  @needs-cut
  Scenario: The old lead takes over all that the new one has, however much
    Given Ada wrote 600 secrets below "colours" in Oslo
    And Ada finds all 600 secrets below "colours" in Lima
    And the link between Oslo and Lima is cut
    And Ada wrote "black" to "colours/night" in Oslo
    When Lima is promoted by force
    And Ada wrote "white" to "colours/snow" in Lima
    And the link between Oslo and Lima is mended
    And Oslo is demoted
    And Oslo is told to follow Lima
    Then Ada reads "white" from "colours/snow" in Oslo
    And nothing is at "colours/night" in Oslo
    And Ada finds all 600 secrets below "colours" in Oslo
