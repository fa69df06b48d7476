@needs-database
Feature: Dynamic roles
  A dynamic role says by which statements a new database user is made, renewed, revoked and rolled back, and how long its lease lasts.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And the database is configured in Oslo
    And the table "notes" in the database

  @DB-ROLE-01 @DB-ROLE-03 @order
  @DB-ROLE-01:db-name @DB-ROLE-01:statements @DB-ROLE-01:ttls @DB-ROLE-03:read-and-list @DB-ROLE-03:credentials
  Scenario: A role is read as it was written, until it is deleted
    When Olga writes the role "reporting" in Oslo with:
      | db_name               | main                                                      |
      | creation_statements   | ["{create user}", "{write 'a, b' to notes}"]  |
      | revocation_statements | ["{drop the user}"]                                |
      | rollback_statements   | ["{drop the user}", "SELECT 1"]                      |
      | renew_statements      | ["{write '{{name}} {{expiration}}' to notes}"]  |
      | default_ttl           | 1h                                                        |
      | max_ttl               | 24h                                                       |
      | credential_type       | password                                                  |
    # DB-ROLE-01
    Then the role "reporting", read from Oslo, has:
      | db_name               | main                                                      |
      | creation_statements   | ["{create user}", "{write 'a, b' to notes}"]  |
      | revocation_statements | ["{drop the user}"]                                |
      | rollback_statements   | ["{drop the user}", "SELECT 1"]                      |
      | renew_statements      | ["{write '{{name}} {{expiration}}' to notes}"]  |
      | default_ttl           | 3600                                                      |
      | max_ttl               | 86400                                                     |
      | credential_type       | password                                                  |
    And Olga can use new dynamic credentials of role "reporting" from Oslo
    And the lease of Olga's dynamic credentials lasts 3600 seconds
    # DB-ROLE-03
    When Olga deletes the role "reporting" in Oslo
    # DB-ROLE-03
    Then Oslo has no role "reporting"
    When Olga tries to request dynamic credentials of role "reporting" from Oslo
    # DB-ROLE-03
    Then the request is refused
    # DB-ROLE-03
    And the database has no user that the scenario did not begin with

  @DB-ROLE-01 @DB-ROLE-01:credential-type
  Scenario: A role is read with the credential type that was written
    When Olga writes the role "reporting" in Oslo with:
      | db_name             | elsewhere       |
      | creation_statements | {create user}   |
      | credential_type     | rsa_private_key |
    Then the role "reporting", read from Oslo, has:
      | credential_type | rsa_private_key |

  Scenario Outline: A role is refused without <missing>: <field> <given>
    When Olga tries to write the role "reporting" in Oslo with:
      | default_ttl | 1h      |
      | <other>     | <value> |
      | <field>     | <given> |
    Then the request is refused
    And Oslo has no role "reporting"
    When Olga writes the role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
    And Olga requests dynamic credentials of role "reporting" from Oslo
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
    When Olga writes the role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
      | default_ttl         | <given>       |
      | max_ttl             | <given>       |
    And Olga writes the static role "app" in Oslo with:
      | db_name         | main    |
      | username        | {app}   |
      | rotation_period | <given> |
    And Olga requests dynamic credentials of role "reporting" from Oslo
    Then the role "reporting", read from Oslo, has:
      | default_ttl | <seconds> |
      | max_ttl     | <seconds> |
    And the static role "app", read from Oslo, has:
      | rotation_period | <seconds> |
    And the lease of Olga's dynamic credentials lasts <seconds> seconds

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
    And Oslo has no static role "batch"
    And the database accepts the known password of "app"
    When Olga writes the static role "batch" in Oslo with:
      | db_name         | main  |
      | username        | {app} |
      | rotation_period | 3600s |
    And Olga writes the static role "batch" in Oslo with:
      | rotation_period | 120m |
    Then the static role "batch", read from Oslo, has:
      | rotation_period | 7200 |
    And Olga tries to write the static role "batch" in Oslo with:
      | rotation_period | <period> |
    Then the request is refused
    And the static role "batch", read from Oslo, has:
      | rotation_period | 7200 |

    Examples:
      | period |
      | soon   |
      | 1x     |

  @DB-ROLE-07
  Scenario Outline: A duration that is none is refused: <field>
    When Olga tries to write the role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
      | <field>             | soon          |
    Then the request is refused
    And Oslo has no role "reporting"
    When Olga writes the role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
      | <field>             | 60            |
    Then the role "reporting", read from Oslo, has:
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
    Given the leases of the database secrets engine in Oslo last "<mount>" at most
    When Olga writes the role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
      | max_ttl             | <max_ttl>     |
      | default_ttl         | <default_ttl> |
    And Olga requests dynamic credentials of role "reporting" from Oslo
    Then the lease of Olga's dynamic credentials lasts <seconds> seconds
    When 5 minutes pass
    And Olga renews the lease of the dynamic credentials in Oslo for 5000000 seconds
    Then the lease ends <longest> seconds after it was issued, 300 of which have passed
    When 2 minutes pass
    And Olga renews the lease of the dynamic credentials in Oslo for <increment> seconds
    Then the lease ends <longest> seconds after it was issued, 420 of which have passed

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

  @DB-ROLE-11 @DB-ROLE-15 @DB-ROLE-17
  @DB-ROLE-11:max-ttl @DB-ROLE-11:revocation-statements @DB-ROLE-11:rollback-statements @DB-ROLE-11:renew-statements
  @DB-ROLE-11:rotation-statements @DB-ROLE-15:dynamic @DB-ROLE-15:static @DB-ROLE-17:optional
  Scenario: What is left out of a role has its default
    Given the database user "app" with a known password
    # DB-ROLE-15
    When Olga writes the role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
    # DB-ROLE-15
    And Olga writes the static role "app" in Oslo with:
      | db_name         | main  |
      | username        | {app} |
      | rotation_period | 24h   |
    # DB-ROLE-11
    Then the role "reporting", read from Oslo, has:
      | max_ttl               | 0  |
      | revocation_statements | [] |
      | rollback_statements   | [] |
      | renew_statements      | [] |
    # DB-ROLE-11
    And the static role "app", read from Oslo, has:
      | rotation_statements | [] |
    # DB-ROLE-15
    And the role "reporting", read from Oslo, has:
      | credential_type | password |
    # DB-ROLE-15
    And the static role "app", read from Oslo, has:
      | credential_type | password |
    # DB-ROLE-15, DB-ROLE-17
    And Olga can use new dynamic credentials of role "reporting" from Oslo

  @DB-ROLE-12
  @DB-ROLE-12:revocation
  Scenario: A user is revoked by all entries of the role's own statements
    Given Olga writes the role "reporting" in Oslo with:
      | db_name               | main                                                |
      | creation_statements   | {create user}                                       |
      | revocation_statements | ["{drop the user}", "{write 'revoked' to notes}"]   |
    Then Olga can use new dynamic credentials of role "reporting" from Oslo
    When Olga revokes the lease of the dynamic credentials in Oslo
    Then the table "notes" has the entries "revoked"
    And the database no longer knows Olga's user

  @DB-ROLE-12 @needs-move-time @order
  @DB-ROLE-12:end @DB-ROLE-12:revocation
  Scenario: A user is revoked by the role's statements at the end of its lease, and after the role is deleted
    Given Olga writes the role "reporting" in Oslo with:
      | db_name               | main                                              |
      | creation_statements   | {create user}                                     |
      | revocation_statements | ["{drop the user}", "{write 'revoked' to notes}"] |
      | default_ttl           | 10m                                               |
    When Olga requests dynamic credentials of role "reporting" from Oslo
    And 11 minutes pass
    Then the database no longer knows Olga's user
    And the table "notes" has the entries "revoked"
    When Olga requests dynamic credentials of role "reporting" from Oslo
    And Olga deletes the role "reporting" in Oslo
    And Olga revokes the lease of the dynamic credentials in Oslo
    Then the database no longer knows Olga's user
    And the table "notes" has the entries "revoked, revoked"

  @DB-ROLE-12 @needs-sql
  @DB-ROLE-12:revocation
  Scenario: A user is revoked by all statements of an entry
    Given Olga writes the role "reporting" in Oslo with:
      | db_name               | main                                                                                    |
      | creation_statements   | {create user}                                                                           |
      | revocation_statements | ["{drop the user}", "{write 'revoked' to notes}; {write 'for good' to notes}"] |
    When Olga requests dynamic credentials of role "reporting" from Oslo
    Then the database accepts Olga's credentials
    When Olga revokes the lease of the dynamic credentials in Oslo
    Then the table "notes" has the entries "revoked, for good"
    And the database refuses Olga's credentials
    And the database no longer knows Olga's user

  @DB-ROLE-13
  Scenario: A user that cannot be made is rolled back by the role's own statements
    Given Olga writes the role "reporting" in Oslo with:
      | db_name             | main                                                                                  |
      | creation_statements | ["{create user}", "{a statement that fails}"]                    |
      | rollback_statements | ["{drop the user}", "{write 'rolled back' to notes}"]    |
    When Olga tries to request dynamic credentials of role "reporting" from Oslo
    Then the request is refused
    And the table "notes" has the entries "rolled back"
    And the database has no user that the scenario did not begin with

  @DB-ROLE-14 @order
  Scenario: A lease is renewed by the role's own statements, whatever they do
    Given Olga writes the role "reporting" in Oslo with:
      | db_name             | main                           |
      | creation_statements | {create user}                  |
      | renew_statements    | ["{write 'renewed' to notes}"] |
    When Olga requests dynamic credentials of role "reporting" from Oslo
    Then the table "notes" has the entries ""
    When Olga renews the lease of the dynamic credentials in Oslo for 600 seconds
    Then the table "notes" has the entries "renewed"
    And the database accepts Olga's credentials
    When Olga writes the role "reporting" in Oslo with:
      | renew_statements | ["{write 'again' to notes}", "{write 'and again' to notes}"] |
    And Olga renews the lease of the dynamic credentials in Oslo for 900 seconds
    Then the table "notes" has the entries "renewed, again, and again"

  @DB-ROLE-14 @needs-user-expiry @order
  Scenario: A lease is renewed by the role's own statements
    Given Olga writes the role "reporting" in Oslo with:
      | db_name             | main                                                                                                  |
      | creation_statements | {create user}                                                                                         |
      | renew_statements    | ["ALTER ROLE \"{{name}}\" VALID UNTIL '2099-12-31'", "{write 'renewed' to notes}"]        |
    When Olga requests dynamic credentials of role "reporting" from Oslo
    Then the table "notes" has the entries ""
    When Olga renews the lease of the dynamic credentials in Oslo for 600 seconds
    Then the table "notes" has the entries "renewed"
    And the database has Olga's user valid until the year 2099

  Scenario Outline: A role with <field> <value> is refused
    Given the database user "app" with a known password
    When Olga tries to write the role "reporting" in Oslo with:
      | db_name             | elsewhere     |
      | creation_statements | {create user} |
      | <field>             | <value>       |
    Then the request is refused
    And Oslo has no role "reporting"
    When Olga tries to write the static role "app" in Oslo with:
      | db_name         | main    |
      | username        | {app}   |
      | rotation_period | 24h     |
      | <field>         | <value> |
    Then the request is refused
    And Oslo has no static role "app"
    And the database accepts the known password of "app"
    When Olga writes the role "reporting" in Oslo with:
      | db_name             | elsewhere     |
      | creation_statements | {create user} |
      | <field>             | <allowed>     |
      | <also>              | <as>          |
    Then the roles of Oslo are "reporting"
    When Olga tries to write the role "reporting" in Oslo with:
      | <field> | <value> |
    Then the request is refused
    And the refused requests have changed nothing
    And the role "reporting", read from Oslo, has:
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
