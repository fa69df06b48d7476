@needs-replication @needs-database
Feature: Database products
  Dynamic, static and root credentials are the same to a client whatever product the database is. Each product's plugin has its own
  statements, and each is played on a server of its own.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And Ada is a client of Oslo who may "read" on "database/creds/*"
    And Ada is a client of Lima who may "read" on "database/creds/*"
    And Bob is a client of Oslo who may "read" on "database/creds/*"
    And Bob is a client of Lima who may "read" on "database/creds/*"

  @OWN-PRODUCT-01
  @order
  Scenario Outline: Dynamic credentials from each cluster log in to <product> until their own lease is revoked
    Given the database server is <product>
    And the database is configured in Oslo
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    And Bob requests credentials of the dynamic role "reporting" from Lima
    Then the database accepts Ada's credentials
    And the database accepts Bob's credentials
    And Ada and Bob have different credentials
    When an operator revokes the lease of Ada's credentials in Oslo
    Then soon the database refuses Ada's credentials
    And soon the database does not have Ada's user
    And the database accepts Bob's credentials
    When an operator revokes the lease of Bob's credentials in Lima
    Then soon the database refuses Bob's credentials
    And soon the database does not have Bob's user

    Examples:
      | product    |
      | PostgreSQL |

    @needs-simulated
    Examples:
      | product                |
      | the simulated database |

    @needs-mariadb
    Examples:
      | product |
      | MariaDB |

    @needs-redis
    Examples:
      | product |
      | Redis   |

  @OWN-PRODUCT-01
  @needs-move-time
  Scenario Outline: Dynamic credentials on <product> end when their lease expires, which a renewal postpones
    Given the database server is <product>
    And the database is configured in Oslo
    And an operator writes the tuning of secrets engine "database" in Oslo with "default_lease_ttl=10m"
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    And Bob requests credentials of the dynamic role "reporting" from Oslo
    And 9 minutes pass
    And the database accepts Bob's credentials
    And an operator renews the lease of Ada's credentials in Oslo for "10m"
    And 62 seconds pass
    Then soon the database does not have Bob's user
    And the database accepts Ada's credentials
    When 10 minutes pass
    Then soon the database refuses Ada's credentials
    And soon the database does not have Ada's user

    Examples:
      | product    |
      | PostgreSQL |

    @needs-simulated
    Examples:
      | product                |
      | the simulated database |

    @needs-mariadb
    Examples:
      | product |
      | MariaDB |

    @needs-redis
    Examples:
      | product |
      | Redis   |

  @OWN-PRODUCT-02
  Scenario Outline: A creation statement that fails on <product> leaves neither a user nor a lease, and the refusal shows no password
    Given the database server is <product>
    And the database is configured in Oslo with its own root user "dbadmin"
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials
    Given an operator writes the dynamic role "broken" in Oslo with 'db_name=main, creation_statements=["{create user}", "{a statement that fails}"]'
    When Ada tries to request credentials of the dynamic role "broken" from Oslo
    Then the request is refused
    And the refusal contains no secret
    And there are no leases below "database/creds/broken" in Oslo
    And the leases below "database/creds" in Oslo are "reporting/"
    And the request has left no user in the database

    Examples:
      | product    |
      | PostgreSQL |

    @needs-simulated
    Examples:
      | product                |
      | the simulated database |

    @needs-mariadb
    Examples:
      | product |
      | MariaDB |

    @needs-redis
    Examples:
      | product |
      | Redis   |

  @OWN-PRODUCT-03
  Scenario Outline: A static role on <product> rotates its user's password when created and on request, and needs an existing user
    Given the database server is <product>
    And the database is configured in Oslo
    And the database user "app" with a known password
    And the database accepts the known password of "app"
    And an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    Then the database refuses the known password of "app"
    And soon the database accepts the credentials of the static role "app" in Oslo
    Given an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    When an operator rotates the credentials of the static role "app" in Lima
    Then soon the database refuses Ada's credentials
    And soon the database accepts the credentials of the static role "app" in Oslo
    And soon the credentials of the static role "app" are the same in Lima and Oslo
    When Olga tries to write the static role "absent" in Oslo with "db_name=main, username=no_such_user, rotation_period=24h"
    Then the request is refused
    And the database does not have the user "no_such_user"

    Examples:
      | product    |
      | PostgreSQL |

    @needs-simulated
    Examples:
      | product                |
      | the simulated database |

    @needs-mariadb
    Examples:
      | product |
      | MariaDB |

    @needs-redis
    Examples:
      | product |
      | Redis   |

  @OWN-DBCRASH-01
  @needs-restart
  Scenario Outline: A crash in a rotation, <moment>, leaves the static role with a password that <product> accepts
    Given the database server is <product>
    And the database is configured in Oslo
    And the database user "app" with a known password
    And an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And Oslo will crash <moment> and be restarted
    When an operator tries to rotate the credentials of the static role "app" in Oslo
    Then soon the database accepts the credentials of the static role "app" in Oslo

    Examples:
      | product    | moment                                     |
      | PostgreSQL | once the new password is stored as pending |
      | PostgreSQL | once the database has the new password     |

    @needs-simulated
    Examples:
      | product                | moment                                     |
      | the simulated database | once the new password is stored as pending |
      | the simulated database | once the database has the new password     |

    @needs-mariadb
    Examples:
      | product | moment                                     |
      | MariaDB | once the new password is stored as pending |
      | MariaDB | once the database has the new password     |

    @needs-redis
    Examples:
      | product | moment                                     |
      | Redis   | once the new password is stored as pending |
      | Redis   | once the database has the new password     |

  @OWN-PRODUCT-04
  Scenario Outline: After a root rotation <product> refuses the old password, no response has the new one, and the service still creates users
    Given the database server is <product>
    And the database is configured in Oslo with its own root user "dbadmin"
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    And the database accepts the known password of "dbadmin"
    When an operator rotates the credentials of the connection "main" in Oslo
    And Ada requests credentials of the dynamic role "reporting" from Lima
    Then the database refuses the known password of "dbadmin"
    And the connection "main" in Oslo has "plugin_name={the plugin}"
    And the database refuses, as the password of "dbadmin", each word of the response to the rotation, of the connection "main" in Oslo and of Ada's credentials
    And the database accepts Ada's credentials
    When an operator resets the connection "main" in Oslo
    And Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials

    Examples:
      | product    |
      | PostgreSQL |

    @needs-simulated
    Examples:
      | product                |
      | the simulated database |

    @needs-mariadb
    Examples:
      | product |
      | MariaDB |

    @needs-redis
    Examples:
      | product |
      | Redis   |

  @OWN-PRODUCT-04
  Scenario Outline: A root rotation that <product> refuses leaves the password as it was
    Given the database server is <product>
    And the database is configured in Oslo with its own root user "dbadmin"
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    And an operator writes the connection "main" in Oslo with 'root_rotation_statements=["{a rotation that fails}"]'
    When an operator tries to rotate the credentials of the connection "main" in Oslo
    Then the request is refused
    And the database accepts the known password of "dbadmin"
    When an operator resets the connection "main" in Oslo
    And Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials

    Examples:
      | product    |
      | PostgreSQL |

    @needs-simulated
    Examples:
      | product                |
      | the simulated database |

    @needs-mariadb
    Examples:
      | product |
      | MariaDB |

    @needs-redis
    Examples:
      | product |
      | Redis   |

  @OWN-PRODUCT-05
  Scenario Outline: A connection to <product> with a wrong password is not stored, and no password is returned
    Given the database server is <product>
    And the database is configured in Oslo
    Then the connection "main" in Oslo has "plugin_name={the plugin}"
    And the connection "main" in Oslo does not show "{the administrator's password}"
    When Olga tries to write the connection "wrong" in Oslo with:
      | plugin_name    | {the plugin}                   |
      | connection_url | {the database}                 |
      | username       | {the administrator}            |
      | password       | {a wrong password}             |
    Then the request is refused
    And the refusal contains no secret
    And the connections in Oslo are "main"
    When Olga writes the connection "right" in Oslo with:
      | plugin_name    | {the plugin}                   |
      | connection_url | {the database}                 |
      | username       | {the administrator}            |
      | password       | {the administrator's password} |
    Then the connections in Oslo are "main, right"

    Examples:
      | product    |
      | PostgreSQL |

    @needs-simulated
    Examples:
      | product                |
      | the simulated database |

    @needs-mariadb
    Examples:
      | product |
      | MariaDB |

    @needs-redis
    Examples:
      | product |
      | Redis   |

  @OWN-PRODUCT-02
  @needs-database-faults @order
  Scenario Outline: While <product> hangs, a request for credentials is refused, shows no password and leaves no lease or user; later ones succeed
    Given the database server is <product>, behind a network that can fail
    And the database is configured in Oslo with its own root user "dbadmin"
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When the database server hangs
    And Ada tries to request credentials of the dynamic role "reporting" from Oslo
    Then the request is refused
    And the refusal contains no secret
    And there are no leases below "database/creds/reporting" in Oslo
    When the database server recovers
    Then the request has left no user in the database
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials
    And the leases below "database/creds" in Oslo are "reporting/"

    Examples:
      | product    |
      | PostgreSQL |

    @needs-mariadb
    Examples:
      | product |
      | MariaDB |

    @needs-redis
    Examples:
      | product |
      | Redis   |

  @OWN-PRODUCT-02
  @needs-database-faults @needs-move-time
  Scenario Outline: A user whose lease expires while <product> refuses connections is deleted once it accepts them again
    Given the database server is <product>, behind a network that can fail
    And the database is configured in Oslo
    And an operator writes the tuning of secrets engine "database" in Oslo with "default_lease_ttl=10m"
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    And the database server refuses connections
    And 10 minutes pass
    And 5 seconds pass
    Then the database has Ada's user
    When the database server recovers
    And 2 minutes pass
    Then soon the database does not have Ada's user

    Examples:
      | product    |
      | PostgreSQL |

    @needs-mariadb
    Examples:
      | product |
      | MariaDB |

    @needs-redis
    Examples:
      | product |
      | Redis   |

  @DB-CONFIG-09 @needs-database-faults @order
  Scenario: A connection is stored without contacting the database if verify_connection is false; by default the database is contacted
    Given the database server is PostgreSQL, behind a network that can fail
    And an operator writes the secrets engine "database" in Oslo with "type=database"
    And Olga is an operator of Oslo
    When Olga writes the connection "later" in Oslo with:
      | plugin_name       | postgresql-database-plugin     |
      | connection_url    | {the database}                 |
      | username          | {the administrator}            |
      | password          | {the administrator's password} |
      | verify_connection | false                          |
    Then no cluster has connected to the database server
    And the connection "later" in Oslo has:
      | plugin_name       | postgresql-database-plugin |
      | connection_url    | {the database}             |
      | verify_connection | false                      |
    When Olga writes the connection "now" in Oslo with:
      | plugin_name    | postgresql-database-plugin     |
      | connection_url | {the database}                 |
      | username       | {the administrator}            |
      | password       | {the administrator's password} |
    Then a cluster has connected to the database server

  @OWN-CREDTYPE-02
  @needs-simulated
  Scenario: A private key logs in to the simulated database as its own user only, until its lease is revoked
    Given the database server is the simulated database
    And the database is configured in Oslo
    And Olga is an operator of Oslo
    When Olga writes the dynamic role "signer" in Oslo with:
      | db_name             | main                                                       |
      | credential_type     | rsa_private_key                                            |
      | creation_statements | ["{\"create\": \"{{name}}\", \"public_key\": \"{{public_key}}\"}"] |
    And Ada requests credentials of the dynamic role "signer" from Oslo
    And Bob requests credentials of the dynamic role "signer" from Oslo
    Then the database accepts Ada's credentials
    And the database refuses Bob's credentials as Ada's user
    When an operator revokes the lease of Ada's credentials in Oslo
    Then soon the database refuses Ada's credentials
    And the database accepts Bob's credentials
