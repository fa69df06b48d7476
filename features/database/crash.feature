@needs-restart @needs-database
Feature: Crashes while credentials are made and rotated
  After a crash between any two steps the service knows which password holds, and no user is left without a lease.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Ada is a client of Oslo who may "read" on "database/creds/*"

  @OWN-DBCRASH-01
  @needs-replication
  Scenario Outline: After a crash <moment>, the service knows what a static role's password is
    Given the database is configured in Oslo
    And the database user "app" with a known password
    And an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    And Oslo will crash <moment> and be restarted
    When an operator tries to rotate the credentials of the static role "app" in Oslo
    Then soon the database refuses Ada's credentials
    And soon the database accepts the credentials of the static role "app" in Oslo
    And soon the credentials of the static role "app" are the same in Lima and Oslo

    Examples:
      | moment                                     |
      | once the new password is stored as pending |
      | once the database has the new password     |

  @OWN-DBCRASH-01
  @needs-move-time
  Scenario Outline: A rotation that was due is ended after a crash <moment>
    Given the database is configured in Oslo
    And the database user "app" with a known password
    And an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    And Oslo will crash <moment> and be restarted
    When 25 hours pass
    Then soon the database refuses Ada's credentials
    And soon the database accepts the credentials of the static role "app" in Oslo

    Examples:
      | moment                                     |
      | once the new password is stored as pending |
      | once the database has the new password     |

  @OWN-DBCRASH-01
  @needs-replication
  Scenario Outline: After a crash <moment>, the next primary knows what a static role's password is
    Given the database is configured in Oslo
    And the database user "app" with a known password
    And an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And Oslo will crash <moment> and be restarted
    When an operator tries to rotate the credentials of the static role "app" in Oslo
    And an operator demotes Oslo
    And eventually an operator promotes Lima
    Then soon the database accepts the credentials of the static role "app" in Lima

    Examples:
      | moment                                     |
      | once the new password is stored as pending |
      | once the database has the new password     |

  @OWN-DBCRASH-01
  Scenario: Killed while it took a user's password over, the service knows the new one
    Given the database is configured in Oslo
    And the database user "app" with a known password
    And Oslo will crash once the database has the new password and be restarted
    When an operator tries to write the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    Then soon the database accepts the credentials of the static role "app" in Oslo
    And the database refuses the known password of "app"

  @OWN-DBCRASH-02
  Scenario Outline: After a crash <moment>, the service still gets into the database
    Given the database is configured in Oslo with its own root user "dbadmin"
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    And Oslo will crash <moment> and be restarted
    When an operator tries to rotate the credentials of the connection "main" in Oslo
    And Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials

    Examples:
      | moment                                          |
      | once the new root password is stored as pending |
      | once the database has the new root password     |

  @OWN-DBCRASH-03
  @needs-move-time
  Scenario: Killed between a lease and its user, the service revokes a lease that no client received
    Given the database is configured in Oslo
    And the table "books" in the database
    And an operator writes the dynamic role "clerk" in Oslo with 'db_name=main, creation_statements=["{create user}", "{let the user read books}"], default_ttl=30m, max_ttl=60m'
    And Oslo will crash once the lease is stored and be restarted
    When Ada tries to request credentials of the dynamic role "clerk" from Oslo
    And 31 minutes pass
    Then the request has left no user in the database
    And eventually there are no leases below "database/creds/clerk" in Oslo
