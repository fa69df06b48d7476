@needs-database
Feature: A connection is the service's way to a database

  Background:
    Given Oslo leads, and Lima follows
    And the database is configured in Oslo

  @DB-CONFIG-08
  Scenario: A connection that does not work is not kept
    When somebody tries to configure the database "wrong" in Oslo with a wrong password
    Then that is refused
    And the refusal tells no secret
    When somebody tries to configure the database "wrong" in Oslo with a wrong password, to be verified
    Then that is refused
    And the refusal tells no secret
    And the databases in Oslo are "main"
    And there is no database "wrong" in Oslo

  @DB-CONFIG-21
  Scenario: The password of a connection is never shown
    Then the configuration of "main" in Oslo shows no password
    When the password of the database is configured once more in Oslo
    Then the configuration of "main" in Oslo shows no password

  Scenario Outline: A role that a connection does not allow gets nothing
    Given the database "narrow" in Oslo allows <whom>
    And the role "other" on "narrow"
    When somebody asks Oslo for credentials of "other"
    Then that is refused
    And the database has no new user

    @DB-CONFIG-10
    Examples:
      | whom   |
      | nobody |

    @DB-CONFIG-11
    Examples:
      | whom                  |
      | the roles "reporting" |

  Scenario Outline: A role that a connection allows gets credentials
    Given the database "narrow" in Oslo allows the roles <roles>
    And the role "other" on "narrow"
    When Ada asks Oslo for credentials of "other"
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
    Given the database "narrow" in Oslo allows the roles "other"
    And the role "other" on "narrow"
    When Ada asks Oslo for credentials of "other"
    Then the database accepts Ada's credentials
    Given the database "narrow" in Oslo allows the roles "reporting"
    When somebody asks Oslo for credentials of "other"
    Then that is refused
    And the database accepts Ada's credentials
