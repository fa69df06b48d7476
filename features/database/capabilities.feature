@needs-database
Feature: Capabilities on the definitions of the database secrets engine
  Creating a connection, a dynamic role or a static role needs the capability create, and changing one needs update. Neither replaces the other.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And the database is configured in Oslo
    And the database user "app" with a known password
    And Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
      | default_ttl         | 1h            |
    And Olga writes the static role "app" in Oslo with:
      | db_name         | main  |
      | username        | {app} |
      | rotation_period | 24h   |

  @DB-CAP-01
  @DB-CAP-01:connection @DB-CAP-01:role @DB-CAP-01:static-role
  Scenario: The capability create alone is enough to create a connection, a dynamic role and a static role
    Given the database user "batch" with a known password
    And Ada is a client of Oslo who may "create" on "database/*"
    When Ada writes the connection "shop" in Oslo with:
      | plugin_name    | {the plugin}                   |
      | connection_url | {the database}                 |
      | username       | {the administrator}            |
      | password       | {the administrator's password} |
    And Ada writes the dynamic role "clerk" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
    And Ada writes the static role "batch" in Oslo with:
      | db_name         | main    |
      | username        | {batch} |
      | rotation_period | 24h     |
    Then the connections in Oslo are "main, shop"
    And the dynamic roles in Oslo are "clerk, reporting"
    And the static roles in Oslo are "app, batch"

  @DB-CAP-02
  Scenario Outline: A client with create alone cannot change a <definition>, and one with create and update can
    Given Ada is a client of Oslo who may "create" on "database/*"
    And Bob is a client of Oslo who may "create, update" on "database/*"
    And an operator gives Jane the credentials of the static role "app" in Oslo
    And the database accepts Jane's credentials
    When Ada tries to write the <definition> "<name>" in Oslo with:
      | <required> | <given> |
      | <also>     | <as>    |
      | <field>    | <value> |
    Then the request is refused with status 403
    And the refused requests have changed nothing
    And the credentials of the static role "app" in Oslo are Jane's
    And the database accepts Jane's credentials
    When Bob writes the <definition> "<name>" in Oslo with:
      | <required> | <given> |
      | <also>     | <as>    |
      | <field>    | <value> |
    Then the <definition> "<name>" in Oslo has:
      | <field> | <value> |

    @DB-CAP-02:connection
    Examples: connections
      | definition | name | required    | given        | also           | as             | field         | value            |
      | connection | main | plugin_name | {the plugin} | connection_url | {the database} | allowed_roles | ["clerk", "app"] |

    @DB-CAP-02:role
    Examples: dynamic roles
      | definition   | name      | required | given | also                | as            | field       | value |
      | dynamic role | reporting | db_name  | main  | creation_statements | {create user} | default_ttl | 60    |

    @DB-CAP-02:static-role
    Examples: static roles
      | definition  | name | required | given | also     | as    | field           | value |
      | static role | app  | db_name  | main  | username | {app} | rotation_period | 60    |

  @DB-CAP-03
  Scenario Outline: The capability update alone changes an existing <definition>, and does not create one
    Given Ada is a client of Oslo who may "update" on "database/*"
    And the database user "batch" with a known password
    When Ada tries to write the <definition> "new" in Oslo with:
      | <required> | <given>  |
      | <also>     | <as>     |
      | <field>    | <value>  |
      | <last>     | <set to> |
    Then the request is refused with status 403
    And there is no <definition> "new" in Oslo
    And the database accepts the known password of "batch"
    When Ada writes the <definition> "<name>" in Oslo with:
      | <required> | <given> |
      | <also>     | <kept>  |
      | <field>    | <value> |
    Then the <definition> "<name>" in Oslo has:
      | <field> | <value> |

    @DB-CAP-03:connection
    Examples: connections
      | definition | name | required    | given        | also           | as             | kept           | field         | value     | last              | set to |
      | connection | main | plugin_name | {the plugin} | connection_url | {the database} | {the database} | allowed_roles | ["clerk"] | verify_connection | false  |

    @DB-CAP-03:role
    Examples: dynamic roles
      | definition   | name      | required | given | also                | as            | kept          | field       | value | last    | set to |
      | dynamic role | reporting | db_name  | main  | creation_statements | {create user} | {create user} | default_ttl | 60    | max_ttl | 24h    |

    @DB-CAP-03:static-role
    Examples: static roles
      | definition  | name | required | given | also     | as      | kept  | field           | value | last            | set to   |
      | static role | app  | db_name  | main  | username | {batch} | {app} | rotation_period | 60    | credential_type | password |
