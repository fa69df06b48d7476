@needs-database
Feature: Static role definitions
  A static role maps a name to one database user that exists, whose password the service rotates.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And the database is configured in Oslo
    And the table "notes" in the database
    And the database user "app" with a known password

  @DB-STATIC-01
  @DB-STATIC-01:username @DB-STATIC-01:db-name @DB-STATIC-01:rotation-period @DB-STATIC-01:rotation-statements
  Scenario: A static role is read as it was written
    Given an operator writes the password policy "digits" in Oslo with the field "policy":
      """
      length = 30
      rule "charset" { charset = "0123456789" }
      """
    When Olga writes the static role "app" in Oslo with:
      | db_name             | main                          |
      | username            | {app}                         |
      | rotation_period     | 24h                           |
      | rotation_statements | ["{set the password}"]        |
      | credential_config   | {"password_policy": "digits"} |
      | credential_type     | password                      |
    Then the static role "app" in Oslo has:
      | db_name             | main                          |
      | username            | {app}                         |
      | rotation_period     | 86400                         |
      | rotation_statements | ["{set the password}"]        |
      | credential_config   | {"password_policy": "digits"} |
      | credential_type     | password                      |
    And soon the database accepts the credentials of the static role "app" in Oslo

  @DB-STATIC-07
  @DB-STATIC-07:create
  Scenario Outline: A rotation period of five seconds is accepted: <period>
    When Olga writes the static role "app" in Oslo with:
      | db_name         | main     |
      | username        | {app}    |
      | rotation_period | <period> |
    Then the static role "app" in Oslo has:
      | rotation_period | 5 |

    Examples:
      | period |
      | 5      |
      | "5"    |
      | 5s     |

  @DB-STATIC-07 @DB-STATIC-07:update @order
  Scenario: A rotation period can be changed to five seconds
    When Olga writes the static role "app" in Oslo with:
      | db_name         | main  |
      | username        | {app} |
      | rotation_period | 24h   |
    And Olga writes the static role "app" in Oslo with:
      | db_name         | main  |
      | username        | {app} |
      | rotation_period | 5     |
    Then the static role "app" in Oslo has:
      | rotation_period | 5 |
    When Olga writes the static role "app" in Oslo with:
      | db_name         | main  |
      | username        | {app} |
      | rotation_period | 24h   |
    And Olga writes the static role "app" in Oslo with:
      | db_name         | main  |
      | username        | {app} |
      | rotation_period | 5s    |
    Then the static role "app" in Oslo has:
      | rotation_period | 5 |

  @DB-STATIC-11 @needs-move-time @order
  @DB-STATIC-11:creation @DB-STATIC-11:rotate-role @DB-STATIC-11:automatic-rotation
  Scenario: A password is rotated by the role's own statements: at its creation, on request, when due, and after they are changed
    When Olga writes the static role "app" in Oslo with:
      | db_name             | main                                                  |
      | username            | {app}                                                 |
      | rotation_period     | 24h                                                   |
      | rotation_statements | ["{set the password}", "{write '{{name}}' to notes}"] |
    Then the table "notes" has the entries "{app}"
    And the database refuses the known password of "app"
    When Olga rotates the credentials of the static role "app" in Oslo
    Then the table "notes" has the entries "{app}, {app}"
    And soon the database accepts the credentials of the static role "app" in Oslo
    When 25 hours pass
    Then the table "notes" has the entries "{app}, {app}, {app}"
    When Olga writes the static role "app" in Oslo with:
      | db_name             | main                                                                            |
      | username            | {app}                                                                           |
      | rotation_period     | 24h                                                                             |
      | rotation_statements | ["{set the password}", "{write 'anew' to notes}", "{write 'at last' to notes}"] |
    And Olga rotates the credentials of the static role "app" in Oslo
    Then the table "notes" has the entries "{app}, {app}, {app}, anew, at last"
    And soon the database accepts the credentials of the static role "app" in Oslo

  @DB-ROTROLE-03 @needs-move-time @order
  @DB-ROTROLE-03:password @DB-ROTROLE-03:remaining-time
  Scenario: Rotating one static role changes neither the password nor the schedule of another
    Given the database user "batch" with a known password
    And Olga writes the static role "app" in Oslo with:
      | db_name         | main  |
      | username        | {app} |
      | rotation_period | 24h   |
    And Olga writes the static role "batch" in Oslo with:
      | db_name         | main    |
      | username        | {batch} |
      | rotation_period | 24h     |
    And an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    And an operator gives Bob the credentials of the static role "batch" in Oslo
    And the database accepts Bob's credentials
    When 20 hours pass
    And Olga rotates the credentials of the static role "app" in Oslo
    Then soon the database refuses Ada's credentials
    And the database accepts Bob's credentials
    And the credentials of the static role "batch" in Oslo are Bob's
    When 5 hours pass
    Then soon the database refuses Bob's credentials
