@needs-database
Feature: Static role rotation
  The password of a static role's user is rotated when the role is created, once every period and on demand, and is the service's alone.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And the database is configured in Oslo
    And the database user "app" with a known password

  @DB-STATIC-08 @smoke
  Scenario: Creating a static role replaces its user's known password at once
    Given the database accepts the known password of "app"
    When an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    Then the database refuses the known password of "app"
    And soon the database accepts the credentials of the static role "app" in Oslo

  @DB-STATICCREDS-01 @needs-replication
  @DB-STATICCREDS-01:username @DB-STATICCREDS-01:password
  Scenario: The credentials of a static role are valid, and the same on the primary and the secondary
    When an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    Then soon the database accepts the credentials of the static role "app" in Oslo
    And the object at "database/static-creds/app" in Oslo has "username={app}"
    And soon the credentials of the static role "app" are the same in Lima and Oslo

  @DB-STATICCREDS-02
  Scenario: Reading the credentials of a static role does not rotate them
    Given an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    When an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    Then the credentials of the static role "app" in Oslo are Ada's
    And the database accepts Ada's credentials

  @DB-STATIC-09 @needs-move-time @needs-replication @order
  Scenario: The password is rotated once every period, also after the period is changed
    Given an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    When 23 hours pass
    Then the database accepts Ada's credentials
    When 1 hour passes
    Then soon the database refuses Ada's credentials
    And soon the database accepts the credentials of the static role "app" in Oslo
    And soon the database accepts the credentials of the static role "app" in Lima
    Given an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    When 23 hours pass
    Then the database accepts Ada's credentials
    When 1 hour passes
    Then soon the database refuses Ada's credentials
    And soon the database accepts the credentials of the static role "app" in Oslo
    Given an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    When 24 hours pass
    Then soon the database refuses Ada's credentials
    And soon the database accepts the credentials of the static role "app" in Oslo
    Given an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    When Olga writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=6h"
    Then the database accepts Ada's credentials
    When 7 hours pass
    Then soon the database refuses Ada's credentials
    Given an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    When Olga writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=48h"
    And 25 hours pass
    Then the database accepts Ada's credentials
    When 24 hours pass
    Then soon the database refuses Ada's credentials

  @DB-ROTROLE-01 @needs-replication
  Scenario: A rotation on demand, through the primary or the secondary, replaces the password
    Given an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    When an operator rotates the credentials of the static role "app" in Lima
    Then soon the database refuses Ada's credentials
    Given an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    When an operator rotates the credentials of the static role "app" in Oslo
    Then the database refuses Ada's credentials
    And soon the database accepts the credentials of the static role "app" in Oslo

  @DB-STATICCREDS-01
  @DB-STATICCREDS-01:after-rotation
  Scenario: The credentials of a static role are valid right after a rotation on demand
    Given an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    When an operator rotates the credentials of the static role "app" in Oslo
    Then the database accepts the credentials of the static role "app" in Oslo
    And the database refuses Ada's credentials

  @DB-ROTROLE-02 @needs-move-time @needs-replication
  Scenario: A rotation on demand starts the period anew
    Given an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And 20 hours pass
    And an operator rotates the credentials of the static role "app" in Lima
    And an operator rotates the credentials of the static role "app" in Oslo
    And an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    When 20 hours pass
    Then the database accepts Ada's credentials
    When 4 hours pass
    Then soon the database refuses Ada's credentials

  @OWN-STATIC-01
  @needs-move-time @needs-replication @order
  Scenario: After a failover the new primary rotates a static role's password, and the old one does not
    Given an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    When an operator demotes Oslo
    And eventually an operator promotes Lima
    And an operator gives Ada the credentials of the static role "app" in Lima
    And the database accepts Ada's credentials
    And 25 hours pass
    Then soon the database refuses Ada's credentials
    And soon the database accepts the credentials of the static role "app" in Lima
    When 20 hours pass
    And an operator rotates the credentials of the static role "app" in Lima
    And an operator gives Bob the credentials of the static role "app" in Lima
    And the database accepts Bob's credentials
    And 10 hours pass
    Then the database accepts Bob's credentials
    When 15 hours pass
    Then soon the database refuses Bob's credentials
    And soon the database accepts the credentials of the static role "app" in Lima

  @CORE-DELETE-01 @DB-STATIC-03
  @DB-STATIC-03:role
  Scenario: A deleted static role cannot be read and has no credentials
    Given an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And Oslo has the static role "app"
    And the database accepts the credentials of the static role "app" in Oslo
    When an operator deletes the static role "app" in Oslo
    Then there is no static role "app" in Oslo
    When an operator tries to request credentials of the static role "app" from Oslo
    Then the request is refused

  @DB-STATIC-03 @needs-move-time @order
  @DB-STATIC-03:rotation
  Scenario: A deleted static role is rotated neither on demand nor after its period
    Given the database user "batch" with a known password
    And an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And an operator writes the static role "job" in Oslo with "db_name=main, username={batch}, rotation_period=24h"
    And an operator rotates the credentials of the static role "app" in Oslo
    And an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    And an operator gives Bob the credentials of the static role "job" in Oslo
    And the database accepts Bob's credentials
    When an operator deletes the static role "app" in Oslo
    And an operator tries to rotate the credentials of the static role "app" in Oslo
    Then the request is refused
    When 25 hours pass
    Then soon the database refuses Bob's credentials
    And after a while the database accepts Ada's credentials

  @DB-STATIC-04 @needs-move-time
  Scenario: Deleting a static role leaves its user in the database, with the last password
    Given an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    When an operator deletes the static role "app" in Oslo
    And 25 hours pass
    Then the database accepts Ada's credentials

  @DB-STATIC-02
  @DB-STATIC-02:names @DB-STATIC-02:no-dynamic-roles
  Scenario: Static roles are listed without dynamic roles
    Given the database user "batch" with a known password
    And an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And an operator writes the static role "job" in Oslo with "db_name=main, username={batch}, rotation_period=24h"
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    And an operator writes the dynamic role "clerk" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    Then the static roles in Oslo are "app, job"

  @DB-ROLE-02
  @DB-ROLE-02:names @DB-ROLE-02:no-static-roles
  Scenario: Dynamic roles are listed without static roles
    Given the database user "batch" with a known password
    And an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And an operator writes the static role "job" in Oslo with "db_name=main, username={batch}, rotation_period=24h"
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    And an operator writes the dynamic role "clerk" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    Then the dynamic roles in Oslo are "clerk, reporting"

  Scenario Outline: An operator cannot <do> "<other>", which is <kind>
    Given an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When an operator tries to <do> "<known>" <where> Oslo
    Then the request succeeds
    When an operator tries to <do> "<other>" <where> Oslo
    Then the request is refused

    @DB-CREDS-06 @DB-CREDS-06:static-role
    Examples: dynamic credentials of a static role
      | kind          | do                                      | where | known     | other |
      | a static role | request credentials of the dynamic role | from  | reporting | app   |

    @DB-CREDS-06 @DB-CREDS-06:unknown-role
    Examples: dynamic credentials of an unknown role
      | kind    | do                                      | where | known     | other        |
      | unknown | request credentials of the dynamic role | from  | reporting | no-such-role |

    @DB-STATICCREDS-03 @DB-STATICCREDS-03:dynamic-role
    Examples: static credentials of a dynamic role
      | kind           | do                                     | where | known | other     |
      | a dynamic role | request credentials of the static role | from  | app   | reporting |

    @DB-STATICCREDS-03 @DB-STATICCREDS-03:unknown-role
    Examples: static credentials of an unknown role
      | kind    | do                                     | where | known | other        |
      | unknown | request credentials of the static role | from  | app   | no-such-role |

    @DB-ROTROLE-04 @DB-ROTROLE-04:dynamic-role
    Examples: rotation of a dynamic role
      | kind           | do                                        | where | known | other     |
      | a dynamic role | rotate the credentials of the static role | in    | app   | reporting |

    @DB-ROTROLE-04 @DB-ROTROLE-04:unknown-role
    Examples: rotation of an unknown role
      | kind    | do                                        | where | known | other        |
      | unknown | rotate the credentials of the static role | in    | app   | no-such-role |

  Scenario Outline: A new static role <flaw> is refused, and no password is rotated: <with>
    Given Olga writes the connection "narrow" in Oslo with:
      | plugin_name    | {the plugin}                   |
      | connection_url | {the database}                 |
      | username       | {the administrator}            |
      | password       | {the administrator's password} |
      | allowed_roles  | reporting                      |
    And the database user "batch" with a known password
    And the database user "app-1" with a known password
    And Olga writes the static role "reporting" in Oslo with "db_name=narrow, username={batch}, rotation_period=1h"
    When Olga tries to write the static role "{app-1}" in Oslo with "<with>"
    Then the request is refused
    And the refused requests have changed nothing
    And the database accepts the known password of "app"
    When Olga writes the static role "{app-1}" in Oslo with "db_name=main, username={app}, rotation_period=5"
    Then the database refuses the known password of "app"

    @DB-STATIC-05 @DB-STATIC-05:username
    Examples: no username
      | flaw               | with                                        |
      | without a username | db_name=main, rotation_period=1h            |
      | without a username | db_name=main, username=, rotation_period=1h |

    @DB-STATIC-05 @DB-STATIC-05:rotation-period
    Examples: no rotation period
      | flaw                      | with                                                   |
      | without a rotation period | db_name=main, username={app}                           |
      | without a rotation period | db_name=main, username={app}, credential_type=password |

    @DB-STATIC-05 @DB-STATIC-05:db-name
    Examples: no connection
      | flaw                 | with                                         |
      | without a connection | username={app}, rotation_period=1h           |
      | without a connection | db_name=, username={app}, rotation_period=1h |

    @DB-STATIC-06 @DB-STATIC-06:create
    Examples: a period that is too short
      | flaw                          | with                                                 |
      | with a period below 5 seconds | db_name=main, username={app}, rotation_period=4      |
      | with a period below 5 seconds | db_name=main, username={app}, rotation_period=4s     |
      | with a period below 5 seconds | db_name=main, username={app}, rotation_period=4999ms |
      | with a period below 5 seconds | db_name=main, username={app}, rotation_period=0      |
      | with a period below 5 seconds | db_name=main, username={app}, rotation_period=-10    |

    @DB-CONFIG-13 @DB-CONFIG-13:creation
    Examples: a connection that allows other roles only
      | flaw                               | with                                               |
      | that its connection does not allow | db_name=narrow, username={app}, rotation_period=1h |

  @CORE-ATOMIC-01
  Scenario Outline: A refused update to the period <period> changes neither the static role nor its password
    Given an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    When Olga tries to write the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=<period>"
    Then the request is refused
    And the refused requests have changed nothing
    And the database accepts Ada's credentials

    Examples:
      | period |
      | 4      |
      | 4999ms |

  @DB-STATIC-10
  Scenario: A static role for a user that does not exist is refused, and no user is created
    When Olga tries to write the static role "absent" in Oslo with "db_name=main, username=no_such_user, rotation_period=1h"
    Then the request is refused
    And the database does not have the user "no_such_user"
    And the database has the user "{app}"
    When Olga writes the static role "absent" in Oslo with "db_name=main, username={app}, rotation_period=1h"
    Then the database refuses the known password of "app"

  @DB-STATIC-06
  @DB-STATIC-06:update
  Scenario Outline: The rotation period of a static role can be changed to 5 seconds, but not to <period>
    Given an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    When Olga tries to write the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=<period>"
    Then the request is refused
    And the refused requests have changed nothing
    And the database accepts Ada's credentials
    When Olga writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=5"
    Then the static role "app" in Oslo has "rotation_period=5"

    Examples:
      | period |
      | 4      |
      | 4s     |
      | 4999ms |
      | 0      |
      | -10    |
