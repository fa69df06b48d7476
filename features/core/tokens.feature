@needs-replication
Feature: Tokens across clusters
  A service token is valid on the cluster that created it; an orphan batch token is valid on all clusters.

  Background:
    Given Oslo is the primary, and Lima replicates from it

  @OWN-TOKEN-01
  Scenario: A service token is valid on its own cluster only
    Given Bob is a client of Oslo who may "read" on "colours/*"
    And Jane is a client of Lima who may "read" on "colours/*"
    Then Oslo accepts Bob's token of Oslo
    And Lima accepts Jane's token of Lima
    And after a while Oslo refuses Jane's token of Lima
    And Lima refuses Bob's token of Oslo

  @OWN-TOKEN-02
  @needs-move-time
  Scenario: An orphan batch token is valid on every cluster, wherever it was created, until its TTL ends
    Given Bob has a token of Oslo that an operator created with 'type=batch, policies=["default"], no_parent=true, ttl=1h'
    And Jane has a token of Lima that an operator created with 'type=batch, policies=["default"], no_parent=true, ttl=1h'
    Then Oslo accepts Bob's token of Oslo
    And Lima accepts Bob's token of Oslo
    And Oslo accepts Jane's token of Lima
    And Lima accepts Jane's token of Lima
    When 2 hours pass
    Then Lima refuses Bob's token of Oslo
    And Oslo refuses Jane's token of Lima

  @OWN-TOKEN-02
  Scenario: A batch token with a parent is valid only on its parent's cluster, and until its parent is revoked
    Given Ada is a client of Oslo who may "update" on "auth/token/create"
    And Bob has a token of Oslo that Ada created with 'type=batch, policies=["default"]'
    Then Oslo accepts Bob's token of Oslo
    And Lima refuses Bob's token of Oslo
    When an operator revokes Ada's token in Oslo
    Then Oslo refuses Bob's token of Oslo
