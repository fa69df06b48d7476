@needs-database
Feature: The root password can be made the service's alone

  Background:
    Given Oslo leads, and Lima follows
    And the database is configured in Oslo as its own root user "keeper"
    And the role "reporting" on "main"

  @DB-CONFIG-21 @DB-ROTROOT-01 @DB-ROTROOT-02 @DB-ROTROOT-03 @needs-replication
  Scenario: After the rotation only the service knows the password
    # DB-ROTROOT-01
    When the root password of the database is rotated in Oslo
    # DB-ROTROOT-01
    Then the database refuses the known password of "keeper"
    When Ada asks Oslo for credentials of "reporting"
    # DB-ROTROOT-02
    Then the database accepts Ada's credentials
    # DB-CONFIG-21, DB-ROTROOT-03
    And the password of "keeper" is neither in the answer, nor in the configuration in Oslo, nor in what Ada was given
    When Bob asks Lima for credentials of "reporting"
    # DB-ROTROOT-02
    Then the database accepts Bob's credentials
    When the connection to the database is reset in Oslo
    And Ada asks Oslo for credentials of "reporting"
    # DB-ROTROOT-02
    Then the database accepts Ada's credentials

  @DB-ROTROOT-02 @needs-restart
  Scenario: The new password survives a restart
    When the root password of the database is rotated in Oslo
    And Oslo is killed and started again
    And Ada asks Oslo for credentials of "reporting"
    Then the database accepts Ada's credentials

  @needs-replication
  Scenario: The next lead knows the new password
    When the root password of the database is rotated in Oslo
    And Oslo is demoted and Lima is promoted
    And Ada asks Lima for credentials of "reporting"
    Then the database accepts Ada's credentials

  @DB-ROTROOT-04
  Scenario: A rotation that the database refuses leaves the password as it was
    Given the root rotation statements of the database are "ALTER ROLE no_such_role WITH PASSWORD '{{password}}'"
    When somebody asks Oslo to rotate the root password of the database
    Then that is refused
    And the database accepts the known password of "keeper"
    When Ada asks Oslo for credentials of "reporting"
    Then the database accepts Ada's credentials
