Feature: Seal and unseal
  A sealed cluster answers nothing that needs its storage, until enough of its own unseal key shares are submitted.

  @OWN-SEAL-01
  @untouched @order
  Scenario: A new cluster is unsealed by any three of its five key shares
    When Oslo is initialised with 5 key shares and a threshold of 3
    Then Oslo is sealed, with 0 of 3 unseal key shares submitted
    When unseal key share 5 is submitted to Oslo
    And unseal key share 2 is submitted to Oslo
    And unseal key share 2 is submitted to Oslo
    Then Oslo is sealed, with 2 of 3 unseal key shares submitted
    When unseal key share 4 is submitted to Oslo
    Then Oslo is unsealed
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    Then Ada can write "blue" to "colours/sky" in Oslo

  @OWN-SEAL-02
  @untouched
  Scenario: A cluster is initialised once, and serves nothing before
    Then Oslo answers these:
      | request            | status |
      | GET sys/health     | 501    |
      | GET sys/mounts     | 503    |
      | GET colours/sky    | 503    |
      | GET sys/init       | 200    |
      | GET sys/key-status | 503    |
    When Oslo is initialised with 1 key share and a threshold of 1
    And an unauthenticated client tries to initialise Oslo with 1 key share and a threshold of 1
    Then the request is refused

  @OWN-SEAL-01
  @untouched
  Scenario: Key shares of another cluster do not unseal it, and the right ones still do
    When Oslo is initialised with 3 key shares and a threshold of 2
    And Lima is initialised with 3 key shares and a threshold of 2
    And unseal key share 1 is submitted to Oslo
    And an unauthenticated client tries to unseal Oslo with key share 2 of Lima
    Then the request is refused
    And Oslo is sealed, with 0 of 2 unseal key shares submitted
    When unseal key share 1 is submitted to Oslo
    And unseal key share 3 is submitted to Oslo
    Then Oslo is unsealed

  @OWN-SEAL-02
  @untouched @needs-replication @order
  Scenario: A sealed cluster serves nothing, not even to the root token
    Given Oslo is initialised with 3 key shares and a threshold of 2, and unsealed
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    When Oslo is sealed
    Then Oslo answers these:
      | request                                | status |
      | GET sys/health                         | 503    |
      | GET colours/sky                        | 503    |
      | GET colours/no-such-secret             | 503    |
      | GET sys/mounts                         | 503    |
      | LIST sys/policies/acl                  | 503    |
      | GET sys/generate-root/attempt          | 503    |
      | GET sys/replication/performance/status | 503    |
      | GET sys/seal-status                    | 200    |
    When unseal key share 1 is submitted to Oslo
    And unseal key share 2 is submitted to Oslo
    Then Ada reads "blue" at "colours/sky" in Oslo

  @OWN-SEAL-03
  @untouched @needs-restart @needs-move-time
  Scenario: A cluster restarts sealed, and tokens keep their expiry
    Given Oslo is initialised with 3 key shares and a threshold of 2, and unsealed
    And Ada is a client of Oslo who may "read" on "colours/*"
    And Bob is a client of Oslo who may "read" on "colours/*"
    And Ada has a token of Oslo that is valid for "10m"
    And Bob has a token of Oslo that is valid for "2m"
    When Oslo is killed and started again
    Then Oslo is sealed, with 0 of 2 unseal key shares submitted
    When 5 minutes pass
    And unseal key share 1 is submitted to Oslo
    And unseal key share 3 is submitted to Oslo
    Then Oslo accepts Ada's token of Oslo
    And Oslo refuses Bob's token of Oslo
    When 6 minutes pass
    Then Oslo refuses Ada's token of Oslo

  @OWN-SEAL-03
  @untouched @needs-restart @needs-move-time @needs-database @order
  Scenario: A lease that expires while the cluster is sealed is revoked once it is unsealed
    Given Oslo is initialised with 1 key share and a threshold of 1, and unsealed
    And the database is configured in Oslo
    And the table "books" in the database
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}", "{let the user read books}"], default_ttl=30m, max_ttl=60m'
    And Ada is a client of Oslo who may "read" on "database/creds/*"
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    And Oslo is killed and started again
    And 31 minutes pass
    Then the database has Ada's user
    When unseal key share 1 is submitted to Oslo
    Then soon the database does not have Ada's user

  @OWN-SEAL-04
  @untouched @needs-restart
  Scenario: After a rekey only the new key shares unseal
    Given Oslo is initialised with 3 key shares and a threshold of 2, and unsealed
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    When Oslo is rekeyed to 2 key shares and a threshold of 2
    And Oslo is killed and started again
    And the earlier unseal key share 1 is submitted to Oslo
    And an unauthenticated client tries to unseal Oslo with the earlier key share 2
    Then the request is refused
    When unseal key share 1 is submitted to Oslo
    And unseal key share 2 is submitted to Oslo
    Then Ada reads "blue" at "colours/sky" in Oslo

  @OWN-SEAL-05
  @untouched @order
  Scenario: A root token is generated with enough key shares, and not with fewer
    Given Oslo is initialised with 3 key shares and a threshold of 2, and unsealed
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    And the root token of Oslo is revoked
    When the generation of a root token of Oslo is started
    And unseal key share 3 is submitted to the generation of a root token of Oslo
    Then the generation of a root token of Oslo is not complete
    When unseal key share 1 is submitted to the generation of a root token of Oslo
    Then Oslo accepts the root token that was generated

  @OWN-SEAL-06
  @needs-restart @order
  Scenario: What was written before a rotation of the encryption key stays readable
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    When Oslo is killed and started again
    And the encryption key of Oslo is rotated
    Then the key term of Oslo is 2
    And Ada writes "red" to "colours/dusk" in Oslo
    When Oslo is killed and started again
    Then the key term of Oslo is 2
    And Ada reads "blue" at "colours/sky" in Oslo
    And Ada reads "red" at "colours/dusk" in Oslo

  @OWN-SEAL-07
  @untouched
  Scenario: From its enable on, a secondary is unsealed by the key shares of its primary
    Given Oslo is initialised with 3 key shares and a threshold of 2, and unsealed
    And Lima is initialised with 4 key shares and a threshold of 2, and unsealed
    And Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    When a root token of Lima is generated with unseal key shares 1 and 3 of Oslo
    And Lima is sealed
    And Ada writes "blue" to "colours/sky" in Oslo
    And unseal key share 1 of Lima is submitted to Lima
    And an unauthenticated client tries to unseal Lima with key share 2 of Lima
    Then the request is refused
    When unseal key share 2 of Oslo is submitted to Lima
    And unseal key share 3 of Oslo is submitted to Lima
    Then eventually Ada reads "blue" at "colours/sky" in Lima
