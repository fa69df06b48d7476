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
    And the static role "app" of the user "app" in Oslo, rotated every 24 hours
    And Ada has the credentials of static role "app", read from Oslo
    When the static role "app" is rotated in Oslo, which crashes <moment> and is started again
    Then the database refuses the static credentials that Ada read
    And the database accepts the credentials of static role "app", read from Oslo
    And the credentials of static role "app" are the same, read from Lima and from Oslo

    Examples:
      | moment                                     |
      | once the new password is stored as pending |
      | once the database has the new password     |

  @OWN-DBCRASH-01
  @needs-move-time
  Scenario Outline: A rotation that was due is ended after a crash <moment>
    Given the database is configured in Oslo
    And the database user "app" with a known password
    And the static role "app" of the user "app" in Oslo, rotated every 24 hours
    And Ada has the credentials of static role "app", read from Oslo
    When 25 hours pass, and Oslo crashes <moment> and is started again
    Then the database refuses the static credentials that Ada read
    And the database accepts the credentials of static role "app", read from Oslo

    Examples:
      | moment                                     |
      | once the new password is stored as pending |
      | once the database has the new password     |

  @OWN-DBCRASH-01
  @needs-replication
  Scenario Outline: After a crash <moment>, the next primary knows what a static role's password is
    Given the database is configured in Oslo
    And the database user "app" with a known password
    And the static role "app" of the user "app" in Oslo, rotated every 24 hours
    When the static role "app" is rotated in Oslo, which crashes <moment> and is started again
    And Oslo is demoted and Lima is promoted
    Then the database accepts the credentials of static role "app", read from Lima

    Examples:
      | moment                                     |
      | once the new password is stored as pending |
      | once the database has the new password     |

  @OWN-DBCRASH-01
  Scenario: Killed while it took a user's password over, the service knows the new one
    Given the database is configured in Oslo
    And the database user "app" with a known password
    When the static role "app" of the user "app" is created in Oslo, which crashes once the database has the new password and is started again
    Then the database accepts the credentials of static role "app", read from Oslo
    And the database refuses the known password of "app"

  @OWN-DBCRASH-02
  Scenario Outline: After a crash <moment>, the service still gets into the database
    Given the database is configured in Oslo with its own root user "dbadmin"
    And the dynamic role "reporting" on the connection "main" in Oslo
    When the root credentials of the connection are rotated in Oslo, which crashes <moment> and is started again
    And Ada requests dynamic credentials of role "reporting" from Oslo
    Then the database accepts Ada's credentials

    Examples:
      | moment                                          |
      | once the new root password is stored as pending |
      | once the database has the new root password     |

  @OWN-DBCRASH-03
  @needs-move-time
  Scenario: Killed between a lease and its user, the service revokes what no client was told of
    Given the database is configured in Oslo
    And the table "books" in the database
    And the role "clerk" in Oslo, whose users may read the table "books" for 30 minutes
    When Ada requests dynamic credentials of role "clerk" from Oslo, which crashes once the lease is stored and is started again
    And 31 minutes pass
    Then the database has no user that the scenario did not begin with
    And soon there is no lease of role "clerk" in Oslo
