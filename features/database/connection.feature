@needs-database
Feature: Verification and allowed roles of database connections
  A connection that does not work is not stored, its password is never shown, and only the roles that it allows use it.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And Ada is a client of Oslo who may "read" on "database/creds/*"
    And the database is configured in Oslo

  @DB-CONFIG-08
  @DB-CONFIG-08:default @DB-CONFIG-08:explicit-true @DB-CONFIG-08:wrong-password
  Scenario: A connection that does not work is not kept
    When Olga tries to write the connection "wrong" in Oslo with a wrong password
    Then the request is refused
    And the refusal tells no secret
    When Olga tries to write the connection "wrong" in Oslo with a wrong password, to be verified
    Then the request is refused
    And the refusal tells no secret
    And the connections of Oslo are "main"
    And Oslo has no connection "wrong"
    When Olga writes the connection "main" in Oslo with:
      | allowed_roles | ["reporting"] |
    Then the connection "main", read from Oslo, has:
      | verify_connection | true          |
      | allowed_roles     | ["reporting"] |

  @DB-CONFIG-08 @needs-sql
  @DB-CONFIG-08:unreachable
  Scenario: A connection to a server that does not answer is not kept
    When Olga tries to write the connection "closed" in Oslo with:
      | plugin_name    | {the plugin}                            |
      | connection_url | {the database at a port that is closed} |
      | username       | {the administrator}                     |
      | password       | {the administrator's password}          |
    Then the request is refused
    And the connections of Oslo are "main"
    And Oslo has no connection "closed"

  @DB-CONFIG-21
  @DB-CONFIG-21:field @DB-CONFIG-21:connection-url @DB-CONFIG-21:after-update
  Scenario: The password of a connection is never shown
    Then the configuration of "main" in Oslo shows no password
    When the password of the database is configured once more in Oslo
    Then the configuration of "main" in Oslo shows no password

  Scenario Outline: A role that a connection does not allow gets nothing
    Given the connection "narrow" in Oslo allows <whom>
    And the dynamic role "other" on the connection "narrow" in Oslo
    When Ada tries to request dynamic credentials of role "other" from Oslo
    Then the request is refused
    And the database has no user that the scenario did not begin with
    Given the database user "app" with a known password
    When Olga tries to write the static role "batch" in Oslo with:
      | db_name         | narrow |
      | username        | {app}  |
      | rotation_period | 24h    |
    Then the request is refused
    And the database accepts the known password of "app"

    @DB-CONFIG-10 @DB-CONFIG-10:default
    Examples:
      | whom   |
      | no role |

    @DB-CONFIG-11 @DB-CONFIG-11:not-named
    Examples:
      | whom                         |
      | the roles "reporting"        |
      | the roles "Other"            |
      | the roles "oth"              |
      | the roles "others"           |
      | the roles "another, other-1" |

  @order
  Scenario Outline: A role that a connection allows gets credentials
    Given the database user "app" with a known password
    And the connection "narrow" in Oslo allows the roles <roles>
    And the dynamic role "other" on the connection "narrow" in Oslo
    When Ada requests dynamic credentials of role "other" from Oslo
    Then the database accepts Ada's credentials
    When Olga writes the static role "batch" in Oslo with:
      | db_name         | narrow |
      | username        | {app}  |
      | rotation_period | 24h    |
    Then the database accepts the credentials of static role "batch", read from Oslo

    @DB-CONFIG-11 @DB-CONFIG-11:named
    Examples:
      | roles                    |
      | "other,batch"            |
      | "reporting, batch, other" |

    @DB-CONFIG-12 @DB-CONFIG-12:alone
    Examples:
      | roles |
      | "*"   |

    @DB-CONFIG-12 @DB-CONFIG-12:beside-other-entries
    Examples:
      | roles          |
      | "reporting, *" |
      | "*, reporting" |

  Scenario Outline: A role that is no longer allowed gets nothing more: <roles>
    Given the connection "narrow" in Oslo allows the roles "other"
    And the dynamic role "other" on the connection "narrow" in Oslo
    When Ada requests dynamic credentials of role "other" from Oslo
    Then the database accepts Ada's credentials
    Given the connection "narrow" in Oslo allows the roles <roles>
    When Ada tries to request dynamic credentials of role "other" from Oslo
    Then the request is refused
    And the database accepts Ada's credentials

    @DB-CONFIG-14
    Examples:
      | roles              |
      | "reporting"        |
      | "reporting, Other" |

    @DB-CONFIG-10 @DB-CONFIG-10:empty-list
    Examples:
      | roles |
      | ""    |

  @DB-CONFIG-13 @DB-CONFIG-14 @needs-move-time @order
  @DB-CONFIG-13:static-creds @DB-CONFIG-13:rotation @DB-CONFIG-13:automatic-rotation
  Scenario: A static role that is no longer allowed is neither told nor rotated
    Given the database user "app" with a known password
    And the connection "narrow" in Oslo allows the roles "batch"
    And Olga writes the static role "batch" in Oslo with:
      | db_name         | narrow |
      | username        | {app}  |
      | rotation_period | 2h     |
    And Bob has the credentials of static role "batch", read from Oslo
    When the connection "narrow" in Oslo allows the roles "Batch, bat, batches"
    # DB-CONFIG-13, DB-CONFIG-14
    Then an operator cannot read the credentials of static role "batch" in Oslo
    # DB-CONFIG-13
    And an operator cannot rotate the static role "batch" in Oslo
    And the database accepts the static credentials that Bob read
    When 3 hours pass
    # DB-CONFIG-13
    Then the database accepts the static credentials that Bob read
    When the connection "narrow" in Oslo allows the roles "other, batch"
    # DB-CONFIG-13
    Then an operator can rotate the static role "batch" in Oslo
    And the database refuses the static credentials that Bob read
