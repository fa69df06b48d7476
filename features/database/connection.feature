@needs-database
Feature: Verification and allowed roles of database connections
  A connection that does not work is not stored, its password is never shown, and only the roles that it allows use it.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And Ada is a client of Oslo who may "read" on "database/creds/*"
    And the database is configured in Oslo

  @DB-CONFIG-08
  Scenario: A connection that does not work is not kept
    When Olga tries to write the connection "wrong" in Oslo with a wrong password
    Then the request is refused
    And the refusal tells no secret
    When Olga tries to write the connection "wrong" in Oslo with a wrong password, to be verified
    Then the request is refused
    And the refusal tells no secret
    And the connections of Oslo are "main"
    And Oslo has no connection "wrong"

  @DB-CONFIG-21
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

    @DB-CONFIG-10
    Examples:
      | whom   |
      | no role |

    @DB-CONFIG-11
    Examples:
      | whom                  |
      | the roles "reporting" |

  Scenario Outline: A role that a connection allows gets credentials
    Given the connection "narrow" in Oslo allows the roles <roles>
    And the dynamic role "other" on the connection "narrow" in Oslo
    When Ada requests dynamic credentials of role "other" from Oslo
    Then the database accepts Ada's credentials

    @DB-CONFIG-11
    Examples:
      | roles              |
      | "other"            |
      | "reporting, other" |

    @DB-CONFIG-12
    Examples:
      | roles          |
      | "*"            |
      | "reporting, *" |

  @DB-CONFIG-14
  Scenario: A role that is no longer allowed gets nothing more
    Given the connection "narrow" in Oslo allows the roles "other"
    And the dynamic role "other" on the connection "narrow" in Oslo
    When Ada requests dynamic credentials of role "other" from Oslo
    Then the database accepts Ada's credentials
    Given the connection "narrow" in Oslo allows the roles "reporting"
    When Ada tries to request dynamic credentials of role "other" from Oslo
    Then the request is refused
    And the database accepts Ada's credentials
