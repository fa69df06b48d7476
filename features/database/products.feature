@needs-replication @needs-database
Feature: Database products
  Dynamic, static and root credentials are the same to a client whatever product the database is. Each product's plugin has its own
  statements, and each is played on a server of its own.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And Ada is a client of Oslo and Lima who may "read" on "database/creds/*"
    And Bob is a client of Oslo and Lima who may "read" on "database/creds/*"

  @OWN-PRODUCT-01
  @order
  Scenario Outline: Dynamic credentials live as long as their lease on <product>
    Given the database server is <product>
    And the database is configured in Oslo
    And the dynamic role "reporting" on the connection "main" in Oslo
    When Ada requests dynamic credentials of role "reporting" from Oslo
    And Bob requests dynamic credentials of role "reporting" from Lima
    Then the database accepts Ada's credentials
    And the database accepts Bob's credentials
    And Ada and Bob have different users
    When the lease of Ada's dynamic credentials is revoked in Oslo
    Then the database refuses Ada's credentials
    And the database no longer knows Ada's user
    And the database accepts Bob's credentials
    When the lease of Bob's dynamic credentials is revoked in Lima
    Then the database no longer knows Bob's user

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
  Scenario Outline: Dynamic credentials end by themselves on <product>, renewed or not
    Given the database server is <product>
    And the database is configured in Oslo
    And the database secrets engine in Oslo is mounted anew with leases of 10 minutes
    And the dynamic role "reporting" on the connection "main" in Oslo
    When Ada requests dynamic credentials of role "reporting" from Oslo
    And Bob requests dynamic credentials of role "reporting" from Oslo
    And 9 minutes pass
    And the lease of Ada's dynamic credentials is renewed in Oslo for 10 minutes
    And 62 seconds pass
    Then the database accepts Ada's credentials
    And the database no longer knows Bob's user
    When 10 minutes pass
    Then the database refuses Ada's credentials
    And the database no longer knows Ada's user

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
  Scenario Outline: A user that <product> refuses halfway is not left behind
    Given the database server is <product>
    And the database is configured in Oslo
    And the dynamic role "reporting" on the connection "main" in Oslo
    When Ada requests dynamic credentials of role "reporting" from Oslo
    Then the database accepts Ada's credentials
    Given the role "broken" in Oslo, whose creation statements fail halfway
    When Ada tries to request dynamic credentials of role "broken" from Oslo
    Then the request is refused
    And the refusal tells no secret
    And there is no lease of role "broken" in Oslo
    And the database has no user that the scenario did not begin with

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
  Scenario Outline: A static role's password is rotated on <product>
    Given the database server is <product>
    And the database is configured in Oslo
    And the database user "app" with a known password
    And the static role "app" of the user "app" in Oslo, rotated every 24 hours
    Then the database refuses the known password of "app"
    And the database accepts the credentials of static role "app", read from Oslo
    Given Ada has the credentials of static role "app", read from Oslo
    When the static role "app" is rotated in Lima
    Then the database refuses the static credentials that Ada read
    And the database accepts the credentials of static role "app", read from Oslo
    And the credentials of static role "app" are the same, read from Lima and from Oslo
    When Olga tries to write the static role "absent" in Oslo with "db_name=main, username=no_such_user, rotation_period=24h"
    Then the request is refused
    And the database does not know the user "no_such_user"

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
  Scenario Outline: A rotation that a crash interrupts <moment> is finished on <product>
    Given the database server is <product>
    And the database is configured in Oslo
    And the database user "app" with a known password
    And the static role "app" of the user "app" in Oslo, rotated every 24 hours
    When the static role "app" is rotated in Oslo, which crashes <moment> and is started again
    Then the database accepts the credentials of static role "app", read from Oslo

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
  Scenario Outline: The root password is the service's alone on <product>
    Given the database server is <product>
    And the database is configured in Oslo with its own root user "dbadmin"
    And the dynamic role "reporting" on the connection "main" in Oslo
    When the root credentials of the connection are rotated in Oslo
    Then the database refuses the known password of "dbadmin"
    And the configuration of "main" in Oslo shows no password
    And Ada can use new dynamic credentials of role "reporting" from Lima
    When the connection to the database is reset in Oslo
    Then Ada can use new dynamic credentials of role "reporting" from Oslo

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
    And the dynamic role "reporting" on the connection "main" in Oslo
    And the database refuses the root rotation statements of the connection in Oslo
    When an operator tries to rotate the root credentials of the connection in Oslo
    Then the request is refused
    And the database accepts the known password of "dbadmin"
    When Ada requests dynamic credentials of role "reporting" from Oslo
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
  Scenario Outline: A connection to <product> that does not work is not kept
    Given the database server is <product>
    And the database is configured in Oslo
    Then the configuration of "main" in Oslo shows no password
    When Olga tries to write the connection "wrong" in Oslo with a wrong password
    Then the request is refused
    And the refusal tells no secret
    And the connections of Oslo are "main"

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
  @needs-database-faults
  Scenario Outline: While <product> hangs, a request for credentials fails in time and leaves nothing
    Given the database server is <product>, behind a network that can fail
    And the database is configured in Oslo
    And the dynamic role "reporting" on the connection "main" in Oslo
    When the database server hangs
    And Ada tries to request dynamic credentials of role "reporting" from Oslo
    Then the request is refused
    And the refusal tells no secret
    And there is no lease of role "reporting" in Oslo
    When the database server recovers
    Then the database has no user that the scenario did not begin with
    And Ada can use new dynamic credentials of role "reporting" from Oslo

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
  Scenario Outline: A lease that ends while <product> refuses connections ends its user when that is back
    Given the database server is <product>, behind a network that can fail
    And the database is configured in Oslo
    And the database secrets engine in Oslo is mounted anew with leases of 10 minutes
    And the dynamic role "reporting" on the connection "main" in Oslo
    When Ada requests dynamic credentials of role "reporting" from Oslo
    And the database server refuses connections
    And 10 minutes pass
    And 5 seconds pass
    Then the database still knows Ada's user
    When the database server recovers
    And 2 minutes pass
    Then the database no longer knows Ada's user

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
  Scenario: A connection that is not to be verified is stored without a word to the database
    Given the database server is PostgreSQL, behind a network that can fail
    And the database secrets engine is mounted in Oslo
    And Olga is an operator of Oslo
    When Olga writes the connection "later" in Oslo with:
      | plugin_name       | postgresql-database-plugin     |
      | connection_url    | {the database}                 |
      | username          | {the administrator}            |
      | password          | {the administrator's password} |
      | verify_connection | false                          |
    Then no cluster has connected to the database server
    And the connection "later", read from Oslo, has:
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
  Scenario: A private key logs in to a database that has its public half
    Given the database server is the simulated database
    And the database is configured in Oslo
    And Olga is an operator of Oslo
    When Olga writes the role "signer" in Oslo with:
      | db_name             | main                                                       |
      | credential_type     | rsa_private_key                                            |
      | creation_statements | ["{\"create\": \"{{name}}\", \"public_key\": \"{{public_key}}\"}"] |
    And Ada requests dynamic credentials of role "signer" from Oslo
    And Bob requests dynamic credentials of role "signer" from Oslo
    Then the database accepts the private key of Ada's dynamic credentials
    And the database refuses the private key of Bob's dynamic credentials for Ada's user
    When the lease of Ada's dynamic credentials is revoked in Oslo
    Then the database refuses the private key of Ada's dynamic credentials
