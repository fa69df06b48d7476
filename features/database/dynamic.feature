@needs-database
Feature: Dynamic credentials
  Each request makes a database user of its own, which lives as long as its lease.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Ada is a client of Oslo who may "read" on "database/creds/*"
    And Bob is a client of Oslo who may "read" on "database/creds/*"
    And the database is configured in Oslo
    And the table "books" in the database
    And the role "reporting" in Oslo, whose users may read the table "books" for 30 minutes

  @DB-CREDS-01 @DB-CREDS-02 @DB-CREDS-03 @DB-CREDS-04
  @DB-CREDS-01:login @DB-CREDS-02:one-after-another @DB-CREDS-03:duration @DB-CREDS-03:own-lease @DB-CREDS-04:revocation
  Scenario: Each request makes a user of its own
    When Ada requests dynamic credentials of role "reporting" from Oslo
    And Bob requests dynamic credentials of role "reporting" from Oslo
    # DB-CREDS-01
    Then the database accepts Ada's credentials
    # DB-CREDS-01, DB-CREDS-02
    And the database accepts Bob's credentials
    # DB-CREDS-02, DB-CREDS-03
    And Ada and Bob have different users
    # DB-CREDS-03
    And the lease of Ada's dynamic credentials lasts 1800 seconds
    # DB-CREDS-03
    And the lease of Bob's dynamic credentials lasts 1800 seconds
    # DB-CREDS-04
    When the lease of Ada's dynamic credentials is revoked in Oslo
    # DB-CREDS-04
    Then the database refuses Ada's credentials
    # DB-CREDS-04
    And the database no longer knows Ada's user
    # DB-CREDS-03
    And the database accepts Bob's credentials

  @DB-CREDS-02
  @DB-CREDS-02:at-the-same-time
  Scenario: Two requests at the same time make two users
    When Ada and Bob request dynamic credentials of role "reporting" from Oslo at the same time
    Then Ada and Bob have different users
    And the database accepts Ada's credentials
    And the database accepts Bob's credentials

  @DB-CREDS-04 @needs-move-time
  @DB-CREDS-04:end
  Scenario: When the lease ends, the user is dropped
    When Ada requests dynamic credentials of role "reporting" from Oslo
    And 29 minutes pass
    Then the database accepts Ada's credentials
    When 62 seconds pass
    Then the database refuses Ada's credentials
    And the database no longer knows Ada's user

  @DB-CREDS-04 @needs-move-time @order
  @DB-CREDS-04:end @DB-CREDS-04:revocation
  Scenario: When the lease ends, the user is dropped, whatever became of its role
    Given Olga is an operator of Oslo
    When Ada requests dynamic credentials of role "reporting" from Oslo
    And Bob requests dynamic credentials of role "reporting" from Oslo
    And Olga writes the role "reporting" in Oslo with:
      | db_name | elsewhere |
    And the lease of Bob's dynamic credentials is revoked in Oslo
    Then the database no longer knows Bob's user
    And the database accepts Ada's credentials
    When Olga deletes the role "reporting" in Oslo
    Then the database accepts Ada's credentials
    When 31 minutes pass
    Then the database no longer knows Ada's user

  @OWN-DBLEASE-01
  @needs-move-time @needs-restart @order
  Scenario: A lease ends in time although the service was killed
    When Ada requests dynamic credentials of role "reporting" from Oslo
    And Oslo is killed and started again
    And 29 minutes pass
    Then the database accepts Ada's credentials
    When 62 seconds pass
    Then the database no longer knows Ada's user

  @DB-ROLE-08 @needs-move-time @order
  Scenario: A renewed lease lasts longer, but not beyond what the role allows
    When Ada requests dynamic credentials of role "reporting" from Oslo
    And 20 minutes pass
    And the lease of Ada's dynamic credentials is renewed in Oslo for 30 minutes
    And 20 minutes pass
    Then the database accepts Ada's credentials
    When the lease of Ada's dynamic credentials is renewed in Oslo for 10 hours
    And the lease of Ada's dynamic credentials is renewed in Oslo for 50 minutes
    And 19 minutes pass
    Then the database accepts Ada's credentials
    When 62 seconds pass
    Then the database no longer knows Ada's user

  @OWN-DBLEASE-02
  @needs-replication
  Scenario: A secondary makes credentials of its own, and they end with its lease
    When Ada requests dynamic credentials of role "reporting" from Lima
    Then the database accepts Ada's credentials
    When the lease of Ada's dynamic credentials is revoked in Lima
    Then the database refuses Ada's credentials

  @OWN-DBLEASE-02
  @needs-replication
  Scenario: What a secondary gave out ends when the engine is disabled on its primary
    When Ada requests dynamic credentials of role "reporting" from Lima
    And the database secrets engine in Oslo is disabled
    Then the database no longer knows Ada's user

  @OWN-DBLEASE-01
  @needs-move-time @needs-replication @order
  Scenario: A lease that was given before a failover ends in time
    When Ada requests dynamic credentials of role "reporting" from Oslo
    And Oslo is demoted and Lima is promoted
    And 29 minutes pass
    Then the database accepts Ada's credentials
    When 62 seconds pass
    Then the database no longer knows Ada's user

  @OWN-DBLEASE-03
  @needs-move-time @order
  Scenario: When a token ends, what was asked for with it ends too
    Given Ada has a token of Oslo that is valid for "10m"
    When Ada requests dynamic credentials of role "reporting" from Oslo
    And 9 minutes pass
    Then the database accepts Ada's credentials
    When 62 seconds pass
    Then the database no longer knows Ada's user

  @OWN-DBLEASE-03
  @needs-move-time @needs-restart
  Scenario: What was asked for with a token ends with it although the service was killed
    Given Ada has a token of Oslo that is valid for "10m"
    When Ada requests dynamic credentials of role "reporting" from Oslo
    And Oslo is killed and started again
    And 11 minutes pass
    Then the database no longer knows Ada's user

  @DB-ROLE-06 @order
  @DB-ROLE-06:zero @DB-ROLE-06:system-default
  Scenario: A role without TTLs has the system's default TTL, where the engine has none
    Given the role "untimed" in Oslo without TTLs
    Then the default_ttl of role "untimed", read from Oslo, is 0 seconds
    When Ada requests dynamic credentials of role "untimed" from Oslo
    Then the lease of Ada's dynamic credentials lasts 2764800 seconds
    Given Olga is an operator of Oslo
    And Olga writes the role "reporting" in Oslo with:
      | default_ttl | 0  |
      | max_ttl     | 0s |
    Then the default_ttl of role "reporting", read from Oslo, is 0 seconds
    When Ada requests dynamic credentials of role "reporting" from Oslo
    Then the lease of Ada's dynamic credentials lasts 2764800 seconds

  @DB-ROLE-06
  @DB-ROLE-06:mount-default
  Scenario: A role without TTLs has the engine's default TTL
    Given the database secrets engine in Oslo is mounted anew with leases of 10 minutes
    And the role "untimed" in Oslo without TTLs
    When Ada requests dynamic credentials of role "untimed" from Oslo
    Then the lease of Ada's dynamic credentials lasts 600 seconds

  @DB-CREDS-01 @needs-sql
  @DB-CREDS-01:rights
  Scenario: A user has the privileges that the role's statements grant
    When Ada requests dynamic credentials of role "reporting" from Oslo
    Then the database accepts Ada's credentials
    And Ada's user may read the table "books"

  @DB-CREDS-05
  Scenario: A user is made by all entries of its role's statements
    Given Olga is an operator of Oslo
    And the table "visitors" in the database
    And Olga writes the role "visitor" in Oslo with:
      | db_name             | main                                           |
      | creation_statements | ["{create user}", "{write '{{name}}' to visitors}"] |
    When Ada requests dynamic credentials of role "visitor" from Oslo
    Then the database accepts Ada's credentials
    And Ada's user stands in the table "visitors"

  @DB-CREDS-05 @needs-sql
  Scenario: A user is made by all statements of an entry
    Given the table "visitors" in the database
    And the role "visitor" in Oslo with the creation statements:
      """
      {create user};
      {let the user read books};
      {write '{{name}}' to visitors};
      """
    When Ada requests dynamic credentials of role "visitor" from Oslo
    Then the database accepts Ada's credentials
    And Ada's user may read the table "books"
    And Ada's user stands in the table "visitors"

  @DB-CREDS-07
  @DB-CREDS-07:no-credentials @DB-CREDS-07:no-lease @DB-CREDS-07:no-user
  Scenario: A user whose creation fails in the middle is not made
    Given the role "broken" in Oslo, whose creation statements fail halfway
    When Ada tries to request dynamic credentials of role "broken" from Oslo
    Then the request is refused
    And there is no lease of role "broken" in Oslo
    And the database has no user that the scenario did not begin with

  @DB-CREDS-07 @needs-sql
  @DB-CREDS-07:no-credentials @DB-CREDS-07:no-lease @DB-CREDS-07:no-user
  Scenario: A user that cannot be made whole is not made at all
    Given the role "broken" in Oslo with the creation statements:
      """
      {create user};
      {a statement that fails};
      """
    When Ada tries to request dynamic credentials of role "broken" from Oslo
    Then the request is refused
    And there is no lease of role "broken" in Oslo
    And the database has no user that the scenario did not begin with
