@needs-database
Feature: Dynamic credentials
  Each request makes a database user of its own, which lives as long as its lease.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Ada is a client of Oslo who may "read" on "database/creds/*"
    And Bob is a client of Oslo who may "read" on "database/creds/*"
    And the database is configured in Oslo
    And the table "books" in the database
    And an operator writes the dynamic role "reporting" in Oslo with:
      | db_name             | main              |
      | creation_statements | ["{create user}"] |
      | default_ttl         | 30m               |
      | max_ttl             | 60m               |

  @DB-CREDS-01 @DB-CREDS-01:login @smoke
  Scenario: The credentials of each request log in to the database
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    And Bob requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials
    And the database accepts Bob's credentials

  @DB-CREDS-02 @DB-CREDS-02:one-after-another
  Scenario: Two requests, one after another, return different users and passwords, and both log in
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    And Bob requests credentials of the dynamic role "reporting" from Oslo
    Then Ada and Bob have different credentials
    And the database accepts Ada's credentials
    And the database accepts Bob's credentials

  @DB-CREDS-03
  @DB-CREDS-03:duration @DB-CREDS-03:own-lease
  Scenario: Each request has a lease of its own, whose revocation leaves the other user
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    And Bob requests credentials of the dynamic role "reporting" from Oslo
    Then Ada and Bob have different credentials
    And the lease of Ada's credentials ends 1800 seconds after it was issued
    And the lease of Bob's credentials ends 1800 seconds after it was issued
    Given an operator revokes the lease of Ada's credentials in Oslo
    And soon the database does not have Ada's user
    Then the database accepts Bob's credentials

  @DB-CREDS-04 @DB-CREDS-04:revocation @smoke
  Scenario: When the lease is revoked, the user is dropped
    Given Ada requests credentials of the dynamic role "reporting" from Oslo
    And the database accepts Ada's credentials
    When an operator revokes the lease of Ada's credentials in Oslo
    Then soon the database refuses Ada's credentials
    And soon the database does not have Ada's user

  @DB-CREDS-02
  @DB-CREDS-02:at-the-same-time
  Scenario: Two requests at the same time return different users and passwords, and both log in
    When Ada and Bob request credentials of the dynamic role "reporting" from Oslo at the same time
    Then Ada and Bob have different credentials
    And the database accepts Ada's credentials
    And the database accepts Bob's credentials

  @DB-CREDS-04 @needs-move-time
  @DB-CREDS-04:end
  Scenario: When the lease ends, the user is dropped
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    And 29 minutes pass
    Then the database accepts Ada's credentials
    When 62 seconds pass
    Then soon the database refuses Ada's credentials
    And soon the database does not have Ada's user

  @DB-CREDS-04 @needs-move-time @order
  @DB-CREDS-04:end @DB-CREDS-04:revocation
  Scenario: A user is dropped with its lease, although its role has been changed or deleted since
    Given Olga is an operator of Oslo
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    And Bob requests credentials of the dynamic role "reporting" from Oslo
    And Olga writes the dynamic role "reporting" in Oslo with:
      | db_name | elsewhere |
    Then the database accepts Bob's credentials
    When an operator revokes the lease of Bob's credentials in Oslo
    Then soon the database does not have Bob's user
    And the database accepts Ada's credentials
    When Olga deletes the dynamic role "reporting" in Oslo
    Then the database accepts Ada's credentials
    When 31 minutes pass
    Then soon the database does not have Ada's user

  @OWN-DBLEASE-01
  @needs-move-time @needs-restart @order
  Scenario: A lease ends in time although the service was killed
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    And Oslo is killed and restarted
    And 29 minutes pass
    Then the database accepts Ada's credentials
    When 62 seconds pass
    Then soon the database does not have Ada's user

  @DB-ROLE-08 @needs-move-time @order
  Scenario: A renewed lease lasts longer, but not beyond the role's max_ttl
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    And 20 minutes pass
    And an operator renews the lease of Ada's credentials in Oslo for "30m"
    And 20 minutes pass
    Then the database accepts Ada's credentials
    When an operator renews the lease of Ada's credentials in Oslo for "10h"
    And an operator renews the lease of Ada's credentials in Oslo for "50m"
    And 19 minutes pass
    Then the database accepts Ada's credentials
    When 62 seconds pass
    Then soon the database does not have Ada's user

  @OWN-DBLEASE-02
  @needs-replication
  Scenario: Credentials from a secondary log in until their lease is revoked there
    When Ada requests credentials of the dynamic role "reporting" from Lima
    Then the database accepts Ada's credentials
    When an operator revokes the lease of Ada's credentials in Lima
    Then soon the database refuses Ada's credentials

  @OWN-DBLEASE-02
  @needs-replication
  Scenario: A user that a secondary created is dropped when the engine is disabled on the primary
    Given Ada requests credentials of the dynamic role "reporting" from Lima
    And the database accepts Ada's credentials
    When an operator deletes the secrets engine "database" in Oslo
    Then soon the database does not have Ada's user

  @OWN-DBLEASE-01
  @needs-move-time @needs-replication @order
  Scenario: A lease that was issued before a failover ends in time
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    And an operator demotes Oslo
    And eventually an operator promotes Lima
    And 29 minutes pass
    Then the database accepts Ada's credentials
    When 62 seconds pass
    Then soon the database does not have Ada's user

  @OWN-DBLEASE-03
  @needs-move-time @order
  Scenario: When a token expires, the database user that was requested with it is dropped
    Given Ada has a token of Oslo that an operator created with 'policies=["of-ada"], no_parent=true, ttl=10m'
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    And 9 minutes pass
    Then the database accepts Ada's credentials
    When 62 seconds pass
    Then soon the database does not have Ada's user

  @OWN-DBLEASE-03
  @needs-move-time @needs-restart
  Scenario: When a token expires, its database user is dropped although the service was killed in between
    Given Ada has a token of Oslo that an operator created with 'policies=["of-ada"], no_parent=true, ttl=10m'
    And Ada requests credentials of the dynamic role "reporting" from Oslo
    And Oslo is killed and restarted
    And the database accepts Ada's credentials
    When 11 minutes pass
    Then soon the database does not have Ada's user

  @DB-ROLE-06 @order
  @DB-ROLE-06:zero @DB-ROLE-06:system-default
  Scenario: A role whose TTLs are missing or 0 has the system's default TTL of 768 hours, where the engine has none
    Given an operator writes the dynamic role "untimed" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    Then the dynamic role "untimed" in Oslo has "default_ttl=0"
    When Ada requests credentials of the dynamic role "untimed" from Oslo
    Then the lease of Ada's credentials ends 2764800 seconds after it was issued
    Given Olga is an operator of Oslo
    And Olga writes the dynamic role "reporting" in Oslo with:
      | default_ttl | 0  |
      | max_ttl     | 0s |
    Then the dynamic role "reporting" in Oslo has "default_ttl=0"
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the lease of Ada's credentials ends 2764800 seconds after it was issued

  @DB-ROLE-06
  @DB-ROLE-06:mount-default
  Scenario: A role without TTLs has the engine's default TTL
    Given an operator writes the tuning of secrets engine "database" in Oslo with "default_lease_ttl=10m"
    And an operator writes the dynamic role "untimed" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "untimed" from Oslo
    Then the lease of Ada's credentials ends 600 seconds after it was issued

  @DB-CREDS-01 @needs-sql
  @DB-CREDS-01:rights
  Scenario: A user has the privileges that the role's statements grant
    Given an operator writes the dynamic role "reporting" in Oslo with:
      | creation_statements | ["{create user}", "{let the user read books}"] |
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials
    And Ada's user may read the table "books"

  @DB-CREDS-05
  Scenario: All entries of a role's creation_statements are executed for a new user
    Given Olga is an operator of Oslo
    And the table "visitors" in the database
    And Olga writes the dynamic role "visitor" in Oslo with:
      | db_name             | main                                                |
      | creation_statements | ["{create user}", "{write '{{name}}' to visitors}"] |
    When Ada requests credentials of the dynamic role "visitor" from Oslo
    Then the database accepts Ada's credentials
    And the table "visitors" has the entries "{user of Ada}"

  @DB-CREDS-05 @needs-sql
  Scenario: All statements in one entry of creation_statements are executed for a new user
    Given the table "visitors" in the database
    And an operator writes the dynamic role "visitor" in Oslo with:
      | db_name             | main                                                                          |
      | creation_statements | ["{create user}; {let the user read books}; {write '{{name}}' to visitors};"] |
    When Ada requests credentials of the dynamic role "visitor" from Oslo
    Then the database accepts Ada's credentials
    And Ada's user may read the table "books"
    And the table "visitors" has the entries "{user of Ada}"

  @DB-CREDS-07
  @DB-CREDS-07:no-credentials @DB-CREDS-07:no-lease @DB-CREDS-07:no-user
  Scenario: If a later entry of creation_statements fails, the request is refused and leaves no lease and no user
    Given an operator writes the dynamic role "broken" in Oslo with 'db_name=main, creation_statements=["{create user}", "{a statement that fails}"]'
    When Ada tries to request credentials of the dynamic role "broken" from Oslo
    Then the request is refused
    And there are no leases below "database/creds/broken" in Oslo
    And the request has left no user in the database
    Given an operator writes the dynamic role "broken" in Oslo with 'creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "broken" from Oslo
    Then the database accepts Ada's credentials
    And the leases below "database/creds" in Oslo are "broken/"

  @DB-CREDS-07 @needs-sql
  @DB-CREDS-07:no-credentials @DB-CREDS-07:no-lease @DB-CREDS-07:no-user
  Scenario: If a later statement in one entry fails, the request is refused and leaves no lease and no user
    Given an operator writes the dynamic role "broken" in Oslo with:
      | db_name             | main                                         |
      | creation_statements | ["{create user}; {a statement that fails};"] |
    When Ada tries to request credentials of the dynamic role "broken" from Oslo
    Then the request is refused
    And there are no leases below "database/creds/broken" in Oslo
    And the request has left no user in the database
    Given an operator writes the dynamic role "broken" in Oslo with 'creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "broken" from Oslo
    Then the database accepts Ada's credentials
    And the leases below "database/creds" in Oslo are "broken/"
