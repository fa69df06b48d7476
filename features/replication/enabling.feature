@needs-replication
Feature: Primary enable and secondary enable

  @REPL-STATUS-01 @REPL-STATUS-02 @REPL-STATUS-03 @REPL-PENABLE-01 @REPL-SENABLE-01 @needs-fresh
  @REPL-STATUS-01:no-token @REPL-STATUS-01:invalid-token
  @REPL-STATUS-01:disabled @REPL-STATUS-01:primary @REPL-STATUS-01:secondary
  @REPL-STATUS-02:fresh @REPL-STATUS-02:primary-enable @REPL-STATUS-02:secondary-enable
  @REPL-STATUS-03:primary @REPL-STATUS-03:secondary @REPL-STATUS-03:different
  @REPL-SENABLE-01:mode @REPL-SENABLE-01:data
  Scenario: The status of replication is public
    # REPL-STATUS-01, REPL-STATUS-02
    Then an unauthenticated client reads that replication is disabled in Oslo
    # REPL-PENABLE-01, REPL-STATUS-01, REPL-STATUS-02
    When Oslo is enabled as a primary
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    # REPL-SENABLE-01, REPL-STATUS-01
    And Lima is enabled as a secondary of Oslo
    # REPL-PENABLE-01, REPL-STATUS-01, REPL-STATUS-02, REPL-STATUS-03
    Then an unauthenticated client reads that Oslo is a primary with the secondary Lima
    # REPL-SENABLE-01, REPL-STATUS-01, REPL-STATUS-02, REPL-STATUS-03
    And an unauthenticated client reads that Lima is a secondary of Oslo
    # REPL-SENABLE-01
    And eventually Ada reads "blue" at "colours/sky" in Lima
    # REPL-STATUS-03
    And Lima receives a new log entry of Oslo

  @REPL-EDITION-01 @REPL-EDITION-01:operations @REPL-EDITION-01:no-state
  @needs-fresh @needs-restart @needs-edition
  Scenario: Only the enterprise edition has replication
    Given Oslo is started again as the community edition
    Then Oslo refuses each operation of performance replication
    And an unauthenticated client reads that replication is disabled in Oslo
    When Oslo is started again as the enterprise edition
    And Oslo is enabled as a primary
    Then Oslo is the primary

  @REPL-SENABLE-02 @needs-fresh
  @REPL-SENABLE-02:mounts @REPL-SENABLE-02:policies @REPL-SENABLE-02:tokens
  Scenario: Secondary enable wipes all that the cluster had
    Given Oslo is enabled as a primary
    And an operator writes the secrets engine "own" in Lima with "type=kv"
    And Ada is a client of Lima who may "create, read, update, delete, list" on "own/*"
    And an operator writes the secrets engine "alone" in Lima with "type=kv, local=true"
    And Ada writes "mine" to "own/thing" in Lima
    And the policy "painter" in Lima grants "read" on "own/*"
    And an operator writes the auth method "people" in Lima with "type=userpass"
    And Jane is a user of "people" in Lima
    When Lima is enabled as a secondary of Oslo
    Then eventually there is no secrets engine "own" in Lima
    And Lima has no auth method at "people", and no login there succeeds
    And eventually there is no secrets engine "alone" in Lima
    And there is no policy "painter" in Lima
    And Lima refuses Ada's token of Lima

  @OWN-ENABLE-01 @needs-partition @needs-fresh
  Scenario: Secondary enable with a primary out of reach changes nothing
    Given Oslo is enabled as a primary
    And an operator writes the secrets engine "own" in Lima with "type=kv"
    And Ada is a client of Lima who may "create, read, update, delete, list" on "own/*"
    And Ada writes "mine" to "own/thing" in Lima
    And Olga is an operator of Oslo
    And Lima generates a public key
    And an activation token of Oslo for the secondary "lima", encrypted to the public key of Lima
    And the link between Oslo and Lima is partitioned
    When Olga tries to enable Lima as a secondary with that token
    Then the request is refused, naming "cluster address"
    And an unauthenticated client reads that replication is disabled in Lima
    And eventually Ada reads "mine" at "own/thing" in Lima

  Scenario Outline: Secondary enable with <what> changes nothing
    Given Oslo is enabled as a primary
    And an operator writes the secrets engine "own" in Lima with "type=kv"
    And Ada is a client of Lima who may "create, read, update, delete, list" on "own/*"
    And Ada writes "mine" to "own/thing" in Lima
    And Olga is an operator of Oslo
    When Olga tries to enable Lima as a secondary with <what>
    Then the request is refused
    And an unauthenticated client reads that replication is disabled in Lima
    And eventually Ada reads "mine" at "own/thing" in Lima

    @REPL-SENABLE-03 @REPL-SENABLE-03:missing
    Examples:
      | what           |
      | no token       |

    @REPL-SENABLE-03 @REPL-SENABLE-03:empty
    Examples:
      | what           |
      | an empty token |

    @REPL-SENABLE-04 @REPL-SENABLE-04:altered
    Examples:
      | what                      |
      | an altered token of Oslo  |

    @REPL-SENABLE-04 @REPL-SENABLE-04:truncated
    Examples:
      | what                      |
      | a truncated token of Oslo |

    @REPL-SENABLE-04 @REPL-SENABLE-04:made-up
    Examples:
      | what                      |
      | a made-up token           |

  @CORE-ATOMIC-01
  Scenario Outline: An operation that does not suit the role of a cluster is refused: <operation>, <cluster>
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Lima
    And Olga is an operator of Oslo
    When Olga tries the operation "<operation>" in <cluster> with "<with>"
    Then the request is refused
    # CORE-ATOMIC-01
    And the refused requests have changed nothing
    And Ada reads "blue" at "colours/sky" in Lima
    And Lima accepts Ada's token of Lima
    And Lima receives a new log entry of Oslo

    @REPL-PENABLE-02
    Examples:
      | cluster | operation        | with |
      | Lima    | primary enable |      |
      | Lima    | primary enable | primary_cluster_addr=wss://x:8201 |

    @REPL-PENABLE-03
    Examples:
      | cluster | operation        | with |
      | Oslo    | primary enable |      |
      | Oslo    | primary enable | primary_cluster_addr=wss://x:8201 |

    @REPL-DEMOTE-05 @REPL-DEMOTE-05:secondary
    Examples:
      | cluster | operation      | with |
      | Lima    | primary demote |      |

    @REPL-DEMOTE-05 @REPL-DEMOTE-05:disabled
    Examples:
      | cluster | operation      | with |
      | Kyoto   | primary demote |      |

    @REPL-PROMOTE-07 @REPL-PROMOTE-07:primary
    Examples:
      | cluster | operation         | with                              |
      | Oslo    | secondary promote |                                   |
      | Oslo    | secondary promote | force=true                        |
      | Oslo    | secondary promote | primary_cluster_addr=wss://x:8201 |

    @REPL-PROMOTE-07 @REPL-PROMOTE-07:disabled
    Examples:
      | cluster | operation         | with       |
      | Kyoto   | secondary promote |            |
      | Kyoto   | secondary promote | force=true |

    @REPL-SDISABLE-05 @REPL-SDISABLE-05:primary-disable
    Examples:
      | cluster | operation       | with |
      | Lima    | primary disable |      |

    @REPL-SDISABLE-05 @REPL-SDISABLE-05:secondary-disable
    Examples:
      | cluster | operation         | with |
      | Oslo    | secondary disable |      |

    @REPL-TOKEN-07 @REPL-TOKEN-07:secondary
    Examples:
      | cluster | operation               | with         |
      | Lima    | primary secondary-token | id=x         |
      | Lima    | primary secondary-token | id=x, ttl=5m |

    @REPL-TOKEN-07 @REPL-TOKEN-07:disabled
    Examples:
      | cluster | operation               | with |
      | Kyoto   | primary secondary-token | id=x |

    @REPL-SENABLE-05 @REPL-SENABLE-05:primary
    Examples:
      | cluster | operation        | with                     |
      | Oslo    | secondary enable | token=a good one of Oslo |

    @REPL-SENABLE-05 @REPL-SENABLE-05:secondary
    Examples:
      | cluster | operation        | with                     |
      | Lima    | secondary enable | token=a good one of Oslo |

    @REPL-UPDPRIM-04
    Examples:
      | cluster | operation                  | with                                               |
      | Lima    | secondary update-primary | token=a good one of Oslo, update_primary_addrs=wss://x:8201 |
      | Lima    | secondary update-primary | update_primary_addrs=wss://x:8201,wss://y:8201, token=a good one of Oslo |
      | Lima    | secondary update-primary | token=a good one of Oslo, update_primary_addrs={the cluster address of Oslo} |
      | Lima    | secondary update-primary | token=made-up, update_primary_addrs={the cluster address of Oslo} |

    @REPL-UPDPRIM-06
    Examples:
      | cluster | operation                  | with |
      | Lima    | secondary update-primary |      |
      | Lima    | secondary update-primary | update_primary_addrs= |
      | Lima    | secondary update-primary | primary_api_addr=http://x:8200 |

    @REPL-UPDPRIM-08 @REPL-UPDPRIM-08:primary
    Examples:
      | cluster | operation                | with                              |
      | Oslo    | secondary update-primary | token=a good one of Oslo          |
      | Oslo    | secondary update-primary | token=                            |
      | Oslo    | secondary update-primary | update_primary_addrs=wss://x:8201 |

    @REPL-UPDPRIM-08 @REPL-UPDPRIM-08:disabled
    Examples:
      | cluster | operation                | with                              |
      | Kyoto   | secondary update-primary | token=a good one of Oslo          |
      | Kyoto   | secondary update-primary | token=                            |
      | Kyoto   | secondary update-primary | update_primary_addrs=wss://x:8201 |

    @REPL-REVOKE-04
    Examples:
      | cluster | operation                  | with |
      | Oslo    | primary revoke-secondary |      |
      | Oslo    | primary revoke-secondary | id=  |

  Scenario Outline: An operation that does not suit a demoted cluster is refused: <operation>
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And Oslo is demoted
    When Olga tries the operation "<operation>" in Oslo with "<with>"
    Then the request is refused
    And the refused requests have changed nothing
    And Oslo is a secondary

    @REPL-PENABLE-02
    Examples:
      | operation      | with                              |
      | primary enable |                                   |
      | primary enable | primary_cluster_addr=wss://x:8201 |

    @REPL-DEMOTE-05
    Examples:
      | operation      | with |
      | primary demote |      |

    @REPL-TOKEN-07
    Examples:
      | operation               | with |
      | primary secondary-token | id=x |

    @REPL-SDISABLE-05
    Examples:
      | operation       | with |
      | primary disable |      |
