Feature: A secret keeps its versions, on every cluster the same

  Background:
    Given Oslo leads, and Lima follows
    And a versioned key-value engine is mounted at "plans" in Oslo
    And Ada wrote "walls" as version 1 of "plans/house" in Oslo

  Scenario: Every version can be read, wherever it was written
    Given Ada wrote "roof" as version 2 of "plans/house" in Lima
    Then Ada reads "walls" as version 1 of "plans/house" in Lima
    And Ada reads "roof" as version 2 of "plans/house" in Lima
    And Ada reads "roof" as version 2 of "plans/house" in Oslo

  Scenario: What is deleted can be brought back, what is destroyed cannot
    Given Ada wrote "roof" as version 2 of "plans/house" in Oslo
    When version 1 of "plans/house" is deleted in Lima
    Then version 1 of "plans/house" is not to be read in Oslo
    And version 1 of "plans/house" is not to be read in Lima
    And Ada reads "roof" as version 2 of "plans/house" in Lima
    When version 1 of "plans/house" is undeleted in Oslo
    Then Ada reads "walls" as version 1 of "plans/house" in Lima
    When version 1 of "plans/house" is destroyed in Oslo
    And version 1 of "plans/house" is undeleted in Oslo
    Then version 1 of "plans/house" is not to be read in Oslo
    And version 1 of "plans/house" is not to be read in Lima
    And Ada reads "roof" as version 2 of "plans/house" in Lima

  Scenario: Who says over which version they write does not overwrite another
    Given Ada wrote "roof" as version 2 of "plans/house" in Oslo
    When somebody tries to write "cellar" over version 1 of "plans/house" in Lima
    Then that is refused
    When somebody tries to write "cellar" over version 2 of "plans/house" in Lima
    Then that succeeds
    And Ada reads "cellar" as version 3 of "plans/house" in Oslo
    And Ada reads "roof" as version 2 of "plans/house" in Oslo

  Scenario: After a failover the versions go on where they were
    When Oslo is demoted and Lima is promoted
    And Ada wrote "roof" as version 2 of "plans/house" in Lima
    And Oslo is told to follow Lima
    Then Ada reads "walls" as version 1 of "plans/house" in Oslo
    And Ada reads "roof" as version 2 of "plans/house" in Oslo
