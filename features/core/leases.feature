@needs-database
Feature: Lease revocation
  Leases are revoked one by one or all below a path. A revocation that fails is tried again, and after a day the lease is irrevocable.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Ada is a client of Oslo who may "read" on "database/creds/*"
    And Bob is a client of Oslo who may "read" on "database/creds/*"
    And Jane is a client of Oslo who may "read" on "database/creds/*"
    And the database is configured in Oslo
    And the table "books" in the database
    And an operator writes the dynamic role "reader" in Oslo with 'db_name=main, creation_statements=["{create user}", "{let the user read books}"], default_ttl=30m, max_ttl=60m'
    And an operator writes the dynamic role "librarian" in Oslo with 'db_name=main, creation_statements=["{create user}", "{let the user read books}"], default_ttl=30m, max_ttl=60m'

  @OWN-LEASE-01
  @order
  Scenario: A revocation by a role's path ends all leases of the role and no other; part of its name ends none
    Given Ada requests credentials of the dynamic role "reader" from Oslo
    And Bob requests credentials of the dynamic role "reader" from Oslo
    And Jane requests credentials of the dynamic role "librarian" from Oslo
    When an operator writes the object at "sys/leases/revoke-prefix/database/creds/read" in Oslo with ""
    Then after a while the database accepts Ada's credentials
    When an operator writes the object at "sys/leases/revoke-prefix/database/creds/reader" in Oslo with ""
    Then soon the database does not have Ada's user
    And soon the database does not have Bob's user
    And after a while the database accepts Jane's credentials

  @OWN-LEASE-01
  Scenario: A revocation by the path of the secrets engine ends the leases of all its roles
    Given Ada requests credentials of the dynamic role "reader" from Oslo
    And Jane requests credentials of the dynamic role "librarian" from Oslo
    And the database accepts Ada's credentials
    And the database accepts Jane's credentials
    When an operator writes the object at "sys/leases/revoke-prefix/database" in Oslo with ""
    Then soon the database does not have Ada's user
    And soon the database does not have Jane's user

  @OWN-LEASE-02
  @needs-replication
  Scenario: A cluster revokes, renews and looks up its own leases only
    Given Ada requests credentials of the dynamic role "reader" from Oslo
    And Bob requests credentials of the dynamic role "reader" from Lima
    And Lima accepts these:
      | request                | with                    | returns           |
      | POST sys/leases/lookup | lease_id={lease of Bob} | id={lease of Bob} |
      | POST sys/leases/renew  | lease_id={lease of Bob} |                   |
    And Oslo refuses these:
      | request                | with                    |
      | POST sys/leases/lookup | lease_id={lease of Bob} |
      | POST sys/leases/renew  | lease_id={lease of Bob} |
    When an operator writes the object at "sys/leases/revoke-prefix/database" in Lima with ""
    Then soon the database does not have Bob's user
    And after a while the database accepts Ada's credentials
    And Lima refuses these:
      | request                | with                    |
      | POST sys/leases/lookup | lease_id={lease of Ada} |
      | POST sys/leases/renew  | lease_id={lease of Ada} |
    And Oslo accepts these:
      | request                | with                    | returns           |
      | POST sys/leases/lookup | lease_id={lease of Ada} | id={lease of Ada} |
      | POST sys/leases/renew  | lease_id={lease of Ada} |                   |

  @OWN-LEASE-03
  @needs-move-time @order
  Scenario: A lease that cannot be revoked becomes irrevocable, until it is force-revoked
    Given Olga is an operator of Oslo
    And an operator writes the dynamic role "stuck" in Oslo with 'db_name=main, creation_statements=["{create user}"], revocation_statements=["{a statement that fails}"], default_ttl=29m'
    When Ada requests credentials of the dynamic role "stuck" from Oslo
    And Olga tries to write the object at "sys/leases/revoke-prefix/database/creds/stuck" in Oslo with ""
    Then the request is refused
    And the number of irrevocable leases in Oslo has "lease_count=0"
    When 30 hours pass
    Then eventually the number of irrevocable leases in Oslo has "lease_count=1"
    And the database has Ada's user
    When an operator force-revokes the leases below "database/creds/stuck" in Oslo
    Then eventually the number of irrevocable leases in Oslo has "lease_count=0"
    And the database has Ada's user

  @OWN-LEASE-03
  @needs-move-time @order
  Scenario: A failed revocation is tried again until it succeeds
    Given an operator writes the dynamic role "stuck" in Oslo with 'db_name=main, creation_statements=["{create user}"], revocation_statements=["{write the current user to ready}", "{drop the user}"], default_ttl=29m'
    When Ada requests credentials of the dynamic role "stuck" from Oslo
    And 30 minutes pass
    Then after a while the database has Ada's user
    Given the table "ready" in the database
    When 5 minutes pass
    Then soon the database does not have Ada's user
    And eventually the number of irrevocable leases in Oslo has "lease_count=0"

  @OWN-LEASE-04
  Scenario: A lease is looked up by its ID, and listed below its path, until it is revoked
    Given Ada requests credentials of the dynamic role "reader" from Oslo
    And Jane requests credentials of the dynamic role "librarian" from Oslo
    Then Oslo accepts these:
      | request                                      | with                     | returns                                              |
      | POST sys/leases/lookup                       | lease_id={lease of Ada}  | id={lease of Ada}, last_renewal=null, renewable=true |
      | POST sys/leases/lookup                       | lease_id={lease of Jane} | id={lease of Jane}                                   |
      | LIST sys/leases/lookup                       |                          |                                                      |
      | LIST sys/leases/lookup/database              |                          | keys=creds/                                          |
      | LIST sys/leases/lookup/database/creds        |                          | keys=librarian/,reader/                              |
      | LIST sys/leases/lookup/database/creds/reader |                          |                                                      |
    And Oslo refuses these:
      | request                                    | with                           |
      | POST sys/leases/lookup                     |                                |
      | POST sys/leases/lookup                     | lease_id=database/creds/reader |
      | POST sys/leases/lookup                     | lease_id={lease of Ada}x       |
      | LIST sys/leases/lookup/database/creds/read |                                |
    And Oslo accepts these:
      | request                               | with |
      | POST sys/leases/revoke/{lease of Ada} |      |
    And soon the database does not have Ada's user
    And Oslo accepts these:
      | request                               | with                     | returns            |
      | POST sys/leases/lookup                | lease_id={lease of Jane} | id={lease of Jane} |
      | LIST sys/leases/lookup/database/creds |                          | keys=librarian/    |
    And Oslo refuses these:
      | request                                      | with                    |
      | POST sys/leases/lookup                       | lease_id={lease of Ada} |
      | POST sys/leases/renew                        | lease_id={lease of Ada} |
      | LIST sys/leases/lookup/database/creds/reader |                         |

  @OWN-LEASE-05
  @needs-move-time @order
  Scenario: A lease is renewed for the requested time from now, up to its maximum TTL, and not after its end
    Given these are written in Oslo:
      | path                 | with                                                                           |
      | database/roles/short | db_name=main, creation_statements={create user}, default_ttl=600, max_ttl=1800 |
    When Ada requests credentials of the dynamic role "short" from Oslo
    And 2 minutes pass
    Then Oslo accepts these:
      | request                | with                                    | returns             |
      | POST sys/leases/renew  | lease_id={lease of Ada}, increment=1200 | lease_duration=1200 |
      | POST sys/leases/lookup | lease_id={lease of Ada}                 | renewable=true      |
    When 15 minutes pass
    Then the database accepts Ada's credentials
    And Oslo accepts these:
      | request                              | with                                    | returns            |
      | POST sys/leases/renew/{lease of Ada} | increment=60                            | lease_duration=60  |
      | POST sys/renew/{lease of Ada}        |                                         | lease_duration=600 |
      | POST sys/renew                       | lease_id={lease of Ada}, increment=7200 |                    |
    When 12 minutes pass
    Then the database accepts Ada's credentials
    When 2 minutes pass
    Then soon the database does not have Ada's user
    And Oslo refuses these:
      | request                | with                    |
      | POST sys/leases/renew  | lease_id={lease of Ada} |
      | POST sys/leases/lookup | lease_id={lease of Ada} |
