Feature: Dynamic database credentials live as long as their lease

  Background:
    Given Oslo leads, and Lima follows
    And the database is configured in Oslo
    And the role "reporting" gives read access for 30 minutes

  @DB-CREDS-01 @DB-CREDS-02 @DB-CREDS-03
  Scenario: Each request makes a user of its own
    When Ada asks Oslo for credentials of "reporting"
    And Bob asks Oslo for credentials of "reporting"
    Then the database accepts Ada's credentials
    And the database accepts Bob's credentials
    And Ada and Bob have different users
    When the lease of Ada is revoked in Oslo
    Then the database refuses Ada's credentials
    And the database accepts Bob's credentials

  @DB-CREDS-04 @DB-ROLE-06 @needs-move-time
  Scenario: When the lease ends, the user is dropped
    When Ada asks Oslo for credentials of "reporting"
    Then the lease of Ada is for 1800 seconds
    And the database accepts Ada's credentials
    When 31 minutes pass
    Then the database refuses Ada's credentials
    And the database no longer knows Ada's user

  @needs-move-time
  Scenario: A renewed lease lasts longer, but not beyond what the role allows
    When Ada asks Oslo for credentials of "reporting"
    And 20 minutes pass
    And the lease of Ada is renewed in Oslo for 30 minutes
    And 20 minutes pass
    Then the database accepts Ada's credentials
    When the lease of Ada is renewed in Oslo for 10 hours
    And 25 minutes pass
    Then the database refuses Ada's credentials

  Scenario: A follower makes credentials of its own, and they end with its lease
    When Ada asks Lima for credentials of "reporting"
    Then the database accepts Ada's credentials
    When the lease of Ada is revoked in Lima
    Then the database refuses Ada's credentials

  @DB-CREDS-05 @DB-CREDS-07
  Scenario: A user that cannot be made whole is not made at all
    Given the role "broken" with the creation statements:
      """
      CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}';
      GRANT SELECT ON no_such_table TO "{{name}}";
      """
    When somebody asks Oslo for credentials of "broken"
    Then that fails
    And there is no lease of "broken" in Oslo
    And the database has no user for "broken"

  @DB-CONFIG-08 @DB-CONFIG-21
  Scenario: A connection that does not work is not kept, and its password is never shown
    When somebody tries to configure the database "wrong" in Oslo with a wrong password
    Then that is refused
    And the refusal tells no secret
    And the databases in Oslo are "main"
    And the configuration of "main" in Oslo shows no password

  @DB-CONFIG-10 @DB-CONFIG-11
  Scenario: Only the roles that a connection allows may use it
    Given the database "narrow" in Oslo allows the roles "reporting"
    And the role "other" on "narrow"
    When somebody asks Oslo for credentials of "other"
    Then that is refused as a bad request
    And the database has no user for "other"
