@needs-database
Feature: Failures of database credentials that others had
  Users of such services reported these failures, or they follow from how the reference rotates and revokes. Each scenario shows that the
  failure does not occur here. docs/database-cases.md has the whole list.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And Ada is a client of Oslo who may "read" on "database/*"

  @OWN-DBCASE-01 @needs-restart @needs-move-time
  Scenario: A restart rotates no password early, and none late
    Given the database is configured in Oslo
    And the database user "app" with a known password
    And an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    When 20 hours pass
    And Oslo is killed and restarted
    And 3 hours pass
    Then the credentials of the static role "app" in Oslo are Ada's
    And the database accepts Ada's credentials
    When 2 hours pass
    Then soon the database refuses Ada's credentials
    And soon the database accepts the credentials of the static role "app" in Oslo

  @OWN-DBCASE-02 @needs-move-time @order
  Scenario: A rotation period that is changed counts from the last rotation, and changes no password by itself
    Given the database is configured in Oslo
    And the database user "app" with a known password
    And an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    When 2 hours pass
    And Olga writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=6h"
    Then the credentials of the static role "app" in Oslo are Ada's
    When 3 hours pass
    Then the credentials of the static role "app" in Oslo are Ada's
    And the database accepts Ada's credentials
    When 2 hours pass
    Then soon the database refuses Ada's credentials
    And soon the database accepts the credentials of the static role "app" in Oslo

  @OWN-DBCASE-03 @needs-replication
  Scenario: A static role that is written through a secondary has the same password in both clusters
    Given the database is configured in Oslo
    And the database user "app" with a known password
    And the database accepts the known password of "app"
    When an operator writes the static role "app" in Lima with "db_name=main, username={app}, rotation_period=24h"
    Then the database refuses the known password of "app"
    And soon the credentials of the static role "app" are the same in Lima and Oslo
    And soon the database accepts the credentials of the static role "app" in Lima

  @OWN-DBCASE-04 @order
  Scenario: The root password from before its rotation is refused, and the connection keeps working
    Given the database is configured in Oslo with its own root user "dbadmin"
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    And Olga writes the connection "main" in Oslo with:
      | password | {the password of dbadmin} |
    When an operator rotates the credentials of the connection "main" in Oslo
    And Olga tries to write the connection "main" in Oslo with:
      | password | {the password of dbadmin} |
    Then the request is refused
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials
    When Olga writes the connection "main" in Oslo with:
      | allowed_roles | reporting |
    And Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials

  @OWN-DBCASE-05 @needs-database-faults @needs-move-time @order
  Scenario: A static role whose database was away for a day is rotated when it is back
    Given the database server is PostgreSQL, behind a network that can fail
    And the database is configured in Oslo
    And the database user "app" with a known password
    And an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    When the database server refuses connections
    And 30 hours pass
    Then the credentials of the static role "app" in Oslo are Ada's
    When the database server recovers
    And 2 minutes pass
    Then soon the database refuses Ada's credentials
    And soon the database accepts the credentials of the static role "app" in Oslo

  @OWN-DBCASE-06 @needs-sql @order
  Scenario: A lease whose role was deleted ends by the statements that the role had
    Given the database is configured in Oslo
    And the table "notes" in the database
    And Olga writes the dynamic role "visitor" in Oslo with:
      | db_name               | main                                           |
      | creation_statements   | {create user}                                  |
      | revocation_statements | ["{drop the user}", "{write 'gone' to notes}"] |
    When Ada requests credentials of the dynamic role "visitor" from Oslo
    And Olga deletes the dynamic role "visitor" in Oslo
    Then the database accepts Ada's credentials
    When an operator revokes the lease of Ada's credentials in Oslo
    Then soon the database does not have Ada's user
    And the table "notes" has the entries "gone"
