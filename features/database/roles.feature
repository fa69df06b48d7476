@needs-database
Feature: Dynamic roles
  A dynamic role has the statements that create, renew, revoke and roll back a database user, and the TTLs of its lease.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And the database is configured in Oslo
    And the table "notes" in the database

  @DB-ROLE-01
  @DB-ROLE-01:db-name @DB-ROLE-01:statements @DB-ROLE-01:ttls @smoke
  Scenario: A dynamic role is read with the fields that were written, its TTLs in seconds
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name               | main                                           |
      | creation_statements   | ["{create user}", "{write 'a, b' to notes}"]   |
      | revocation_statements | ["{drop the user}"]                            |
      | rollback_statements   | ["{drop the user}", "SELECT 1"]                |
      | renew_statements      | ["{write '{{name}} {{expiration}}' to notes}"] |
      | default_ttl           | 1h                                             |
      | max_ttl               | 24h                                            |
      | credential_type       | password                                       |
    Then the dynamic role "reporting" in Oslo has:
      | db_name               | main                                           |
      | creation_statements   | ["{create user}", "{write 'a, b' to notes}"]   |
      | revocation_statements | ["{drop the user}"]                            |
      | rollback_statements   | ["{drop the user}", "SELECT 1"]                |
      | renew_statements      | ["{write '{{name}} {{expiration}}' to notes}"] |
      | default_ttl           | 3600                                           |
      | max_ttl               | 86400                                          |
      | credential_type       | password                                       |

  @DB-ROLE-03
  @DB-ROLE-03:read-and-list @DB-ROLE-03:credentials
  Scenario: A deleted dynamic role cannot be read and is not listed, and requests for its credentials are refused
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
    And Olga writes the dynamic role "clerk" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
    And the dynamic roles in Oslo are "clerk, reporting"
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    And the database accepts Olga's credentials
    When Olga deletes the dynamic role "reporting" in Oslo
    Then there is no dynamic role "reporting" in Oslo
    And the dynamic roles in Oslo are "clerk"
    When Olga tries to request credentials of the dynamic role "reporting" from Oslo
    Then the request is refused
    And the request has left no user in the database

  @DB-ROLE-01 @DB-ROLE-01:credential-type
  Scenario: A dynamic role is read with the credential type that was written
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | elsewhere       |
      | creation_statements | {create user}   |
      | credential_type     | rsa_private_key |
    Then the dynamic role "reporting" in Oslo has:
      | credential_type | rsa_private_key |

  Scenario Outline: A dynamic role with <fault> is refused
    When Olga tries to write the dynamic role "reporting" in Oslo with:
      | default_ttl | 1h      |
      | <other>     | <value> |
      | <field>     | <given> |
    Then the request is refused
    And there is no dynamic role "reporting" in Oslo
    When Olga writes the dynamic role "reporting" in Oslo with:
      | default_ttl         | 1h            |
      | db_name             | main          |
      | creation_statements | {create user} |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Olga's credentials

    @DB-ROLE-04
    Examples: without a connection
      | fault            | field   | given | other               | value         |
      | an empty db_name | db_name |       | creation_statements | {create user} |
      | no db_name       | max_ttl | 24h   | creation_statements | {create user} |

    @OWN-CREATION-01
    Examples: without creation statements
      | fault                                | field               | given | other   | value |
      | an empty list of creation_statements | creation_statements | []    | db_name | main  |
      | a single empty creation statement    | creation_statements | [""]  | db_name | main  |
      | no creation_statements               | max_ttl             | 24h   | db_name | main  |

  Scenario Outline: A dynamic role with <fault> creates no user: it or the request for credentials is refused
    When Olga tries to write the dynamic role "reporting" in Oslo with:
      | db_name | main    |
      | <field> | <given> |
    And Olga tries to request credentials of the dynamic role "reporting" from Oslo
    Then the request is refused
    And the request has left no user in the database
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Olga's credentials

    @DB-ROLE-05 @DB-ROLE-05:empty-list
    Examples: empty creation_statements
      | fault                                | field               | given |
      | an empty list of creation_statements | creation_statements | []    |

    @DB-ROLE-05 @DB-ROLE-05:missing
    Examples: missing creation_statements
      | fault                  | field   | given |
      | no creation_statements | max_ttl | 24h   |

  @DB-ROLE-07
  @DB-ROLE-07:default-ttl @DB-ROLE-07:max-ttl @DB-ROLE-07:rotation-period
  Scenario Outline: Durations of roles are a number of seconds or a text with a unit, and are read in seconds: <given>
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
    Examples: seconds
      | given  | seconds |
      | 3600   | 3600    |
      | "3600" | 3600    |

    @DB-ROLE-07:suffixed-text
    Examples: text with a unit
      | given | seconds |
      | 1h    | 3600    |
      | 90m   | 5400    |

  @DB-ROLE-07
  @DB-ROLE-07:rotation-period
  Scenario Outline: An invalid rotation period is refused in a new static role and in a change of it: <period>
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
      | db_name         | main  |
      | username        | {app} |
      | rotation_period | 120m  |
    Then the static role "batch" in Oslo has:
      | rotation_period | 7200 |
    When Olga tries to write the static role "batch" in Oslo with:
      | db_name         | main     |
      | username        | {app}    |
      | rotation_period | <period> |
    Then the request is refused
    And the static role "batch" in Oslo has:
      | rotation_period | 7200 |

    Examples:
      | period |
      | soon   |
      | 1x     |

  @DB-ROLE-07
  Scenario Outline: A dynamic role whose <field> is not a duration is refused
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
    Examples: default_ttl
      | field       |
      | default_ttl |

    @DB-ROLE-07:max-ttl
    Examples: max_ttl
      | field   |
      | max_ttl |

  @needs-move-time @order
  Scenario Outline: With max_ttl <max_ttl> and default_ttl <default_ttl>, even a renewed lease is limited to the <limit>
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
    Examples: the maximum of the mount is the shorter one
      | limit      | mount | max_ttl | default_ttl | seconds | longest | increment |
      | mount's 1h | 1h    | 2h      | 0           | 3600    | 3600    | 3599      |
      | mount's 1h | 1h    | 2h      | 90m         | 3600    | 3600    | 4000      |
      | mount's 1h | 1h    | 2h      | 20m         | 1200    | 3600    | 3600      |

    @DB-ROLE-09 @DB-ROLE-09:system-maximum
    Examples: the mount has no maximum, and that of the system is the shorter one
      | limit         | mount | max_ttl | default_ttl | seconds | longest | increment |
      | system's 768h | 0s    | 9999h   | 0           | 2764800 | 2764800 | 2764800   |

    @DB-ROLE-10 @DB-ROLE-10:mount-maximum
    Examples: max_ttl is shorter than the maximum of the mount
      | limit                            | mount | max_ttl | default_ttl | seconds | longest | increment |
      | role's 10m, below the mount's 1h | 1h    | 10m     | 0           | 600     | 600     | 599       |
      | role's 30m, below the mount's 1h | 1h    | 30m     | 8m          | 480     | 1800    | 3600      |

    @DB-ROLE-10 @DB-ROLE-10:system-maximum
    Examples: the mount has no maximum, and max_ttl is shorter than that of the system
      | limit                               | mount | max_ttl | default_ttl | seconds | longest | increment |
      | role's 10m, below the system's 768h | 0s    | 10m     | 0           | 600     | 600     | 600       |

  @DB-ROLE-11
  @DB-ROLE-11:max-ttl @DB-ROLE-11:revocation-statements @DB-ROLE-11:rollback-statements @DB-ROLE-11:renew-statements
  @DB-ROLE-11:rotation-statements
  Scenario: By default, max_ttl is 0 and all statements except creation_statements are empty lists
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
  Scenario: The credential type of dynamic and static roles is password by default
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
  Scenario: A dynamic role without credential_config issues credentials that log in
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main          |
      | creation_statements | {create user} |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Olga's credentials

  @DB-ROLE-12
  @DB-ROLE-12:revocation
  Scenario: When a lease is revoked, all entries of the role's revocation_statements are executed
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name               | main                                              |
      | creation_statements   | {create user}                                     |
      | revocation_statements | ["{drop the user}", "{write 'revoked' to notes}"] |
    And Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Olga's credentials
    When Olga revokes the lease of Olga's credentials in Oslo
    Then the table "notes" has the entries "revoked"
    And soon the database does not have Olga's user

  @DB-ROLE-12 @needs-move-time @order
  @DB-ROLE-12:end @DB-ROLE-12:revocation
  Scenario: The revocation_statements of a role are executed when a lease ends, and also after the role was deleted
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name               | main                                              |
      | creation_statements   | {create user}                                     |
      | revocation_statements | ["{drop the user}", "{write 'revoked' to notes}"] |
      | default_ttl           | 10m                                               |
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Olga's credentials
    And the table "notes" has the entries ""
    When 11 minutes pass
    Then soon the database does not have Olga's user
    And the table "notes" has the entries "revoked"
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    And Olga deletes the dynamic role "reporting" in Oslo
    Then the database accepts Olga's credentials
    When Olga revokes the lease of Olga's credentials in Oslo
    Then soon the database does not have Olga's user
    And the table "notes" has the entries "revoked, revoked"

  @DB-ROLE-12 @needs-sql
  @DB-ROLE-12:revocation
  Scenario: When a lease is revoked, all statements in one entry of revocation_statements are executed
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name               | main                                                                           |
      | creation_statements   | {create user}                                                                  |
      | revocation_statements | ["{drop the user}", "{write 'revoked' to notes}; {write 'for good' to notes}"] |
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Olga's credentials
    When Olga revokes the lease of Olga's credentials in Oslo
    Then the table "notes" has the entries "revoked, for good"
    And soon the database refuses Olga's credentials
    And soon the database does not have Olga's user

  @DB-ROLE-13 @needs-rollback
  Scenario: When the creation of a user fails midway, the role's rollback_statements are executed
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main                                                  |
      | creation_statements | ["{create user}", "{a statement that fails}"]         |
      | rollback_statements | ["{drop the user}", "{write 'rolled back' to notes}"] |
    When Olga tries to request credentials of the dynamic role "reporting" from Oslo
    Then the request is refused
    And the table "notes" has the entries "rolled back"
    And the request has left no user in the database

  @DB-ROLE-14 @order
  Scenario: A renewal of a lease executes all renew_statements that the role has at that moment
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
  Scenario: A renewal of a lease executes renew_statements that extend the user's validity in the database
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main                                                                               |
      | creation_statements | {create user}                                                                      |
      | renew_statements    | ["ALTER ROLE \"{{name}}\" VALID UNTIL '2099-12-31'", "{write 'renewed' to notes}"] |
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the table "notes" has the entries ""
    When Olga renews the lease of Olga's credentials in Oslo for "600s"
    Then the table "notes" has the entries "renewed"
    And Olga's user is valid until the year 2099 in the database

  Scenario Outline: A dynamic or static role with <field> <value> is refused, both when created and when changed
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
      | db_name             | elsewhere     |
      | creation_statements | {create user} |
      | <field>             | <value>       |
    Then the request is refused
    And the refused requests have changed nothing
    And the dynamic role "reporting" in Oslo has:
      | <field> | <shown> |
    Given Olga writes the static role "app" in Oslo with:
      | db_name         | main  |
      | username        | {app} |
      | rotation_period | 24h   |
    When Olga tries to write the static role "app" in Oslo with:
      | db_name         | main    |
      | username        | {app}   |
      | rotation_period | 24h     |
      | <field>         | <value> |
    Then the request is refused
    And the refused requests have changed nothing

    @DB-ROLE-16 @DB-ROLE-16:dynamic-create @DB-ROLE-16:dynamic-update @DB-ROLE-16:static-create @DB-ROLE-16:static-update @DB-ROLE-16:password
    Examples: instead of password
      | field           | value            | allowed  | shown    | also    | as  |
      | credential_type | certificate      | password | password | max_ttl | 24h |
      | credential_type | rsa_private_keys | password | password | max_ttl | 24h |

    @DB-ROLE-16 @DB-ROLE-16:dynamic-create @DB-ROLE-16:dynamic-update @DB-ROLE-16:static-create @DB-ROLE-16:static-update @DB-ROLE-16:rsa-private-key
    Examples: instead of rsa_private_key
      | field           | value    | allowed         | shown           | also    | as  |
      | credential_type | Password | rsa_private_key | rsa_private_key | max_ttl | 24h |

    @DB-ROLE-16 @DB-ROLE-16:dynamic-create @DB-ROLE-16:dynamic-update @DB-ROLE-16:static-create @DB-ROLE-16:static-update @DB-ROLE-16:client-certificate
    Examples: instead of client_certificate
      | field           | value             | allowed            | shown              | also              | as                                                                                                                                                                |
      | credential_type | client_certificat | client_certificate | client_certificate | credential_config | {"key_type": "rsa", "common_name_template": "{{.RoleName}}.{{random 20}}", "ca_cert": "{the authority's certificate}", "ca_private_key": "{the authority's key}"} |

    @DB-ROLE-17 @DB-ROLE-17:dynamic-create @DB-ROLE-17:dynamic-update @DB-ROLE-17:static-create @DB-ROLE-17:static-update @DB-ROLE-17:map
    Examples: text and lists
      | field             | value               | allowed                       | shown                         | also    | as  |
      | credential_config | policy              | {"password_policy": "digits"} | {"password_policy": "digits"} | max_ttl | 24h |
      | credential_config | ["password_policy"] | {"password_policy": "digits"} | {"password_policy": "digits"} | max_ttl | 24h |

    @DB-ROLE-17 @DB-ROLE-17:dynamic-create @DB-ROLE-17:dynamic-update @DB-ROLE-17:static-create @DB-ROLE-17:static-update @DB-ROLE-17:of-strings
    Examples: maps with values that are not strings
      | field             | value                                   | allowed                       | shown                         | also    | as  |
      | credential_config | {"password_policy": {"name": "digits"}} | {"password_policy": "digits"} | {"password_policy": "digits"} | max_ttl | 24h |
      | credential_config | {"password_policy": ["digits"]}         | {"password_policy": "digits"} | {"password_policy": "digits"} | max_ttl | 24h |
