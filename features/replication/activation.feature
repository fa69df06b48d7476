@needs-replication
Feature: Activation tokens
  An activation token enables one secondary, once, within its time.

  Background:
    Given Oslo is enabled as a primary
    And Olga is an operator of Oslo

  @REPL-TOKEN-01 @REPL-TOKEN-02 @REPL-TOKEN-03 @order
  @REPL-TOKEN-03:unused @REPL-TOKEN-03:used
  Scenario: An activation token is for one secondary with an ID of its own
    When Olga requests an activation token of Oslo without an ID
    # REPL-TOKEN-02
    Then the request is refused
    When Olga requests an activation token of Oslo for the secondary ""
    # REPL-TOKEN-02
    Then the request is refused
    When Olga tries the operation "primary secondary-token" in Oslo with "ttl=5m"
    # REPL-TOKEN-02
    Then the request is refused
    When Olga requests an activation token of Oslo for the secondary "lima"
    # REPL-TOKEN-01
    Then the activation token is wrapped, and valid for 1800 seconds
    When Olga requests an activation token of Oslo for the secondary "lima"
    # REPL-TOKEN-03
    Then the request is refused
    When Lima generates a public key
    And Olga requests an activation token of Oslo for the secondary "lima", encrypted to the public key of Lima
    # REPL-TOKEN-03
    Then the request is refused
    When Olga requests an activation token of Oslo for the secondary ""
    # REPL-TOKEN-02
    Then the request is refused
    When Olga requests an activation token of Oslo for the secondary "lim"
    # REPL-TOKEN-01, REPL-TOKEN-03
    Then the activation token is wrapped, and valid for 1800 seconds
    Given an activation token of Oslo for the secondary "kyoto"
    # REPL-TOKEN-01
    When Kyoto is enabled as a secondary with that token
    And Olga requests an activation token of Oslo for the secondary "kyoto"
    # REPL-TOKEN-03
    Then the request is refused

  @REPL-TOKEN-06 @REPL-TOKEN-06:without-sudo @REPL-TOKEN-06:with-sudo
  Scenario: An activation token is given only to clients with sudo
    Given Bob is a client of Oslo who may "create, update" on "sys/replication/*"
    When Bob requests an activation token of Oslo for the secondary "bob"
    Then the request is refused with status 403
    Given Lima generates a public key
    When Bob requests an activation token of Oslo for the secondary "bob", encrypted to the public key of Lima
    Then the request is refused with status 403
    Given Bob may also "create, update, sudo" on "sys/replication/*" in Oslo
    When Bob requests an activation token of Oslo for the secondary "bob"
    Then the activation token is wrapped, and valid for 1800 seconds

  @OWN-ACTIVATION-01
  Scenario: An activation token is used once
    Given an activation token of Oslo for the secondary "first"
    When Lima is enabled as a secondary with that token
    And Olga tries to enable Kyoto as a secondary with that token
    Then the request is refused
    And an unauthenticated client reads that replication is disabled in Kyoto

  @REPL-TOKEN-04 @REPL-TOKEN-04:wrapped @needs-move-time @order
  Scenario: An activation token is valid for 30 minutes by default
    When Olga requests an activation token of Oslo for the secondary "early"
    Then the activation token is wrapped, and valid for 1800 seconds
    When 29 minutes pass
    And Lima is enabled as a secondary with the token of the answer
    Then Lima is a secondary
    Given an activation token of Oslo for the secondary "late"
    When 31 minutes pass
    And Olga tries to enable Kyoto as a secondary with that token
    Then the request is refused
    And an unauthenticated client reads that replication is disabled in Kyoto

  @REPL-TOKEN-04 @REPL-TOKEN-04:encrypted @needs-move-time @order
  Scenario: An encrypted activation token is valid for 30 minutes by default
    Given Lima generates a public key
    And an activation token of Oslo for the secondary "early", encrypted to the public key of Lima
    When 29 minutes pass
    And Lima is enabled as a secondary with that token
    Then Lima is a secondary
    Given Kyoto generates a public key
    And an activation token of Oslo for the secondary "late", encrypted to the public key of Kyoto
    When 31 minutes pass
    And Olga tries to enable Kyoto as a secondary with that token
    Then the request is refused
    And an unauthenticated client reads that replication is disabled in Kyoto

  @REPL-TOKEN-05 @REPL-TOKEN-05:wrapped @REPL-TOKEN-05:encrypted @needs-move-time @order
  Scenario: A cluster that is given an expired token keeps its data
    Given an operator writes the secrets engine "own" in Lima with "type=kv"
    And Ada is a client of Lima who may "create, read, update, delete, list" on "own/*"
    And Ada writes "mine" to "own/thing" in Lima
    And an activation token of Oslo for the secondary "lima", valid for "5s"
    When 6 seconds pass
    And Olga tries to enable Lima as a secondary with that token
    Then the request is refused
    And an unauthenticated client reads that replication is disabled in Lima
    And eventually Ada reads "mine" at "own/thing" in Lima
    Given Lima generates a public key
    And an activation token of Oslo for the secondary "other", valid for "10m" and encrypted to the public key of Lima
    When 11 minutes pass
    And Olga tries to enable Lima as a secondary with that token
    Then the request is refused
    And an unauthenticated client reads that replication is disabled in Lima
    And eventually Ada reads "mine" at "own/thing" in Lima
    Given an activation token of Oslo for the secondary "late", valid for "2h"
    When 119 minutes pass
    And Lima is enabled as a secondary with that token
    Then Lima is a secondary

  @REPL-PUBKEY-01 @REPL-TOKEN-08 @order
  @REPL-PUBKEY-01:key @REPL-PUBKEY-01:usable
  @REPL-TOKEN-08:encrypted @REPL-TOKEN-08:other-key @REPL-TOKEN-08:wrapped
  Scenario: A token encrypted to a public key enables the cluster that generated the key, and no other
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    # REPL-PUBKEY-01
    When Lima generates a public key
    And Olga requests an activation token of Oslo for the secondary "lima", encrypted to the public key of Lima
    # REPL-TOKEN-08
    Then the activation token is encrypted, and not wrapped
    When Kyoto generates a public key
    And Olga tries to enable Kyoto as a secondary with that token
    # REPL-TOKEN-08
    Then the request is refused
    # REPL-TOKEN-08
    And an unauthenticated client reads that replication is disabled in Kyoto
    # REPL-PUBKEY-01, REPL-TOKEN-08
    When Lima is enabled as a secondary with that token
    # REPL-PUBKEY-01, REPL-TOKEN-08
    Then an unauthenticated client reads that Oslo is a primary with the secondary Lima
    And eventually Ada reads "blue" at "colours/sky" in Lima
    When Olga requests an activation token of Oslo for the secondary "kyoto"
    # REPL-TOKEN-08
    Then the activation token is wrapped, and valid for 1800 seconds
    When Olga tries the operation "primary secondary-token" in Oslo with "id=kyoto-2, secondary_public_key="
    # REPL-TOKEN-08
    Then the activation token is wrapped, and valid for 1800 seconds

  @OWN-ACTIVATION-02
  @needs-audit
  Scenario: A token encrypted to a public key is not unwrapped by the primary
    Given a file audit device is enabled in Oslo
    And Lima generates a public key
    And an activation token of Oslo for the secondary "lima", encrypted to the public key of Lima
    When Lima is enabled as a secondary with that token
    Then the audit log of Oslo has no entry of an unwrapping
    And that token is not in the audit log of Oslo

  @OWN-ACTIVATION-01
  Scenario: A token encrypted to a public key is used once
    Given Lima generates a public key
    And an activation token of Oslo for the secondary "lima", encrypted to the public key of Lima
    When Lima is enabled as a secondary with that token
    And Olga tries to enable Kyoto as a secondary with that token
    Then the request is refused
    And an unauthenticated client reads that replication is disabled in Kyoto
    When Olga tries to point Lima at the primary that issued that token (update-primary)
    Then the request is refused
    And Lima receives a new log entry of Oslo
    When replication is disabled in Lima
    And Olga tries to enable Lima as a secondary with that token
    Then the request is refused
    And an unauthenticated client reads that replication is disabled in Lima

  @OWN-ACTIVATION-03
  Scenario: Two secondaries are enabled, each with a key of its own
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Lima generates a public key
    And Kyoto generates a public key
    And an activation token of Oslo for the secondary "lima", encrypted to the public key of Lima
    And Lima is enabled as a secondary with that token
    And an activation token of Oslo for the secondary "kyoto", encrypted to the public key of Kyoto
    When Kyoto is enabled as a secondary with that token
    And Ada writes "blue" to "colours/sky" in Oslo
    Then eventually Ada reads "blue" at "colours/sky" in Lima
    And eventually Ada reads "blue" at "colours/sky" in Kyoto

  @OWN-ACTIVATION-03
  Scenario: update-primary takes a token encrypted to a public key
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Lima is enabled as a secondary of Oslo
    And Kyoto is enabled as a secondary of Oslo
    And Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Kyoto
    And Oslo is demoted and Lima is promoted
    And Kyoto generates a public key
    And Olga requests an activation token of Lima for the secondary "kyoto", encrypted to the public key of Kyoto
    And the activation token is encrypted, and not wrapped
    When Kyoto is pointed at the primary that issued that token (update-primary)
    And Ada writes "red" to "colours/rose" in Lima
    Then eventually Ada reads "red" at "colours/rose" in Kyoto
    And Kyoto receives a new log entry of Lima

  @OWN-ACTIVATION-04
  Scenario: A token encrypted to an earlier or altered key changes nothing
    Given an operator writes the secrets engine "own" in Lima with "type=kv"
    And Ada is a client of Lima who may "create, read, update, delete, list" on "own/*"
    And Ada writes "mine" to "own/thing" in Lima
    And Kyoto generates a public key
    And an activation token of Oslo for the secondary "other", encrypted to the public key of Kyoto
    When Olga tries to enable Lima as a secondary with that token
    Then the request is refused
    Given Lima generates a public key
    And an activation token of Oslo for the secondary "early", encrypted to the public key of Lima
    When Olga tries to enable Lima as a secondary with that token, altered
    Then the request is refused
    Given Lima generates a public key
    When Olga tries to enable Lima as a secondary with that token
    Then the request is refused
    And an unauthenticated client reads that replication is disabled in Lima
    And eventually Ada reads "mine" at "own/thing" in Lima
    When Olga tries the operation "primary secondary-token" in Oslo with "id=x, secondary_public_key=made-up"
    Then the request is refused
    When Olga tries the operation "secondary generate-public-key" in Oslo with ""
    Then the request is refused
    And the refused requests have changed nothing

  @OWN-ACTIVATION-05
  @needs-restart
  Scenario: A public key outlives a restart
    Given Lima generates a public key
    And an activation token of Oslo for the secondary "lima", encrypted to the public key of Lima
    When Lima is killed and started again
    And Lima is enabled as a secondary with that token
    Then Lima receives a new log entry of Oslo

  @OWN-ACTIVATION-05
  @needs-partition
  Scenario: A public key is given up once the secondary is connected, and not before
    Given Lima generates a public key
    And an activation token of Oslo for the secondary "lima", encrypted to the public key of Lima
    And the link between Oslo and Lima is partitioned
    When Olga tries to enable Lima as a secondary with that token
    Then the request is refused, naming "cluster address"
    And an unauthenticated client reads that replication is disabled in Lima
    When the link between Oslo and Lima is healed
    And Lima is enabled as a secondary with that token
    Then Lima receives a new log entry of Oslo
    When Olga tries to point Lima at the primary that issued that token (update-primary)
    Then the request is refused

  @OWN-ACTIVATION-06
  @needs-move-time @needs-restart
  Scenario: A token encrypted to a public key expires
    Given Lima generates a public key
    And an activation token of Oslo for the secondary "hasty", valid for "5s" and encrypted to the public key of Lima
    When 6 seconds pass
    And Olga tries to enable Lima as a secondary with that token
    Then the request is refused
    Given an activation token of Oslo for the secondary "lima", encrypted to the public key of Lima
    When 29 minutes pass
    And Lima is enabled as a secondary with that token
    And 10 minutes pass
    And Lima is killed and started again
    Then Lima receives a new log entry of Oslo

  @OWN-ACTIVATION-06
  @needs-move-time @needs-partition
  Scenario: A secondary that connects after its token expired is not accepted
    Given Lima generates a public key
    And an activation token of Oslo for the secondary "lima", valid for "5m" and encrypted to the public key of Lima
    And the link between Oslo and Lima is partitioned
    When Olga tries to enable Lima as a secondary with that token
    Then the request is refused
    When 6 minutes pass
    And the link between Oslo and Lima is healed
    And Olga tries to enable Lima as a secondary with that token
    Then the request is refused
    And an unauthenticated client reads that replication is disabled in Lima
