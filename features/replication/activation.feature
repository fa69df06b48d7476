Feature: An activation token lets one cluster join

  Background:
    Given Oslo leads

  @REPL-TOKEN-01 @REPL-TOKEN-02 @REPL-TOKEN-03
  Scenario: An activation token is for one follower with a name of its own
    When somebody asks Oslo for an activation token without a name
    Then that is refused as a bad request
    When somebody asks Oslo for an activation token for "lima"
    Then it is wrapped and good for 1800 seconds
    When somebody asks Oslo for an activation token for "lima"
    Then that is refused as a bad request
    Given an activation token of Oslo for "kyoto"
    When Kyoto joins with that token
    And somebody asks Oslo for an activation token for "kyoto"
    Then that is refused as a bad request

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
    Then that is refused as a bad request
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
