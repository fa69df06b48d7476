@needs-replication
Feature: Addresses of the primary
  A secondary dials the cluster address that the primary was enabled or promoted with, and learns what its token stands for at the
  API address in it. An operator can give others.

  Background:
    Given Olga is an operator of Lima

  @REPL-PENABLE-04
  Scenario: A secondary dials the cluster address that its primary was enabled with
    Given Oslo is enabled as a primary with the cluster address of Kyoto
    And an activation token of Oslo for "lima"
    When Olga tries to enable Lima as a secondary with that token
    # REPL-PENABLE-04
    Then Lima dials the cluster address of Kyoto
    # REPL-PENABLE-04
    And Lima reports no connection, also after a while

  @REPL-PENABLE-04
  Scenario: Without a cluster address a secondary dials the configured one
    Given Oslo is the primary, and Lima replicates from it
    # REPL-PENABLE-04
    Then Lima dials the cluster address of Oslo

  @REPL-PROMOTE-06
  Scenario: A secondary dials the cluster address that its primary was promoted with
    Given Oslo is the primary, and Lima and Kyoto replicate from it
    And Oslo is demoted
    And Lima is promoted with the cluster address of Oslo
    When Olga tries to point Kyoto at Lima (update-primary)
    # REPL-PROMOTE-06
    Then Kyoto dials the cluster address of Oslo

  @REPL-PROMOTE-06
  Scenario: After a promotion without a cluster address a secondary dials the configured one
    Given Oslo is the primary, and Lima and Kyoto replicate from it
    And Oslo is demoted and Lima is promoted
    When Olga tries to point Kyoto at Lima (update-primary)
    # REPL-PROMOTE-06
    Then Kyoto dials the cluster address of Lima

  @REPL-UPDPRIM-05
  Scenario: A secondary is given addresses of its primary, and keeps those that respond
    Given Oslo is enabled as a primary with the cluster address of Kyoto
    And an activation token of Oslo for "lima"
    And Olga tries to enable Lima as a secondary with that token
    And Lima dials the cluster address of Kyoto
    When Lima is given the cluster addresses of Kyoto and Oslo (update_primary_addrs)
    # REPL-UPDPRIM-05
    Then Lima dials the cluster address of Oslo
    # REPL-UPDPRIM-05
    And Lima keeps up with Oslo

  @REPL-UPDPRIM-05
  Scenario: Addresses at which no primary responds change nothing
    Given Oslo is the primary, and Lima replicates from it
    When Olga tries to give Lima the cluster address of Kyoto (update_primary_addrs)
    Then the request is refused
    # REPL-UPDPRIM-05
    And Lima dials the cluster address of Oslo
    When Olga tries to give Lima the addresses "nonsense" (update_primary_addrs)
    Then the request is refused, naming "update_primary_addrs"
    And Lima keeps up with Oslo

  @REPL-SENABLE-06 @order
  Scenario: An API address in the request overrides the one in the token
    Given Oslo is enabled as a primary
    And an activation token of Oslo for "lima"
    When Olga tries to enable Lima as a secondary at the API address of Kyoto, with that token
    # REPL-SENABLE-06
    Then the request is refused
    And an unauthenticated client reads that replication is disabled in Lima
    When Olga tries to enable Lima as a secondary at the API address of Oslo, with that token
    # REPL-SENABLE-06
    Then the request succeeds
    # REPL-SENABLE-06
    When Kyoto is enabled as a secondary of Oslo
    Then Kyoto is a secondary
