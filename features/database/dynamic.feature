@needs-database
Feature: Dynamic database credentials live as long as their lease

  Background:
    Given Oslo leads, and Lima follows
    And the database is configured in Oslo
    And the table "books" in the database
    And the role "reporting" may read the table "books" for 30 minutes

  @DB-CREDS-01 @DB-CREDS-02 @DB-CREDS-03 @DB-CREDS-04
  Scenario: Each request makes a user of its own
    When Ada asks Oslo for credentials of "reporting"
    And Bob asks Oslo for credentials of "reporting"
    # DB-CREDS-01
    Then the database accepts Ada's credentials
    # DB-CREDS-01, DB-CREDS-02
    And the database accepts Bob's credentials
    # DB-CREDS-02
    And Ada and Bob have different users
    # DB-CREDS-01
    And Ada's user may read the table "books"
    # DB-CREDS-03
    And the lease of Ada is for 1800 seconds
    # DB-CREDS-03
    And the lease of Bob is for 1800 seconds
    # DB-CREDS-04
    When the lease of Ada is revoked in Oslo
    # DB-CREDS-04
    Then the database refuses Ada's credentials
    # DB-CREDS-04
    And the database no longer knows Ada's user
    # DB-CREDS-03
    And the database accepts Bob's credentials

  @DB-CREDS-02
  Scenario: Two requests at the same time make two users
    When Ada and Bob ask Oslo for credentials of "reporting" at the same time
    Then Ada and Bob have different users
    And the database accepts Ada's credentials
    And the database accepts Bob's credentials

  @DB-CREDS-04 @needs-move-time
  Scenario: When the lease ends, the user is dropped
    When Ada asks Oslo for credentials of "reporting"
    And 29 minutes pass
    Then the database accepts Ada's credentials
    When 62 seconds pass
    Then the database refuses Ada's credentials
    And the database no longer knows Ada's user

  @needs-move-time @needs-restart
  Scenario: A lease ends in time although the service was killed
    When Ada asks Oslo for credentials of "reporting"
    And Oslo is killed and started again
    And 29 minutes pass
    Then the database accepts Ada's credentials
    When 62 seconds pass
    Then the database no longer knows Ada's user

  @DB-ROLE-08 @needs-move-time
  Scenario: A renewed lease lasts longer, but not beyond what the role allows
    When Ada asks Oslo for credentials of "reporting"
    And 20 minutes pass
    And the lease of Ada is renewed in Oslo for 30 minutes
    And 20 minutes pass
    Then the database accepts Ada's credentials
    When the lease of Ada is renewed in Oslo for 10 hours
    And 19 minutes pass
    Then the database accepts Ada's credentials
    When 62 seconds pass
    Then the database no longer knows Ada's user

  @needs-replication
  Scenario: A follower makes credentials of its own, and they end with its lease
    When Ada asks Lima for credentials of "reporting"
    Then the database accepts Ada's credentials
    When the lease of Ada is revoked in Lima
    Then the database refuses Ada's credentials

  @needs-replication
  Scenario: What a follower gave out ends when the engine is removed where it follows
    When Ada asks Lima for credentials of "reporting"
    And the database engine in Oslo is removed
    Then the database no longer knows Ada's user

  @needs-move-time @needs-replication
  Scenario: Whoever was given a lease before a failover loses it in time
    When Ada asks Oslo for credentials of "reporting"
    And Oslo is demoted and Lima is promoted
    And 29 minutes pass
    Then the database accepts Ada's credentials
    When 62 seconds pass
    Then the database no longer knows Ada's user

  @needs-move-time
  Scenario: When a token ends, what was asked for with it ends too
    Given Ada holds a token of Oslo for "10m"
    When Ada asks Oslo for credentials of "reporting" with the token that she holds
    And 9 minutes pass
    Then the database accepts Ada's credentials
    When 62 seconds pass
    Then the database no longer knows Ada's user

  @needs-move-time @needs-restart
  Scenario: What was asked for with a token ends with it although the service was killed
    Given Ada holds a token of Oslo for "10m"
    When Ada asks Oslo for credentials of "reporting" with the token that she holds
    And Oslo is killed and started again
    And 11 minutes pass
    Then the database no longer knows Ada's user

  @DB-ROLE-06
  Scenario: A role that names no time has the engine's, and else the system's
    Given the role "untimed" names no time
    Then the role "untimed" is told to be for 0 seconds
    When Ada asks Oslo for credentials of "untimed"
    Then the lease of Ada is for 2764800 seconds
    Given the database engine in Oslo is mounted anew with leases of 10 minutes
    And the role "untimed" names no time
    When Ada asks Oslo for credentials of "untimed"
    Then the lease of Ada is for 600 seconds

  @DB-CREDS-05
  Scenario: A user is made by all of its role's statements
    Given the table "visitors" in the database
    And the role "visitor" with the creation statements:
      """
      CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}';
      GRANT SELECT ON {books} TO "{{name}}";
      INSERT INTO {visitors} VALUES ('{{name}}');
      """
    When Ada asks Oslo for credentials of "visitor"
    Then the database accepts Ada's credentials
    And Ada's user may read the table "books"
    And Ada's user stands in the table "visitors"

  @DB-CREDS-07
  Scenario: A user that cannot be made whole is not made at all
    Given the role "broken" with the creation statements:
      """
      CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}';
      GRANT SELECT ON no_such_table TO "{{name}}";
      """
    When somebody asks Oslo for credentials of "broken"
    Then that is refused
    And there is no lease of "broken" in Oslo
    And the database has no new user
