@needs-database
Feature: Failures of database credentials that others had
  What users of such services reported, and what follows from how the reference rotates and revokes, each as what happens here. docs/database-cases.md has the whole list.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And Ada is a client of Oslo who may "read" on "database/*"

  @OWN-DBCASE-01 @needs-restart @needs-move-time
  Scenario: A restart rotates no password early, and none late
    Given the database is configured in Oslo
    And the database user "app" with a known password
    And the static role "app" of the user "app" in Oslo, rotated every 24 hours
    And Ada has the credentials of static role "app", read from Oslo
    When 20 hours pass
    And Oslo is killed and started again
    And 3 hours pass
    Then the credentials of static role "app", read from Oslo, are still Ada's
    And the database accepts the static credentials that Ada read
    When 2 hours pass
    Then the database refuses the static credentials that Ada read
    And the database accepts the credentials of static role "app", read from Oslo

  @OWN-DBCASE-02 @needs-move-time @order
  Scenario: A rotation period that is changed counts from the last rotation, and changes no password by itself
    Given the database is configured in Oslo
    And the database user "app" with a known password
    And the static role "app" of the user "app" in Oslo, rotated every 24 hours
    And Ada has the credentials of static role "app", read from Oslo
    When 2 hours pass
    And Olga writes the static role "app" in Oslo with "rotation_period=6h"
    Then the credentials of static role "app", read from Oslo, are still Ada's
    When 3 hours pass
    Then the credentials of static role "app", read from Oslo, are still Ada's
    When 2 hours pass
    Then the database refuses the static credentials that Ada read
    And the database accepts the credentials of static role "app", read from Oslo

  @OWN-DBCASE-03 @needs-replication
  Scenario: A static role that is written through a secondary has one password
    Given the database is configured in Oslo
    And the database user "app" with a known password
    When the static role "app" of the user "app" in Lima, rotated every 24 hours
    Then the database refuses the known password of "app"
    And the credentials of static role "app" are the same, read from Lima and from Oslo
    And the database accepts the credentials of static role "app", read from Lima

  @OWN-DBCASE-04 @order
  Scenario: The configuration from before a root rotation is refused, and breaks nothing
    Given the database is configured in Oslo with its own root user "dbadmin"
    And the dynamic role "reporting" on the connection "main" in Oslo
    When the root credentials of the connection are rotated in Oslo
    And Olga tries to write the connection "main" in Oslo with:
      | password | {the password of dbadmin} |
    Then the request is refused
    And Ada can use new dynamic credentials of role "reporting" from Oslo
    When Olga writes the connection "main" in Oslo with:
      | allowed_roles | reporting |
    Then Ada can use new dynamic credentials of role "reporting" from Oslo

  @OWN-DBCASE-05 @needs-database-faults @needs-move-time @order
  Scenario: A static role whose database was away for a day is rotated when it is back
    Given the database server is PostgreSQL, behind a network that can fail
    And the database is configured in Oslo
    And the database user "app" with a known password
    And the static role "app" of the user "app" in Oslo, rotated every 24 hours
    And Ada has the credentials of static role "app", read from Oslo
    When the database server refuses connections
    And 30 hours pass
    Then the credentials of static role "app", read from Oslo, are still Ada's
    When the database server recovers
    And 2 minutes pass
    Then the database refuses the static credentials that Ada read
    And the database accepts the credentials of static role "app", read from Oslo

  @OWN-DBCASE-06 @needs-sql @order
  Scenario: A lease whose role was deleted ends by the statements that the role had
    Given the database is configured in Oslo
    And the table "notes" in the database
    And Olga writes the role "visitor" in Oslo with:
      | db_name               | main                                         |
      | creation_statements   | {create user}                                |
      | revocation_statements | ["{drop the user}", "{write 'gone' to notes}"] |
    When Ada requests dynamic credentials of role "visitor" from Oslo
    And Olga deletes the role "visitor" in Oslo
    Then the database accepts Ada's credentials
    When the lease of Ada's dynamic credentials is revoked in Oslo
    Then the database no longer knows Ada's user
    And the table "notes" has the entries "gone"
