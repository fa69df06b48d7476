Feature: Becoming a lead, joining one, and leaving

  @REPL-STATUS-01 @REPL-STATUS-02 @REPL-STATUS-03 @REPL-PENABLE-01 @REPL-SENABLE-01
  Scenario: Anybody may read who leads and who follows
    Then Oslo tells without a token that replication is disabled
    When Oslo becomes the lead
    And Lima joins Oslo
    Then Oslo tells without a token that it is a primary which knows Lima
    And Lima tells without a token that it is a secondary which follows Oslo
    And Lima has caught up with Oslo

  @REPL-SENABLE-02
  Scenario: Joining clears all that the follower had
    Given Oslo leads
    And a key-value engine is mounted at "own" in Lima
    And Ada wrote "mine" to "own/thing" in Lima
    And Ada holds a token of Lima
    When Lima joins Oslo
    Then nothing is mounted at "own" in Lima
    And Lima refuses the token that Ada holds

  @REPL-TOKEN-01 @REPL-TOKEN-02 @REPL-TOKEN-03 @REPL-TOKEN-06
  Scenario: An activation token is for one follower with a name of its own
    Given Oslo leads
    When somebody asks Oslo for an activation token without a name
    Then that is refused as a bad request
    When Oslo gives out an activation token for "lima"
    Then it is wrapped and good for 1800 seconds
    When somebody asks Oslo for an activation token for "lima"
    Then that is refused as a bad request
    When Bob with the policy 'path "sys/replication/*" { capabilities = ["create", "update"] }' asks Oslo for an activation token for "bob"
    Then that is refused as forbidden
    When Bob with the policy 'path "sys/replication/*" { capabilities = ["create", "update", "sudo"] }' asks Oslo for an activation token for "bob"
    Then that succeeds

  Scenario: An activation token works once
    Given Oslo leads
    And an activation token of Oslo for "follower"
    When Lima joins with that token
    And somebody asks Kyoto to join with that token
    Then that is refused as a bad request
    And Kyoto tells without a token that replication is disabled

  @REPL-TOKEN-04 @needs-move-time
  Scenario: An activation token is good for half an hour
    Given Oslo leads
    And an activation token of Oslo for "early"
    When 29 minutes pass
    And Lima joins with that token
    Then Lima is a secondary
    Given an activation token of Oslo for "late"
    When 31 minutes pass
    And somebody asks Kyoto to join with that token
    Then that is refused

  @REPL-TOKEN-05 @needs-move-time
  Scenario: A follower with a token that is over keeps its data
    Given Oslo leads
    And a key-value engine is mounted at "own" in Lima
    And Ada wrote "mine" to "own/thing" in Lima
    And an activation token of Oslo for "lima" good for "5s"
    When 6 seconds pass
    And somebody asks Lima to join with that token
    Then that is refused
    And Lima tells without a token that replication is disabled
    And Ada reads "mine" from "own/thing" in Lima

  @REPL-SENABLE-03 @REPL-SENABLE-04
  Scenario Outline: Joining with <what> changes nothing
    Given Oslo leads
    And a key-value engine is mounted at "own" in Lima
    And Ada wrote "mine" to "own/thing" in Lima
    When somebody asks Lima to join with <what>
    Then that is refused
    And Lima tells without a token that replication is disabled
    And Ada reads "mine" from "own/thing" in Lima

    Examples:
      | what            |
      | no token        |
      | an empty token  |
      | an altered token |
      | a made-up token |

  @REPL-PDISABLE-01 @REPL-PDISABLE-02 @REPL-PDISABLE-03 @REPL-PDISABLE-05
  Scenario: A lead that gives up is followed by nobody, and begins anew with another ID
    Given Oslo leads, and Lima follows
    And a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    And Ada reads "blue" from "colours/sky" in Lima
    And an activation token of Oslo for "late"
    When replication is disabled in Oslo
    And Ada wrote "red" to "colours/rose" in Oslo
    Then Oslo tells without a token that replication is disabled
    And Ada reads "blue" from "colours/sky" in Oslo
    And Lima has lost its lead
    And nothing is at "colours/rose" in Lima after a while
    When somebody asks Kyoto to join with that token
    Then that is refused, or leads nowhere
    When Oslo becomes the lead
    Then Oslo has another cluster ID

  @REPL-SDISABLE-01 @REPL-SDISABLE-02 @REPL-SDISABLE-03 @REPL-SDISABLE-04
  Scenario: A follower that leaves follows no more
    Given Oslo leads, and Lima follows
    And a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    And Ada reads "blue" from "colours/sky" in Lima
    When replication is disabled in Lima
    And Ada wrote "red" to "colours/rose" in Oslo
    Then Lima tells without a token that replication is disabled
    And nothing is at "colours/rose" in Lima after a while
    And Oslo sees that Lima is not connected
    When Ada wrote "own" to "colours/own" in Lima
    And Lima joins Oslo again
    Then Ada reads "red" from "colours/rose" in Lima
    And nothing is at "colours/own" in Lima
    When replication is disabled in Lima
    And Lima becomes the lead
    Then Lima has another cluster ID

  @REPL-PENABLE-02 @REPL-PENABLE-03 @REPL-DEMOTE-05 @REPL-PROMOTE-07 @REPL-SDISABLE-05 @REPL-TOKEN-07 @REPL-SENABLE-05 @REPL-UPDPRIM-04 @REPL-UPDPRIM-06 @REPL-UPDPRIM-08
  Scenario: What does not suit the part is refused and changes nothing
    Given Oslo leads, and Lima follows
    Then these are refused and change nothing:
      | cluster | request                    | with                                            |
      | Oslo    | primary/enable             |                                                 |
      | Lima    | primary/enable             |                                                 |
      | Lima    | primary/demote             |                                                 |
      | Kyoto   | primary/demote             |                                                 |
      | Oslo    | secondary/promote          |                                                 |
      | Kyoto   | secondary/promote          |                                                 |
      | Lima    | primary/disable            |                                                 |
      | Oslo    | secondary/disable          |                                                 |
      | Lima    | primary/secondary-token    | id=x                                            |
      | Kyoto   | primary/secondary-token    | id=x                                            |
      | Oslo    | secondary/enable           | a good token                                    |
      | Lima    | secondary/enable           | a good token                                    |
      | Lima    | secondary/update-primary   | a good token, update_primary_addrs=ws://x:8201  |
      | Lima    | secondary/update-primary   |                                                 |
      | Oslo    | secondary/update-primary   | a good token                                    |
      | Kyoto   | secondary/update-primary   | a good token                                    |

  @REPL-UPDPRIM-03
  Scenario: A follower can be told to forget its lead
    Given Oslo leads, and Lima follows
    And a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    And Ada reads "blue" from "colours/sky" in Lima
    When Lima is told to forget its lead
    And Ada wrote "red" to "colours/rose" in Oslo
    Then Lima is a secondary
    And Lima follows nobody
    And nothing is at "colours/rose" in Lima after a while
    And Ada reads "blue" from "colours/sky" in Lima
