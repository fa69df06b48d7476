@needs-audit
Feature: Audit devices
  Every request and every response is logged by the audit devices, and a request that none of them could log is not served.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    And an operator writes the audit device "file" in Oslo with 'type=file, local=true, options={"file_path":"{the audit file of Oslo}"}'

  @OWN-AUDIT-01
  Scenario: The audit log has requests and responses, without the secrets in them
    Given Bob is a client of Oslo who may "read" on "colours/*"
    When Ada writes "mauve" to "colours/dusk" in Oslo
    And Bob tries to read the object at "colours/dusk" in Oslo
    Then the request succeeds
    And the audit log of Oslo has the request and the response of a read of "colours/dusk"
    And the audit log of Oslo does not contain "mauve"
    And the audit log of Oslo does not contain "{token of Bob in Oslo}"

  @OWN-AUDIT-02
  @needs-replication
  Scenario: A request that no audit device can log is refused without effect; the replication status is still served
    When the audit device of Oslo fails
    And Ada tries to write the object at "colours/sky" in Oslo with "value=red"
    Then the request is refused
    And an unauthenticated client reads that Oslo is a primary with the secondary Lima
    When the audit device of Oslo works again
    Then Ada reads "blue" at "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Lima
    And Ada can write "red" to "colours/sky" in Oslo

  @OWN-AUDIT-03
  @needs-replication
  Scenario: A request for the status of replication is not logged
    When an unauthenticated client reads that Oslo is a primary with the secondary Lima
    And Ada reads "blue" at "colours/sky" in Oslo
    Then the audit log of Oslo has no entry for "sys/replication/performance/status"
    And the audit log of Oslo has the request and the response of a read of "colours/sky"

  @OWN-AUDIT-01
  @needs-restart
  Scenario: After a crash the audit log still has earlier requests, and logs new ones
    Given Ada writes "grey" to "colours/rain" in Oslo
    And Ada reads "blue" at "colours/sky" in Oslo
    When Oslo is killed and restarted
    Then Ada reads "grey" at "colours/rain" in Oslo
    And the audit log of Oslo has the request and the response of a read of "colours/rain"
    And the audit log of Oslo has the request and the response of a read of "colours/sky"
