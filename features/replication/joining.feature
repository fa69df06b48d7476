Feature: Becoming a lead, and joining one

  @REPL-STATUS-01 @REPL-STATUS-02 @REPL-STATUS-03 @REPL-PENABLE-01 @REPL-SENABLE-01 @needs-fresh
  Scenario: Anybody may read who leads and who follows
    Then Oslo tells anybody that replication is disabled
    When Oslo becomes the lead
    And a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    And Lima joins Oslo
    Then Oslo tells anybody that it is a primary which knows Lima
    And Lima tells anybody that it is a secondary which follows Oslo
    And Ada reads "blue" from "colours/sky" in Lima
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

  @REPL-PENABLE-02 @REPL-PENABLE-03 @REPL-DEMOTE-05 @REPL-PROMOTE-07 @REPL-SDISABLE-05 @REPL-TOKEN-07 @REPL-SENABLE-05 @REPL-UPDPRIM-04 @REPL-UPDPRIM-06 @REPL-UPDPRIM-08 @REPL-REVOKE-04 @CORE-ATOMIC-01
  Scenario: What does not suit the part is refused and changes nothing
    Given Oslo leads, and Lima follows
    And a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    And Ada holds a token of Lima
    Then these are refused and change nothing:
      | cluster | request                  | with                             | token |
      | Oslo    | primary/enable           |                                  |       |
      | Lima    | primary/enable           |                                  |       |
      | Lima    | primary/demote           |                                  |       |
      | Kyoto   | primary/demote           |                                  |       |
      | Oslo    | secondary/promote        |                                  |       |
      | Kyoto   | secondary/promote        |                                  |       |
      | Lima    | primary/disable          |                                  |       |
      | Oslo    | secondary/disable        |                                  |       |
      | Lima    | primary/secondary-token  | id=x                             |       |
      | Kyoto   | primary/secondary-token  | id=x                             |       |
      | Oslo    | secondary/enable         |                                  | good  |
      | Lima    | secondary/enable         |                                  | good  |
      | Lima    | secondary/update-primary | update_primary_addrs=ws://x:8201 | good  |
      | Lima    | secondary/update-primary |                                  |       |
      | Oslo    | secondary/update-primary |                                  | good  |
      | Kyoto   | secondary/update-primary |                                  | good  |
      | Oslo    | primary/revoke-secondary |                                  |       |
    And Ada reads "blue" from "colours/sky" in Lima at once
    And Lima accepts the token that Ada holds
    And Lima keeps up with Oslo
