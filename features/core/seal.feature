Feature: Seal and unseal
  A sealed cluster answers nothing that needs its storage, until enough of its unseal key shares are submitted. The key shares of a
  secondary are those of its primary.

  @OWN-SEAL-01
  @untouched @order
  Scenario: A new cluster is unsealed by three different key shares of its five, and not by two
    When an operator initialises Oslo with "secret_shares=5, secret_threshold=3"
    Then the seal status in Oslo has "sealed=true, progress=0, t=3"
    When an operator submits an unseal key share to Oslo with "key={unseal key share 5 of Oslo}"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 2 of Oslo}"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 2 of Oslo}"
    Then the seal status in Oslo has "sealed=true, progress=2, t=3"
    When an operator submits an unseal key share to Oslo with "key={unseal key share 4 of Oslo}"
    Then the seal status in Oslo has "sealed=false"
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    Then Ada can write "blue" to "colours/sky" in Oslo

  @OWN-SEAL-02
  @untouched
  Scenario: A cluster is initialised only once; before, it serves its init status, and nothing that needs its storage
    Then Oslo answers these:
      | request            | status |
      | GET sys/health     | 501    |
      | GET sys/mounts     | 503    |
      | GET colours/sky    | 503    |
      | GET sys/init       | 200    |
      | GET sys/key-status | 503    |
    When an operator initialises Oslo with "secret_shares=1, secret_threshold=1"
    And an unauthenticated client tries to initialise Oslo with "secret_shares=1, secret_threshold=1"
    Then the request is refused
    When an operator submits an unseal key share to Oslo with "key={unseal key share 1 of Oslo}"
    Then Oslo answers these:
      | request            | status |
      | GET sys/health     | 200    |
      | GET sys/mounts     | 200    |
      | GET colours/sky    | 404    |
      | GET sys/key-status | 200    |

  @OWN-SEAL-01
  @untouched
  Scenario: A last share of another cluster is refused and resets the progress; the cluster's own shares still unseal it
    Given an operator initialises Oslo with "secret_shares=3, secret_threshold=2"
    And an operator initialises Lima with "secret_shares=3, secret_threshold=2"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 1 of Oslo}"
    And the seal status in Oslo has "sealed=true, progress=1, t=2"
    When an unauthenticated client tries to submit an unseal key share to Oslo with "key={unseal key share 2 of Lima}"
    Then the request is refused
    And the seal status in Oslo has "sealed=true, progress=0, t=2"
    When an operator submits an unseal key share to Oslo with "key={unseal key share 1 of Oslo}"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 3 of Oslo}"
    Then the seal status in Oslo has "sealed=false"

  @OWN-SEAL-02
  @untouched @needs-replication @order
  Scenario: A sealed cluster answers nothing that needs its storage, and still its seal status
    Given an operator initialises Oslo with "secret_shares=3, secret_threshold=2"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 1 of Oslo}"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 2 of Oslo}"
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    When an operator seals Oslo
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
    When an operator submits an unseal key share to Oslo with "key={unseal key share 1 of Oslo}"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 2 of Oslo}"
    Then Ada reads "blue" at "colours/sky" in Oslo
    And Oslo answers these:
      | request                                | status |
      | GET sys/health                         | 200    |
      | GET colours/sky                        | 200    |
      | GET colours/no-such-secret             | 404    |
      | GET sys/mounts                         | 200    |
      | LIST sys/policies/acl                  | 200    |
      | GET sys/generate-root/attempt          | 200    |
      | GET sys/replication/performance/status | 200    |

  @OWN-SEAL-03
  @untouched @needs-restart @needs-move-time
  Scenario: A cluster restarts sealed, and tokens keep their expiry
    Given an operator initialises Oslo with "secret_shares=3, secret_threshold=2"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 1 of Oslo}"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 2 of Oslo}"
    And Ada is a client of Oslo who may "read" on "colours/*"
    And Bob is a client of Oslo who may "read" on "colours/*"
    And Ada has a token of Oslo that an operator created with 'policies=["of-ada"], no_parent=true, ttl=10m'
    And Bob has a token of Oslo that an operator created with 'policies=["of-bob"], no_parent=true, ttl=2m'
    And Oslo accepts Bob's token of Oslo
    When Oslo is killed and restarted
    Then the seal status in Oslo has "sealed=true, progress=0, t=2"
    When 5 minutes pass
    And an operator submits an unseal key share to Oslo with "key={unseal key share 1 of Oslo}"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 3 of Oslo}"
    Then Oslo accepts Ada's token of Oslo
    And Oslo refuses Bob's token of Oslo
    When 6 minutes pass
    Then Oslo refuses Ada's token of Oslo

  @OWN-SEAL-03
  @untouched @needs-restart @needs-move-time @needs-database @order
  Scenario: A lease that expires while the cluster is sealed is revoked once it is unsealed
    Given an operator initialises Oslo with "secret_shares=1, secret_threshold=1"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 1 of Oslo}"
    And the database is configured in Oslo
    And the table "books" in the database
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}", "{let the user read books}"], default_ttl=30m, max_ttl=60m'
    And Ada is a client of Oslo who may "read" on "database/creds/*"
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    And Oslo is killed and restarted
    And 31 minutes pass
    Then the database has Ada's user
    When an operator submits an unseal key share to Oslo with "key={unseal key share 1 of Oslo}"
    Then soon the database does not have Ada's user

  @OWN-SEAL-04
  @untouched @needs-restart
  Scenario: After a rekey only the new key shares unseal
    Given an operator initialises Oslo with "secret_shares=3, secret_threshold=2"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 1 of Oslo}"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 2 of Oslo}"
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    When an operator starts a rekey of Oslo with "secret_shares=2, secret_threshold=2"
    And an operator submits an unseal key share to the rekey of Oslo with "key={unseal key share 1 of Oslo}"
    And an operator submits an unseal key share to the rekey of Oslo with "key={unseal key share 2 of Oslo}"
    And Oslo is killed and restarted
    And an operator submits an unseal key share to Oslo with "key={earlier unseal key share 1 of Oslo}"
    And an unauthenticated client tries to submit an unseal key share to Oslo with "key={earlier unseal key share 2 of Oslo}"
    Then the request is refused
    When an operator submits an unseal key share to Oslo with "key={unseal key share 1 of Oslo}"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 2 of Oslo}"
    Then Ada reads "blue" at "colours/sky" in Oslo

  @OWN-SEAL-05
  @untouched @order
  Scenario: A root token is generated with enough key shares, and not with fewer
    Given an operator initialises Oslo with "secret_shares=3, secret_threshold=2"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 1 of Oslo}"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 2 of Oslo}"
    And an operator writes the object at "auth/token/revoke" in Oslo with "token={the root token of Oslo}"
    When an operator starts the generation of a root token in Oslo
    And an operator submits an unseal key share to the generation of a root token in Oslo with "key={unseal key share 3 of Oslo}"
    Then the root token generation in Oslo has 'complete=false, encoded_token="", progress=1'
    When an operator submits an unseal key share to the generation of a root token in Oslo with "key={unseal key share 1 of Oslo}"
    Then Oslo accepts the root token that was generated

  @OWN-SEAL-06
  @needs-restart @order
  Scenario: A rotation of the encryption key survives a crash, and what was written before and after it stays readable
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    And the encryption key status in Oslo has "term=1"
    When Oslo is killed and restarted
    And an operator rotates the encryption key of Oslo
    Then the encryption key status in Oslo has "term=2"
    And Ada writes "red" to "colours/dusk" in Oslo
    When Oslo is killed and restarted
    Then the encryption key status in Oslo has "term=2"
    And Ada reads "blue" at "colours/sky" in Oslo
    And Ada reads "red" at "colours/dusk" in Oslo

  @OWN-SEAL-07
  @untouched @order
  Scenario: An enabled secondary takes its primary's key shares, not its own, for root generation and unseal, and then catches up
    Given an operator initialises Oslo with "secret_shares=3, secret_threshold=2"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 1 of Oslo}"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 2 of Oslo}"
    And an operator initialises Lima with "secret_shares=4, secret_threshold=2"
    And an operator submits an unseal key share to Lima with "key={unseal key share 1 of Lima}"
    And an operator submits an unseal key share to Lima with "key={unseal key share 2 of Lima}"
    And Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    When an operator starts the generation of a root token in Lima
    And an operator submits an unseal key share to the generation of a root token in Lima with "key={unseal key share 1 of Lima}"
    And an unauthenticated client tries to submit an unseal key share to the generation of a root token in Lima with "key={unseal key share 2 of Lima}"
    Then the request is refused
    When an operator submits an unseal key share to the generation of a root token in Lima with "key={unseal key share 1 of Oslo}"
    And an operator submits an unseal key share to the generation of a root token in Lima with "key={unseal key share 3 of Oslo}"
    Then Lima accepts the root token that was generated
    When an operator seals Lima
    And Ada writes "blue" to "colours/sky" in Oslo
    And an operator submits an unseal key share to Lima with "key={unseal key share 1 of Lima}"
    And an unauthenticated client tries to submit an unseal key share to Lima with "key={unseal key share 2 of Lima}"
    Then the request is refused
    When an operator submits an unseal key share to Lima with "key={unseal key share 2 of Oslo}"
    And an operator submits an unseal key share to Lima with "key={unseal key share 3 of Oslo}"
    Then eventually Ada reads "blue" at "colours/sky" in Lima
