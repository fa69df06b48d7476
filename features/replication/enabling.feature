@needs-replication
Feature: Primary enable and secondary enable

  @REPL-STATUS-01 @needs-fresh
  @REPL-STATUS-01:no-token @REPL-STATUS-01:invalid-token
  @REPL-STATUS-01:disabled @REPL-STATUS-01:primary @REPL-STATUS-01:secondary
  Scenario: The status of replication is public
    Then an unauthenticated client reads that Oslo is neither primary nor secondary
    And a client with a made-up token reads that Oslo is neither primary nor secondary
    When an operator enables Oslo as a primary
    And an operator enables Lima as a secondary of Oslo
    Then an unauthenticated client reads that Oslo is a primary with the secondary Lima
    And a client with a made-up token reads that Oslo is a primary with the secondary Lima
    And an unauthenticated client reads that Lima is a secondary of Oslo
    And a client with a made-up token reads that Lima is a secondary of Oslo

  @REPL-STATUS-02 @REPL-STATUS-02:fresh @needs-fresh
  Scenario: A fresh cluster reports that replication is disabled
    Then an unauthenticated client reads that Oslo is neither primary nor secondary

  @REPL-PENABLE-01 @REPL-STATUS-02 @REPL-STATUS-02:primary-enable @needs-fresh
  Scenario: Primary enable makes a cluster a primary
    When an operator enables Oslo as a primary
    Then an unauthenticated client reads that Oslo is the primary

  @REPL-SENABLE-01 @REPL-SENABLE-01:mode @REPL-STATUS-02 @REPL-STATUS-02:secondary-enable @needs-fresh
  Scenario: Secondary enable makes a cluster a secondary
    Given an operator enables Oslo as a primary
    When an operator enables Lima as a secondary of Oslo
    Then an unauthenticated client reads that Lima is a secondary of Oslo
    And an unauthenticated client reads that Oslo is a primary with the secondary Lima

  @REPL-SENABLE-01 @REPL-SENABLE-01:data @needs-fresh
  Scenario: Secondary enable copies the data of the primary
    Given an operator enables Oslo as a primary
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    When an operator enables Lima as a secondary of Oslo
    Then eventually Ada reads "blue" at "colours/sky" in Lima

  @REPL-STATUS-03
  @REPL-STATUS-03:primary @REPL-STATUS-03:secondary @REPL-STATUS-03:different @smoke
  Scenario: The primary reports its secondary, and the secondary its primary and that it has every log entry
    Given Oslo is the primary, and Lima replicates from it
    When an operator writes the secrets engine "progress" in Oslo with "type=kv"
    Then an unauthenticated client reads that Oslo is a primary with the secondary Lima
    And an unauthenticated client reads that Lima is a secondary of Oslo
    And eventually Lima has every log entry of Oslo

  @REPL-EDITION-01 @REPL-EDITION-01:operations @REPL-EDITION-01:no-state
  @needs-fresh @needs-restart @needs-edition
  Scenario: The community edition refuses every replication request but the status; the enterprise edition enables a primary
    Given Oslo is started again with "edition=community"
    Then Oslo refuses these:
      | request                                                        | with                      |
      | POST sys/replication/performance/primary/enable                |                           |
      | POST sys/replication/performance/primary/demote                |                           |
      | POST sys/replication/performance/primary/disable               |                           |
      | POST sys/replication/performance/primary/secondary-token       | id=lima                   |
      | POST sys/replication/performance/primary/revoke-secondary      | id=lima                   |
      | POST sys/replication/performance/primary/paths-filter/lima     | mode=deny, paths=colours/ |
      | GET sys/replication/performance/primary/paths-filter/lima      |                           |
      | DELETE sys/replication/performance/primary/paths-filter/lima   |                           |
      | GET sys/replication/performance/primary/dynamic-filter/lima    |                           |
      | GET sys/replication/performance/secondary/dynamic-filter/lima  |                           |
      | POST sys/replication/performance/secondary/generate-public-key |                           |
      | POST sys/replication/performance/secondary/enable              | token=made-up             |
      | POST sys/replication/performance/secondary/promote             | force=true                |
      | POST sys/replication/performance/secondary/disable             |                           |
      | POST sys/replication/performance/secondary/update-primary      | token=                    |
    And an unauthenticated client reads that Oslo is neither primary nor secondary
    When Oslo is started again with "edition=enterprise"
    And an operator generates a public key in Oslo
    And an operator enables Oslo as a primary
    And an operator creates an activation token in Oslo with "id=lima"
    And an operator writes the paths filter of "lima" in Oslo with "mode=deny, paths=colours/"
    Then Oslo is the primary
    And the paths filter of "lima" in Oslo has 'mode=deny, paths=["colours/"]'

  @REPL-SENABLE-02 @needs-fresh
  @REPL-SENABLE-02:mounts @REPL-SENABLE-02:policies @REPL-SENABLE-02:tokens
  Scenario: Secondary enable wipes the mounts of the cluster, local ones too, its policies, its users and its tokens
    Given an operator enables Oslo as a primary
    And an operator writes the secrets engine "own" in Lima with "type=kv"
    And Ada is a client of Lima who may "create, read, update, delete, list" on "own/*"
    And an operator writes the secrets engine "alone" in Lima with "type=kv, local=true"
    And Ada writes "mine" to "own/thing" in Lima
    And an operator writes the policy "painter" in Lima with 'policy=path "own/*" { capabilities = ["read"] }'
    And an operator writes the auth method "people" in Lima with "type=userpass"
    And Jane is a user of "people" in Lima
    And Jane can log in to Lima by userpass at "people"
    And Lima accepts these:
      | request                |
      | GET sys/auth/people    |
      | LIST auth/people/users |
    When an operator enables Lima as a secondary of Oslo
    Then eventually there is no secrets engine "own" in Lima
    And Lima refuses these:
      | request                |
      | GET sys/auth/people    |
      | LIST auth/people/users |
    And Jane cannot log in to Lima by userpass at "people"
    And eventually there is no secrets engine "alone" in Lima
    And there is no policy "painter" in Lima
    And Lima refuses Ada's token of Lima

  @OWN-ENABLE-01 @needs-partition @needs-fresh
  Scenario: Secondary enable with a primary out of reach is refused with the reason and changes nothing, and succeeds later
    Given an operator enables Oslo as a primary
    And an operator writes the secrets engine "own" in Lima with "type=kv"
    And Ada is a client of Lima who may "create, read, update, delete, list" on "own/*"
    And Ada writes "mine" to "own/thing" in Lima
    And Olga is an operator of Oslo
    And an operator generates a public key in Lima
    And an operator creates an activation token in Oslo with "id=lima, secondary_public_key={the public key of Lima}"
    And the link between Oslo and Lima is partitioned
    When Olga tries to enable Lima as a secondary with "token={the activation token}"
    Then the request is refused, naming "cluster address"
    And an unauthenticated client reads that Lima is neither primary nor secondary
    And eventually Ada reads "mine" at "own/thing" in Lima
    When the link between Oslo and Lima is healed
    And an operator enables Lima as a secondary with "token={the activation token}"
    Then eventually Lima is a secondary of Oslo

  Scenario Outline: Secondary enable with <what> changes nothing
    Given an operator enables Oslo as a primary
    And an operator writes the secrets engine "own" in Lima with "type=kv"
    And Ada is a client of Lima who may "create, read, update, delete, list" on "own/*"
    And Ada writes "mine" to "own/thing" in Lima
    And Olga is an operator of Lima
    And an operator creates an activation token in Oslo with "id=lima"
    When Olga tries to enable Lima as a secondary with "<fields>"
    Then the request is refused
    And an unauthenticated client reads that Lima is neither primary nor secondary
    And eventually Ada reads "mine" at "own/thing" in Lima
    When an operator creates an activation token in Oslo with "id=again"
    And Olga enables Lima as a secondary with "token={the activation token}"
    Then Lima is a secondary of Oslo

    @REPL-SENABLE-03 @REPL-SENABLE-03:missing
    Examples:
      | what     | fields |
      | no token |        |

    @REPL-SENABLE-03 @REPL-SENABLE-03:empty
    Examples:
      | what           | fields |
      | an empty token | token= |

    @REPL-SENABLE-04 @REPL-SENABLE-04:altered
    Examples:
      | what             | fields                                |
      | an altered token | token={the activation token, altered} |

    @REPL-SENABLE-04 @REPL-SENABLE-04:truncated
    Examples:
      | what              | fields                                  |
      | a truncated token | token={the activation token, truncated} |

    @REPL-SENABLE-04 @REPL-SENABLE-04:made-up
    Examples:
      | what            | fields            |
      | a made-up token | token=hvs.made-up |

  @CORE-ATOMIC-01
  Scenario Outline: An operation that does not suit the role of a cluster is refused: <operation> with "<with>"
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Lima
    And Olga is an operator of <cluster>
    And an operator creates an activation token in Oslo with "id=spare"
    When Olga tries to <operation> with "<with>"
    Then the request is refused
    And the refused requests have changed nothing
    And Ada reads "blue" at "colours/sky" in Lima
    And Lima accepts Ada's token of Lima
    When an operator writes the secrets engine "progress" in Oslo with "type=kv"
    Then eventually Lima has every log entry of Oslo

    @REPL-PENABLE-02
    Examples:
      | operation                | with                              | cluster |
      | enable Lima as a primary |                                   | Lima    |
      | enable Lima as a primary | primary_cluster_addr=wss://x:8201 | Lima    |

    @REPL-PENABLE-03
    Examples:
      | operation                | with                              | cluster |
      | enable Oslo as a primary |                                   | Oslo    |
      | enable Oslo as a primary | primary_cluster_addr=wss://x:8201 | Oslo    |

    @REPL-DEMOTE-05 @REPL-DEMOTE-05:secondary
    Examples:
      | operation   | with | cluster |
      | demote Lima |      | Lima    |

    @REPL-DEMOTE-05 @REPL-DEMOTE-05:disabled
    Examples:
      | operation    | with | cluster |
      | demote Kyoto |      | Kyoto   |

    @REPL-PROMOTE-07 @REPL-PROMOTE-07:primary
    Examples:
      | operation    | with                              | cluster |
      | promote Oslo |                                   | Oslo    |
      | promote Oslo | force=true                        | Oslo    |
      | promote Oslo | primary_cluster_addr=wss://x:8201 | Oslo    |

    @REPL-PROMOTE-07 @REPL-PROMOTE-07:disabled
    Examples:
      | operation     | with       | cluster |
      | promote Kyoto |            | Kyoto   |
      | promote Kyoto | force=true | Kyoto   |

    @REPL-SDISABLE-05 @REPL-SDISABLE-05:primary-disable
    Examples:
      | operation                | with | cluster |
      | disable the primary Lima |      | Lima    |

    @REPL-SDISABLE-05 @REPL-SDISABLE-05:secondary-disable
    Examples:
      | operation                  | with | cluster |
      | disable the secondary Oslo |      | Oslo    |

    @REPL-TOKEN-07 @REPL-TOKEN-07:secondary
    Examples:
      | operation                          | with         | cluster |
      | create an activation token in Lima | id=x         | Lima    |
      | create an activation token in Lima | id=x, ttl=5m | Lima    |

    @REPL-TOKEN-07 @REPL-TOKEN-07:disabled
    Examples:
      | operation                           | with | cluster |
      | create an activation token in Kyoto | id=x | Kyoto   |

    @REPL-SENABLE-05 @REPL-SENABLE-05:primary
    Examples:
      | operation                  | with                         | cluster |
      | enable Oslo as a secondary | token={the activation token} | Oslo    |

    @REPL-SENABLE-05 @REPL-SENABLE-05:secondary
    Examples:
      | operation                  | with                         | cluster |
      | enable Lima as a secondary | token={the activation token} | Lima    |

    @REPL-UPDPRIM-08 @REPL-UPDPRIM-08:primary
    Examples:
      | operation                  | with                                               | cluster |
      | update the primary of Oslo | token={the activation token}                       | Oslo    |
      | update the primary of Oslo | token=                                             | Oslo    |
      | update the primary of Oslo | update_primary_addrs={the cluster address of Oslo} | Oslo    |

    @REPL-UPDPRIM-08 @REPL-UPDPRIM-08:disabled
    Examples:
      | operation                   | with                                               | cluster |
      | update the primary of Kyoto | token={the activation token}                       | Kyoto   |
      | update the primary of Kyoto | token=                                             | Kyoto   |
      | update the primary of Kyoto | update_primary_addrs={the cluster address of Oslo} | Kyoto   |

  @CORE-ATOMIC-01
  Scenario Outline: An operation with unusable fields is refused: <operation> with "<with>"
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Lima
    And Olga is an operator of Oslo
    And an operator creates an activation token in Oslo with "id=spare"
    When Olga tries to <operation> with "<with>"
    Then the request is refused
    And the refused requests have changed nothing
    And Ada reads "blue" at "colours/sky" in Lima
    And Lima accepts Ada's token of Lima
    Given an operator writes the secrets engine "progress" in Oslo with "type=kv"
    And eventually Lima has every log entry of Oslo
    When Olga updates the primary of Lima with "token={the activation token}"
    Then eventually Lima is a secondary of Oslo

    @REPL-UPDPRIM-04
    Examples:
      | operation                  | with                                                                             |
      | update the primary of Lima | token={the activation token}, update_primary_addrs=wss://x:8201                  |
      | update the primary of Lima | update_primary_addrs=wss://x:8201,wss://y:8201, token={the activation token}     |
      | update the primary of Lima | token={the activation token}, update_primary_addrs={the cluster address of Oslo} |
      | update the primary of Lima | token=made-up, update_primary_addrs={the cluster address of Oslo}                |

    @REPL-UPDPRIM-06
    Examples:
      | operation                  | with                           |
      | update the primary of Lima |                                |
      | update the primary of Lima | update_primary_addrs=          |
      | update the primary of Lima | primary_api_addr=http://x:8200 |

    @REPL-REVOKE-04
    Examples:
      | operation                  | with |
      | revoke a secondary in Oslo |      |
      | revoke a secondary in Oslo | id=  |

  Scenario Outline: An operation that does not suit a demoted cluster is refused: <operation> with "<with>"
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And an operator demotes Oslo
    When Olga tries to <operation> with "<with>"
    Then the request is refused
    And the refused requests have changed nothing
    And Oslo is a secondary
    When Olga promotes Oslo with "force=true"
    Then Oslo is the primary

    @REPL-PENABLE-02
    Examples:
      | operation                | with                              |
      | enable Oslo as a primary |                                   |
      | enable Oslo as a primary | primary_cluster_addr=wss://x:8201 |

    @REPL-DEMOTE-05
    Examples:
      | operation   | with |
      | demote Oslo |      |

    @REPL-TOKEN-07
    Examples:
      | operation                          | with |
      | create an activation token in Oslo | id=x |

    @REPL-SDISABLE-05
    Examples:
      | operation                | with |
      | disable the primary Oslo |      |
