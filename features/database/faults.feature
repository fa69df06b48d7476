@needs-database @needs-database-faults
Feature: Faults of a database server
  When a database server fails during a request, no user is left without a lease, and the service keeps a password that the server accepts.
  Each title names the fault; the server itself, or the network in front of it, causes it.

  Background:
    Given Olga is an operator of Oslo
    And Ada is a client of Oslo who may "read" on "database/creds/*"

  @OWN-DBFAULT-01 @needs-move-time @order
  Scenario Outline: A request for dynamic credentials is refused and leaves no user when <product> <fault>
    Given the database server is <product>, behind a network that can fail
    And the database is configured in Oslo with its own root user "dbadmin"
    And the table "notes" in the database
    And "dbadmin" may write to the table "notes" in the database
    When Olga writes the dynamic role "visitor" in Oslo with:
      | db_name             | main                                                                  |
      | creation_statements | ["{create user}", "{write 'one' to notes}", "{write 'two' to notes}"] |
    And Ada requests credentials of the dynamic role "visitor" from Oslo
    Then the database accepts Ada's credentials
    When the database server <fault>
    And Ada tries to request credentials of the dynamic role "visitor" from Oslo
    Then the request is refused
    And the refusal contains no secret
    When the database server recovers
    And 2 minutes pass
    Then the request has left no user in the database
    And the database accepts Ada's credentials
    When Ada requests credentials of the dynamic role "visitor" from Oslo
    Then the database accepts Ada's credentials

    Examples: PostgreSQL
      | product    | fault                                                                |
      | PostgreSQL | refuses connections                                                  |
      | PostgreSQL | breaks the connection before the commit of the next change of a user |
      | PostgreSQL | breaks the connection after the commit of the next change of a user  |
      | PostgreSQL | fails the write number 1 to the table "notes"                        |
      | PostgreSQL | fails the write number 2 to the table "notes"                        |
      | PostgreSQL | has no connection left for "dbadmin"                                 |
      | PostgreSQL | takes no writes of "dbadmin"                                         |

    @needs-mariadb
    Examples: MariaDB
      | product | fault                                                                |
      | MariaDB | refuses connections                                                  |
      | MariaDB | breaks the connection before the commit of the next change of a user |
      | MariaDB | breaks the connection after the commit of the next change of a user  |
      | MariaDB | fails the write number 1 to the table "notes"                        |
      | MariaDB | fails the write number 2 to the table "notes"                        |
      | MariaDB | has no connection left for "dbadmin"                                 |
      | MariaDB | takes no writes of "dbadmin"                                         |

    @needs-redis
    Examples: Redis
      | product | fault                                                                |
      | Redis   | refuses connections                                                  |
      | Redis   | breaks the connection before the commit of the next change of a user |
      | Redis   | breaks the connection after the commit of the next change of a user  |
      | Redis   | fails the write number 1 to the table "notes"                        |
      | Redis   | fails the write number 2 to the table "notes"                        |
      | Redis   | has no connection left for "dbadmin"                                 |
      | Redis   | takes no writes of "dbadmin"                                         |

  @OWN-DBFAULT-02 @needs-move-time
  Scenario Outline: After a refused rotation during which <product> <fault>, a static role gets a new password that works
    Given the database server is <product>, behind a network that can fail
    And the database is configured in Oslo with its own root user "dbadmin"
    And the database user "app" with a known password
    And "dbadmin" may change the password of "app" in the database
    And an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    When the database server <fault>
    And Olga tries to rotate the credentials of the static role "app" in Oslo
    Then the request is refused
    And the refusal contains no secret
    When the database server recovers
    And 2 minutes pass
    Then soon the database refuses Ada's credentials
    And the database refuses the known password of "app"
    And soon the database accepts the credentials of the static role "app" in Oslo

    Examples: PostgreSQL
      | product    | fault                                                                |
      | PostgreSQL | refuses connections                                                  |
      | PostgreSQL | breaks the connection before the commit of the next change of a user |
      | PostgreSQL | breaks the connection after the commit of the next change of a user  |
      | PostgreSQL | has no connection left for "dbadmin"                                 |
      | PostgreSQL | takes no writes of "dbadmin"                                         |

    @needs-mariadb
    Examples: MariaDB
      | product | fault                                                                |
      | MariaDB | refuses connections                                                  |
      | MariaDB | breaks the connection before the commit of the next change of a user |
      | MariaDB | breaks the connection after the commit of the next change of a user  |
      | MariaDB | has no connection left for "dbadmin"                                 |
      | MariaDB | takes no writes of "dbadmin"                                         |

    @needs-redis
    Examples: Redis
      | product | fault                                                                |
      | Redis   | refuses connections                                                  |
      | Redis   | breaks the connection before the commit of the next change of a user |
      | Redis   | breaks the connection after the commit of the next change of a user  |
      | Redis   | has no connection left for "dbadmin"                                 |

  @OWN-DBFAULT-03 @order
  Scenario Outline: After a refused root rotation during which <product> <fault>, the service still creates users
    Given the database server is <product>, behind a network that can fail
    And the database is configured in Oslo with its own root user "dbadmin"
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When the database server <fault>
    And Olga tries to rotate the credentials of the connection "main" in Oslo
    Then the request is refused
    And the refusal contains no secret
    When the database server recovers
    And Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials
    When an operator resets the connection "main" in Oslo
    And Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials

    Examples: PostgreSQL
      | product    | fault                                                                |
      | PostgreSQL | refuses connections                                                  |
      | PostgreSQL | breaks the connection before the commit of the next change of a user |
      | PostgreSQL | breaks the connection after the commit of the next change of a user  |
      | PostgreSQL | has no connection left for "dbadmin"                                 |
      | PostgreSQL | takes no writes of "dbadmin"                                         |

    @needs-mariadb
    Examples: MariaDB
      | product | fault                                                                |
      | MariaDB | refuses connections                                                  |
      | MariaDB | breaks the connection before the commit of the next change of a user |
      | MariaDB | breaks the connection after the commit of the next change of a user  |
      | MariaDB | has no connection left for "dbadmin"                                 |
      | MariaDB | takes no writes of "dbadmin"                                         |

    @needs-redis
    Examples: Redis
      | product | fault                                                                |
      | Redis   | refuses connections                                                  |
      | Redis   | breaks the connection before the commit of the next change of a user |
      | Redis   | breaks the connection after the commit of the next change of a user  |
      | Redis   | has no connection left for "dbadmin"                                 |

  @OWN-DBFAULT-01 @order
  Scenario Outline: A lease whose revocation is refused because <product> <fault> can be revoked later, which drops its user
    Given the database server is <product>, behind a network that can fail
    And the database is configured in Oslo with its own root user "dbadmin"
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials
    When the database server <fault>
    And Olga tries to revoke the lease of Ada's credentials in Oslo
    Then the request is refused
    And the refusal contains no secret
    When the database server recovers
    Then the database accepts Ada's credentials
    When an operator revokes the lease of Ada's credentials in Oslo
    Then soon the database does not have Ada's user

    Examples: PostgreSQL
      | product    | fault                                |
      | PostgreSQL | refuses connections                  |
      | PostgreSQL | has no connection left for "dbadmin" |
      | PostgreSQL | takes no writes of "dbadmin"         |

    @needs-mariadb
    Examples: MariaDB
      | product | fault                                |
      | MariaDB | refuses connections                  |
      | MariaDB | has no connection left for "dbadmin" |
      | MariaDB | takes no writes of "dbadmin"         |

    @needs-redis
    Examples: Redis
      | product | fault                                |
      | Redis   | refuses connections                  |
      | Redis   | has no connection left for "dbadmin" |

  @OWN-DBFAULT-04 @order
  Scenario Outline: A slow <product> still creates the user of dynamic credentials and drops it at the revocation
    Given the database server is <product>, behind a network that can fail
    And the database is configured in Oslo
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When the database server is slow by 40 milliseconds each way
    And Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials
    When an operator revokes the lease of Ada's credentials in Oslo
    Then soon the database does not have Ada's user

    Examples: PostgreSQL
      | product    |
      | PostgreSQL |

    @needs-mariadb
    Examples: MariaDB
      | product |
      | MariaDB |

    @needs-redis
    Examples: Redis
      | product |
      | Redis   |

  @OWN-DBFAULT-04
  Scenario Outline: After <product> has ended all connections, dynamic credentials are issued as before
    Given the database server is <product>, behind a network that can fail
    And the database is configured in Oslo
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    And the database server ends all connections
    And Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials

    Examples: PostgreSQL
      | product    |
      | PostgreSQL |

    @needs-mariadb
    Examples: MariaDB
      | product |
      | MariaDB |

    @needs-redis
    Examples: Redis
      | product |
      | Redis   |

  @OWN-DBFAULT-04 @needs-redis
  Scenario: A Redis that takes no writes still creates users, which are not part of its data
    Given the database server is Redis, behind a network that can fail
    And the database is configured in Oslo with its own root user "dbadmin"
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When the database server takes no writes of "dbadmin"
    And Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials
