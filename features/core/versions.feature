@needs-replication
Feature: kv version 2
  A secret keeps its earlier versions, the same on every cluster.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "plans" in Oslo with "type=kv-v2"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "plans/*"
    And Ada wrote "walls" as version 1 of "plans/house" in Oslo

  @OWN-VERSION-01
  Scenario: Each version can be read on all clusters, wherever it was written
    Given Ada wrote "roof" as version 2 of "plans/house" in Lima
    Then Ada reads "walls" as version 1 of "plans/house" in Lima
    And Ada reads "roof" as version 2 of "plans/house" in Lima
    And Ada reads "roof" as version 2 of "plans/house" in Oslo

  @OWN-VERSION-02
  Scenario: A deleted version can be undeleted, a destroyed one cannot
    Given Ada wrote "roof" as version 2 of "plans/house" in Oslo
    When version 1 of "plans/house" is deleted in Lima
    Then version 1 of "plans/house" cannot be read in Oslo
    And version 1 of "plans/house" cannot be read in Lima
    And Ada reads "roof" as version 2 of "plans/house" in Lima
    When version 1 of "plans/house" is undeleted in Oslo
    Then Ada reads "walls" as version 1 of "plans/house" in Lima
    When version 1 of "plans/house" is destroyed in Oslo
    And version 1 of "plans/house" is undeleted in Oslo
    Then version 1 of "plans/house" cannot be read in Oslo
    And version 1 of "plans/house" cannot be read in Lima
    And Ada reads "roof" as version 2 of "plans/house" in Lima

  @OWN-VERSION-03
  Scenario: A write with check-and-set overwrites only the version that it names
    Given Ada wrote "roof" as version 2 of "plans/house" in Oslo
    When Ada tries to write "cellar" to "plans/house" in Lima with check-and-set 1
    Then the request is refused
    When Ada tries to write "cellar" to "plans/house" in Lima with check-and-set 2
    Then the request succeeds
    And Ada reads "cellar" as version 3 of "plans/house" in Oslo
    And Ada reads "roof" as version 2 of "plans/house" in Oslo

  @OWN-VERSION-01
  Scenario: Versions go on after a failover
    When an operator demotes Oslo
    And eventually an operator promotes Lima
    And Ada wrote "roof" as version 2 of "plans/house" in Lima
    And an operator updates the primary of Oslo to Lima
    Then Ada reads "walls" as version 1 of "plans/house" in Oslo
    And Ada reads "roof" as version 2 of "plans/house" in Oslo
