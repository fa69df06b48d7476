@needs-database
Feature: Root credential rotation
  Once the root credentials of a connection are rotated, only the service has them.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Ada is a client of Oslo who may "read" on "database/creds/*"
    And Bob is a client of Oslo who may "read" on "database/creds/*"
    And the database is configured in Oslo with its own root user "dbadmin"
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'

  @DB-ROTROOT-01 @smoke
  Scenario: After a root rotation the database refuses the earlier root password
    Given the database accepts the known password of "dbadmin"
    When an operator rotates the credentials of the connection "main" in Oslo
    Then the database refuses the known password of "dbadmin"

  @DB-CONFIG-21 @DB-ROTROOT-03
  @DB-CONFIG-21:after-rotation @DB-ROTROOT-03:response @DB-ROTROOT-03:configuration @DB-ROTROOT-03:credentials
  Scenario: The new root password is in no response: neither of the rotation, the connection nor credentials
    Given the database accepts the known password of "dbadmin"
    When an operator rotates the credentials of the connection "main" in Oslo
    And Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database refuses, as the password of "dbadmin", each word of the response to the rotation, of the connection "main" in Oslo and of Ada's credentials
    And the database refuses the known password of "dbadmin"

  @DB-ROTROOT-02 @needs-replication @order
  @DB-ROTROOT-02:next-use @DB-ROTROOT-02:reset
  Scenario: After a root rotation credentials are issued, also by a secondary and after a reset, and older ones can be revoked
    Given Jane is a client of Oslo who may "read" on "database/creds/*"
    And Jane requests credentials of the dynamic role "reporting" from Oslo
    And the database accepts Jane's credentials
    When an operator rotates the credentials of the connection "main" in Oslo
    And Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials
    And the database refuses the known password of "dbadmin"
    When Bob requests credentials of the dynamic role "reporting" from Lima
    Then the database accepts Bob's credentials
    When an operator resets the connection "main" in Oslo
    And Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials
    When an operator revokes the lease of Jane's credentials in Oslo
    Then soon the database does not have Jane's user

  @DB-ROTROOT-02 @needs-restart
  @DB-ROTROOT-02:restart
  Scenario: After a root rotation and a restart the service still issues credentials
    Given an operator rotates the credentials of the connection "main" in Oslo
    And the database refuses the known password of "dbadmin"
    When Oslo is killed and restarted
    And Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials

  @OWN-ROOT-01
  @needs-replication
  Scenario: After a root rotation and a failover the new primary issues credentials
    Given an operator rotates the credentials of the connection "main" in Oslo
    And the database refuses the known password of "dbadmin"
    When an operator demotes Oslo
    And eventually an operator promotes Lima
    And Ada requests credentials of the dynamic role "reporting" from Lima
    Then the database accepts Ada's credentials

  @DB-ROTROOT-04 @order
  @DB-ROTROOT-04:refused @DB-ROTROOT-04:old-password
  Scenario: A root rotation that the database refuses fails, and the earlier root password stays in use
    Given an operator writes the connection "main" in Oslo with 'root_rotation_statements=["{a rotation that fails}"]'
    When an operator tries to rotate the credentials of the connection "main" in Oslo
    Then the request is refused
    And the database accepts the known password of "dbadmin"
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials
    When an operator resets the connection "main" in Oslo
    And Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials
    When an operator writes the connection "main" in Oslo with 'root_rotation_statements=["{set the password}"]'
    And an operator rotates the credentials of the connection "main" in Oslo
    Then the database refuses the known password of "dbadmin"
