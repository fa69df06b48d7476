Feature: An activation token lets one cluster join

  Background:
    Given Oslo leads

  @REPL-TOKEN-01 @REPL-TOKEN-02 @REPL-TOKEN-03
  Scenario: An activation token is for one follower with a name of its own
    When somebody asks Oslo for an activation token without a name
    # REPL-TOKEN-02
    Then that is refused
    When somebody asks Oslo for an activation token for "lima"
    # REPL-TOKEN-01
    Then it is wrapped and good for 1800 seconds
    When somebody asks Oslo for an activation token for "lima"
    # REPL-TOKEN-03
    Then that is refused
    Given an activation token of Oslo for "kyoto"
    # REPL-TOKEN-01
    When Kyoto joins with that token
    And somebody asks Oslo for an activation token for "kyoto"
    # REPL-TOKEN-03
    Then that is refused

  @REPL-TOKEN-06
  Scenario: Giving out an activation token takes the right to do what only few may
    When Bob with the policy 'path "sys/replication/*" { capabilities = ["create", "update"] }' asks Oslo for an activation token for "bob"
    Then that is refused as forbidden
    When Bob with the policy 'path "sys/replication/*" { capabilities = ["create", "update", "sudo"] }' asks Oslo for an activation token for "bob"
    Then it is wrapped and good for 1800 seconds

  Scenario: An activation token works once
    Given an activation token of Oslo for "follower"
    When Lima joins with that token
    And somebody asks Kyoto to join with that token
    Then that is refused
    And Kyoto tells anybody that replication is disabled

  @REPL-TOKEN-04 @needs-move-time
  Scenario: An activation token is good for half an hour
    When somebody asks Oslo for an activation token for "early"
    Then it is wrapped and good for 1800 seconds
    When 29 minutes pass
    And Lima joins with what somebody was given
    Then Lima is a secondary
    Given an activation token of Oslo for "late"
    When 31 minutes pass
    And somebody asks Kyoto to join with that token
    Then that is refused
    And Kyoto tells anybody that replication is disabled

  @REPL-TOKEN-05 @needs-move-time
  Scenario: A follower with a token that is over keeps its data
    Given a key-value engine is mounted at "own" in Lima
    And Ada wrote "mine" to "own/thing" in Lima
    And an activation token of Oslo for "lima" good for "5s"
    When 6 seconds pass
    And somebody asks Lima to join with that token
    Then that is refused
    And Lima tells anybody that replication is disabled
    And Ada reads "mine" from "own/thing" in Lima

  @REPL-PUBKEY-01 @REPL-TOKEN-08
  Scenario: A token encrypted to a public key lets its owner join, and nobody else
    Given a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    When Lima makes a public key
    And somebody asks Oslo for an activation token for "lima", encrypted to the key of Lima
    Then it is encrypted, and not wrapped
    When Kyoto makes a public key
    And somebody asks Kyoto to join with that token
    Then that is refused
    And Kyoto tells anybody that replication is disabled
    When Lima joins with that token
    Then Oslo tells anybody that it is a primary which knows Lima
    And Ada reads "blue" from "colours/sky" in Lima
    When somebody asks Oslo for an activation token for "kyoto"
    Then it is wrapped and good for 1800 seconds

  @needs-audit
  Scenario: Who joins with a token encrypted to its key asks the lead for nothing
    Given what is asked of Oslo is written to its audit file
    And Lima makes a public key
    And an activation token of Oslo for "lima", encrypted to the key of Lima
    When Lima joins with that token
    Then the audit file of Oslo tells nothing of "sys/wrapping/unwrap"
    And that token does not stand in the audit file of Oslo

  Scenario: A token encrypted to a public key works once
    Given Lima makes a public key
    And an activation token of Oslo for "lima", encrypted to the key of Lima
    When Lima joins with that token
    And somebody asks Kyoto to join with that token
    Then that is refused
    And Kyoto tells anybody that replication is disabled
    When somebody asks Lima to follow with that token
    Then that is refused
    And Lima keeps up with Oslo
    When replication is disabled in Lima
    And somebody asks Lima to join with that token
    Then that is refused
    And Lima tells anybody that replication is disabled

  Scenario: Two followers join, each with a key of its own
    Given a key-value engine is mounted at "colours" in Oslo
    And Lima makes a public key
    And Kyoto makes a public key
    And an activation token of Oslo for "lima", encrypted to the key of Lima
    And Lima joins with that token
    And an activation token of Oslo for "kyoto", encrypted to the key of Kyoto
    When Kyoto joins with that token
    And Ada wrote "blue" to "colours/sky" in Oslo
    Then Ada reads "blue" from "colours/sky" in Lima
    And Ada reads "blue" from "colours/sky" in Kyoto

  Scenario: A follower turns to a new lead with a token encrypted to its key
    Given a key-value engine is mounted at "colours" in Oslo
    And Lima joins Oslo
    And Kyoto joins Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    And Ada reads "blue" from "colours/sky" in Kyoto
    And Oslo is demoted and Lima is promoted
    When Kyoto makes a public key
    And somebody asks Lima for an activation token for "kyoto", encrypted to the key of Kyoto
    Then it is encrypted, and not wrapped
    When Kyoto follows with that token
    And Ada wrote "red" to "colours/rose" in Lima
    Then Ada reads "red" from "colours/rose" in Kyoto
    And Kyoto keeps up with Lima

  Scenario: A token encrypted to a key that is no more, or altered, changes nothing
    Given a key-value engine is mounted at "own" in Lima
    And Ada wrote "mine" to "own/thing" in Lima
    And Kyoto makes a public key
    And an activation token of Oslo for "nobody", encrypted to the key of Kyoto
    When somebody asks Lima to join with that token
    Then that is refused
    Given Lima makes a public key
    And an activation token of Oslo for "early", encrypted to the key of Lima
    When somebody asks Lima to join with that token, altered
    Then that is refused
    Given Lima makes a public key
    When somebody asks Lima to join with that token
    Then that is refused
    And Lima tells anybody that replication is disabled
    And Ada reads "mine" from "own/thing" in Lima
    When somebody asks Oslo for "primary/secondary-token" with "id=x, secondary_public_key=made-up"
    Then that is refused
    When somebody asks Oslo for "secondary/generate-public-key" with ""
    Then that is refused
    And nothing has changed

  @needs-restart
  Scenario: A key that was made before a crash still reads what is encrypted to it
    Given Lima makes a public key
    And an activation token of Oslo for "lima", encrypted to the key of Lima
    When Lima is killed and started again
    And Lima joins with that token
    Then Lima keeps up with Oslo

  @needs-cut
  Scenario: A key goes with the connection that it leads to, and not before
    Given Lima makes a public key
    And an activation token of Oslo for "lima", encrypted to the key of Lima
    And the link between Oslo and Lima is cut
    When somebody asks Lima to join with that token
    Then that succeeds
    When somebody asks Lima to follow with that token
    Then that succeeds
    When the link between Oslo and Lima is mended
    Then Lima keeps up with Oslo
    When somebody asks Lima to follow with that token
    Then that is refused

  @needs-move-time @needs-restart
  Scenario: A token encrypted to a key is over after its time
    Given Lima makes a public key
    And an activation token of Oslo for "hasty" good for "5s", encrypted to the key of Lima
    When 6 seconds pass
    And somebody asks Lima to join with that token
    Then that is refused
    Given an activation token of Oslo for "lima", encrypted to the key of Lima
    When 29 minutes pass
    And Lima joins with that token
    And 10 minutes pass
    And Lima is killed and started again
    Then Lima keeps up with Oslo

  @needs-move-time @needs-cut
  Scenario: A follower that reaches its lead too late is not taken in
    Given Lima makes a public key
    And an activation token of Oslo for "lima" good for "5m", encrypted to the key of Lima
    And the link between Oslo and Lima is cut
    When somebody asks Lima to join with that token
    Then that succeeds
    When 6 minutes pass
    And the link between Oslo and Lima is mended
    Then that is refused, or leaves Lima without a lead
