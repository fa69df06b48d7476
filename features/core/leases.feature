Feature: A lease can be taken back, one by one or all below a path

  Background:
    Given Oslo leads, and Lima follows
    And the database is configured in Oslo
    And the table "books" in the database
    And the role "reader" may read the table "books" for 30 minutes
    And the role "writer" may read the table "books" for 30 minutes

  Scenario: All leases below a path are revoked, and no other
    When Ada asks Oslo for credentials of "reader"
    And Bob asks Oslo for credentials of "reader"
    And Jane asks Oslo for credentials of "writer"
    And all leases below "database/creds/reader" are revoked in Oslo
    Then the database no longer knows Ada's user
    And the database no longer knows Bob's user
    And the database accepts Jane's credentials
    When all leases below "database" are revoked in Oslo
    Then the database no longer knows Jane's user

  Scenario: A cluster revokes its own leases only
    When Ada asks Oslo for credentials of "reader"
    And Bob asks Lima for credentials of "reader"
    And all leases below "database" are revoked in Lima
    Then the database no longer knows Bob's user
    And the database accepts Ada's credentials

  @needs-move-time
  Scenario: What cannot be revoked is tried again and again, told of, and forgotten by force
    Given the role "stuck" cannot be revoked
    When Ada asks Oslo for credentials of "stuck"
    And all leases below "database/creds/stuck" are asked to be revoked in Oslo
    Then that is refused
    When 30 hours pass
    Then Oslo tells of 1 lease that cannot be revoked
    And the database still knows Ada's user
    When all leases below "database/creds/stuck" are revoked by force in Oslo
    Then Oslo tells of 0 leases that cannot be revoked
    And the database still knows Ada's user

  @needs-move-time
  Scenario: What could not be revoked for a while is revoked when it can be
    Given the role "stuck" cannot be revoked until the table "sorry" is there
    When Ada asks Oslo for credentials of "stuck"
    And 31 minutes pass
    Then the database still knows Ada's user
    Given the table "sorry" in the database
    When 5 minutes pass
    Then the database no longer knows Ada's user
    And Oslo tells of 0 leases that cannot be revoked
