@needs-replication
Feature: Addresses of the primary
  A secondary dials the cluster address that the primary was enabled or promoted with, and learns what its token stands for at the
  API address in it. An operator can give others.

  Background:
    Given Olga is an operator of Lima

  @REPL-PENABLE-04
  Scenario: A secondary dials the cluster address that its primary was enabled with
    Given Oslo is enabled as a primary with the cluster address of Kyoto
    And an activation token of Oslo for the secondary "lima"
    When Olga tries to enable Lima as a secondary with that token
    # REPL-PENABLE-04
    Then the request is refused, naming the cluster address of Kyoto, or leaves Lima dialling it
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

  @REPL-PROMOTE-06 @order
  Scenario: An address of an earlier time as the primary does not count after a promotion without one
    Given Oslo is enabled as a primary with the cluster address of Kyoto
    And Oslo is demoted
    When Oslo is promoted
    And Lima is enabled as a secondary of Oslo
    # REPL-PROMOTE-06
    Then Lima dials the cluster address of Oslo

  @REPL-UPDPRIM-05 @order
  Scenario: A secondary is given addresses of its primary, and keeps those that respond
    Given Oslo is the primary, and Lima and Kyoto replicate from it
    And Oslo is demoted
    And Lima is promoted with the cluster address of Oslo
    And Olga tries to point Kyoto at Lima (update-primary)
    And Kyoto dials the cluster address of Oslo
    When Kyoto is given the cluster addresses of Oslo and Lima (update_primary_addrs)
    # REPL-UPDPRIM-05
    Then Kyoto dials the cluster address of Lima
    # REPL-UPDPRIM-05
    And Kyoto receives a new log entry of Lima
    When Kyoto is given the cluster addresses of Lima and Oslo (update_primary_addrs)
    # REPL-UPDPRIM-05
    Then Kyoto dials the cluster address of Lima

  @REPL-UPDPRIM-05
  Scenario: Addresses at which no primary responds change nothing
    Given Oslo is the primary, and Lima replicates from it
    When Olga tries to give Lima the cluster address of Kyoto (update_primary_addrs)
    Then the request is refused
    # REPL-UPDPRIM-05
    And Lima dials the cluster address of Oslo
    When Olga tries to give Lima the addresses "nonsense" (update_primary_addrs)
    Then the request is refused
    And Lima receives a new log entry of Oslo

  @REPL-SENABLE-06 @order
  Scenario: An API address in the request overrides the one in the token
    Given Oslo is enabled as a primary
    And an activation token of Oslo for the secondary "lima"
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

  @REPL-SENABLE-07 @needs-certified-api
  Scenario Outline: A token is unwrapped at an API that an authority in <field> vouches for, and at no other
    Given Oslo is enabled as a primary
    And an activation token of Oslo for the secondary "lima"
    When Olga tries to enable Lima as a secondary at the API of Oslo behind a private authority, with that token and no ca_file and no ca_path
    # REPL-SENABLE-07
    Then the request is refused
    When Olga tries to enable Lima as a secondary at the API of Oslo behind a private authority, with that token and <field> with another authority
    # REPL-SENABLE-07
    Then the request is refused
    And an unauthenticated client reads that replication is disabled in Lima
    When Olga tries to enable Lima as a secondary at the API of Oslo behind a private authority, with that token and <field> with its authority
    # REPL-SENABLE-07
    Then the request succeeds
    # REPL-SENABLE-07
    And Lima receives a new log entry of Oslo

    Examples:
      | field   |
      | ca_file |
      | ca_path |

  @OWN-ADDRESS-01
  @needs-certified-api
  Scenario: A ca_file that is not there leaves a cluster as it is
    Given Oslo is enabled as a primary
    And an activation token of Oslo for the secondary "lima"
    When Olga tries to enable Lima as a secondary at the API of Oslo behind a private authority, with that token and ca_file that is not there
    Then the request is refused, naming "ca_file"
    And an unauthenticated client reads that replication is disabled in Lima
    When Olga tries to enable Lima as a secondary at the API of Oslo behind a private authority, with that token and ca_file with its authority
    Then the request succeeds

  @REPL-UPDPRIM-07 @needs-certified-api
  Scenario Outline: Another primary's token is unwrapped at an API that an authority in <field> vouches for, and at no other
    Given Oslo is the primary, and Lima and Kyoto replicate from it
    And Olga is an operator of Kyoto
    And Oslo is demoted and Lima is promoted
    And an activation token of Lima for the secondary "kyoto"
    When Olga tries to point Kyoto (update-primary) at the API of Lima behind a private authority, with that token and no ca_file and no ca_path
    # REPL-UPDPRIM-07
    Then the request is refused
    When Olga tries to point Kyoto (update-primary) at the API of Lima behind a private authority, with that token and <field> with another authority
    # REPL-UPDPRIM-07
    Then the request is refused
    And Kyoto dials the cluster address of Oslo
    When Olga tries to point Kyoto (update-primary) at the API of Lima behind a private authority, with that token and <field> with its authority
    # REPL-UPDPRIM-07
    Then the request succeeds
    # REPL-UPDPRIM-07
    And Kyoto receives a new log entry of Lima

    Examples:
      | field   |
      | ca_file |
      | ca_path |

  @REPL-UPDPRIM-07
  Scenario: An API address in update-primary overrides the one in the token
    Given Oslo is the primary, and Lima and Kyoto replicate from it
    And Olga is an operator of Kyoto
    And Oslo is demoted and Lima is promoted
    And an activation token of Lima for the secondary "kyoto"
    When Olga tries to point Kyoto (update-primary) at the API address of Oslo, with that token
    # REPL-UPDPRIM-07
    Then the request is refused
    When Olga tries to point Kyoto (update-primary) at the API address of Lima, with that token
    # REPL-UPDPRIM-07
    Then the request succeeds
    And Kyoto receives a new log entry of Lima
