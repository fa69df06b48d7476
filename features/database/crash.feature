@needs-restart @needs-database
Feature: A crash in the middle of a deed leaves no password that nobody knows

  Background:
    Given Oslo leads, and Lima follows

  @needs-replication
  Scenario Outline: Killed at "<place>", the service knows what a static role's password is
    Given the database is configured in Oslo
    And the database user "app" with a known password
    And the static role "app" is made for the user "app", rotated every 24 hours
    And Ada noted what Oslo tells of "app"
    When "app" is rotated through Oslo, which is killed at "<place>" and started again
    Then the database refuses what Ada noted
    And the database accepts what Oslo tells of "app"
    And Lima tells the same of "app" as Oslo

    Examples:
      | place                         |
      | rotation announced            |
      | rotation done in the database |

  @needs-move-time
  Scenario Outline: Killed at "<place>" of a rotation that was due, the service ends it
    Given the database is configured in Oslo
    And the database user "app" with a known password
    And the static role "app" is made for the user "app", rotated every 24 hours
    And Ada noted what Oslo tells of "app"
    When 25 hours pass, and Oslo is killed at "<place>" and started again
    Then the database refuses what Ada noted
    And the database accepts what Oslo tells of "app"

    Examples:
      | place                         |
      | rotation announced            |
      | rotation done in the database |

  @needs-replication
  Scenario Outline: Killed at "<place>", the next lead knows what a static role's password is
    Given the database is configured in Oslo
    And the database user "app" with a known password
    And the static role "app" is made for the user "app", rotated every 24 hours
    When "app" is rotated through Oslo, which is killed at "<place>" and started again
    And Oslo is demoted and Lima is promoted
    Then the database accepts what Lima tells of "app"

    Examples:
      | place                         |
      | rotation announced            |
      | rotation done in the database |

  Scenario: Killed while it took a user's password over, the service knows the new one
    Given the database is configured in Oslo
    And the database user "app" with a known password
    When the static role "app" is asked for through Oslo for the user "app", which is killed at "rotation done in the database" and started again
    Then the database accepts what Oslo tells of "app"
    And the database refuses the known password of "app"

  Scenario Outline: Killed at "<place>", the service still gets into the database
    Given the database is configured in Oslo as its own root user "keeper"
    And the role "reporting" on "main"
    When the root password of the database is rotated in Oslo, which is killed at "<place>" and started again
    And Ada asks Oslo for credentials of "reporting"
    Then the database accepts Ada's credentials

    Examples:
      | place                              |
      | root rotation announced            |
      | root rotation done in the database |

  @needs-move-time
  Scenario: Killed between a lease and its user, the service revokes what nobody was told of
    Given the database is configured in Oslo
    And the table "books" in the database
    And the role "clerk" may read the table "books" for 30 minutes
    When somebody asks Oslo for credentials of "clerk", and it is killed at "lease recorded" and started again
    And 31 minutes pass
    Then the database has no new user
    And the lease of "clerk" is forgotten in Oslo
