@needs-restart
Feature: What a cluster acknowledged outlives its crashes

  @untouched @needs-move-time
  Scenario Outline: What a cluster knew it knows again: <what>
    Given Oslo is initialised with 1 share, of which 1 unseals it, and unsealed
    And a key-value engine is mounted at "colours" in Oslo
    And a versioned key-value engine is mounted at "plans" in Oslo
    And people log in with passwords at "staff" in Oslo
    And Bob has a password at "staff" in Oslo
    And the database is configured in Oslo
    And the table "books" in the database
    And the role "reporting" may read the table "books" for 30 minutes
    And the policy "painter" in Oslo is 'path "colours/*" { capabilities = ["read"] }'
    And Ada wrote "blue" to "colours/sky" in Oslo
    And Ada wrote "walls" as version 1 of "plans/house" in Oslo
    And Ada wrote "roof" as version 2 of "plans/house" in Oslo
    And Ada holds a token of Oslo for "1h"
    And Bob logs in with the password at "staff" in Oslo
    And Bob at "staff" gets the policy 'path "colours/*" { capabilities = ["read"] }' in Oslo
    And Jane was given "a word", wrapped for "1h", in Oslo
    When Ada asks Oslo for credentials of "reporting" with the token that she holds
    And <what>
    And share 1 is handed to Oslo
    Then Oslo accepts the token that Ada holds
    And Bob may read "colours/sky" in Oslo
    And Oslo knows the policy "painter"
    And Ada reads "blue" from "colours/sky" in Oslo at once
    And Ada reads "walls" as version 1 of "plans/house" in Oslo
    And Ada reads "roof" as version 2 of "plans/house" in Oslo
    And Jane unwraps "a word" in Oslo
    When Jane tries to unwrap in Oslo
    Then that is refused
    And the database accepts Ada's credentials
    When 20 minutes pass
    And the lease of Ada is renewed in Oslo for 30 minutes
    And 20 minutes pass
    Then the database accepts Ada's credentials
    When 21 minutes pass
    Then the database no longer knows Ada's user
    And Oslo refuses the token that Ada holds

    Examples:
      | what                             |
      | Oslo is sealed                   |
      | Oslo is killed and started again |

  Scenario: Whatever moment it is killed at, nothing that was acknowledged is lost or there by halves
    Given a versioned key-value engine is mounted at "plans" in Oslo
    When 8 people write below "plans" in Oslo until it is killed, and it is started again
    Then all that was acknowledged to them is there in Oslo, and nothing is there by halves
    When 8 people write below "plans" in Oslo until it is killed, and it is started again
    And 8 people write below "plans" in Oslo until it is killed, and it is started again
    And 8 people write below "plans" in Oslo until it is killed, and it is started again
    Then all that was acknowledged to them is there in Oslo, and nothing is there by halves

  Scenario: A follower has all that its lead acknowledged before it was killed
    Given Oslo leads, and Lima follows
    And a versioned key-value engine is mounted at "plans" in Oslo
    When 8 people write below "plans" in Oslo until it is killed, and it is started again
    Then Lima keeps up with Oslo
    And all that was acknowledged to them is there in Lima, and nothing is there by halves

  Scenario: What was taken back before a crash is not there after it
    Given a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    And Ada holds a token of Oslo
    And Bob was given "a word", wrapped for "1h", in Oslo
    When Ada deletes "colours/sky" in Oslo
    And the token that Ada holds is revoked in Oslo
    And Bob unwraps "a word" in Oslo
    And Oslo is killed and started again
    Then nothing is at "colours/sky" in Oslo
    And Oslo refuses the token that Ada holds
    When Bob tries to unwrap in Oslo
    Then that is refused
