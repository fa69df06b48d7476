Feature: Becoming a lead, and joining one

  @REPL-STATUS-01 @REPL-STATUS-02 @REPL-STATUS-03 @REPL-PENABLE-01 @REPL-SENABLE-01 @needs-fresh
  Scenario: Anybody may read who leads and who follows
    # REPL-STATUS-01, REPL-STATUS-02
    Then Oslo tells anybody that replication is disabled
    # REPL-PENABLE-01
    When Oslo becomes the lead
    And a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    # REPL-SENABLE-01
    And Lima joins Oslo
    # REPL-PENABLE-01, REPL-STATUS-01, REPL-STATUS-02, REPL-STATUS-03
    Then Oslo tells anybody that it is a primary which knows Lima
    # REPL-STATUS-01, REPL-STATUS-02, REPL-STATUS-03
    And Lima tells anybody that it is a secondary which follows Oslo
    # REPL-SENABLE-01
    And Ada reads "blue" from "colours/sky" in Lima
    # REPL-STATUS-03
    And Lima keeps up with Oslo

  @REPL-SENABLE-02 @needs-fresh
  Scenario: Joining clears all that the follower had
    Given Oslo leads
    And a key-value engine is mounted at "own" in Lima
    And a key-value engine for Lima alone is mounted at "alone" in Lima
    And Ada wrote "mine" to "own/thing" in Lima
    And Ada holds a token of Lima
    And the policy "painter" in Lima is 'path "own/*" { capabilities = ["read"] }'
    When Lima joins Oslo
    Then nothing is mounted at "own" in Lima
    And nothing is mounted at "alone" in Lima
    And Lima does not know the policy "painter"
    And Lima refuses the token that Ada holds

  Scenario Outline: Joining with <what> changes nothing
    Given Oslo leads
    And a key-value engine is mounted at "own" in Lima
    And Ada wrote "mine" to "own/thing" in Lima
    When somebody asks Lima to join with <what>
    Then that is refused
    And Lima tells anybody that replication is disabled
    And Ada reads "mine" from "own/thing" in Lima

    @REPL-SENABLE-03
    Examples:
      | what           |
      | no token       |
      | an empty token |

    @REPL-SENABLE-04
    Examples:
      | what              |
      | an altered token  |
      | a truncated token |
      | a made-up token   |

  @CORE-ATOMIC-01
  Scenario Outline: What does not suit the part of a cluster is refused and changes nothing: <cluster>, <request>, <with>
    Given Oslo leads, and Lima follows
    And a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    And Ada reads "blue" from "colours/sky" in Lima
    And Ada holds a token of Lima
    When somebody asks <cluster> for "<request>" with "<with>"
    Then that is refused
    # CORE-ATOMIC-01
    And nothing has changed
    And Ada reads "blue" from "colours/sky" in Lima at once
    And Lima accepts the token that Ada holds
    And Lima keeps up with Oslo

    @REPL-PENABLE-02
    Examples:
      | cluster | request        | with |
      | Lima    | primary/enable |      |

    @REPL-PENABLE-03
    Examples:
      | cluster | request        | with |
      | Oslo    | primary/enable |      |

    @REPL-DEMOTE-05
    Examples:
      | cluster | request        | with |
      | Lima    | primary/demote |      |
      | Kyoto   | primary/demote |      |

    @REPL-PROMOTE-07
    Examples:
      | cluster | request           | with |
      | Oslo    | secondary/promote |      |
      | Kyoto   | secondary/promote |      |

    @REPL-SDISABLE-05
    Examples:
      | cluster | request           | with |
      | Lima    | primary/disable   |      |
      | Oslo    | secondary/disable |      |

    @REPL-TOKEN-07
    Examples:
      | cluster | request                 | with |
      | Lima    | primary/secondary-token | id=x |
      | Kyoto   | primary/secondary-token | id=x |

    @REPL-SENABLE-05
    Examples:
      | cluster | request          | with             |
      | Oslo    | secondary/enable | token=a good one |
      | Lima    | secondary/enable | token=a good one |

    @REPL-UPDPRIM-04
    Examples:
      | cluster | request                  | with                                               |
      | Lima    | secondary/update-primary | token=a good one, update_primary_addrs=ws://x:8201 |

    @REPL-UPDPRIM-06
    Examples:
      | cluster | request                  | with |
      | Lima    | secondary/update-primary |      |

    @REPL-UPDPRIM-08
    Examples:
      | cluster | request                  | with             |
      | Oslo    | secondary/update-primary | token=a good one |
      | Kyoto   | secondary/update-primary | token=a good one |

    @REPL-REVOKE-04
    Examples:
      | cluster | request                  | with |
      | Oslo    | primary/revoke-secondary |      |
