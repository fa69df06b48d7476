@needs-replication
Feature: Activation tokens
  An activation token enables one secondary, once, within its time.

  Background:
    Given an operator enables Oslo as a primary
    And Olga is an operator of Oslo

  @REPL-TOKEN-01 @order
  Scenario: An activation token is wrapped, and enables a secondary
    When Olga tries to create an activation token in Oslo with "id=kyoto"
    Then the activation token is wrapped, and valid for 1800 seconds
    When an operator enables Kyoto as a secondary with "token={the activation token}"
    Then Kyoto is a secondary

  @REPL-TOKEN-02 @smoke
  Scenario: An activation token is not created without the ID of a secondary
    When Olga tries to create an activation token in Oslo
    Then the request is refused
    When Olga tries to create an activation token in Oslo with "id="
    Then the request is refused
    When Olga tries to create an activation token in Oslo with "ttl=5m"
    Then the request is refused
    Given an operator creates an activation token in Oslo with "id=lima"
    When Olga tries to create an activation token in Oslo with "id="
    Then the request is refused

  @REPL-TOKEN-03 @REPL-TOKEN-03:unused
  Scenario: The ID of an unused activation token cannot be used again, but a prefix of it can
    Given an operator creates an activation token in Oslo with "id=lima"
    When Olga tries to create an activation token in Oslo with "id=lima"
    Then the request is refused
    Given an operator generates a public key in Lima
    When Olga tries to create an activation token in Oslo with "id=lima, secondary_public_key={the public key of Lima}"
    Then the request is refused
    When Olga tries to create an activation token in Oslo with "id=lim"
    Then the activation token is wrapped, and valid for 1800 seconds

  @REPL-TOKEN-03 @REPL-TOKEN-03:used
  Scenario: The ID of an enabled secondary cannot be used again
    Given an operator creates an activation token in Oslo with "id=kyoto"
    And an operator enables Kyoto as a secondary with "token={the activation token}"
    When Olga tries to create an activation token in Oslo with "id=kyoto"
    Then the request is refused

  @REPL-TOKEN-06 @REPL-TOKEN-06:without-sudo @REPL-TOKEN-06:with-sudo
  Scenario: An activation token is given only to clients with sudo
    Given Bob is a client of Oslo who may "create, update" on "sys/replication/*"
    When Bob tries to create an activation token in Oslo with "id=bob"
    Then the request is refused with status 403
    Given an operator generates a public key in Lima
    When Bob tries to create an activation token in Oslo with "id=bob, secondary_public_key={the public key of Lima}"
    Then the request is refused with status 403
    Given Bob is a client of Oslo who may "create, update, sudo" on "sys/replication/*"
    When Bob tries to create an activation token in Oslo with "id=bob"
    Then the activation token is wrapped, and valid for 1800 seconds

  @OWN-ACTIVATION-01
  Scenario: An activation token that has enabled one cluster is refused when another uses it
    Given an operator creates an activation token in Oslo with "id=first"
    When an operator enables Lima as a secondary with "token={the activation token}"
    And Olga tries to enable Kyoto as a secondary with "token={the activation token}"
    Then the request is refused
    And an unauthenticated client reads that Kyoto is neither primary nor secondary

  @REPL-TOKEN-04 @REPL-TOKEN-04:wrapped @needs-move-time @order
  Scenario: An activation token is valid for 30 minutes by default
    When Olga tries to create an activation token in Oslo with "id=early"
    Then the activation token is wrapped, and valid for 1800 seconds
    When 29 minutes pass
    And an operator enables Lima as a secondary with "token={the activation token}"
    Then Lima is a secondary
    Given an operator creates an activation token in Oslo with "id=late"
    When 31 minutes pass
    And Olga tries to enable Kyoto as a secondary with "token={the activation token}"
    Then the request is refused
    And an unauthenticated client reads that Kyoto is neither primary nor secondary

  @REPL-TOKEN-04 @REPL-TOKEN-04:encrypted @needs-move-time
  Scenario: An encrypted activation token is valid for 30 minutes by default
    Given an operator generates a public key in Lima
    And an operator creates an activation token in Oslo with "id=early, secondary_public_key={the public key of Lima}"
    When 29 minutes pass
    And an operator enables Lima as a secondary with "token={the activation token}"
    Then Lima is a secondary
    Given an operator generates a public key in Kyoto
    And an operator creates an activation token in Oslo with "id=late, secondary_public_key={the public key of Kyoto}"
    When 31 minutes pass
    And Olga tries to enable Kyoto as a secondary with "token={the activation token}"
    Then the request is refused
    And an unauthenticated client reads that Kyoto is neither primary nor secondary

  @REPL-TOKEN-05 @REPL-TOKEN-05:wrapped @REPL-TOKEN-05:encrypted @needs-move-time
  Scenario: An activation token is valid for its ttl; a cluster that uses it later is refused and keeps its data
    Given an operator writes the secrets engine "own" in Lima with "type=kv"
    And Ada is a client of Lima who may "create, read, update, delete, list" on "own/*"
    And Ada writes "mine" to "own/thing" in Lima
    And an operator creates an activation token in Oslo with "id=lima, ttl=5s"
    When 6 seconds pass
    And Olga tries to enable Lima as a secondary with "token={the activation token}"
    Then the request is refused
    And an unauthenticated client reads that Lima is neither primary nor secondary
    And eventually Ada reads "mine" at "own/thing" in Lima
    Given an operator generates a public key in Lima
    And an operator creates an activation token in Oslo with "id=other, ttl=10m, secondary_public_key={the public key of Lima}"
    When 11 minutes pass
    And Olga tries to enable Lima as a secondary with "token={the activation token}"
    Then the request is refused
    And an unauthenticated client reads that Lima is neither primary nor secondary
    And eventually Ada reads "mine" at "own/thing" in Lima
    Given an operator creates an activation token in Oslo with "id=late, ttl=2h"
    When 119 minutes pass
    And an operator enables Lima as a secondary with "token={the activation token}"
    Then Lima is a secondary

  @REPL-PUBKEY-01 @REPL-PUBKEY-01:key @REPL-PUBKEY-01:usable
  Scenario: A cluster generates a public key, and is enabled with a token encrypted to it
    When an operator generates a public key in Lima
    And an operator creates an activation token in Oslo with "id=lima, secondary_public_key={the public key of Lima}"
    And an operator enables Lima as a secondary with "token={the activation token}"
    Then an unauthenticated client reads that Oslo is a primary with the secondary Lima

  @REPL-TOKEN-08 @REPL-TOKEN-08:encrypted @REPL-TOKEN-08:other-key @order
  Scenario: A token encrypted to a public key enables the cluster that generated the key, and no other
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    And an operator generates a public key in Lima
    When Olga tries to create an activation token in Oslo with "id=lima, secondary_public_key={the public key of Lima}"
    Then the activation token is encrypted, and not wrapped
    Given an operator generates a public key in Kyoto
    When Olga tries to enable Kyoto as a secondary with "token={the activation token}"
    Then the request is refused
    And an unauthenticated client reads that Kyoto is neither primary nor secondary
    When an operator enables Lima as a secondary with "token={the activation token}"
    Then an unauthenticated client reads that Oslo is a primary with the secondary Lima
    And eventually Ada reads "blue" at "colours/sky" in Lima

  @REPL-TOKEN-08 @REPL-TOKEN-08:wrapped
  Scenario Outline: An activation token <without a key> is wrapped, even after an encrypted one was created
    Given an operator generates a public key in Lima
    And an operator creates an activation token in Oslo with "id=lima, secondary_public_key={the public key of Lima}"
    When Olga tries to create an activation token in Oslo with "<fields>"
    Then the activation token is wrapped, and valid for 1800 seconds

    Examples:
      | without a key            | fields                          |
      | without a public key     | id=kyoto                        |
      | with an empty public key | id=kyoto, secondary_public_key= |

  @OWN-ACTIVATION-02
  @needs-audit
  Scenario: A token encrypted to a public key is not unwrapped by the primary, and is not in its audit log
    Given an operator writes the audit device "file" in Oslo with 'type=file, local=true, options={"file_path":"{the audit file of Oslo}"}'
    And an operator generates a public key in Lima
    And an operator creates an activation token in Oslo with "id=lima, secondary_public_key={the public key of Lima}"
    When an operator enables Lima as a secondary with "token={the activation token}"
    Then the audit log of Oslo has no entry for "sys/wrapping/unwrap"
    And the audit log of Oslo has the request and the response of a update of "sys/replication/performance/primary/secondary-token"
    And the audit log of Oslo does not contain "{the activation token}"

  @OWN-ACTIVATION-01
  Scenario: A token encrypted to a public key that has enabled a cluster cannot be used again by that cluster
    Given an operator generates a public key in Lima
    And an operator creates an activation token in Oslo with "id=lima, secondary_public_key={the public key of Lima}"
    When an operator enables Lima as a secondary with "token={the activation token}"
    And Olga tries to update the primary of Lima with "token={the activation token}"
    Then the request is refused
    When an operator writes the secrets engine "progress" in Oslo with "type=kv"
    Then eventually Lima has every log entry of Oslo
    When an operator disables the secondary Lima
    And Olga tries to enable Lima as a secondary with "token={the activation token}"
    Then the request is refused
    And an unauthenticated client reads that Lima is neither primary nor secondary

  @OWN-ACTIVATION-03
  Scenario: Two secondaries are enabled, each with a key of its own
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And an operator generates a public key in Lima
    And an operator generates a public key in Kyoto
    And an operator creates an activation token in Oslo with "id=lima, secondary_public_key={the public key of Lima}"
    And an operator enables Lima as a secondary with "token={the activation token}"
    And an operator creates an activation token in Oslo with "id=kyoto, secondary_public_key={the public key of Kyoto}"
    When an operator enables Kyoto as a secondary with "token={the activation token}"
    And Ada writes "blue" to "colours/sky" in Oslo
    Then eventually Ada reads "blue" at "colours/sky" in Lima
    And eventually Ada reads "blue" at "colours/sky" in Kyoto

  @OWN-ACTIVATION-03
  Scenario: update-primary takes a token encrypted to a public key
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And an operator enables Lima as a secondary of Oslo
    And an operator enables Kyoto as a secondary of Oslo
    And Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Kyoto
    And an operator demotes Oslo
    And eventually an operator promotes Lima
    And an operator generates a public key in Kyoto
    And Olga tries to create an activation token in Lima with "id=kyoto, secondary_public_key={the public key of Kyoto}"
    And the activation token is encrypted, and not wrapped
    When an operator updates the primary of Kyoto with "token={the activation token}"
    And Ada writes "red" to "colours/rose" in Lima
    And an operator writes the secrets engine "progress" in Lima with "type=kv"
    Then eventually Ada reads "red" at "colours/rose" in Kyoto
    And eventually Kyoto has every log entry of Lima

  @OWN-ACTIVATION-04
  Scenario: Altered tokens, and tokens for an earlier key or for another cluster's, are refused without effect
    Given an operator writes the secrets engine "own" in Lima with "type=kv"
    And Ada is a client of Lima who may "create, read, update, delete, list" on "own/*"
    And Ada writes "mine" to "own/thing" in Lima
    And an operator generates a public key in Kyoto
    And an operator creates an activation token in Oslo with "id=other, secondary_public_key={the public key of Kyoto}"
    When Olga tries to enable Lima as a secondary with "token={the activation token}"
    Then the request is refused
    Given an operator generates a public key in Lima
    And an operator creates an activation token in Oslo with "id=early, secondary_public_key={the public key of Lima}"
    When Olga tries to enable Lima as a secondary with "token={the activation token, altered}"
    Then the request is refused
    Given an operator generates a public key in Lima
    When Olga tries to enable Lima as a secondary with "token={the activation token}"
    Then the request is refused
    And an unauthenticated client reads that Lima is neither primary nor secondary
    And eventually Ada reads "mine" at "own/thing" in Lima
    And the refused requests have changed nothing

  @OWN-ACTIVATION-04
  Scenario: After an altered token was refused, the unaltered one enables the cluster
    Given an operator generates a public key in Lima
    And an operator creates an activation token in Oslo with "id=early, secondary_public_key={the public key of Lima}"
    When Olga tries to enable Lima as a secondary with "token={the activation token, altered}"
    Then the request is refused
    When an operator enables Lima as a secondary with "token={the activation token}"
    Then eventually Lima is a secondary of Oslo

  @OWN-ACTIVATION-04
  Scenario: No activation token is created for a made-up public key, and a primary generates no public key
    Given an operator generates a public key in Lima
    When Olga tries to create an activation token in Oslo with "id=x, secondary_public_key=made-up"
    Then the request is refused
    When Olga tries to generate a public key in Oslo
    Then the request is refused
    And the refused requests have changed nothing
    When Olga tries to create an activation token in Oslo with "id=x, secondary_public_key={the public key of Lima}"
    Then the activation token is encrypted, and not wrapped

  @OWN-ACTIVATION-05
  @needs-restart
  Scenario: A public key outlives a restart
    Given an operator generates a public key in Lima
    And an operator creates an activation token in Oslo with "id=lima, secondary_public_key={the public key of Lima}"
    When Lima is killed and restarted
    And an operator enables Lima as a secondary with "token={the activation token}"
    And an operator writes the secrets engine "progress" in Oslo with "type=kv"
    Then eventually Lima has every log entry of Oslo

  @OWN-ACTIVATION-05
  @needs-partition
  Scenario: A public key works after a failed attempt to connect, but no longer once the secondary is connected
    Given an operator generates a public key in Lima
    And an operator creates an activation token in Oslo with "id=lima, secondary_public_key={the public key of Lima}"
    And the link between Oslo and Lima is partitioned
    When Olga tries to enable Lima as a secondary with "token={the activation token}"
    Then the request is refused, naming "cluster address"
    And an unauthenticated client reads that Lima is neither primary nor secondary
    When the link between Oslo and Lima is healed
    And an operator enables Lima as a secondary with "token={the activation token}"
    And an operator writes the secrets engine "progress" in Oslo with "type=kv"
    Then eventually Lima has every log entry of Oslo
    When Olga tries to update the primary of Lima with "token={the activation token}"
    Then the request is refused
    Given an operator creates an activation token in Oslo with "id=later, secondary_public_key={the public key of Lima}"
    When Olga tries to update the primary of Lima with "token={the activation token}"
    Then the request is refused

  @OWN-ACTIVATION-06
  @needs-move-time @needs-restart
  Scenario: A token encrypted to a public key expires, but a secondary that it enabled in time goes on replicating
    Given an operator generates a public key in Lima
    And an operator creates an activation token in Oslo with "id=hasty, ttl=5s, secondary_public_key={the public key of Lima}"
    When 6 seconds pass
    And Olga tries to enable Lima as a secondary with "token={the activation token}"
    Then the request is refused
    Given an operator creates an activation token in Oslo with "id=lima, secondary_public_key={the public key of Lima}"
    When 29 minutes pass
    And an operator enables Lima as a secondary with "token={the activation token}"
    And 10 minutes pass
    And Lima is killed and restarted
    And an operator writes the secrets engine "progress" in Oslo with "type=kv"
    Then eventually Lima has every log entry of Oslo

  @OWN-ACTIVATION-06
  @needs-move-time @needs-partition
  Scenario: A cluster whose attempt within the token's time failed is refused after the token has expired
    Given an operator generates a public key in Lima
    And an operator creates an activation token in Oslo with "id=lima, ttl=5m, secondary_public_key={the public key of Lima}"
    And the link between Oslo and Lima is partitioned
    When Olga tries to enable Lima as a secondary with "token={the activation token}"
    Then the request is refused
    When 6 minutes pass
    And the link between Oslo and Lima is healed
    And Olga tries to enable Lima as a secondary with "token={the activation token}"
    Then the request is refused
    And an unauthenticated client reads that Lima is neither primary nor secondary
