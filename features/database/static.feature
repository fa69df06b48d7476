Feature: The password of a static role is the service's alone

  Background:
    Given Oslo leads, and Lima follows
    And the database is configured in Oslo
    And the database user "app" with a known password

  @DB-STATIC-08 @DB-STATICCREDS-01 @DB-STATICCREDS-02
  Scenario: Creating the role takes the password over at once
    When the static role "app" is made for the user "app", rotated every 24 hours
    Then the database refuses the known password of "app"
    And the database accepts what Oslo tells of "app"
    And Oslo tells of "app" that its user is "app"
    And Lima tells the same of "app" as Oslo
    Given Ada noted what Oslo tells of "app"
    Then Oslo tells of "app" what Ada noted
    And the database accepts what Ada noted

  @DB-STATIC-09 @needs-move-time
  Scenario: The password is rotated every period
    Given the static role "app" is made for the user "app", rotated every 24 hours
    And Ada noted what Oslo tells of "app"
    When 23 hours pass
    Then the database accepts what Ada noted
    When 1 hour passes
    Then the database refuses what Ada noted
    And the database accepts what Oslo tells of "app"
    And the database accepts what Lima tells of "app"
    Given Ada noted what Oslo tells of "app"
    When 23 hours pass
    Then the database accepts what Ada noted
    When 1 hour passes
    Then the database refuses what Ada noted
    And the database accepts what Oslo tells of "app"
    Given Ada noted what Oslo tells of "app"
    When 24 hours pass
    Then the database refuses what Ada noted
    And the database accepts what Oslo tells of "app"

  @DB-ROTROLE-01 @DB-ROTROLE-02 @DB-STATICCREDS-01 @needs-move-time
  Scenario: A rotation on demand starts the period anew
    Given the static role "app" is made for the user "app", rotated every 24 hours
    And Ada noted what Oslo tells of "app"
    When 20 hours pass
    And "app" is rotated through Lima
    Then the database refuses what Ada noted
    And the database accepts what Oslo tells of "app"
    Given Ada noted what Oslo tells of "app"
    When 20 hours pass
    Then the database accepts what Ada noted
    When 4 hours pass
    Then the database refuses what Ada noted

  @needs-move-time
  Scenario: After a failover the new lead rotates, and the old one does not
    Given the static role "app" is made for the user "app", rotated every 24 hours
    When Oslo is demoted and Lima is promoted
    Then the database accepts what Lima tells of "app"
    Given Ada noted what Lima tells of "app"
    When 25 hours pass
    Then the database refuses what Ada noted
    And the database accepts what Lima tells of "app"
    When "app" is rotated through Lima
    Then the database accepts what Lima tells of "app"

  @CORE-DELETE-01 @DB-STATIC-03 @DB-STATIC-04 @needs-move-time
  Scenario: Deleting the role leaves the user and its last password
    Given the static role "app" is made for the user "app", rotated every 24 hours
    And Ada noted what Oslo tells of "app"
    When the static role "app" is deleted in Oslo
    Then Oslo refuses these:
      | request                       |
      | GET database/static-roles/app |
      | GET database/static-creds/app |
    When 25 hours pass
    Then the database accepts what Ada noted

  @DB-CREDS-06 @DB-ROLE-02 @DB-ROTROLE-04 @DB-STATIC-02 @DB-STATICCREDS-03
  Scenario: Static and dynamic roles are not taken for one another
    Given the static role "app" is made for the user "app", rotated every 24 hours
    And the role "reporting" on "main"
    Then the static roles in Oslo are "app"
    And the dynamic roles in Oslo are "reporting"
    And Oslo refuses these:
      | request                                |
      | GET database/creds/app                 |
      | GET database/creds/no-such-role        |
      | GET database/static-creds/reporting    |
      | GET database/static-creds/no-such-role |
      | POST database/rotate-role/reporting    |
      | POST database/rotate-role/no-such-role |

  @DB-CONFIG-13 @DB-STATIC-05 @DB-STATIC-06 @DB-STATIC-10 @CORE-ATOMIC-01
  Scenario: A static role that cannot be is refused and rotates nothing
    Given the database "narrow" in Oslo allows the roles "reporting"
    Then these static roles are refused and the known password of "app" still holds:
      | name     | with                                                    |
      | nobody   | db_name=main, rotation_period=1h                        |
      | never    | db_name=main, username={app}                            |
      | nowhere  | username={app}, rotation_period=1h                      |
      | hasty    | db_name=main, username={app}, rotation_period=4         |
      | hasty    | db_name=main, username={app}, rotation_period=4s        |
      | hasty    | db_name=main, username={app}, rotation_period=4999ms    |
      | still    | db_name=main, username={app}, rotation_period=0         |
      | backward | db_name=main, username={app}, rotation_period=-10       |
      | absent   | db_name=main, username=no_such_user, rotation_period=1h |
      | strange  | db_name=narrow, username={app}, rotation_period=1h      |
    And the database does not know the user "no_such_user"

  @DB-STATIC-06 @CORE-ATOMIC-01
  Scenario Outline: A static role cannot be made to rotate every <period>
    Given the static role "app" is made for the user "app", rotated every 24 hours
    And Ada noted what Oslo tells of "app"
    When somebody tries to have the static role "app" rotated every "<period>"
    Then that is refused
    And the static role "app" is told to be rotated every 86400 seconds
    And the database accepts what Ada noted

    Examples:
      | period |
      | 4      |
      | 4999ms |
      | 0      |
