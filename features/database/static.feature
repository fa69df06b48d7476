@needs-database
Feature: The password of a static role is the service's alone

  Background:
    Given Oslo leads, and Lima follows
    And the database is configured in Oslo
    And the database user "app" with a known password

  @DB-STATIC-08 @DB-STATICCREDS-01 @DB-STATICCREDS-02 @needs-replication
  Scenario: Creating the role takes the password over at once
    Given the database accepts the known password of "app"
    When the static role "app" is made for the user "app", rotated every 24 hours
    # DB-STATIC-08
    Then the database refuses the known password of "app"
    # DB-STATIC-08, DB-STATICCREDS-01
    And the database accepts what Oslo tells of "app"
    # DB-STATICCREDS-01
    And Oslo tells of "app" that its user is "app"
    # DB-STATICCREDS-01
    And Lima tells the same of "app" as Oslo
    Given Ada noted what Oslo tells of "app"
    # DB-STATICCREDS-02
    Then Oslo tells of "app" what Ada noted
    # DB-STATICCREDS-02
    And the database accepts what Ada noted

  @DB-STATIC-09 @needs-move-time @needs-replication
  Scenario: The password is rotated every period
    Given the static role "app" is made for the user "app", rotated every 24 hours
    And Ada noted what Oslo tells of "app"
    When 23 hours pass
    Then the database accepts what Ada noted
    When 1 hour passes
    Then the database refuses what Ada noted
    And the database accepts what Oslo tells of "app"
    And the database accepts what Lima tells of "app"
    Given Ada noted what Oslo tells of "app"
    When 23 hours pass
    Then the database accepts what Ada noted
    When 1 hour passes
    Then the database refuses what Ada noted
    And the database accepts what Oslo tells of "app"
    Given Ada noted what Oslo tells of "app"
    When 24 hours pass
    Then the database refuses what Ada noted
    And the database accepts what Oslo tells of "app"

  @DB-ROTROLE-01 @DB-ROTROLE-02 @DB-STATICCREDS-01 @needs-move-time @needs-replication
  Scenario: A rotation on demand starts the period anew
    Given the static role "app" is made for the user "app", rotated every 24 hours
    And Ada noted what Oslo tells of "app"
    When 20 hours pass
    # DB-ROTROLE-01
    And "app" is rotated through Lima
    # DB-ROTROLE-01
    Then the database refuses what Ada noted
    # DB-ROTROLE-01, DB-STATICCREDS-01
    And the database accepts what Oslo tells of "app"
    Given Ada noted what Oslo tells of "app"
    When 20 hours pass
    # DB-ROTROLE-02
    Then the database accepts what Ada noted
    When 4 hours pass
    # DB-ROTROLE-02
    Then the database refuses what Ada noted

  @needs-move-time @needs-replication
  Scenario: After a failover the new lead rotates, and the old one does not
    Given the static role "app" is made for the user "app", rotated every 24 hours
    When Oslo is demoted and Lima is promoted
    Then the database accepts what Lima tells of "app"
    Given Ada noted what Lima tells of "app"
    When 25 hours pass
    Then the database refuses what Ada noted
    And the database accepts what Lima tells of "app"
    When "app" is rotated through Lima
    Then the database accepts what Lima tells of "app"

  @CORE-DELETE-01 @DB-STATIC-03 @DB-STATIC-04 @needs-move-time
  Scenario: Deleting the role leaves the user and its last password
    Given the static role "app" is made for the user "app", rotated every 24 hours
    And Ada noted what Oslo tells of "app"
    When the static role "app" is deleted in Oslo
    # CORE-DELETE-01, DB-STATIC-03
    Then Oslo refuses these:
      | request                       |
      | GET database/static-roles/app |
      | GET database/static-creds/app |
    When 25 hours pass
    # DB-STATIC-03, DB-STATIC-04
    Then the database accepts what Ada noted

  @DB-ROLE-02 @DB-STATIC-02
  Scenario: Static and dynamic roles are listed apart
    Given the static role "app" is made for the user "app", rotated every 24 hours
    And the role "reporting" on "main"
    # DB-STATIC-02
    Then the static roles in Oslo are "app"
    # DB-ROLE-02
    And the dynamic roles in Oslo are "reporting"

  Scenario Outline: A static role is no dynamic one, nor the other way round: <refused>
    Given the static role "app" is made for the user "app", rotated every 24 hours
    And the role "reporting" on "main"
    Then Oslo accepts these:
      | request   |
      | <allowed> |
    And Oslo refuses these:
      | request   |
      | <refused> |

    @DB-CREDS-06
    Examples:
      | allowed                      | refused                         |
      | GET database/creds/reporting | GET database/creds/app          |
      | GET database/creds/reporting | GET database/creds/no-such-role |

    @DB-STATICCREDS-03
    Examples:
      | allowed                       | refused                                |
      | GET database/static-creds/app | GET database/static-creds/reporting    |
      | GET database/static-creds/app | GET database/static-creds/no-such-role |

    @DB-ROTROLE-04
    Examples:
      | allowed                       | refused                                |
      | POST database/rotate-role/app | POST database/rotate-role/reporting    |
      | POST database/rotate-role/app | POST database/rotate-role/no-such-role |

  @CORE-ATOMIC-01
  Scenario Outline: A static role that cannot be is refused and rotates nothing: <with>
    Given the database "narrow" in Oslo allows the roles "reporting"
    When somebody tries to make the static role "{app}" with "<with>"
    Then that is refused
    # CORE-ATOMIC-01
    And nothing has changed
    And the database accepts the known password of "app"
    When the static role "{app}" is made in Oslo with "db_name=main, username={app}, rotation_period=5"
    Then the database refuses the known password of "app"

    @DB-STATIC-05
    Examples:
      | with                               |
      | db_name=main, rotation_period=1h   |
      | db_name=main, username={app}       |
      | username={app}, rotation_period=1h |

    @DB-STATIC-06
    Examples:
      | with                                                 |
      | db_name=main, username={app}, rotation_period=4      |
      | db_name=main, username={app}, rotation_period=4s     |
      | db_name=main, username={app}, rotation_period=4999ms |
      | db_name=main, username={app}, rotation_period=0      |
      | db_name=main, username={app}, rotation_period=-10    |

    @DB-CONFIG-13
    Examples:
      | with                                               |
      | db_name=narrow, username={app}, rotation_period=1h |

  @DB-STATIC-10 @CORE-ATOMIC-01
  Scenario: A static role makes no user
    When somebody tries to make the static role "absent" with "db_name=main, username=no_such_user, rotation_period=1h"
    Then that is refused
    And the database does not know the user "no_such_user"
    # CORE-ATOMIC-01
    And nothing has changed

  @DB-STATIC-06 @CORE-ATOMIC-01
  Scenario Outline: A static role cannot come to rotate every <period>
    Given the static role "app" is made for the user "app", rotated every 24 hours
    And Ada noted what Oslo tells of "app"
    When somebody tries to make the static role "app" with "db_name=main, username={app}, rotation_period=<period>"
    Then that is refused
    # CORE-ATOMIC-01
    And nothing has changed
    # CORE-ATOMIC-01
    And the database accepts what Ada noted
    When the static role "app" is made in Oslo with "db_name=main, username={app}, rotation_period=5"
    Then the static role "app" is told to be rotated every 5 seconds

    Examples:
      | period |
      | 4      |
      | 4999ms |
      | 0      |
