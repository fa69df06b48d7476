@needs-database
Feature: Static role rotation
  The password of a static role's user is rotated when the role is created, once every period and on demand, and is the service's alone.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And the database is configured in Oslo
    And the database user "app" with a known password

  @DB-STATIC-08 @DB-STATICCREDS-01 @needs-replication
  @DB-STATICCREDS-01:username @DB-STATICCREDS-01:password
  Scenario: Creating the role takes the password over at once
    Given the database accepts the known password of "app"
    When the static role "app" of the user "app" in Oslo, rotated every 24 hours
    # DB-STATIC-08
    Then the database refuses the known password of "app"
    # DB-STATIC-08, DB-STATICCREDS-01
    And the database accepts the credentials of static role "app", read from Oslo
    # DB-STATICCREDS-01
    And the credentials of static role "app", read from Oslo, are of the user "app"
    # DB-STATICCREDS-01
    And the credentials of static role "app" are the same, read from Lima and from Oslo

  @DB-STATICCREDS-02
  Scenario: Reading the credentials of a static role does not rotate them
    Given the static role "app" of the user "app" in Oslo, rotated every 24 hours
    When Ada has the credentials of static role "app", read from Oslo
    Then the credentials of static role "app", read from Oslo, are still Ada's
    And the database accepts the static credentials that Ada read

  @DB-STATIC-09 @needs-move-time @needs-replication @order
  Scenario: The password is rotated every period
    Given the static role "app" of the user "app" in Oslo, rotated every 24 hours
    And Ada has the credentials of static role "app", read from Oslo
    When 23 hours pass
    Then the database accepts the static credentials that Ada read
    When 1 hour passes
    Then the database refuses the static credentials that Ada read
    And the database accepts the credentials of static role "app", read from Oslo
    And the database accepts the credentials of static role "app", read from Lima
    Given Ada has the credentials of static role "app", read from Oslo
    When 23 hours pass
    Then the database accepts the static credentials that Ada read
    When 1 hour passes
    Then the database refuses the static credentials that Ada read
    And the database accepts the credentials of static role "app", read from Oslo
    Given Ada has the credentials of static role "app", read from Oslo
    When 24 hours pass
    Then the database refuses the static credentials that Ada read
    And the database accepts the credentials of static role "app", read from Oslo
    Given Ada has the credentials of static role "app", read from Oslo
    When Olga writes the static role "app" in Oslo with "rotation_period=6h"
    Then the database accepts the static credentials that Ada read
    When 7 hours pass
    Then the database refuses the static credentials that Ada read
    Given Ada has the credentials of static role "app", read from Oslo
    When Olga writes the static role "app" in Oslo with "rotation_period=48h"
    And 25 hours pass
    Then the database accepts the static credentials that Ada read
    When 24 hours pass
    Then the database refuses the static credentials that Ada read

  @DB-ROTROLE-01 @DB-ROTROLE-02 @DB-STATICCREDS-01 @needs-move-time @needs-replication
  @DB-STATICCREDS-01:after-rotation
  Scenario: A rotation on demand starts the period anew
    Given the static role "app" of the user "app" in Oslo, rotated every 24 hours
    And Ada has the credentials of static role "app", read from Oslo
    When 20 hours pass
    # DB-ROTROLE-01
    And the static role "app" is rotated in Lima
    # DB-ROTROLE-01
    Then the database refuses the static credentials that Ada read
    Given Ada has the credentials of static role "app", read from Oslo
    # DB-ROTROLE-01
    When the static role "app" is rotated in Oslo
    # DB-ROTROLE-01
    Then the database refuses the static credentials that Ada read
    # DB-ROTROLE-01, DB-STATICCREDS-01
    And the database accepts the credentials of static role "app", read from Oslo
    Given Ada has the credentials of static role "app", read from Oslo
    When 20 hours pass
    # DB-ROTROLE-02
    Then the database accepts the static credentials that Ada read
    When 4 hours pass
    # DB-ROTROLE-02
    Then the database refuses the static credentials that Ada read

  @OWN-STATIC-01
  @needs-move-time @needs-replication @order
  Scenario: After a failover the new primary rotates, and the old one does not
    Given the static role "app" of the user "app" in Oslo, rotated every 24 hours
    When Oslo is demoted and Lima is promoted
    Then the database accepts the credentials of static role "app", read from Lima
    Given Ada has the credentials of static role "app", read from Lima
    When 25 hours pass
    Then the database refuses the static credentials that Ada read
    And the database accepts the credentials of static role "app", read from Lima
    When the static role "app" is rotated in Lima
    Then the database accepts the credentials of static role "app", read from Lima

  @CORE-DELETE-01 @DB-STATIC-03 @DB-STATIC-04 @needs-move-time @order
  @DB-STATIC-03:role @DB-STATIC-03:rotation
  Scenario: Deleting the role leaves the user and its last password
    Given the static role "app" of the user "app" in Oslo, rotated every 24 hours
    And Ada has the credentials of static role "app", read from Oslo
    When the static role "app" is deleted in Oslo
    # CORE-DELETE-01, DB-STATIC-03
    Then there is no static role "app" in Oslo, and there are no credentials of it
    # DB-STATIC-03
    And an operator cannot rotate the static role "app" in Oslo
    When 25 hours pass
    # DB-STATIC-03, DB-STATIC-04
    Then the database accepts the static credentials that Ada read

  @DB-ROLE-02 @DB-STATIC-02
  @DB-ROLE-02:names @DB-ROLE-02:no-static-roles @DB-STATIC-02:names @DB-STATIC-02:no-dynamic-roles
  Scenario: Static and dynamic roles are listed apart
    Given the database user "batch" with a known password
    And the static role "app" of the user "app" in Oslo, rotated every 24 hours
    And the static role "job" of the user "batch" in Oslo, rotated every 24 hours
    And the dynamic role "reporting" on the connection "main" in Oslo
    And the dynamic role "clerk" on the connection "main" in Oslo
    # DB-STATIC-02
    Then the static roles in Oslo are "app, job"
    # DB-ROLE-02
    And the dynamic roles in Oslo are "clerk, reporting"

  Scenario Outline: A static role is no dynamic one, nor the other way round: <do> "<other>"
    Given the static role "app" of the user "app" in Oslo, rotated every 24 hours
    And the dynamic role "reporting" on the connection "main" in Oslo
    Then an operator can <do> "<known>" in Oslo
    And an operator cannot <do> "<other>" in Oslo

    @DB-CREDS-06 @DB-CREDS-06:static-role
    Examples:
      | do                                  | known     | other |
      | request dynamic credentials of role | reporting | app   |

    @DB-CREDS-06 @DB-CREDS-06:unknown-role
    Examples:
      | do                                  | known     | other        |
      | request dynamic credentials of role | reporting | no-such-role |

    @DB-STATICCREDS-03 @DB-STATICCREDS-03:dynamic-role
    Examples:
      | do                                  | known | other     |
      | read the credentials of static role | app   | reporting |

    @DB-STATICCREDS-03 @DB-STATICCREDS-03:unknown-role
    Examples:
      | do                                  | known | other        |
      | read the credentials of static role | app   | no-such-role |

    @DB-ROTROLE-04 @DB-ROTROLE-04:dynamic-role
    Examples:
      | do                     | known | other     |
      | rotate the static role | app   | reporting |

    @DB-ROTROLE-04 @DB-ROTROLE-04:unknown-role
    Examples:
      | do                     | known | other        |
      | rotate the static role | app   | no-such-role |

  @CORE-ATOMIC-01
  Scenario Outline: A static role that cannot be is refused and rotates nothing: <with>
    Given the connection "narrow" in Oslo allows the roles "reporting"
    When Olga tries to write the static role "clerk" in Oslo with "<with>"
    Then the request is refused
    # CORE-ATOMIC-01
    And the refused requests have changed nothing
    And the database accepts the known password of "app"
    When Olga writes the static role "clerk" in Oslo with "db_name=main, username={app}, rotation_period=5"
    Then the database refuses the known password of "app"

    @DB-STATIC-05 @DB-STATIC-05:username
    Examples:
      | with                                        |
      | db_name=main, rotation_period=1h            |
      | db_name=main, username=, rotation_period=1h |

    @DB-STATIC-05 @DB-STATIC-05:rotation-period
    Examples:
      | with                                                |
      | db_name=main, username={app}                        |
      | db_name=main, username={app}, rotation_statements=x |

    @DB-STATIC-05 @DB-STATIC-05:db-name
    Examples:
      | with                                         |
      | username={app}, rotation_period=1h           |
      | db_name=, username={app}, rotation_period=1h |

    @DB-STATIC-06 @DB-STATIC-06:create
    Examples:
      | with                                                 |
      | db_name=main, username={app}, rotation_period=4      |
      | db_name=main, username={app}, rotation_period=4s     |
      | db_name=main, username={app}, rotation_period=4999ms |
      | db_name=main, username={app}, rotation_period=0      |
      | db_name=main, username={app}, rotation_period=-10    |

    @DB-CONFIG-13 @DB-CONFIG-13:creation
    Examples:
      | with                                               |
      | db_name=narrow, username={app}, rotation_period=1h |

  @DB-STATIC-10 @CORE-ATOMIC-01
  Scenario: A static role makes no user
    When Olga tries to write the static role "absent" in Oslo with "db_name=main, username=no_such_user, rotation_period=1h"
    Then the request is refused
    And the database does not know the user "no_such_user"
    # CORE-ATOMIC-01
    And the refused requests have changed nothing

  @DB-STATIC-06 @CORE-ATOMIC-01
  @DB-STATIC-06:update
  Scenario Outline: A static role cannot come to rotate every <period>
    Given the static role "app" of the user "app" in Oslo, rotated every 24 hours
    And Ada has the credentials of static role "app", read from Oslo
    When Olga tries to write the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=<period>"
    Then the request is refused
    # CORE-ATOMIC-01
    And the refused requests have changed nothing
    # CORE-ATOMIC-01
    And the database accepts the static credentials that Ada read
    When Olga writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=5"
    Then the rotation period of static role "app", read from Oslo, is 5 seconds

    Examples:
      | period |
      | 4      |
      | 4s     |
      | 4999ms |
      | 0      |
      | -10    |
