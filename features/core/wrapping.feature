Feature: Response wrapping
  A wrapped response is read once, with its wrapping token, on the cluster that wrapped it.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    And Bob has a wrapping token of Oslo for "GET colours/sky" with "", valid for "10m"

  @OWN-WRAP-01
  Scenario: A wrapping token unwraps its response only once
    Then Bob unwraps "blue" in Oslo
    When a client tries to unwrap "{wrapping token of Bob}" in Oslo
    Then the request is refused

  @OWN-WRAP-02
  Scenario: A wrapped response stays as it was when it was wrapped
    Given Ada writes "grey" to "colours/sky" in Oslo
    Then Bob unwraps "blue" in Oslo

  @OWN-WRAP-01
  Scenario: A read of a secret with a wrapping token is refused, and uses the token up
    Then Oslo accepts these:
      | request                  | with                          | returns                   |
      | POST sys/wrapping/lookup | token={wrapping token of Bob} | creation_path=colours/sky |
    When Bob tries to read "colours/sky" in Oslo with the wrapping token
    Then the request is refused with status 403
    When a client tries to unwrap "{wrapping token of Bob}" in Oslo
    Then the request is refused

  @OWN-WRAP-01
  Scenario: A wrapping token is used up by a read of cubbyhole/response
    When Bob tries to read "cubbyhole/response" in Oslo with the wrapping token
    Then the request succeeds
    When a client tries to unwrap "{wrapping token of Bob}" in Oslo
    Then the request is refused

  @OWN-WRAP-06
  @needs-move-time
  Scenario: Lookups give a wrapping token's path and TTL, also after a rewrap, and do not use it up; a used one is refused
    Then Oslo accepts these:
      | request                  | with                          | returns                                     |
      | POST sys/wrapping/lookup | token={wrapping token of Bob} | creation_path=colours/sky, creation_ttl=600 |
      | POST sys/wrapping/lookup | token={wrapping token of Bob} | creation_path=colours/sky                   |
    When 2 minutes pass
    And an operator rewraps the wrapping token of Bob in Oslo
    Then Oslo accepts these:
      | request                  | with                          | returns                                     |
      | POST sys/wrapping/lookup | token={wrapping token of Bob} | creation_path=colours/sky, creation_ttl=600 |
      | POST sys/wrapping/unwrap | token={wrapping token of Bob} | value=blue                                  |
    And Oslo refuses these:
      | request                  | with                          |
      | POST sys/wrapping/lookup | token={wrapping token of Bob} |
      | POST sys/wrapping/unwrap | token={wrapping token of Bob} |
      | POST sys/wrapping/rewrap | token={wrapping token of Bob} |
      | POST sys/wrapping/lookup | token=hvs.made-up             |

  @OWN-WRAP-03
  @needs-replication
  Scenario: A response is unwrapped only on the cluster that wrapped it
    Given eventually Lima has every log entry of Oslo
    When a client tries to unwrap "{wrapping token of Bob}" in Lima
    Then the request is refused
    And Bob unwraps "blue" in Oslo

  @OWN-WRAP-04
  @needs-move-time
  Scenario: A wrapping token expires after its TTL, which a rewrap restarts
    When 9 minutes pass
    And an operator rewraps the wrapping token of Bob in Oslo
    And 9 minutes pass
    Then Bob unwraps "blue" in Oslo
    Given Bob has a wrapping token of Oslo for "GET colours/sky" with "", valid for "10m"
    When 12 minutes pass
    And a client tries to unwrap "{wrapping token of Bob}" in Oslo
    Then the request is refused
    And Oslo refuses these:
      | request                  | with                          |
      | POST sys/wrapping/lookup | token={wrapping token of Bob} |
      | POST sys/wrapping/unwrap | token={wrapping token of Bob} |
      | POST sys/wrapping/rewrap | token={wrapping token of Bob} |

  @OWN-WRAP-05
  Scenario: After a rewrap only the new wrapping token is valid
    When an operator rewraps the wrapping token of Bob in Oslo
    And a client tries to unwrap "{former wrapping token of Bob}" in Oslo
    Then the request is refused
    And Bob unwraps "blue" in Oslo
