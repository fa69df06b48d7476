Feature: A link that says nothing is noticed, though nothing breaks
Feature: A link that says nothing is noticed, though nothing breaks

  Background:
    Given Oslo leads, and Lima follows
    And a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    And Ada reads "blue" from "colours/sky" in Lima

  @needs-swallow
  Scenario: Both ends notice that they hear nothing
    When the link between Oslo and Lima swallows everything
    And 30 seconds pass
    Then Oslo sees that Lima is not connected
    And Lima has lost its lead
    And Ada reads "blue" from "colours/sky" in Lima at once

  @needs-swallow
  Scenario: What was swallowed comes when the link is mended
    When the link between Oslo and Lima swallows everything
    And Ada wrote 20 secrets below "colours" in Oslo
    Then nothing is at "colours/1" in Lima after a while
    When the link between Oslo and Lima is mended
    Then Ada finds all 20 secrets below "colours" in Lima
    And Lima keeps up with Oslo

  @needs-swallow
  Scenario: A write through a follower whose lead does not answer fails, and takes no forever
    When the link between Oslo and Lima swallows everything
    And somebody tries to write "red" to "colours/sky" in Lima
    Then that is refused
    When the link between Oslo and Lima is mended
    Then Ada reads "blue" from "colours/sky" in Lima at once

  @needs-swallow
  Scenario: While nothing is heard, only force promotes
    When the link between Oslo and Lima swallows everything
    And 30 seconds pass
    And somebody asks to promote Lima
    Then that is refused
    When Lima is promoted by force
    Then Lima is the primary
    And Ada wrote "red" to "colours/rose" in Lima

  Scenario: A link over which nobody writes holds
    Then Oslo and Lima stay connected for 60 seconds
