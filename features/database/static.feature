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
    And Lima tells the same of "app" as Oslo
    And reading it again tells the same

  @DB-STATIC-09 @needs-move-time
  Scenario: The password is rotated every period
    Given the static role "app" is made for the user "app", rotated every 24 hours
    And Ada noted what Oslo tells of "app"
    When 25 hours pass
    Then the database refuses what Ada noted
    And the database accepts what Oslo tells of "app"
    And the database accepts what Lima tells of "app"

  @DB-ROTROLE-01 @DB-ROTROLE-02 @needs-move-time
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
    When 5 hours pass
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

  @DB-STATIC-03 @DB-STATIC-04 @needs-move-time
  Scenario: Deleting the role leaves the user and its last password
    Given the static role "app" is made for the user "app", rotated every 24 hours
    And Ada noted what Oslo tells of "app"
    When the static role "app" is deleted in Oslo
    And 25 hours pass
    Then the database accepts what Ada noted

  @DB-STATIC-05 @DB-STATIC-06 @DB-STATIC-10
  Scenario: A static role that cannot be is refused and rotates nothing
    Then these static roles are refused and the known password of "app" still holds:
      | name    | with                                                |
      | nobody  | db_name=main, rotation_period=1h                    |
      | never   | db_name=main, username={app}                        |
      | nowhere | username={app}, rotation_period=1h                  |
      | hasty   | db_name=main, username={app}, rotation_period=4     |
      | absent  | db_name=main, username=no_such_user, rotation_period=1h |
