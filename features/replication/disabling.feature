@needs-replication
Feature: Disabling replication, and revoking secondaries

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Olga is an operator of Oslo
    And Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Lima

  @REPL-PDISABLE-01 @REPL-STATUS-02 @REPL-STATUS-02:primary-disable @smoke
  Scenario: After primary disable, the status shows the cluster as neither primary nor secondary
    When an operator disables the primary Oslo
    Then an unauthenticated client reads that Oslo is neither primary nor secondary

  @REPL-PDISABLE-02 @order
  @REPL-PDISABLE-02:disconnected @REPL-PDISABLE-02:no-writes @REPL-PDISABLE-02:unused-tokens
  Scenario: After primary disable, no secondary and no unused token connects, also not once it is enabled again
    Given an operator writes the secrets engine "progress" in Oslo with "type=kv"
    And eventually Lima has every log entry of Oslo
    And an operator creates an activation token in Oslo with "id=late"
    When an operator disables the primary Oslo
    Then soon Lima is not connected to a primary
    When Ada writes "red" to "colours/rose" in Oslo
    Then after a while there is no object at "colours/rose" in Lima
    When Olga tries to enable Kyoto as a secondary with "token={the activation token}"
    Then the request is refused, or Kyoto does not replicate after a while
    When an operator enables Oslo as a primary
    And Ada writes "white" to "colours/snow" in Oslo
    Then after a while there is no object at "colours/snow" in Lima
    When Olga tries to enable Kyoto as a secondary with "token={the activation token}"
    Then the request is refused, or Kyoto does not replicate after a while

  @REPL-PDISABLE-02 @REPL-PDISABLE-02:unused-tokens
  Scenario: An unused token from before primary disable connects no cluster once the primary is enabled again
    Given an operator creates an activation token in Oslo with "id=late"
    When an operator disables the primary Oslo
    And an operator enables Oslo as a primary
    And Olga tries to enable Kyoto as a secondary with "token={the activation token}"
    Then the request is refused, or Kyoto does not replicate after a while

  @REPL-PDISABLE-03
  Scenario: A disabled primary that is enabled again has another cluster ID
    When an operator disables the primary Oslo
    And an operator enables Oslo as a primary
    Then Oslo has another cluster ID

  @REPL-PDISABLE-05 @order
  Scenario: A disabled primary keeps its data, also when it is enabled again
    Given an operator writes the policy "painter" in Oslo with 'policy=path "colours/*" { capabilities = ["read"] }'
    And an operator writes the secrets engine "own" in Oslo with "type=kv, local=true"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "own/*"
    And Ada writes "mine" to "own/thing" in Oslo
    When an operator disables the primary Oslo
    Then eventually Ada reads "blue" at "colours/sky" in Oslo
    And eventually Ada reads "mine" at "own/thing" in Oslo
    And eventually Oslo has the policy "painter"
    When an operator enables Oslo as a primary
    Then eventually Ada reads "blue" at "colours/sky" in Oslo
    And eventually Ada reads "mine" at "own/thing" in Oslo
    And eventually Oslo has the policy "painter"

  @REPL-PDISABLE-04
  Scenario: A secondary rejoins its re-enabled primary by secondary enable, with a wipe, and not by update-primary
    When an operator disables the primary Oslo
    And an operator enables Oslo as a primary
    And Olga tries to update the primary of Lima to Oslo
    Then the request is refused
    When an operator disables the secondary Lima
    And Ada writes "own" to "colours/own" in Lima
    And an operator enables Lima as a secondary of Oslo
    Then Lima refuses Ada's token of Lima
    And there is no object at "colours/own" in Lima
    And eventually Ada reads "blue" at "colours/sky" in Lima

  @REPL-SDISABLE-01 @REPL-STATUS-02 @REPL-STATUS-02:secondary-disable
  Scenario: After secondary disable, the status shows the cluster as neither primary nor secondary
    When an operator disables the secondary Lima
    Then an unauthenticated client reads that Lima is neither primary nor secondary

  @REPL-SDISABLE-02 @REPL-SDISABLE-02:no-writes @REPL-SDISABLE-02:disconnected
  Scenario: A disabled secondary is no longer connected to its primary, and receives no writes
    When an operator disables the secondary Lima
    And Ada writes "red" to "colours/rose" in Oslo
    Then soon the status of Oslo shows Lima as disconnected
    And after a while there is no object at "colours/rose" in Lima
    And eventually the status of Oslo shows Lima as disconnected

  @REPL-SDISABLE-02 @REPL-SDISABLE-02:no-writes @needs-restart
  Scenario: A secondary that was disabled does not connect after a restart either
    When an operator disables the secondary Lima
    And Lima is killed and restarted
    And Ada writes "red" to "colours/rose" in Oslo
    Then after a while there is no object at "colours/rose" in Lima
    And eventually the status of Oslo shows Lima as disconnected

  @REPL-SDISABLE-04 @REPL-SENABLE-02 @REPL-SENABLE-02:data
  Scenario: A disabled secondary is enabled again with a wipe
    When an operator disables the secondary Lima
    Then Ada reads "blue" at "colours/sky" in Lima
    When Ada writes "own" to "colours/own" in Lima
    And an operator enables Lima as a secondary of Oslo
    Then there is no object at "colours/own" in Lima
    And Lima refuses Ada's token of Lima
    And eventually Ada reads "blue" at "colours/sky" in Lima

  @REPL-SDISABLE-03
  Scenario: A disabled secondary that is enabled as a primary has another cluster ID
    When an operator disables the secondary Lima
    And an operator enables Lima as a primary
    Then Lima has another cluster ID

  @REPL-UPDPRIM-03
  @REPL-UPDPRIM-03:mode @REPL-UPDPRIM-03:no-primary @REPL-UPDPRIM-03:no-writes
  Scenario: After update-primary with an empty token, a secondary has no primary and receives no writes
    When an operator updates the primary of Lima with "token="
    And Ada writes "red" to "colours/rose" in Oslo
    Then Lima is a secondary
    And Lima is a secondary without a primary
    And after a while there is no object at "colours/rose" in Lima

  @REPL-UPDPRIM-02 @REPL-UPDPRIM-02:blank-token
  Scenario: A secondary keeps its data and tokens after update-primary with an empty token
    When an operator updates the primary of Lima with "token="
    Then Ada reads "blue" at "colours/sky" in Lima
    And after a while Ada reads "blue" at "colours/sky" in Lima
    And Lima accepts Ada's token of Lima

  @REPL-UPDPRIM-03 @needs-restart
  Scenario: A secondary whose primary was cleared does not connect after a restart either
    When an operator updates the primary of Lima with "token="
    And Lima is killed and restarted
    And Ada writes "red" to "colours/rose" in Oslo
    Then after a while there is no object at "colours/rose" in Lima
    And Lima is a secondary
    And Lima is a secondary without a primary

  @REPL-REVOKE-01 @order
  @REPL-REVOKE-01:disconnected @REPL-REVOKE-01:no-writes @REPL-REVOKE-01:primary
  Scenario: A revoked secondary is disconnected and receives no writes, and the primary stays a primary
    Given an operator writes the secrets engine "progress" in Oslo with "type=kv"
    And eventually Lima has every log entry of Oslo
    When an operator revokes a secondary in Oslo with "id=lima"
    Then Oslo is the primary
    And soon Lima is not connected to a primary
    When Ada writes "red" to "colours/rose" in Oslo
    Then after a while there is no object at "colours/rose" in Lima

  @REPL-REVOKE-05
  Scenario: A revocation leaves other secondaries connected
    Given an operator enables Kyoto as a secondary of Oslo
    When an operator revokes a secondary in Oslo with "id=lima"
    And Ada writes "red" to "colours/rose" in Oslo
    Then an unauthenticated client reads that Oslo is a primary with the secondary Kyoto
    And eventually Ada reads "red" at "colours/rose" in Kyoto

  @REPL-REVOKE-05 @needs-restart
  Scenario: A secondary whose ID begins with the ID of a revoked one still reconnects after a restart
    Given an operator creates an activation token in Oslo with "id=lima-2"
    And an operator enables Kyoto as a secondary with "token={the activation token}"
    When an operator revokes a secondary in Oslo with "id=lima"
    And Kyoto is killed and restarted
    And Ada writes "red" to "colours/rose" in Oslo
    Then eventually Ada reads "red" at "colours/rose" in Kyoto
    And after a while there is no object at "colours/rose" in Lima

  @REPL-REVOKE-01 @REPL-REVOKE-01:no-writes
  Scenario: A write right after a revocation does not reach the revoked secondary
    When an operator revokes a secondary in Oslo with "id=lima"
    And Ada writes "red" to "colours/rose" in Oslo
    Then after a while there is no object at "colours/rose" in Lima

  @REPL-REVOKE-02 @REPL-REVOKE-02:restart @needs-restart
  Scenario: A revoked secondary does not reconnect by a restart, the primary's address or its old activation token
    Given an operator creates an activation token in Oslo with "id=kyoto"
    And an operator enables Kyoto as a secondary with "token={the activation token}"
    And eventually Ada reads "blue" at "colours/sky" in Kyoto
    And an operator revokes a secondary in Oslo with "id=kyoto"
    When Kyoto is killed and restarted
    And Ada writes "red" to "colours/rose" in Oslo
    Then after a while there is no object at "colours/rose" in Kyoto
    When Olga tries to update the primary of Kyoto with 'update_primary_addrs=["{the cluster address of Oslo}"]'
    Then the request is refused, or Kyoto does not replicate after a while
    When Olga tries to update the primary of Kyoto with "token={the activation token}"
    Then the request is refused, or Kyoto does not replicate after a while
    When an operator disables the secondary Kyoto
    And Olga tries to enable Kyoto as a secondary with "token={the activation token}"
    Then the request is refused, or Kyoto does not replicate after a while

  @REPL-REVOKE-02 @REPL-REVOKE-02:enable
  Scenario Outline: An activation token that was revoked before its use does not enable a secondary: <token>
    Given an operator generates a public key in Kyoto
    And an operator creates an activation token in Oslo with "id=kyoto<key>"
    When Olga tries to revoke a secondary in Oslo with "id=kyoto"
    Then the request succeeds
    When Olga tries to enable Kyoto as a secondary with "token={the activation token}"
    Then the request is refused, or Kyoto does not replicate after a while

    Examples:
      | token     | key                                              |
      | wrapped   |                                                  |
      | encrypted | , secondary_public_key={the public key of Kyoto} |

  @REPL-REVOKE-02 @REPL-REVOKE-02:update-primary @order
  Scenario: An activation token that was revoked before its use does not reconnect a secondary by update-primary
    Given an operator creates an activation token in Oslo with "id=lima-new"
    And an operator updates the primary of Lima with "token="
    When Olga tries to revoke a secondary in Oslo with "id=lima-new"
    Then the request succeeds
    When Olga tries to update the primary of Lima with "token={the activation token}"
    Then the request is refused, or Lima does not replicate after a while
    When an operator updates the primary of Lima to Oslo
    Then eventually Lima is a secondary of Oslo

  @REPL-REVOKE-03
  Scenario: A revoked secondary reconnects with a new token
    Given an operator revokes a secondary in Oslo with "id=lima"
    And Ada writes "red" to "colours/rose" in Oslo
    When an operator updates the primary of Lima to Oslo
    Then eventually Ada reads "red" at "colours/rose" in Lima
