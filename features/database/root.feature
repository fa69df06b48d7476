Feature: The root password can be made the service's alone

  Background:
    Given Oslo leads, and Lima follows
    And the database is configured in Oslo as its own root user "keeper"
    And the role "reporting" gives read access for 30 minutes

  @DB-ROTROOT-01 @DB-ROTROOT-02 @DB-ROTROOT-03
  Scenario: After the rotation only the service knows the password
    When the root password of the database is rotated in Oslo
    Then the database refuses the known password of "keeper"
    And the answer and the configuration in Oslo tell no password
    When Ada asks Oslo for credentials of "reporting"
    Then the database accepts Ada's credentials
    When Bob asks Lima for credentials of "reporting"
    Then the database accepts Bob's credentials

  @DB-ROTROOT-02 @needs-restart
  Scenario: The new password survives a restart
    When the root password of the database is rotated in Oslo
    And Oslo is killed and started again
    And Ada asks Oslo for credentials of "reporting"
    Then the database accepts Ada's credentials

  @DB-ROTROOT-04
  Scenario: A rotation that the database refuses leaves the password as it was
    Given the root rotation statements of the database are "ALTER ROLE no_such_role WITH PASSWORD '{{password}}'"
    When somebody asks Oslo to rotate the root password of the database
    Then that fails
    And the database accepts the known password of "keeper"
    When Ada asks Oslo for credentials of "reporting"
    Then the database accepts Ada's credentials
