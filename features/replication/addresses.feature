@needs-replication
Feature: Addresses of the primary
  A secondary dials the cluster address that the primary was enabled or promoted with, and learns what its token stands for at the
  API address in it. An operator can give others.

  Background:
    Given Olga is an operator of Lima

  @REPL-PENABLE-04 @REPL-PENABLE-04:given
  Scenario: A secondary dials the cluster address that its primary was enabled with
    Given Oslo is enabled as a primary with the cluster address of Kyoto
    And an activation token of Oslo for the secondary "lima"
    When Olga tries to enable Lima as a secondary with that token
    # REPL-PENABLE-04
    Then the request is refused, naming the cluster address of Kyoto, or leaves Lima dialling it
    # REPL-PENABLE-04
    And Lima reports no connection, also after a while

  @REPL-PENABLE-04 @REPL-PENABLE-04:configured
  Scenario: Without a cluster address a secondary dials the configured one
    Given Oslo is the primary, and Lima replicates from it
    # REPL-PENABLE-04
    Then Lima dials the cluster address of Oslo

  @REPL-PROMOTE-06 @REPL-PROMOTE-06:given
  Scenario: A secondary dials the cluster address that its primary was promoted with
    Given Oslo is the primary, and Lima and Kyoto replicate from it
    And Oslo is demoted
    And Lima is promoted with the cluster address of Oslo
    When Olga tries to point Kyoto at Lima (update-primary)
    # REPL-PROMOTE-06
    Then Kyoto dials the cluster address of Oslo

  @REPL-PROMOTE-06 @REPL-PROMOTE-06:configured
  Scenario: After a promotion without a cluster address a secondary dials the configured one
    Given Oslo is the primary, and Lima and Kyoto replicate from it
    And Oslo is demoted and Lima is promoted
    When Olga tries to point Kyoto at Lima (update-primary)
    # REPL-PROMOTE-06
    Then Kyoto dials the cluster address of Lima

  @REPL-PROMOTE-06 @REPL-PROMOTE-06:configured @order
  Scenario: An address of an earlier time as the primary does not count after a promotion without one
    Given Oslo is enabled as a primary with the cluster address of Kyoto
    And Oslo is demoted
    When Oslo is promoted
    And Lima is enabled as a secondary of Oslo
    # REPL-PROMOTE-06
    Then Lima dials the cluster address of Oslo

  @REPL-UPDPRIM-02 @REPL-UPDPRIM-05 @order
  @REPL-UPDPRIM-02:addresses @REPL-UPDPRIM-05:sequence @REPL-UPDPRIM-05:responding @REPL-UPDPRIM-05:others
  Scenario: A secondary is given addresses of its primary, and keeps those that respond
    Given Oslo is the primary, and Lima and Kyoto replicate from it
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo and Kyoto who may "create, read, update, delete, list" on "*"
    And an operator writes the secrets engine "own" in Kyoto with "type=kv, local=true"
    And Ada writes "mine" to "own/thing" in Kyoto
    And Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Kyoto
    And Oslo is demoted
    And Lima is promoted with the cluster address of Oslo
    And Olga tries to point Kyoto at Lima (update-primary)
    And Kyoto dials the cluster address of Oslo
    When Kyoto is given the cluster addresses of Oslo and Lima (update_primary_addrs)
    # REPL-UPDPRIM-02
    Then Ada reads "blue" at "colours/sky" in Kyoto
    # REPL-UPDPRIM-02
    And Ada reads "mine" at "own/thing" in Kyoto
    # REPL-UPDPRIM-05
    And Kyoto dials the cluster address of Lima
    # REPL-UPDPRIM-05
    And Kyoto receives a new log entry of Lima
    # REPL-UPDPRIM-02
    And Ada reads "mine" at "own/thing" in Kyoto
    # REPL-UPDPRIM-02
    And Kyoto has not been wiped
    When Kyoto is given the cluster addresses of Lima and Oslo (update_primary_addrs)
    # REPL-UPDPRIM-05
    Then Kyoto dials the cluster address of Lima
    When Olga tries the operation "secondary update-primary" in Kyoto with "update_primary_addrs={the cluster address of Lima}/,{the cluster address of Oslo},{the cluster address of Lima}"
    # REPL-UPDPRIM-05
    Then the request succeeds
    # REPL-UPDPRIM-05
    And the object at "sys/replication/performance/status" in Kyoto has "primary_cluster_addr={the cluster address of Lima}/, known_primary_cluster_addrs={the cluster address of Lima}/,{the cluster address of Lima}"
    When Ada writes "red" to "colours/rose" in Lima
    # REPL-UPDPRIM-05
    Then eventually Ada reads "red" at "colours/rose" in Kyoto

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

  @REPL-SENABLE-06 @REPL-SENABLE-06:override @REPL-SENABLE-06:embedded @order
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

  @REPL-SENABLE-07 @REPL-SENABLE-07:neither @needs-certified-api
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

    @REPL-SENABLE-07:ca-file
    Examples:
      | field   |
      | ca_file |

    @REPL-SENABLE-07:ca-path
    Examples:
      | field   |
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

  @REPL-UPDPRIM-07 @REPL-UPDPRIM-07:neither @needs-certified-api
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

    @REPL-UPDPRIM-07:ca-file
    Examples:
      | field   |
      | ca_file |

    @REPL-UPDPRIM-07:ca-path
    Examples:
      | field   |
      | ca_path |

  @REPL-UPDPRIM-07 @REPL-UPDPRIM-07:override @REPL-UPDPRIM-07:embedded @order
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
    # REPL-UPDPRIM-07
    And Kyoto receives a new log entry of Lima
    # REPL-UPDPRIM-07
    When Oslo is pointed at Lima (update-primary)
    # REPL-UPDPRIM-07
    Then Oslo dials the cluster address of Lima
