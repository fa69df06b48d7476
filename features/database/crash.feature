@needs-restart @needs-database
Feature: Crashes while credentials are made and rotated
  After a crash between any two steps the service has the valid password, and no user outlives its lease.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Ada is a client of Oslo who may "read" on "database/creds/*"

  @OWN-DBCRASH-01
  @needs-replication
  Scenario Outline: A static rotation is completed after a crash <moment>, and both clusters return the valid password
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
  Scenario Outline: A scheduled static rotation is completed after a crash <moment>
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
  Scenario Outline: After a crash in a static rotation <moment>, the promoted secondary returns the valid password
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
  Scenario: After a crash in the creation of a static role, the service returns the new password, the only valid one
    Given the database is configured in Oslo
    And the database user "app" with a known password
    And the database accepts the known password of "app"
    And Oslo will crash once the database has the new password and be restarted
    When an operator tries to write the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    Then soon the database accepts the credentials of the static role "app" in Oslo
    And the database refuses the known password of "app"

  @OWN-DBCRASH-02 @order
  Scenario Outline: After a crash in a root rotation <moment>, the service can still create users in the database
    Given the database is configured in Oslo with its own root user "dbadmin"
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    And Oslo will crash <moment> and be restarted
    When an operator tries to rotate the credentials of the connection "main" in Oslo
    And Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials
    When an operator resets the connection "main" in Oslo
    And Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials

    Examples:
      | moment                                          |
      | once the new root password is stored as pending |
      | once the database has the new root password     |

  @OWN-DBCRASH-03
  @needs-move-time
  Scenario: After a crash once a lease is stored, no lease and no user are left when the TTL is over
    Given the database is configured in Oslo
    And the table "books" in the database
    And an operator writes the dynamic role "clerk" in Oslo with 'db_name=main, creation_statements=["{create user}", "{let the user read books}"], default_ttl=30m, max_ttl=60m'
    And Ada requests credentials of the dynamic role "clerk" from Oslo
    And the database has Ada's user
    And Oslo will crash once the lease is stored and be restarted
    When Ada tries to request credentials of the dynamic role "clerk" from Oslo
    And 31 minutes pass
    Then the request has left no user in the database
    And eventually the database does not have Ada's user
    And eventually there are no leases below "database/creds/clerk" in Oslo
