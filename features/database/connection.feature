@needs-database
Feature: Verification and allowed roles of database connections
  A connection that does not work is not stored, a read does not show its password, and only the roles that it allows can use it.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And Ada is a client of Oslo who may "read" on "database/creds/*"
    And the database is configured in Oslo

  @DB-CONFIG-08
  @DB-CONFIG-08:default @DB-CONFIG-08:explicit-true @DB-CONFIG-08:wrong-password @smoke
  Scenario: A connection with a wrong password is refused and not stored, unless verify_connection, by default true, is false
    When Olga tries to write the connection "wrong" in Oslo with:
      | plugin_name    | {the plugin}        |
      | connection_url | {the database}      |
      | username       | {the administrator} |
      | password       | {a wrong password}  |
    Then the request is refused
    And the refusal contains no secret
    When Olga tries to write the connection "wrong" in Oslo with:
      | plugin_name       | {the plugin}        |
      | connection_url    | {the database}      |
      | username          | {the administrator} |
      | password          | {a wrong password}  |
      | verify_connection | true                |
    Then the request is refused
    And the refusal contains no secret
    And the connections in Oslo are "main"
    And there is no connection "wrong" in Oslo
    When Olga writes the connection "wrong" in Oslo with:
      | plugin_name       | {the plugin}        |
      | connection_url    | {the database}      |
      | username          | {the administrator} |
      | password          | {a wrong password}  |
      | verify_connection | false               |
    Then the connections in Oslo are "main, wrong"

  @DB-CONFIG-08 @needs-sql
  @DB-CONFIG-08:unreachable
  Scenario: A connection to a closed port is refused and not stored, unless verify_connection is false
    When Olga tries to write the connection "closed" in Oslo with:
      | plugin_name    | {the plugin}                            |
      | connection_url | {the database at a port that is closed} |
      | username       | {the administrator}                     |
      | password       | {the administrator's password}          |
    Then the request is refused
    And the connections in Oslo are "main"
    And there is no connection "closed" in Oslo
    When Olga writes the connection "closed" in Oslo with:
      | plugin_name       | {the plugin}                            |
      | connection_url    | {the database at a port that is closed} |
      | username          | {the administrator}                     |
      | password          | {the administrator's password}          |
      | verify_connection | false                                   |
    Then the connections in Oslo are "closed, main"

  @DB-CONFIG-21
  @DB-CONFIG-21:field @DB-CONFIG-21:connection-url @DB-CONFIG-21:after-update
  Scenario: Reads of a connection do not show its password, before and after the password is written again
    Then the connection "main" in Oslo has "plugin_name={the plugin}"
    And the connection "main" in Oslo does not show "{the administrator's password}"
    When an operator writes the connection "main" in Oslo with "password={the administrator's password}"
    Then the connection "main" in Oslo has "plugin_name={the plugin}"
    And the connection "main" in Oslo does not show "{the administrator's password}"

  Scenario Outline: A dynamic and a static role cannot use a connection whose allowed_roles are <allowed>, until these name them
    Given Olga writes the connection "narrow" in Oslo with:
      | plugin_name    | {the plugin}                   |
      | connection_url | {the database}                 |
      | username       | {the administrator}            |
      | password       | {the administrator's password} |
      | <field>        | <value>                        |
    And the database user "app" with a known password
    And an operator writes the dynamic role "other" in Oslo with 'db_name=narrow, creation_statements=["{create user}"]'
    When Ada tries to request credentials of the dynamic role "other" from Oslo
    Then the request is refused
    And the request has left no user in the database
    When Olga tries to write the static role "batch" in Oslo with:
      | db_name         | narrow |
      | username        | {app}  |
      | rotation_period | 24h    |
    Then the request is refused
    And the database accepts the known password of "app"
    When Olga writes the connection "narrow" in Oslo with:
      | allowed_roles | other, batch |
    And Ada requests credentials of the dynamic role "other" from Oslo
    And Olga writes the static role "batch" in Oslo with:
      | db_name         | narrow |
      | username        | {app}  |
      | rotation_period | 24h    |
    Then the database accepts Ada's credentials
    And the database refuses the known password of "app"

    @DB-CONFIG-10 @DB-CONFIG-10:default
    Examples: allowed_roles that were never set
      | allowed | field             | value |
      | unset   | verify_connection | true  |

    @DB-CONFIG-11 @DB-CONFIG-11:not-named
    Examples: allowed_roles with other names
      | allowed                   | field         | value                     |
      | reporting                 | allowed_roles | reporting                 |
      | Other, Batch              | allowed_roles | Other, Batch              |
      | oth, bat                  | allowed_roles | oth, bat                  |
      | others, batches           | allowed_roles | others, batches           |
      | another, other-1, batch-1 | allowed_roles | another, other-1, batch-1 |

  @order
  Scenario Outline: A dynamic and a static role can use a connection that allows them: allowed_roles <roles>
    Given the database user "app" with a known password
    And Olga writes the connection "narrow" in Oslo with:
      | plugin_name    | {the plugin}                   |
      | connection_url | {the database}                 |
      | username       | {the administrator}            |
      | password       | {the administrator's password} |
      | allowed_roles  | <roles>                        |
    And an operator writes the dynamic role "other" in Oslo with 'db_name=narrow, creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "other" from Oslo
    Then the database accepts Ada's credentials
    When Olga writes the static role "batch" in Oslo with:
      | db_name         | narrow |
      | username        | {app}  |
      | rotation_period | 24h    |
    Then soon the database accepts the credentials of the static role "batch" in Oslo

    @DB-CONFIG-11 @DB-CONFIG-11:named
    Examples: allowed by name
      | roles                   |
      | other,batch             |
      | reporting, batch, other |

    @DB-CONFIG-12 @DB-CONFIG-12:alone
    Examples: all roles
      | roles |
      | *     |

    @DB-CONFIG-12 @DB-CONFIG-12:beside-other-entries
    Examples: all roles, beside a name
      | roles        |
      | reporting, * |
      | *, reporting |

  Scenario Outline: A dynamic role gets no new credentials once allowed_roles change to <roles>, and earlier ones still log in
    Given Olga writes the connection "narrow" in Oslo with:
      | plugin_name    | {the plugin}                   |
      | connection_url | {the database}                 |
      | username       | {the administrator}            |
      | password       | {the administrator's password} |
      | allowed_roles  | other                          |
    And an operator writes the dynamic role "other" in Oslo with 'db_name=narrow, creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "other" from Oslo
    Then the database accepts Ada's credentials
    Given Olga writes the connection "narrow" in Oslo with:
      | allowed_roles | <roles> |
    When Ada tries to request credentials of the dynamic role "other" from Oslo
    Then the request is refused
    And the database accepts Ada's credentials

    @DB-CONFIG-14
    Examples: allowed_roles without the role
      | roles            |
      | reporting        |
      | reporting, Other |

    @DB-CONFIG-10 @DB-CONFIG-10:empty-list
    Examples: empty allowed_roles
      | roles |
      | ""    |

  Rule: Static roles that are no longer allowed

    Background:
      Given the database user "app" with a known password
      And Olga writes the connection "narrow" in Oslo with:
        | plugin_name    | {the plugin}                   |
        | connection_url | {the database}                 |
        | username       | {the administrator}            |
        | password       | {the administrator's password} |
        | allowed_roles  | batch                          |
      And Olga writes the static role "batch" in Oslo with:
        | db_name         | narrow |
        | username        | {app}  |
        | rotation_period | 2h     |
      And an operator gives Bob the credentials of the static role "batch" in Oslo
      And the database accepts Bob's credentials
      And Olga writes the connection "narrow" in Oslo with:
        | allowed_roles | Batch, bat, batches |

    @DB-CONFIG-13 @DB-CONFIG-14
    @DB-CONFIG-13:static-creds
    Scenario: A request for the credentials of a static role that is no longer allowed is refused
      When an operator tries to request credentials of the static role "batch" from Oslo
      Then the request is refused

    @DB-CONFIG-13 @needs-move-time @order
    @DB-CONFIG-13:rotation @DB-CONFIG-13:automatic-rotation
    Scenario: A static role that is no longer allowed is not rotated, on request or when due, until it is allowed again
      Given the database user "till" with a known password
      And Olga writes the static role "bat" in Oslo with:
        | db_name         | narrow |
        | username        | {till} |
        | rotation_period | 2h     |
      And an operator gives Jane the credentials of the static role "bat" in Oslo
      And the database accepts Jane's credentials
      When an operator tries to rotate the credentials of the static role "batch" in Oslo
      Then the request is refused
      And the database accepts Bob's credentials
      When 3 hours pass
      Then soon the database refuses Jane's credentials
      And after a while the database accepts Bob's credentials
      When Olga writes the connection "narrow" in Oslo with:
        | allowed_roles | other, batch |
      And an operator rotates the credentials of the static role "batch" in Oslo
      Then soon the database refuses Bob's credentials
