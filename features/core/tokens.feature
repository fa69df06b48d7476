Feature: A token holds where it was made; a batch token without a parent holds on all clusters

  Background:
    Given Oslo leads, and Lima follows

  Scenario: A service token is a stranger on the other cluster
    Given Bob holds a token of Oslo
    Then Oslo accepts the token that Bob holds
    And Lima refuses the token that Bob holds

  @needs-move-time
  Scenario: A batch token without a parent holds on every cluster, wherever it was made
    Given Bob holds a batch token of Oslo without a parent
    And Jane holds a batch token of Lima without a parent
    Then Oslo accepts the token that Bob holds
    And Lima accepts the token that Bob holds
    And Oslo accepts the token that Jane holds
    And Lima accepts the token that Jane holds
    When 2 hours pass
    Then Lima refuses the token that Bob holds
    And Oslo refuses the token that Jane holds

  Scenario: A batch token with a parent holds where its parent is, and as long
    Given Ada holds a token of Oslo with the policy 'path "auth/token/create" { capabilities = ["update"] }'
    And Bob holds a batch token of Oslo that Ada made
    Then Oslo accepts the token that Bob holds
    And Lima refuses the token that Bob holds
    When the token that Ada holds is revoked in Oslo
    Then Oslo refuses the token that Bob holds
