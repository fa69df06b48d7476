@needs-replication @needs-quotas
Feature: Quotas
  A rate limit bounds the requests of a path on each cluster by itself, a lease count quota the leases below a path.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And an operator writes the secrets engine "shapes" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "shapes/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    And Ada writes "round" to "shapes/ball" in Oslo
    And Bob is a client of Lima who may "read" on "colours/*"

  @OWN-QUOTA-01
  @needs-move-time
  Scenario: A rate limit quota holds for each cluster by itself
    Given an operator writes the rate limit quota "often" in Oslo with "path=colours, rate=3, interval=10m"
    Then Ada reads "blue" at "colours/sky" in Oslo
    And Ada reads "blue" at "colours/sky" in Oslo
    And Ada reads "blue" at "colours/sky" in Oslo
    When Ada tries to read the object at "colours/sky" in Oslo
    Then the request is refused with status 429
    When Bob tries to read the object at "colours/sky" in Oslo
    Then the request is refused with status 429
    And Ada reads "round" at "shapes/ball" in Oslo
    And Bob reads "blue" at "colours/sky" in Lima
    And Bob reads "blue" at "colours/sky" in Lima
    And Bob reads "blue" at "colours/sky" in Lima
    When Bob tries to read the object at "colours/sky" in Lima
    Then the request is refused with status 429
    When 11 minutes pass
    Then Ada reads "blue" at "colours/sky" in Oslo

  @OWN-QUOTA-02
  @needs-database
  Scenario: A lease count quota limits the leases below a path
    Given the database is configured in Oslo
    And an operator writes the dynamic role "reader" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    And Ada is a client of Oslo who may "read" on "database/creds/*"
    And Bob is a client of Oslo who may "read" on "database/creds/*"
    And Jane is a client of Oslo who may "read" on "database/creds/*"
    And an operator writes the secrets engine "warehouse" in Oslo with "type=database"
    And an operator writes the connection "main" at "warehouse" in Oslo with "plugin_name={the plugin}, connection_url={the database}, username={the administrator}, password={the administrator's password}, allowed_roles=*"
    And an operator writes the dynamic role "reader" at "warehouse" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    And an operator gives Jane the credentials of the dynamic role "reader" at "warehouse" in Oslo
    And an operator writes the lease count quota "many" in Oslo with "path=database/, max_leases=2"
    When Ada requests credentials of the dynamic role "reader" from Oslo
    And Bob requests credentials of the dynamic role "reader" from Oslo
    And Ada tries to request credentials of the dynamic role "reader" from Oslo
    Then the request is refused with status 429
    Given an operator gives Jane the credentials of the dynamic role "reader" at "warehouse" in Oslo
    Then the database accepts Jane's credentials
    When an operator revokes the lease of Ada's credentials in Oslo
    And Jane requests credentials of the dynamic role "reader" from Oslo
    Then the database accepts Jane's credentials
