Feature: Leads and followers can leave

  Background:
    Given Oslo leads, and Lima follows
    And a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    And Ada reads "blue" from "colours/sky" in Lima

  @REPL-PDISABLE-01 @REPL-PDISABLE-02 @REPL-PDISABLE-03 @REPL-PDISABLE-05 @REPL-STATUS-02
  Scenario: A lead that gives up is followed by nobody, and begins anew with another ID
    Given Lima keeps up with Oslo
    And an activation token of Oslo for "late"
    # REPL-PDISABLE-01
    When replication is disabled in Oslo
    And Ada wrote "red" to "colours/rose" in Oslo
    # REPL-PDISABLE-01, REPL-STATUS-02
    Then Oslo tells anybody that replication is disabled
    # REPL-PDISABLE-05
    And Ada reads "blue" from "colours/sky" in Oslo
    # REPL-PDISABLE-02
    And Lima has lost its lead
    # REPL-PDISABLE-02
    And nothing is at "colours/rose" in Lima after a while
    When somebody asks Kyoto to join with that token
    # REPL-PDISABLE-02
    Then that is refused, or leaves Kyoto without a lead
    # REPL-PDISABLE-03
    When Oslo becomes the lead
    # REPL-PDISABLE-03
    Then Oslo has another cluster ID
    Given Ada wrote "white" to "colours/snow" in Oslo
    # REPL-PDISABLE-02
    Then nothing is at "colours/snow" in Lima after a while
    When somebody asks Kyoto to join with that token
    # REPL-PDISABLE-02
    Then that is refused, or leaves Kyoto without a lead

  @REPL-PDISABLE-04
  Scenario: Who followed a lead that began anew joins it with a wipe, and in no other way
    When replication is disabled in Oslo
    And Oslo becomes the lead
    And somebody asks Lima to follow Oslo
    Then that is refused
    When replication is disabled in Lima
    And Ada wrote "own" to "colours/own" in Lima
    And Ada holds a token of Lima
    And Lima joins Oslo
    Then Ada reads "blue" from "colours/sky" in Lima
    And nothing is at "colours/own" in Lima
    And Lima refuses the token that Ada holds

  @REPL-SDISABLE-01 @REPL-SDISABLE-02 @REPL-STATUS-02
  Scenario: A follower that leaves follows no more
    # REPL-SDISABLE-01
    When replication is disabled in Lima
    And Ada wrote "red" to "colours/rose" in Oslo
    # REPL-SDISABLE-01, REPL-STATUS-02
    Then Lima tells anybody that replication is disabled
    # REPL-SDISABLE-02
    And nothing is at "colours/rose" in Lima after a while
    # REPL-SDISABLE-02
    And Oslo sees that Lima is not connected

  @REPL-SDISABLE-04
  Scenario: A follower that left comes back with a wipe
    When replication is disabled in Lima
    And Ada wrote "own" to "colours/own" in Lima
    And Ada holds a token of Lima
    And Lima joins Oslo again
    Then nothing is at "colours/own" in Lima
    And Lima refuses the token that Ada holds
    And Ada reads "blue" from "colours/sky" in Lima

  @REPL-SDISABLE-03
  Scenario: A follower that left and leads begins with another ID
    When replication is disabled in Lima
    And Lima becomes the lead
    Then Lima has another cluster ID

  @REPL-UPDPRIM-03
  Scenario: A follower can be told to forget its lead
    When Lima is told to forget its lead
    And Ada wrote "red" to "colours/rose" in Oslo
    Then Lima is a secondary
    And Lima follows nobody
    And nothing is at "colours/rose" in Lima after a while
    And Ada reads "blue" from "colours/sky" in Lima

  @REPL-REVOKE-01 @REPL-REVOKE-05
  Scenario: A follower that is revoked is cut off, and it alone
    Given Kyoto joins Oslo
    And Lima keeps up with Oslo
    # REPL-REVOKE-01
    When Lima is revoked in Oslo
    # REPL-REVOKE-01
    Then Oslo is the primary
    # REPL-REVOKE-01
    And Lima has lost its lead
    Given Ada wrote "red" to "colours/rose" in Oslo
    # REPL-REVOKE-05
    Then Ada reads "red" from "colours/rose" in Kyoto
    # REPL-REVOKE-01
    And nothing is at "colours/rose" in Lima after a while

  @REPL-REVOKE-01
  Scenario: What is written right after a revocation does not arrive
    When Lima is revoked in Oslo
    And Ada wrote "red" to "colours/rose" in Oslo
    Then nothing is at "colours/rose" in Lima after a while

  @REPL-REVOKE-02 @needs-restart
  Scenario: A follower that is revoked cannot come back with what it has
    Given an activation token of Oslo for "kyoto"
    And Kyoto joins with that token
    And Kyoto is revoked in Oslo
    When Kyoto is killed and started again
    And Ada wrote "red" to "colours/rose" in Oslo
    Then nothing is at "colours/rose" in Kyoto after a while
    When somebody asks Kyoto to follow with that token
    Then that is refused, or leaves Kyoto without a lead
    When replication is disabled in Kyoto
    And somebody asks Kyoto to join with that token
    Then that is refused, or leaves Kyoto without a lead

  @REPL-REVOKE-03
  Scenario: A follower that is revoked comes back with a new token
    Given Lima is revoked in Oslo
    And Ada wrote "red" to "colours/rose" in Oslo
    When Lima is told to follow Oslo
    Then Ada reads "red" from "colours/rose" in Lima
