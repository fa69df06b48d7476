@needs-database
Feature: Root credential rotation
  Once the root credentials of a connection are rotated, only the service knows them.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Ada is a client of Oslo who may "read" on "database/creds/*"
    And Bob is a client of Oslo who may "read" on "database/creds/*"
    And the database is configured in Oslo with its own root user "dbadmin"
    And the dynamic role "reporting" on the connection "main" in Oslo

  @DB-CONFIG-21 @DB-ROTROOT-01 @DB-ROTROOT-02 @DB-ROTROOT-03 @needs-replication @order
  @DB-CONFIG-21:after-rotation @DB-ROTROOT-02:next-use @DB-ROTROOT-02:reset @DB-ROTROOT-03:response @DB-ROTROOT-03:configuration
  @DB-ROTROOT-03:credentials
  Scenario: After the rotation only the service knows the password
    Given Jane is a client of Oslo who may "read" on "database/creds/*"
    And Jane requests dynamic credentials of role "reporting" from Oslo
    # DB-ROTROOT-01
    When the root credentials of the connection are rotated in Oslo
    # DB-ROTROOT-01
    Then the database refuses the known password of "dbadmin"
    # DB-ROTROOT-02
    And Ada can use new dynamic credentials of role "reporting" from Oslo
    # DB-CONFIG-21, DB-ROTROOT-03
    And the password of "dbadmin" is neither in the answer, nor in the configuration in Oslo, nor in what Ada was given
    # DB-ROTROOT-02
    And Bob can use new dynamic credentials of role "reporting" from Lima
    When the connection to the database is reset in Oslo
    # DB-ROTROOT-02
    Then Ada can use new dynamic credentials of role "reporting" from Oslo
    # DB-ROTROOT-02
    When the lease of Jane's dynamic credentials is revoked in Oslo
    # DB-ROTROOT-02
    Then the database no longer knows Jane's user

  @DB-ROTROOT-02 @needs-restart
  @DB-ROTROOT-02:restart
  Scenario: The new password survives a restart
    When the root credentials of the connection are rotated in Oslo
    And Oslo is killed and started again
    And Ada requests dynamic credentials of role "reporting" from Oslo
    Then the database accepts Ada's credentials

  @OWN-ROOT-01
  @needs-replication
  Scenario: The next primary knows the new password
    When the root credentials of the connection are rotated in Oslo
    And Oslo is demoted and Lima is promoted
    And Ada requests dynamic credentials of role "reporting" from Lima
    Then the database accepts Ada's credentials

  @DB-ROTROOT-04 @order
  @DB-ROTROOT-04:refused @DB-ROTROOT-04:old-password
  Scenario: A rotation that the database refuses leaves the password as it was
    Given the database refuses the root rotation statements of the connection in Oslo
    When an operator tries to rotate the root credentials of the connection in Oslo
    Then the request is refused
    And the database accepts the known password of "dbadmin"
    When Ada requests dynamic credentials of role "reporting" from Oslo
    Then the database accepts Ada's credentials
    When the connection to the database is reset in Oslo
    And Ada requests dynamic credentials of role "reporting" from Oslo
    Then the database accepts Ada's credentials
