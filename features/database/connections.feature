@needs-database
Feature: Database connections
  A connection is a plugin, an address and a root user. Operators configure, read, list, reset and delete connections. The value
  {the database} is a connection_url with the placeholders {{username}} and {{password}}: a URL, if the product has URLs.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And an operator writes the secrets engine "database" in Oslo with "type=database"

  @DB-CONFIG-01
  @DB-CONFIG-01:common-fields @DB-CONFIG-01:plugin-fields @DB-CONFIG-01:credentials @smoke
  Scenario: A connection is read with its common and plugin-specific fields as they were written, and a role on it issues credentials
    Given an operator writes the password policy "digits" in Oslo with the field "policy":
      """
      length = 30
      rule "charset" { charset = "0123456789" }
      """
    When Olga writes the connection "shop" in Oslo with:
      | plugin_name              | {the plugin}                   |
      | connection_url           | {the database}                 |
      | username                 | {the administrator}            |
      | password                 | {the administrator's password} |
      | allowed_roles            | reporting, clerk               |
      | password_policy          | digits                         |
      | root_rotation_statements | ["{set the password}"]         |
      | verify_connection        | true                           |
      | disable_escaping         | true                           |
      | username_template        | {{.RoleName}}-{{random 20}}    |
    And Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | shop          |
      | creation_statements | {create user} |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the connection "shop" in Oslo has:
      | plugin_name              | {the plugin}                |
      | connection_url           | {the database}              |
      | username                 | {the administrator}         |
      | allowed_roles            | ["reporting", "clerk"]      |
      | password_policy          | digits                      |
      | root_rotation_statements | ["{set the password}"]      |
      | disable_escaping         | true                        |
      | username_template        | {{.RoleName}}-{{random 20}} |
    And the database accepts Olga's credentials

  @DB-CONFIG-01 @DB-CONFIG-01:common-fields
  Scenario: A connection is read with the plugin version that was written
    Given the version of the database plugin "{the plugin}" in Oslo is called "the version of the plugin"
    When Olga writes the connection "shop" in Oslo with:
      | plugin_name       | {the plugin}                |
      | plugin_version    | {the version of the plugin} |
      | connection_url    | {the database}              |
      | verify_connection | false                       |
    Then the connection "shop" in Oslo has:
      | plugin_name    | {the plugin}                |
      | plugin_version | {the version of the plugin} |

  @OWN-CONNECTION-03 @order
  Scenario Outline: A connection is read with the verify_connection that was written, <first> and then <second>
    When Olga writes the connection "shop" in Oslo with:
      | plugin_name       | {the plugin}                   |
      | connection_url    | {the database}                 |
      | username          | {the administrator}            |
      | password          | {the administrator's password} |
      | verify_connection | <first>                        |
    Then the connection "shop" in Oslo has "verify_connection=<first>"
    When Olga writes the connection "shop" in Oslo with:
      | allowed_roles | reporting |
    Then the connection "shop" in Oslo has "verify_connection=<first>"
    When Olga writes the connection "shop" in Oslo with:
      | verify_connection | <second> |
    Then the connection "shop" in Oslo has "verify_connection=<second>"

    Examples:
      | first | second |
      | true  | false  |
      | false | true   |

  @DB-CONFIG-02
  Scenario: Connections are listed by their names until they are deleted
    Given Olga writes the connection "shop" in Oslo with:
      | plugin_name       | {the plugin}   |
      | connection_url    | {the database} |
      | verify_connection | false          |
    And Olga writes the connection "archive" in Oslo with:
      | plugin_name       | {the plugin}   |
      | connection_url    | {the database} |
      | verify_connection | false          |
    Then the connections in Oslo are "archive, shop"
    When Olga deletes the connection "shop" in Oslo
    Then the connections in Oslo are "archive"

  @DB-CONFIG-03
  @DB-CONFIG-03:read-and-list @DB-CONFIG-03:dynamic-credentials @DB-CONFIG-03:static-credentials
  Scenario: A deleted connection cannot be read and is not listed, and its roles neither issue nor rotate credentials
    Given the database user "app" with a known password
    And Olga writes the connection "shop" in Oslo with:
      | plugin_name    | {the plugin}                   |
      | connection_url | {the database}                 |
      | username       | {the administrator}            |
      | password       | {the administrator's password} |
      | allowed_roles  | *                              |
    And Olga writes the connection "archive" in Oslo with:
      | plugin_name       | {the plugin}   |
      | connection_url    | {the database} |
      | verify_connection | false          |
    And Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | shop          |
      | creation_statements | {create user} |
    And Olga writes the static role "batch" in Oslo with:
      | db_name         | shop  |
      | username        | {app} |
      | rotation_period | 24h   |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    And the database accepts the credentials of the static role "batch" in Oslo
    And the database accepts Olga's credentials
    When Olga deletes the connection "shop" in Oslo
    Then there is no connection "shop" in Oslo
    And the connections in Oslo are "archive"
    When Olga tries to request credentials of the dynamic role "reporting" from Oslo
    Then the request is refused
    And the request has left no user in the database
    When an operator tries to request credentials of the static role "batch" from Oslo
    Then the request is refused
    When an operator tries to rotate the credentials of the static role "batch" in Oslo
    Then the request is refused

  Scenario Outline: A connection needs a known plugin: <what>
    When Olga tries to write the connection "shop" in Oslo with:
      | connection_url    | {the database} |
      | verify_connection | false          |
      | <field>           | <value>        |
    Then the request is refused
    And there is no connection "shop" in Oslo
    When Olga writes the connection "shop" in Oslo with:
      | connection_url    | {the database} |
      | verify_connection | false          |
      | plugin_name       | {the plugin}   |
    Then the connections in Oslo are "shop"

    @DB-CONFIG-04
    Examples:
      | what          | field         | value |
      | none          | allowed_roles | *     |
      | an empty name | plugin_name   |       |

    @DB-CONFIG-05 @DB-CONFIG-05:create
    Examples:
      | what                  | field       | value                      |
      | an unknown name       | plugin_name | nosuch                     |
      | a product's name      | plugin_name | postgresql                 |
      | a name in other cases | plugin_name | Postgresql-Database-Plugin |

  @DB-CONFIG-05
  @DB-CONFIG-05:update
  Scenario Outline: The plugin of a connection cannot be changed to an unknown one: <value>
    Given Olga writes the connection "shop" in Oslo with:
      | connection_url    | {the database} |
      | verify_connection | false          |
      | plugin_name       | {the plugin}   |
    When Olga tries to write the connection "shop" in Oslo with:
      | plugin_name | <value> |
    Then the request is refused
    And the refused requests have changed nothing
    And the connection "shop" in Oslo has:
      | plugin_name | {the plugin} |
    When Olga writes the connection "shop" in Oslo with:
      | plugin_name   | {the plugin} |
      | allowed_roles | reporting    |
    Then the connection "shop" in Oslo has:
      | plugin_name   | {the plugin} |
      | allowed_roles | reporting    |

    Examples:
      | value               |
      | nosuch              |
      | {the plugin}-nosuch |

  @DB-CONFIG-06
  @DB-CONFIG-06:plugin-version @DB-CONFIG-06:root-rotation-statements @DB-CONFIG-06:password-policy
  Scenario: A connection has no plugin version, no statements and no password policy by default
    When Olga writes the connection "shop" in Oslo with:
      | plugin_name       | {the plugin}   |
      | connection_url    | {the database} |
      | verify_connection | false          |
    Then the connection "shop" in Oslo has:
      | plugin_version           |  |
      | root_rotation_statements |  |
      | password_policy          |  |

  @DB-CONFIG-22
  Scenario: disable_escaping is false by default
    When Olga writes the connection "shop" in Oslo with:
      | plugin_name       | {the plugin}   |
      | connection_url    | {the database} |
      | verify_connection | false          |
    Then the connection "shop" in Oslo has "disable_escaping=false"

  @DB-CONFIG-07
  @DB-CONFIG-07:available
  Scenario Outline: A plugin version that is unavailable or not semantic is refused, for a new and for a stored connection: <version>
    Given the version of the database plugin "{the plugin}" in Oslo is called "the version of the plugin"
    When Olga tries to write the connection "shop" in Oslo with:
      | plugin_name       | {the plugin}   |
      | plugin_version    | <version>      |
      | connection_url    | {the database} |
      | verify_connection | false          |
    Then the request is refused
    And there is no connection "shop" in Oslo
    When Olga writes the connection "shop" in Oslo with:
      | plugin_name       | {the plugin}                |
      | plugin_version    | {the version of the plugin} |
      | connection_url    | {the database}              |
      | verify_connection | false                       |
    Then the connection "shop" in Oslo has "plugin_version={the version of the plugin}"
    When Olga tries to write the connection "shop" in Oslo with:
      | plugin_version | <version> |
    Then the request is refused
    And the connection "shop" in Oslo has "plugin_version={the version of the plugin}"

    @DB-CONFIG-07:unavailable
    Examples:
      | version         |
      | v999.0.0        |
      | v1.999.0        |
      | v0.0.0-999.beta |

    @DB-CONFIG-07:not-semantic
    Examples:
      | version |
      | latest  |
      | "1"     |
      | v1.0    |

  @DB-CONFIG-09 @needs-session-counts @order
  Scenario: A connection that is not to be verified is stored without contacting its database
    Given the database server has the database "warehouse"
    When Olga writes the connection "shop" in Oslo with:
      | plugin_name       | {the plugin}                   |
      | connection_url    | {the database "warehouse"}     |
      | username          | {the administrator}            |
      | password          | {the administrator's password} |
      | verify_connection | false                          |
    And Olga writes the connection "shop" in Oslo with:
      | allowed_roles     | *     |
      | verify_connection | false |
    And Olga writes the connection "shop" in Oslo with:
      | password          | {a wrong password} |
      | verify_connection | false              |
    Then after a while no cluster has connected to the database "warehouse"
    And the connections in Oslo are "shop"
    When Olga writes the connection "shop" in Oslo with:
      | password          | {the administrator's password} |
      | verify_connection | true                           |
    Then eventually a cluster has connected to the database "warehouse"

  @DB-CONFIG-15 @order
  Scenario: The root user's password is rotated by the connection's own statements, in which {{name}} is the username, too
    Given the table "notes" in the database
    And the database user "dbadmin", who may create users
    And "dbadmin" may write to the table "notes" in the database
    And Olga writes the connection "shop" in Oslo with:
      | plugin_name              | {the plugin}                                              |
      | connection_url           | {the database}                                            |
      | username                 | {dbadmin}                                                 |
      | password                 | {the password of dbadmin}                                 |
      | allowed_roles            | *                                                         |
      | root_rotation_statements | ["{set the password}", "{write '{{username}}' to notes}"] |
    And Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | shop          |
      | creation_statements | {create user} |
    When Olga rotates the credentials of the connection "shop" in Oslo
    Then the table "notes" has the entries "{dbadmin}"
    And the database refuses the known password of "dbadmin"
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Olga's credentials
    When Olga writes the connection "shop" in Oslo with:
      | root_rotation_statements | ["{set the password}", "{write '{{name}}' to notes}", "{write 'at last' to notes}"] |
    And Olga rotates the credentials of the connection "shop" in Oslo
    Then the table "notes" has the entries "{dbadmin}, {dbadmin}, at last"
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Olga's credentials

  @DB-CONFIG-25 @CORE-BODY-01
  @DB-CONFIG-25:root-rotation-statements @CORE-BODY-01:database
  Scenario: A root user's password is rotated by the statements that are configured now
    Given the table "notes" in the database
    And the database user "dbadmin", who may create users
    And "dbadmin" may write to the table "notes" in the database
    And Olga writes the connection "shop" in Oslo with:
      | plugin_name              | {the plugin}                                              |
      | connection_url           | {the database}                                            |
      | username                 | {dbadmin}                                                 |
      | password                 | {the password of dbadmin}                                 |
      | allowed_roles            | *                                                         |
      | root_rotation_statements | ["{set the password}", "{write '{{username}}' to notes}"] |
    And Olga rotates the credentials of the connection "shop" in Oslo
    When Olga writes the connection "shop" in Oslo with:
      | root_rotation_statements | ["{set the password}", "{write '{{name}}' to notes}", "{write 'at last' to notes}"] |
    And Olga rotates the credentials of the connection "shop" in Oslo
    Then the table "notes" has the entries "{dbadmin}, {dbadmin}, at last"

  Scenario Outline: The fields username and password fill the placeholders of connection_url: <template>
    When Olga writes the connection "shop" in Oslo with:
      | plugin_name    | {the plugin}                   |
      | connection_url | {<template>}                   |
      | username       | {the administrator}            |
      | password       | {the administrator's password} |
      | allowed_roles  | *                              |
    And Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | shop          |
      | creation_statements | {create user} |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Olga's credentials
    When Olga tries to write the connection "other" in Oslo with:
      | plugin_name    | {the plugin}        |
      | connection_url | {<template>}        |
      | username       | {the administrator} |
      | password       | {a wrong password}  |
    Then the request is refused
    And there is no connection "other" in Oslo

    @DB-CONFIG-19 @DB-CONFIG-19:username @DB-CONFIG-19:password @needs-sql
    Examples:
      | template     |
      | the database |

    @DB-CONFIG-19 @DB-CONFIG-19:name @needs-sql
    Examples:
      | template                 |
      | the database by {{name}} |

  @DB-CONFIG-20 @needs-sql @order
  @DB-CONFIG-20:create @DB-CONFIG-20:alter @DB-CONFIG-20:drop
  Scenario: Users are made, altered and dropped by the root user that is configured
    Given the table "notes" in the database
    And the database user "dbadmin", who may create users
    And "dbadmin" may write to the table "notes" in the database
    And the database user "deputy", who may create users
    And "deputy" may write to the table "notes" in the database
    And the database user "app" with a known password
    And "dbadmin" may change the password of "app" in the database
    And Olga writes the connection "shop" in Oslo with:
      | plugin_name    | {the plugin}              |
      | connection_url | {the database}            |
      | username       | {dbadmin}                 |
      | password       | {the password of dbadmin} |
      | allowed_roles  | *                         |
    And Olga writes the connection "archive" in Oslo with:
      | plugin_name    | {the plugin}             |
      | connection_url | {the database}           |
      | username       | {deputy}                 |
      | password       | {the password of deputy} |
      | allowed_roles  | *                        |
    And Olga writes the dynamic role "reporting" in Oslo with:
      | db_name               | shop                                                     |
      | creation_statements   | ["{create user}", "{write the current user to notes}"]   |
      | renew_statements      | ["{write the current user to notes}"]                    |
      | revocation_statements | ["{drop the user}", "{write the current user to notes}"] |
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    And Olga renews the lease of Olga's credentials in Oslo for "60s"
    And Olga revokes the lease of Olga's credentials in Oslo
    Then the table "notes" has the entries "{dbadmin}, {dbadmin}, {dbadmin}"
    When Olga writes the static role "batch" in Oslo with:
      | db_name             | shop                                                        |
      | username            | {app}                                                       |
      | rotation_period     | 24h                                                         |
      | rotation_statements | ["{set the password}", "{write the current user to notes}"] |
    Then the table "notes" has the entries "{dbadmin}, {dbadmin}, {dbadmin}, {dbadmin}"

  @DB-CONFIG-25 @needs-sql
  @DB-CONFIG-25:login
  Scenario: Users are made by the root user that is configured now
    Given the table "notes" in the database
    And the database user "dbadmin", who may create users
    And "dbadmin" may write to the table "notes" in the database
    And the database user "deputy", who may create users
    And "deputy" may write to the table "notes" in the database
    And Olga writes the connection "shop" in Oslo with:
      | plugin_name    | {the plugin}              |
      | connection_url | {the database}            |
      | username       | {dbadmin}                 |
      | password       | {the password of dbadmin} |
      | allowed_roles  | *                         |
    And Olga writes the dynamic role "reporting" in Oslo with:
      | db_name               | shop                                                     |
      | creation_statements   | ["{create user}", "{write the current user to notes}"]   |
      | renew_statements      | ["{write the current user to notes}"]                    |
      | revocation_statements | ["{drop the user}", "{write the current user to notes}"] |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    When Olga writes the connection "shop" in Oslo with:
      | username | {deputy}                 |
      | password | {the password of deputy} |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the table "notes" has the entries "{dbadmin}, {deputy}"

  @DB-CONFIG-20 @DB-CONFIG-25
  @DB-CONFIG-20:create @DB-CONFIG-25:login
  Scenario: A root user who may not create users makes none, and another one who may is used at once
    Given the database user "dbadmin", who may create users with the password "dbadmin's"
    And the database user "app" with a known password
    And Olga writes the connection "shop" in Oslo with:
      | plugin_name    | {the plugin}          |
      | connection_url | {the database}        |
      | username       | {app}                 |
      | password       | {the password of app} |
      | allowed_roles  | *                     |
    And Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | shop          |
      | creation_statements | {create user} |
    When Olga tries to request credentials of the dynamic role "reporting" from Oslo
    Then the request is refused
    And the request has left no user in the database
    When Olga writes the connection "shop" in Oslo with:
      | username | {dbadmin}                 |
      | password | {the password of dbadmin} |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Olga's credentials

  @DB-CONFIG-25 @needs-session-counts @order
  @DB-CONFIG-25:address
  Scenario: New users are made at the address that is configured now
    Given the database server has the database "warehouse"
    And Olga writes the connection "shop" in Oslo with:
      | plugin_name       | {the plugin}                   |
      | connection_url    | {the database}                 |
      | username          | {the administrator}            |
      | password          | {the administrator's password} |
      | allowed_roles     | *                              |
      | verify_connection | false                          |
    And Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | shop          |
      | creation_statements | {create user} |
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Olga's credentials
    When Olga writes the connection "shop" in Oslo with:
      | connection_url    | {the database at a port that is closed} |
      | verify_connection | false                                   |
    And Olga tries to request credentials of the dynamic role "reporting" from Oslo
    Then the request is refused
    When Olga writes the connection "shop" in Oslo with:
      | connection_url    | {the database "warehouse"} |
      | verify_connection | false                      |
    Then no cluster has connected to the database "warehouse"
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    Then eventually a cluster has connected to the database "warehouse"
    And the database accepts Olga's credentials

  @DB-CONFIG-23 @needs-url-escapes
  @DB-CONFIG-23:username @DB-CONFIG-23:password
  Scenario: By default, special characters of username and password are escaped in a connection_url that is a URL
    Given the database user "db@min%41", who may create users with the password "p@ss:w/rd?%#'"
    When Olga writes the connection "shop" in Oslo with:
      | plugin_name    | {the plugin}                |
      | connection_url | {the database}              |
      | username       | {db@min%41}                 |
      | password       | {the password of db@min%41} |
      | allowed_roles  | *                           |
    And Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | shop          |
      | creation_statements | {create user} |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Olga's credentials

  @DB-CONFIG-24 @needs-url-escapes
  @DB-CONFIG-24:username @DB-CONFIG-24:password
  Scenario: With disable_escaping, username and password go unchanged into a connection_url of the form key=value; escaped ones fail
    Given the database user "d@puty%41", who may create users with the password "50%41@home"
    And the database user "deputy", who may create users with the password "50%41@work"
    And the database user "d@puty%42", who may create users with the password "home"
    When Olga writes the connection "settings" in Oslo with:
      | plugin_name      | {the plugin}                |
      | connection_url   | {the database as settings}  |
      | username         | {d@puty%41}                 |
      | password         | {the password of d@puty%41} |
      | disable_escaping | true                        |
      | allowed_roles    | *                           |
    And Olga writes the dynamic role "clerk" in Oslo with:
      | db_name             | settings      |
      | creation_statements | {create user} |
    And Olga requests credentials of the dynamic role "clerk" from Oslo
    Then the database accepts Olga's credentials
    When Olga tries to write the connection "escaped" in Oslo with:
      | plugin_name      | {the plugin}               |
      | connection_url   | {the database as settings} |
      | username         | {deputy}                   |
      | password         | {the password of deputy}   |
      | disable_escaping | false                      |
    Then the request is refused
    When Olga tries to write the connection "escaped" in Oslo with:
      | plugin_name      | {the plugin}                |
      | connection_url   | {the database as settings}  |
      | username         | {d@puty%42}                 |
      | password         | {the password of d@puty%42} |
      | disable_escaping | false                       |
    Then the request is refused
    And Oslo accepts the connection "escaped" with each of these:
      | plugin_name={the plugin}, connection_url={the database as settings}, username={d@puty%42}, password={the password of d@puty%42}, disable_escaping=true | disable_escaping=true |

  @DB-CONFIG-16
  @DB-CONFIG-16:dynamic @DB-CONFIG-16:static
  Scenario: Without a password policy passwords have 20 characters
    Given the database user "app" with a known password
    And Olga writes the connection "shop" in Oslo with:
      | plugin_name    | {the plugin}                   |
      | connection_url | {the database}                 |
      | username       | {the administrator}            |
      | password       | {the administrator's password} |
      | allowed_roles  | *                              |
    And Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | shop          |
      | creation_statements | {create user} |
    And Olga writes the static role "app" in Oslo with:
      | db_name         | shop  |
      | username        | {app} |
      | rotation_period | 24h   |
    When Olga requests credentials of the dynamic role "reporting" from Oslo 20 times
    And Olga requests credentials of the static role "app" from Oslo
    And Olga rotates the credentials of the static role "app" in Oslo
    And Olga requests credentials of the static role "app" from Oslo
    Then each password that Olga has received matches ".{20}"

  @DB-CONFIG-17
  @DB-CONFIG-17:uppercase @DB-CONFIG-17:lowercase @DB-CONFIG-17:number @DB-CONFIG-17:dash
  Scenario: Without a password policy each password has an uppercase and a lowercase letter, a digit and a dash
    Given the database user "app" with a known password
    And Olga writes the connection "shop" in Oslo with:
      | plugin_name    | {the plugin}                   |
      | connection_url | {the database}                 |
      | username       | {the administrator}            |
      | password       | {the administrator's password} |
      | allowed_roles  | *                              |
    And Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | shop          |
      | creation_statements | {create user} |
    And Olga writes the static role "app" in Oslo with:
      | db_name         | shop  |
      | username        | {app} |
      | rotation_period | 24h   |
    When Olga requests credentials of the dynamic role "reporting" from Oslo 200 times
    And Olga requests credentials of the static role "app" from Oslo
    And Olga rotates the credentials of the static role "app" in Oslo
    And Olga requests credentials of the static role "app" from Oslo
    Then each password that Olga has received matches "(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])(?=.*-).*"

  @DB-CONFIG-16 @DB-CONFIG-16:root
  Scenario: Without a password policy the new password of a root user has 20 characters
    Given the table "notes" in the database
    And the database user "dbadmin", who may create users
    And "dbadmin" may write to the table "notes" in the database
    And Olga writes the connection "shop" in Oslo with:
      | plugin_name              | {the plugin}                                              |
      | connection_url           | {the database}                                            |
      | username                 | {dbadmin}                                                 |
      | password                 | {the password of dbadmin}                                 |
      | root_rotation_statements | ["{set the password}", "{write '{{password}}' to notes}"] |
    When Olga rotates the credentials of the connection "shop" in Oslo
    Then the table "notes" has one entry, which matches ".{20}"

  @DB-RESET-01 @order
  @DB-RESET-01:closed @DB-RESET-01:restarted
  Scenario Outline: A reset closes the connection, which is then opened anew, where verify_connection is <verified>
    Given the database user "dbadmin", who may create users with the password "dbadmin's"
    And Olga writes the connection "shop" in Oslo with:
      | plugin_name       | {the plugin}              |
      | connection_url    | {the database}            |
      | username          | {dbadmin}                 |
      | password          | {the password of dbadmin} |
      | allowed_roles     | *                         |
      | verify_connection | <verified>                |
    And Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | shop          |
      | creation_statements | {create user} |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    And "dbadmin" has open sessions in the database
    When Olga resets the connection "shop" in Oslo
    Then eventually those sessions of "dbadmin" are closed
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Olga's credentials
    And "dbadmin" has open sessions in the database

    Examples:
      | verified |
      | true     |
      | false    |

  @DB-RESET-02
  @DB-RESET-02:configuration @DB-RESET-02:roles @DB-RESET-02:credentials
  Scenario Outline: A reset changes neither configuration nor roles nor credentials, where verify_connection is <verified>
    Given the database user "dbadmin", who may create users with the password "dbadmin's"
    And the database user "app" with a known password
    And "dbadmin" may change the password of "app" in the database
    And Olga writes the connection "shop" in Oslo with:
      | plugin_name       | {the plugin}              |
      | connection_url    | {the database}            |
      | username          | {dbadmin}                 |
      | password          | {the password of dbadmin} |
      | allowed_roles     | *                         |
      | verify_connection | <verified>                |
    And Olga writes the static role "batch" in Oslo with:
      | db_name         | shop  |
      | username        | {app} |
      | rotation_period | 24h   |
    And an operator gives Bob the credentials of the static role "batch" in Oslo
    And the database accepts Bob's credentials
    And Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | shop          |
      | creation_statements | {create user} |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    And Olga reads these in Oslo:
      | GET database/config/shop        |
      | GET database/roles/reporting    |
      | GET database/static-roles/batch |
    When Olga resets the connection "shop" in Oslo
    Then what Olga has read is unchanged
    And the database accepts Olga's credentials
    And the credentials of the static role "batch" in Oslo are Bob's
    And the database accepts Bob's credentials

    Examples:
      | verified |
      | true     |
      | false    |

  @DB-RESET-03
  @DB-RESET-03:refused @DB-RESET-03:nothing-created
  Scenario: An unknown connection cannot be reset
    Given Olga writes the connection "shop" in Oslo with:
      | plugin_name    | {the plugin}                   |
      | connection_url | {the database}                 |
      | username       | {the administrator}            |
      | password       | {the administrator's password} |
    When Olga resets the connection "shop" in Oslo
    Then the connections in Oslo are "shop"
    When Olga tries to reset the connection "nosuch" in Oslo
    Then the request is refused
    And the connections in Oslo are "shop"
    And there is no connection "nosuch" in Oslo

  @DB-ROTROOT-05
  Scenario: Rotating the root credentials of one connection does not change those of another
    Given the database user "dbadmin", who may create users with the password "dbadmin's"
    And the database user "deputy", who may create users with the password "deputy's"
    And Olga writes the connection "shop" in Oslo with:
      | plugin_name    | {the plugin}              |
      | connection_url | {the database}            |
      | username       | {dbadmin}                 |
      | password       | {the password of dbadmin} |
    And Olga writes the connection "shops" in Oslo with:
      | plugin_name    | {the plugin}             |
      | connection_url | {the database}           |
      | username       | {deputy}                 |
      | password       | {the password of deputy} |
    When Olga rotates the credentials of the connection "shop" in Oslo
    Then the database refuses the known password of "dbadmin"
    And the database accepts the known password of "deputy"

  @OWN-CONNECTION-01
  @needs-sql
  Scenario Outline: An invalid setting is refused with an error that names it: <field> <value>
    When Olga tries to write the connection "shop" in Oslo with:
      | plugin_name       | {the plugin}   |
      | connection_url    | {the database} |
      | verify_connection | false          |
      | <field>           | <value>        |
    Then the request is refused, naming "<field>"
    And there is no connection "shop" in Oslo
    When Olga writes the connection "shop" in Oslo with:
      | plugin_name       | {the plugin}   |
      | connection_url    | {the database} |
      | verify_connection | false          |
      | <field>           | <sensible>     |
    Then the connection "shop" in Oslo has:
      | <field> | <sensible> |

    Examples:
      | field                   | value  | sensible |
      | max_open_connections    | x      | 2        |
      | max_open_connections    | -1     | 2        |
      | max_idle_connections    | x      | 1        |
      | max_connection_lifetime | bogus  | 5m       |
      | tls_ca                  | a word | {the authority's certificate} |

  @OWN-CONNECTION-02
  Scenario: A connection with an invalid username template is refused
    When Olga tries to write the connection "shop" in Oslo with:
      | plugin_name       | {the plugin}   |
      | connection_url    | {the database} |
      | verify_connection | false          |
      | username_template | {{bad          |
    Then the request is refused
    And there is no connection "shop" in Oslo
    When Olga writes the connection "shop" in Oslo with:
      | plugin_name       | {the plugin}                |
      | connection_url    | {the database}              |
      | verify_connection | false                       |
      | username_template | {{.RoleName}}-{{random 20}} |
    Then the connection "shop" in Oslo has "username_template={{.RoleName}}-{{random 20}}"

  @OWN-CONNECTION-02
  @order
  Scenario: Users are named by the connection's username template
    When Olga writes the connection "shop" in Oslo with:
      | plugin_name       | {the plugin}                                                             |
      | connection_url    | {the database}                                                           |
      | username          | {the administrator}                                                      |
      | password          | {the administrator's password}                                           |
      | allowed_roles     | *                                                                        |
      | username_template | shop_{{.RoleName \| truncate 6 \| uppercase}}_{{random 12 \| lowercase}} |
    And Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | shop          |
      | creation_statements | {create user} |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the username in Olga's credentials matches "shop_REPORT_[a-z0-9]{12}"
    And the database accepts Olga's credentials
    When Olga revokes the lease of Olga's credentials in Oslo
    Then soon the database does not have Olga's user

  Rule: Password policies of connections and roles

    Background:
      Given an operator writes the password policy "digits" in Oslo with the field "policy":
        """
        length = 30
        rule "charset" { charset = "0123456789" }
        """
      And an operator writes the password policy "fifteen" in Oslo with the field "policy":
        """
        length = 15
        rule "charset" { charset = "0123456789" }
        """
      And an operator writes the password policy "short-digits" in Oslo with the field "policy":
        """
        length = 12
        rule "charset" { charset = "0123456789" }
        """
      And the database user "app" with a known password
      And the database user "batch" with a known password
      And the table "notes" in the database
      And the database user "dbadmin", who may create users
      And "dbadmin" may write to the table "notes" in the database
      And "dbadmin" may change the password of "app" in the database
      And "dbadmin" may change the password of "batch" in the database
      And Olga writes the connection "shop" in Oslo with:
        | plugin_name              | {the plugin}                                              |
        | connection_url           | {the database}                                            |
        | username                 | {dbadmin}                                                 |
        | password                 | {the password of dbadmin}                                 |
        | allowed_roles            | *                                                         |
        | password_policy          | digits                                                    |
        | root_rotation_statements | ["{set the password}", "{write '{{password}}' to notes}"] |
      And Olga writes the dynamic role "reporting" in Oslo with:
        | db_name             | shop          |
        | creation_statements | {create user} |
      And Olga writes the dynamic role "clerk" in Oslo with:
        | db_name             | shop                                |
        | creation_statements | {create user}                       |
        | credential_config   | {"password_policy": "short-digits"} |
      And Olga writes the static role "app" in Oslo with:
        | db_name         | shop  |
        | username        | {app} |
        | rotation_period | 24h   |
      And Olga writes the static role "batch" in Oslo with:
        | db_name           | shop                                |
        | username          | {batch}                             |
        | rotation_period   | 24h                                 |
        | credential_config | {"password_policy": "short-digits"} |

    @order
    Scenario Outline: The password policy of a connection governs its passwords, unless a role has one of its own: <role>, <static role>
      When Olga requests credentials of the dynamic role "<role>" from Oslo
      And Olga gives Bob the credentials of the static role "<static role>" in Oslo
      Then the password in Olga's credentials matches "[0-9]{<length>}"
      And the password in Bob's credentials matches "[0-9]{<length>}"
      When Olga rotates the credentials of the static role "<static role>" in Oslo
      And Olga gives Bob the credentials of the static role "<static role>" in Oslo
      Then the password in Bob's credentials matches "[0-9]{<length>}"

      @DB-CONFIG-18 @DB-CONFIG-18:dynamic @DB-CONFIG-18:static
      @DB-CREDCONF-01 @DB-CREDCONF-01:dynamic @DB-CREDCONF-01:static @DB-CREDCONF-02 @DB-CREDCONF-02:other-roles
      Examples: roles without a policy
        | role      | static role | length |
        | reporting | app         | 30     |

      @DB-CREDCONF-02 @DB-CREDCONF-02:dynamic @DB-CREDCONF-02:static
      Examples: roles with a policy
        | role  | static role | length |
        | clerk | batch       | 12     |

    @DB-CONFIG-18 @DB-CONFIG-18:root
    Scenario: The password policy of a connection governs the password of its root user
      When Olga rotates the credentials of the connection "shop" in Oslo
      Then the table "notes" has one entry, which matches "[0-9]{30}"

    Scenario Outline: Another password policy of a connection applies to the next passwords, unless a role has one of its own: <role>, <static role>
      Given Olga requests credentials of the dynamic role "<role>" from Oslo
      And Olga gives Bob the credentials of the static role "<static role>" in Oslo
      And the password in Olga's credentials matches "[0-9]{<before>}"
      And the password in Bob's credentials matches "[0-9]{<before>}"
      When Olga writes the connection "shop" in Oslo with:
        | password_policy | fifteen |
      And Olga rotates the credentials of the connection "shop" in Oslo
      And Olga requests credentials of the dynamic role "<role>" from Oslo
      And Olga rotates the credentials of the static role "<static role>" in Oslo
      And Olga gives Bob the credentials of the static role "<static role>" in Oslo
      Then the password in Olga's credentials matches "[0-9]{<length>}"
      And the password in Bob's credentials matches "[0-9]{<length>}"
      And the table "notes" has one entry, which matches "[0-9]{15}"

      @DB-CONFIG-18 @DB-CONFIG-18:dynamic @DB-CONFIG-18:static @DB-CREDCONF-01 @DB-CREDCONF-01:dynamic @DB-CREDCONF-01:static
      @DB-CREDCONF-02 @DB-CREDCONF-02:other-roles @DB-CONFIG-25 @DB-CONFIG-25:password-policy
      Examples: roles without a policy
        | role      | static role | before | length |
        | reporting | app         | 30     | 15     |

      @DB-CREDCONF-02 @DB-CREDCONF-02:dynamic @DB-CREDCONF-02:static
      Examples: roles with a policy
        | role  | static role | before | length |
        | clerk | batch       | 12     | 12     |
