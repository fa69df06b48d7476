@needs-database
Feature: Dynamic roles
  A dynamic role says by which statements a new database user is made, renewed, revoked and rolled back, and how long its lease lasts.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And the database is configured in Oslo
    And the table "notes" in the database

  @DB-ROLE-01
  @DB-ROLE-01:db-name @DB-ROLE-01:statements @DB-ROLE-01:ttls
  Scenario: A role is read as it was written
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name               | main                                                      |
      | creation_statements   | ["{create user}", "{write 'a, b' to notes}"]  |
      | revocation_statements | ["{drop the user}"]                                |
      | rollback_statements   | ["{drop the user}", "SELECT 1"]                      |
      | renew_statements      | ["{write '{{name}} {{expiration}}' to notes}"]  |
      | default_ttl           | 1h                                                        |
      | max_ttl               | 24h                                                       |
      | credential_type       | password                                                  |
    Then the dynamic role "reporting" in Oslo has:
      | db_name               | main                                                      |
      | creation_statements   | ["{create user}", "{write 'a, b' to notes}"]  |
      | revocation_statements | ["{drop the user}"]                                |
      | rollback_statements   | ["{drop the user}", "SELECT 1"]                      |
      | renew_statements      | ["{write '{{name}} {{expiration}}' to notes}"]  |
      | default_ttl           | 3600                                                      |
      | max_ttl               | 86400                                                     |
      | credential_type       | password                                                  |

  @DB-ROLE-03
  @DB-ROLE-03:read-and-list @DB-ROLE-03:credentials
  Scenario: A deleted role cannot be read and has no credentials
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name               | main                                                      |
      | creation_statements   | ["{create user}", "{write 'a, b' to notes}"]  |
      | revocation_statements | ["{drop the user}"]                                |
      | rollback_statements   | ["{drop the user}", "SELECT 1"]                      |
      | renew_statements      | ["{write '{{name}} {{expiration}}' to notes}"]  |
      | default_ttl           | 1h                                                        |
      | max_ttl               | 24h                                                       |
      | credential_type       | password                                                  |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    And the database accepts Olga's credentials
    And the lease of Olga's credentials ends 3600 seconds after it was issued
    When Olga deletes the dynamic role "reporting" in Oslo
    Then there is no dynamic role "reporting" in Oslo
    When Olga tries to request credentials of the dynamic role "reporting" from Oslo
    Then the request is refused
    And the request has left no user in the database

  @DB-ROLE-01 @DB-ROLE-01:credential-type
  Scenario: A role is read with the credential type that was written
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | elsewhere       |
      | creation_statements | {create user}   |
      | credential_type     | rsa_private_key |
    Then the dynamic role "reporting" in Oslo has:
      | credential_type | rsa_private_key |

  Scenario Outline: A role is refused without <missing>: <field> <given>
    When Olga tries to write the dynamic role "reporting" in Oslo with:
      | default_ttl | 1h      |
      | <other>     | <value> |
      | <field>     | <given> |
    Then the request is refused
    And there is no dynamic role "reporting" in Oslo
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Olga's credentials

    @DB-ROLE-04
    Examples:
      | missing | field   | given | other               | value         |
      | db_name | db_name |       | creation_statements | {create user} |
      | db_name | max_ttl | 24h   | creation_statements | {create user} |

    @DB-ROLE-05 @DB-ROLE-05:empty-list
    Examples:
      | missing             | field               | given | other   | value |
      | creation_statements | creation_statements | []    | db_name | main  |
      | creation_statements | creation_statements | [""]  | db_name | main  |

    @DB-ROLE-05 @DB-ROLE-05:missing
    Examples:
      | missing             | field   | given | other   | value |
      | creation_statements | max_ttl | 24h   | db_name | main  |

  @DB-ROLE-07
  @DB-ROLE-07:default-ttl @DB-ROLE-07:max-ttl @DB-ROLE-07:rotation-period
  Scenario Outline: Durations are seconds or text with a unit: <given>
    Given the database user "app" with a known password
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
      | default_ttl         | <given>       |
      | max_ttl             | <given>       |
    And Olga writes the static role "app" in Oslo with:
      | db_name         | main    |
      | username        | {app}   |
      | rotation_period | <given> |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the dynamic role "reporting" in Oslo has:
      | default_ttl | <seconds> |
      | max_ttl     | <seconds> |
    And the static role "app" in Oslo has:
      | rotation_period | <seconds> |
    And the lease of Olga's credentials ends <seconds> seconds after it was issued

    @DB-ROLE-07:seconds
    Examples:
      | given  | seconds |
      | 3600   | 3600    |
      | "3600" | 3600    |

    @DB-ROLE-07:suffixed-text
    Examples:
      | given | seconds |
      | 1h    | 3600    |
      | 90m   | 5400    |

  @DB-ROLE-07
  @DB-ROLE-07:rotation-period
  Scenario Outline: A rotation period that is no duration is refused: <period>
    Given the database user "app" with a known password
    When Olga tries to write the static role "batch" in Oslo with:
      | db_name         | main     |
      | username        | {app}    |
      | rotation_period | <period> |
    Then the request is refused
    And there is no static role "batch" in Oslo
    And the database accepts the known password of "app"
    When Olga writes the static role "batch" in Oslo with:
      | db_name         | main  |
      | username        | {app} |
      | rotation_period | 3600s |
    And Olga writes the static role "batch" in Oslo with:
      | rotation_period | 120m |
    Then the static role "batch" in Oslo has:
      | rotation_period | 7200 |
    When Olga tries to write the static role "batch" in Oslo with:
      | rotation_period | <period> |
    Then the request is refused
    And the static role "batch" in Oslo has:
      | rotation_period | 7200 |

    Examples:
      | period |
      | soon   |
      | 1x     |

  @DB-ROLE-07
  Scenario Outline: A duration that is none is refused: <field>
    When Olga tries to write the dynamic role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
      | <field>             | soon          |
    Then the request is refused
    And there is no dynamic role "reporting" in Oslo
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
      | <field>             | 60            |
    Then the dynamic role "reporting" in Oslo has:
      | <field> | 60 |

    @DB-ROLE-07:default-ttl
    Examples:
      | field       |
      | default_ttl |

    @DB-ROLE-07:max-ttl
    Examples:
      | field   |
      | max_ttl |

  @needs-move-time @order
  Scenario Outline: A lease lasts no longer than the role and the mount allow: <max_ttl>
    Given an operator writes the tuning of secrets engine "database" in Oslo with "max_lease_ttl=<mount>"
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
      | max_ttl             | <max_ttl>     |
      | default_ttl         | <default_ttl> |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the lease of Olga's credentials ends <seconds> seconds after it was issued
    When 5 minutes pass
    And Olga renews the lease of Olga's credentials in Oslo for "5000000s"
    Then the lease of Olga's credentials ends <longest> seconds after it was issued
    When 2 minutes pass
    And Olga renews the lease of Olga's credentials in Oslo for "<increment>s"
    Then the lease of Olga's credentials ends <longest> seconds after it was issued

    @DB-ROLE-09 @DB-ROLE-09:mount-maximum
    Examples:
      | mount | max_ttl | default_ttl | seconds | longest | increment |
      | 1h    | 2h      | 0           | 3600    | 3600    | 3599      |
      | 1h    | 2h      | 90m         | 3600    | 3600    | 4000      |
      | 1h    | 2h      | 20m         | 1200    | 3600    | 3600      |

    @DB-ROLE-09 @DB-ROLE-09:system-maximum
    Examples:
      | mount | max_ttl | default_ttl | seconds | longest | increment |
      | 0s    | 9999h   | 0           | 2764800 | 2764800 | 2764800   |

    @DB-ROLE-10 @DB-ROLE-10:mount-maximum
    Examples:
      | mount | max_ttl | default_ttl | seconds | longest | increment |
      | 1h    | 10m     | 0           | 600     | 600     | 599       |
      | 1h    | 30m     | 8m          | 480     | 1800    | 3600      |

    @DB-ROLE-10 @DB-ROLE-10:system-maximum
    Examples:
      | mount | max_ttl | default_ttl | seconds | longest | increment |
      | 0s    | 10m     | 0           | 600     | 600     | 600       |

  @DB-ROLE-11
  @DB-ROLE-11:max-ttl @DB-ROLE-11:revocation-statements @DB-ROLE-11:rollback-statements @DB-ROLE-11:renew-statements
  @DB-ROLE-11:rotation-statements
  Scenario: A role has no max_ttl and no optional statements by default
    Given the database user "app" with a known password
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
    And Olga writes the static role "app" in Oslo with:
      | db_name         | main  |
      | username        | {app} |
      | rotation_period | 24h   |
    Then the dynamic role "reporting" in Oslo has:
      | max_ttl               | 0  |
      | revocation_statements | [] |
      | rollback_statements   | [] |
      | renew_statements      | [] |
    And the static role "app" in Oslo has:
      | rotation_statements | [] |

  @DB-ROLE-15
  @DB-ROLE-15:dynamic @DB-ROLE-15:static
  Scenario: A role has passwords by default
    Given the database user "app" with a known password
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
    And Olga writes the static role "app" in Oslo with:
      | db_name         | main  |
      | username        | {app} |
      | rotation_period | 24h   |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the dynamic role "reporting" in Oslo has:
      | credential_type | password |
    And the static role "app" in Oslo has:
      | credential_type | password |
    And the database accepts Olga's credentials

  @DB-ROLE-17 @DB-ROLE-17:optional
  Scenario: A role needs no credential_config
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Olga's credentials

  @DB-ROLE-12
  @DB-ROLE-12:revocation
  Scenario: A user is revoked by all entries of the role's own statements
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name               | main                                                |
      | creation_statements   | {create user}                                       |
      | revocation_statements | ["{drop the user}", "{write 'revoked' to notes}"]   |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Olga's credentials
    When Olga revokes the lease of Olga's credentials in Oslo
    Then the table "notes" has the entries "revoked"
    And soon the database does not have Olga's user

  @DB-ROLE-12 @needs-move-time @order
  @DB-ROLE-12:end @DB-ROLE-12:revocation
  Scenario: A user is revoked by the role's statements at the end of its lease, and after the role is deleted
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name               | main                                              |
      | creation_statements   | {create user}                                     |
      | revocation_statements | ["{drop the user}", "{write 'revoked' to notes}"] |
      | default_ttl           | 10m                                               |
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    And 11 minutes pass
    Then soon the database does not have Olga's user
    And the table "notes" has the entries "revoked"
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    And Olga deletes the dynamic role "reporting" in Oslo
    And Olga revokes the lease of Olga's credentials in Oslo
    Then soon the database does not have Olga's user
    And the table "notes" has the entries "revoked, revoked"

  @DB-ROLE-12 @needs-sql
  @DB-ROLE-12:revocation
  Scenario: A user is revoked by all statements of an entry
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name               | main                                                                                    |
      | creation_statements   | {create user}                                                                           |
      | revocation_statements | ["{drop the user}", "{write 'revoked' to notes}; {write 'for good' to notes}"] |
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Olga's credentials
    When Olga revokes the lease of Olga's credentials in Oslo
    Then the table "notes" has the entries "revoked, for good"
    And soon the database refuses Olga's credentials
    And soon the database does not have Olga's user

  @DB-ROLE-13
  Scenario: A user that cannot be made is rolled back by the role's own statements
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main                                                                                  |
      | creation_statements | ["{create user}", "{a statement that fails}"]                    |
      | rollback_statements | ["{drop the user}", "{write 'rolled back' to notes}"]    |
    When Olga tries to request credentials of the dynamic role "reporting" from Oslo
    Then the request is refused
    And the table "notes" has the entries "rolled back"
    And the request has left no user in the database

  @DB-ROLE-14 @order
  Scenario: A lease is renewed by the role's own statements, whatever they do
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main                           |
      | creation_statements | {create user}                  |
      | renew_statements    | ["{write 'renewed' to notes}"] |
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the table "notes" has the entries ""
    When Olga renews the lease of Olga's credentials in Oslo for "600s"
    Then the table "notes" has the entries "renewed"
    And the database accepts Olga's credentials
    When Olga writes the dynamic role "reporting" in Oslo with:
      | renew_statements | ["{write 'again' to notes}", "{write 'and again' to notes}"] |
    And Olga renews the lease of Olga's credentials in Oslo for "900s"
    Then the table "notes" has the entries "renewed, again, and again"

  @DB-ROLE-14 @needs-user-expiry @order
  Scenario: A lease is renewed by the role's own statements
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main                                                                                                  |
      | creation_statements | {create user}                                                                                         |
      | renew_statements    | ["ALTER ROLE \"{{name}}\" VALID UNTIL '2099-12-31'", "{write 'renewed' to notes}"]        |
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the table "notes" has the entries ""
    When Olga renews the lease of Olga's credentials in Oslo for "600s"
    Then the table "notes" has the entries "renewed"
    And Olga's user is valid until the year 2099 in the database

  Scenario Outline: A role with <field> <value> is refused
    Given the database user "app" with a known password
    When Olga tries to write the dynamic role "reporting" in Oslo with:
      | db_name             | elsewhere     |
      | creation_statements | {create user} |
      | <field>             | <value>       |
    Then the request is refused
    And there is no dynamic role "reporting" in Oslo
    When Olga tries to write the static role "app" in Oslo with:
      | db_name         | main    |
      | username        | {app}   |
      | rotation_period | 24h     |
      | <field>         | <value> |
    Then the request is refused
    And there is no static role "app" in Oslo
    And the database accepts the known password of "app"
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | elsewhere     |
      | creation_statements | {create user} |
      | <field>             | <allowed>     |
      | <also>              | <as>          |
    Then the dynamic roles in Oslo are "reporting"
    When Olga tries to write the dynamic role "reporting" in Oslo with:
      | <field> | <value> |
    Then the request is refused
    And the refused requests have changed nothing
    And the dynamic role "reporting" in Oslo has:
      | <field> | <shown> |
    Given Olga writes the static role "app" in Oslo with:
      | db_name         | main  |
      | username        | {app} |
      | rotation_period | 24h   |
    When Olga tries to write the static role "app" in Oslo with:
      | <field> | <value> |
    Then the request is refused
    And the refused requests have changed nothing

    @DB-ROLE-16 @DB-ROLE-16:dynamic-create @DB-ROLE-16:dynamic-update @DB-ROLE-16:static-create @DB-ROLE-16:static-update @DB-ROLE-16:password
    Examples:
      | field           | value            | allowed  | shown    | also    | as  |
      | credential_type | certificate      | password | password | max_ttl | 24h |
      | credential_type | rsa_private_keys | password | password | max_ttl | 24h |

    @DB-ROLE-16 @DB-ROLE-16:dynamic-create @DB-ROLE-16:dynamic-update @DB-ROLE-16:static-create @DB-ROLE-16:static-update @DB-ROLE-16:rsa-private-key
    Examples:
      | field           | value    | allowed         | shown           | also    | as  |
      | credential_type | Password | rsa_private_key | rsa_private_key | max_ttl | 24h |

    @DB-ROLE-16 @DB-ROLE-16:dynamic-create @DB-ROLE-16:dynamic-update @DB-ROLE-16:static-create @DB-ROLE-16:static-update @DB-ROLE-16:client-certificate
    Examples:
      | field           | value             | allowed            | shown              | also              | as                  |
      | credential_type | client_certificat | client_certificate | client_certificate | credential_config | {"key_type": "rsa"} |

    @DB-ROLE-17 @DB-ROLE-17:dynamic-create @DB-ROLE-17:dynamic-update @DB-ROLE-17:static-create @DB-ROLE-17:static-update @DB-ROLE-17:map
    Examples:
      | field             | value               | allowed                       | shown                         | also    | as  |
      | credential_config | policy              | {"password_policy": "digits"} | {"password_policy": "digits"} | max_ttl | 24h |
      | credential_config | ["password_policy"] | {"password_policy": "digits"} | {"password_policy": "digits"} | max_ttl | 24h |

    @DB-ROLE-17 @DB-ROLE-17:dynamic-create @DB-ROLE-17:dynamic-update @DB-ROLE-17:static-create @DB-ROLE-17:static-update @DB-ROLE-17:of-strings
    Examples:
      | field             | value                                   | allowed                       | shown                         | also    | as  |
      | credential_config | {"password_policy": {"name": "digits"}} | {"password_policy": "digits"} | {"password_policy": "digits"} | max_ttl | 24h |
      | credential_config | {"password_policy": ["digits"]}         | {"password_policy": "digits"} | {"password_policy": "digits"} | max_ttl | 24h |
