Feature: A sealed cluster gives nothing away, and opens for the shares of its key alone

  @untouched
  Scenario: A new cluster is opened by three of its five shares, one after the other
    When Oslo is initialised with 5 shares, of which 3 unseal it
    Then Oslo is sealed, and has 0 of 3 shares
    When share 5 is handed to Oslo
    And share 2 is handed to Oslo
    And share 2 is handed to Oslo
    Then Oslo is sealed, and has 2 of 3 shares
    When share 4 is handed to Oslo
    Then Oslo is unsealed
    Given a key-value engine is mounted at "colours" in Oslo
    Then Ada can write "blue" to "colours/sky" in Oslo

  @untouched
  Scenario: Until it is initialised, a cluster answers nothing, and it is initialised once
    Then Oslo answers these:
      | request            | status |
      | GET sys/health     | 501    |
      | GET sys/mounts     | 503    |
      | GET colours/sky    | 503    |
      | GET sys/init       | 200    |
      | GET sys/key-status | 503    |
    When Oslo is initialised with 1 share, of which 1 unseals it
    And somebody asks to initialise Oslo with 1 share, of which 1 unseals it
    Then that is refused

  @untouched
  Scenario: Shares of another cluster do not open it, and the right ones do after that
    When Oslo is initialised with 3 shares, of which 2 unseal it
    And Lima is initialised with 3 shares, of which 2 unseal it
    And share 1 is handed to Oslo
    And somebody hands share 2 of Lima to Oslo
    Then that is refused
    And Oslo is sealed, and has 0 of 2 shares
    When share 1 is handed to Oslo
    And share 3 is handed to Oslo
    Then Oslo is unsealed

  @untouched
  Scenario: Once sealed, a cluster gives nothing away, whoever asks
    Given Oslo is initialised with 3 shares, of which 2 unseal it, and unsealed
    And a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
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
    When share 1 is handed to Oslo
    And share 2 is handed to Oslo
    Then Ada reads "blue" from "colours/sky" in Oslo at once

  @untouched @needs-restart @needs-move-time
  Scenario: A cluster comes back sealed; unsealed, it remembers tokens and when they end
    Given Oslo is initialised with 3 shares, of which 2 unseal it, and unsealed
    And Ada holds a token of Oslo for "10m"
    And Bob holds a token of Oslo for "2m"
    When Oslo is killed and started again
    Then Oslo is sealed, and has 0 of 2 shares
    When 5 minutes pass
    And share 1 is handed to Oslo
    And share 3 is handed to Oslo
    Then Oslo accepts the token that Ada holds
    And Oslo refuses the token that Bob holds
    When 6 minutes pass
    Then Oslo refuses the token that Ada holds

  @untouched @needs-restart @needs-move-time
  Scenario: A lease that ends while the cluster is sealed is revoked when it is unsealed
    Given Oslo is initialised with 1 share, of which 1 unseals it, and unsealed
    And the database is configured in Oslo
    And the table "books" in the database
    And the role "reporting" may read the table "books" for 30 minutes
    When Ada asks Oslo for credentials of "reporting"
    And Oslo is killed and started again
    And 31 minutes pass
    Then the database still knows Ada's user
    When share 1 is handed to Oslo
    Then the database no longer knows Ada's user

  @untouched @needs-restart
  Scenario: After the key was replaced, the old shares open nothing and the new ones do
    Given Oslo is initialised with 3 shares, of which 2 unseal it, and unsealed
    And a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    When the unseal key of Oslo is replaced by 2 shares, of which 2 unseal it
    And Oslo is killed and started again
    And old share 1 is handed to Oslo
    And somebody hands old share 2 to Oslo
    Then that is refused
    When share 1 is handed to Oslo
    And share 2 is handed to Oslo
    Then Ada reads "blue" from "colours/sky" in Oslo at once

  @untouched
  Scenario: Who has the shares makes a new root token, and who lacks one does not
    Given Oslo is initialised with 3 shares, of which 2 unseal it, and unsealed
    And a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    And the root token of Oslo is revoked
    When somebody begins to make a root token of Oslo
    And share 3 is given for the root token of Oslo
    Then there is no root token of Oslo yet
    When share 1 is given for the root token of Oslo
    Then Ada reads "blue" from "colours/sky" in Oslo at once

  @needs-restart
  Scenario: A new term of the keyring leaves what was written before readable
    Given a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    When the keyring of Oslo is rotated
    Then Oslo encrypts under term 2
    And Ada wrote "red" to "colours/dusk" in Oslo
    When Oslo is killed and started again
    Then Oslo encrypts under term 2
    And Ada reads "blue" from "colours/sky" in Oslo at once
    And Ada reads "red" from "colours/dusk" in Oslo at once

  @untouched
  Scenario: A follower keeps its own shares: sealed it hears nothing, unsealed it catches up
    Given Oslo is initialised with 1 share, of which 1 unseals it, and unsealed
    And Lima is initialised with 3 shares, of which 2 unseal it, and unsealed
    And Oslo leads, and Lima follows
    And a key-value engine is mounted at "colours" in Oslo
    When a root token of Lima is made with shares 1 and 3
    And Lima is sealed
    And Ada wrote "blue" to "colours/sky" in Oslo
    And share 2 is handed to Lima
    And share 3 is handed to Lima
    Then Ada reads "blue" from "colours/sky" in Lima
