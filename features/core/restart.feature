@needs-restart
Feature: Durability
  What a cluster acknowledged outlives its crashes.

  @OWN-RESTART-01
  @untouched @needs-move-time @needs-database @order
  Scenario Outline: Secrets, policies, tokens, entities, wrapping tokens and leases survive: <what>
    Given an operator initialises Oslo with "secret_shares=1, secret_threshold=1"
    And an operator submits an unseal key share to Oslo with "key={unseal key share 1 of Oslo}"
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And an operator writes the secrets engine "plans" in Oslo with "type=kv-v2"
    And an operator writes the auth method "staff" in Oslo with "type=userpass"
    And Bob is a user of "staff" in Oslo
    And the database is configured in Oslo
    And the table "books" in the database
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}", "{let the user read books}"], default_ttl=30m, max_ttl=60m'
    And an operator writes the policy "painter" in Oslo with 'policy=path "colours/*" { capabilities = ["read"] }'
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada is a client of Oslo who may "create, read, update" on "plans/*"
    And Ada is a client of Oslo who may "read" on "database/creds/*"
    And Ada has a token of Oslo that an operator created with 'policies=["of-ada"], no_parent=true, ttl=1h'
    And Ada writes "blue" to "colours/sky" in Oslo
    And Ada writes the object at "plans/data/house" in Oslo with 'data={"value":"walls"}'
    And Ada writes the object at "plans/data/house" in Oslo with 'data={"value":"roof"}'
    And Bob logs in to Oslo by userpass at "staff"
    And an operator writes the entity "{entity of Bob}" in Oslo with 'policies=["painter"]'
    And Jane has a wrapping token of Oslo for "POST sys/wrapping/wrap" with "value=a word", valid for "1h"
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    And <what>
    And an operator submits an unseal key share to Oslo with "key={unseal key share 1 of Oslo}"
    Then Oslo accepts Ada's token of Oslo
    And soon Bob can read "colours/sky" in Oslo
    And eventually Oslo has the policy "painter"
    And Ada reads "blue" at "colours/sky" in Oslo
    And eventually the object at "plans/data/house?version=1" in Oslo has 'data={"value":"walls"}'
    And eventually the object at "plans/data/house?version=2" in Oslo has 'data={"value":"roof"}'
    And Jane unwraps "a word" in Oslo
    When a client tries to unwrap "{wrapping token of Jane}" in Oslo
    Then the request is refused
    And the database accepts Ada's credentials
    When 20 minutes pass
    And an operator renews the lease of Ada's credentials in Oslo for "30m"
    And 20 minutes pass
    Then the database accepts Ada's credentials
    When 21 minutes pass
    Then soon the database does not have Ada's user
    And Oslo refuses Ada's token of Oslo

    Examples:
      | what                             |
      | an operator seals Oslo           |
      | Oslo is killed and restarted |

  @OWN-RESTART-02
  Scenario: No acknowledged write is lost or stored in part when the cluster is killed 20 times during writes
    Given an operator writes the secrets engine "plans" in Oslo with "type=kv-v2"
    When 8 clients write below "plans" in Oslo until it is killed, and it is started again, 20 times
    Then all writes that were acknowledged to them are in Oslo, and no write is there in part

  @OWN-RESTART-02
  @needs-replication
  Scenario: A secondary gets all that its primary acknowledged before it was killed
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "plans" in Oslo with "type=kv-v2"
    When 8 clients write below "plans" in Oslo until it is killed, and it is started again, 10 times
    And an operator writes the secrets engine "progress" in Oslo with "type=kv"
    Then eventually Lima has every log entry of Oslo
    And all writes that were acknowledged to them are in Lima, and no write is there in part

  @OWN-RESTART-01
  Scenario: Deletions, revocations and the use of a wrapping token survive a crash
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    And Ada writes "red" to "colours/dusk" in Oslo
    And Jane is a client of Oslo who may "read" on "colours/*"
    And Bob has a wrapping token of Oslo for "POST sys/wrapping/wrap" with "value=a word", valid for "1h"
    And Jane has a wrapping token of Oslo for "POST sys/wrapping/wrap" with "value=another word", valid for "1h"
    When Ada deletes the object at "colours/sky" in Oslo
    And an operator revokes Ada's token in Oslo
    And Bob unwraps "a word" in Oslo
    And Oslo is killed and restarted
    Then there is no object at "colours/sky" in Oslo
    And Oslo refuses Ada's token of Oslo
    And Jane reads "red" at "colours/dusk" in Oslo
    And Jane unwraps "another word" in Oslo
    When a client tries to unwrap "{wrapping token of Bob}" in Oslo
    Then the request is refused
