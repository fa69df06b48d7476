@needs-replication @needs-database
Feature: Credentials of a mount that is taken away
  A paths filter, an unmount or a change of the primary takes a database secrets engine away from a cluster. The credentials that this cluster gave
  out end all the same: what revoking them needs stays there until the last of their leases has ended.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "*"
    And Ada is a client of Lima who may "create, read, update, delete, list" on "*"
    And Bob is a client of Oslo who may "read" on "database/creds/*"
    And Bob is a client of Lima who may "read" on "database/creds/*"
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"

  @DB-CREDS-04 @OWN-DBLEASE-04
  Scenario: A paths filter on the engine revokes credentials of the secondary, and not those of the primary
    Given the database is configured in Oslo
    And an operator writes the dynamic role "reader" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "reader" from Lima
    And Bob requests credentials of the dynamic role "reader" from Oslo
    And an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["database"]'
    Then soon the database does not have Ada's user
    And the database accepts Bob's credentials
    And eventually there is no secrets engine "database" in Lima

  @DB-CREDS-04 @OWN-DBLEASE-04 @needs-partition @order
  Scenario: Credentials of a partitioned secondary are revoked once it reconnects, if the engine was unmounted
    Given the database is configured in Oslo
    And an operator writes the dynamic role "reader" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "reader" from Lima
    And the link between Oslo and Lima is partitioned
    And an operator deletes the secrets engine "database" in Oslo
    Then the database accepts Ada's credentials
    When the link between Oslo and Lima is healed
    Then soon the database does not have Ada's user

  @DB-CREDS-04 @OWN-DBLEASE-04 @needs-database-faults @needs-move-time
  Scenario: Credentials of a filtered engine are revoked once the database, which was down, recovers
    Given the database server is PostgreSQL, behind a network that can fail
    And the database is configured in Oslo
    And an operator writes the dynamic role "reader" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "reader" from Lima
    And the database server refuses connections
    And an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["database"]'
    Given eventually there is no secrets engine "database" in Lima
    When the database server recovers
    And 2 minutes pass
    Then soon the database does not have Ada's user
    And eventually the number of irrevocable leases in Lima has "lease_count=0"

  @OWN-DBLEASE-04 @needs-database-faults @needs-move-time @needs-restart
  Scenario: Credentials of a filtered engine are revoked even if the secondary is killed while the database is down
    Given the database server is PostgreSQL, behind a network that can fail
    And the database is configured in Oslo
    And an operator writes the dynamic role "reader" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "reader" from Lima
    And the database server refuses connections
    And an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["database"]'
    Then eventually there is no secrets engine "database" in Lima
    When Lima is killed and restarted
    And the database server recovers
    And 2 minutes pass
    Then soon the database does not have Ada's user

  @DB-CREDS-04 @OWN-DBLEASE-04
  Scenario: Credentials of the earlier primary are revoked when it rejoins a primary that the engine was filtered from
    Given the database is configured in Oslo
    And an operator writes the dynamic role "reader" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "reader" from Oslo
    And an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["database"]'
    And eventually there is no secrets engine "database" in Lima
    And an operator demotes Oslo
    And an operator promotes Lima with "force=true"
    And the database accepts Ada's credentials
    And an operator updates the primary of Oslo to Lima
    Then soon the database does not have Ada's user
    And eventually there is no secrets engine "database" in Oslo

  @OWN-DBLEASE-04 @needs-partition
  Scenario: Credentials of an engine that only the earlier primary has are revoked when it rejoins
    Given the database is configured in Oslo
    And an operator writes the dynamic role "reader" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    And the link between Oslo and Lima is partitioned
    And an operator deletes the secrets engine "database" in Oslo
    And an operator writes the secrets engine "database" in Oslo with 'type=database, config={"default_lease_ttl": "30m"}'
    And an operator writes the connection "main" in Oslo with "plugin_name={the plugin}, connection_url={the database}, username={the administrator}, password={the administrator's password}, allowed_roles=*"
    And an operator writes the dynamic role "writer" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "writer" from Oslo
    And an operator promotes Lima with "force=true"
    And the link between Oslo and Lima is healed
    And an operator demotes Oslo
    And the database accepts Ada's credentials
    And an operator updates the primary of Oslo to Lima
    Then soon the database does not have Ada's user

  @OWN-DBLEASE-05 @needs-move-time @order
  Scenario: An irrevocable lease of a filtered engine is counted until it is force-revoked, and replication goes on
    Given the database is configured in Oslo
    And an operator writes the dynamic role "stuck" in Oslo with 'db_name=main, creation_statements=["{create user}"], revocation_statements=["{a statement that fails}"], default_ttl=29m'
    When Ada requests credentials of the dynamic role "stuck" from Lima
    And an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["database"]'
    And 30 hours pass
    Then eventually the number of irrevocable leases in Lima has "lease_count=1"
    And the database has Ada's user
    When Ada writes "blue" to "colours/sky" in Oslo
    Then eventually Ada reads "blue" at "colours/sky" in Lima
    When an operator force-revokes the leases below "database/creds/stuck" in Lima
    Then eventually the number of irrevocable leases in Lima has "lease_count=0"

  @OWN-DBLEASE-04 @order
  Scenario: After a paths filter is deleted, the secondary issues credentials of the engine again
    Given the database is configured in Oslo
    And an operator writes the dynamic role "reader" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "reader" from Lima
    And an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["database"]'
    Then soon the database does not have Ada's user
    When an operator deletes the paths filter of Lima in Oslo
    And an operator writes the secrets engine "progress" in Oslo with "type=kv"
    And eventually Lima has every log entry of Oslo
    And Ada requests credentials of the dynamic role "reader" from Lima
    Then the database accepts Ada's credentials

  @OWN-DBLEASE-06
  Scenario: Credentials that a cluster issued are revoked when it is enabled as a secondary, which wipes it
    Given the database is configured in Kyoto
    And an operator writes the dynamic role "reader" in Kyoto with 'db_name=main, creation_statements=["{create user}"]'
    And Jane is a client of Kyoto who may "read" on "database/creds/*"
    When Jane requests credentials of the dynamic role "reader" from Kyoto
    And an operator enables Kyoto as a secondary of Oslo
    Then soon the database does not have Jane's user
    And eventually there is no secrets engine "database" in Kyoto
    And Kyoto refuses Jane's token of Kyoto
    And eventually the number of irrevocable leases in Kyoto has "lease_count=0"

  @OWN-DBLEASE-06 @needs-database-faults @needs-move-time @needs-restart
  Scenario: Credentials of a wiped cluster are revoked even if it is killed while the database is down
    Given the database server is PostgreSQL, behind a network that can fail
    And the database is configured in Kyoto
    And an operator writes the dynamic role "reader" in Kyoto with 'db_name=main, creation_statements=["{create user}"]'
    And Jane is a client of Kyoto who may "read" on "database/creds/*"
    When Jane requests credentials of the dynamic role "reader" from Kyoto
    And the database server refuses connections
    And an operator enables Kyoto as a secondary of Oslo
    And Kyoto is killed and restarted
    And the database server recovers
    And 2 minutes pass
    Then soon the database does not have Jane's user
    And eventually the number of irrevocable leases in Kyoto has "lease_count=0"

  @OWN-DBLEASE-06 @needs-move-time @order
  Scenario: An irrevocable lease of a wiped cluster is counted until it is force-revoked, and replication goes on
    Given the database is configured in Kyoto
    And an operator writes the dynamic role "stuck" in Kyoto with 'db_name=main, creation_statements=["{create user}"], revocation_statements=["{a statement that fails}"], default_ttl=29m'
    And Jane is a client of Kyoto who may "read" on "database/creds/*"
    When Jane requests credentials of the dynamic role "stuck" from Kyoto
    And an operator enables Kyoto as a secondary of Oslo
    And 30 hours pass
    Then eventually the number of irrevocable leases in Kyoto has "lease_count=1"
    And the database has Jane's user
    When Ada writes "blue" to "colours/sky" in Oslo
    And an operator writes the secrets engine "progress" in Oslo with "type=kv"
    Then eventually Kyoto has every log entry of Oslo
    When an operator force-revokes the leases below "database/creds/stuck" in Kyoto
    Then eventually the number of irrevocable leases in Kyoto has "lease_count=0"
