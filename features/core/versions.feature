@needs-replication
Feature: kv version 2
  A secret keeps its earlier versions, the same on every cluster.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "plans" in Oslo with "type=kv-v2"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "plans/*"
    And Ada writes the object at "plans/data/house" in Oslo with 'data={"value":"walls"}'

  @OWN-VERSION-01
  Scenario: Each version can be read on all clusters, wherever it was written
    Given Ada writes the object at "plans/data/house" in Lima with 'data={"value":"roof"}'
    Then eventually the object at "plans/data/house?version=1" in Lima has 'data={"value":"walls"}'
    And eventually the object at "plans/data/house?version=2" in Lima has 'data={"value":"roof"}'
    And eventually the object at "plans/data/house?version=2" in Oslo has 'data={"value":"roof"}'
    And the object at "plans/data/house?version=1" in Oslo has 'data={"value":"walls"}'

  @OWN-VERSION-02
  @order
  Scenario: A deleted version can be undeleted, a destroyed one cannot
    Given Ada writes the object at "plans/data/house" in Oslo with 'data={"value":"roof"}'
    And eventually the object at "plans/data/house?version=1" in Lima has 'data={"value":"walls"}'
    When an operator writes the object at "plans/delete/house" in Lima with "versions=[1]"
    Then eventually there is no object at "plans/data/house?version=1" in Oslo
    And eventually there is no object at "plans/data/house?version=1" in Lima
    And eventually the object at "plans/data/house?version=2" in Lima has 'data={"value":"roof"}'
    When an operator writes the object at "plans/undelete/house" in Oslo with "versions=[1]"
    Then eventually the object at "plans/data/house?version=1" in Lima has 'data={"value":"walls"}'
    When an operator writes the object at "plans/destroy/house" in Oslo with "versions=[1]"
    And an operator writes the object at "plans/undelete/house" in Oslo with "versions=[1]"
    Then eventually there is no object at "plans/data/house?version=1" in Oslo
    And eventually there is no object at "plans/data/house?version=1" in Lima
    And eventually the object at "plans/data/house?version=2" in Lima has 'data={"value":"roof"}'

  @OWN-VERSION-03
  Scenario: A write with check-and-set overwrites only the version that it names
    Given Ada writes the object at "plans/data/house" in Oslo with 'data={"value":"roof"}'
    When Ada tries to write the object at "plans/data/house" in Lima with 'data={"value":"cellar"}, options={"cas":1}'
    Then the request is refused
    When Ada tries to write the object at "plans/data/house" in Lima with 'data={"value":"cellar"}, options={"cas":2}'
    Then the request succeeds
    And eventually the object at "plans/data/house?version=3" in Oslo has 'data={"value":"cellar"}'
    And eventually the object at "plans/data/house?version=2" in Oslo has 'data={"value":"roof"}'

  @OWN-VERSION-01
  Scenario: After a failover earlier versions can be read, and a write creates the next version
    When an operator demotes Oslo
    And eventually an operator promotes Lima
    And Ada writes the object at "plans/data/house" in Lima with 'data={"value":"roof"}'
    And an operator updates the primary of Oslo to Lima
    Then eventually the object at "plans/data/house?version=1" in Oslo has 'data={"value":"walls"}'
    And eventually the object at "plans/data/house?version=2" in Oslo has 'data={"value":"roof"}'
    And the object at "plans/data/house?version=1" in Lima has 'data={"value":"walls"}'
