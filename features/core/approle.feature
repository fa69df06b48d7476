@needs-replication
Feature: AppRole
  AppRole roles are replicated. How often a secret ID was used is counted on the primary, so that its limit holds for all clusters together.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the auth method "programs" in Oslo with "type=approle"

  @OWN-APPROLE-01
  Scenario: A secret ID is valid for secret_id_num_uses logins, counted over all clusters together
    Given an operator writes the AppRole role "web" at "programs" in Oslo with "secret_id_num_uses=2"
    And Ada has a secret ID of the AppRole role "web" at "programs", generated in Lima
    When Ada logs in to Lima by AppRole at "programs"
    Then Lima accepts Ada's token of Lima
    And Oslo refuses Ada's token of Lima
    When Ada logs in to Oslo by AppRole at "programs"
    Then Oslo accepts Ada's token of Oslo
    When Ada tries to log in to Lima by AppRole at "programs"
    Then the request is refused
    When Ada tries to log in to Oslo by AppRole at "programs"
    Then the request is refused

  @OWN-APPROLE-01
  @needs-partition
  Scenario: While the primary is unreachable, only secret IDs with unlimited uses log in to a secondary
    Given an operator writes the AppRole role "web" at "programs" in Oslo with "secret_id_num_uses=9"
    And an operator writes the AppRole role "job" at "programs" in Oslo with "secret_id_num_uses=0"
    And Ada has a secret ID of the AppRole role "web" at "programs", generated in Oslo
    And Bob has a secret ID of the AppRole role "job" at "programs", generated in Oslo
    And Ada logs in to Lima by AppRole at "programs"
    And Bob logs in to Lima by AppRole at "programs"
    When the link between Oslo and Lima is partitioned
    And Ada tries to log in to Lima by AppRole at "programs"
    Then the request is refused
    When Bob logs in to Lima by AppRole at "programs"
    Then Lima accepts Bob's token of Lima

  @OWN-APPROLE-02
  Scenario: A local secret ID logs in only to the cluster that generated it, and only as often as secret_id_num_uses
    Given an operator writes the AppRole role "web" at "programs" in Oslo with "local_secret_ids=true, secret_id_num_uses=1"
    And Ada has a secret ID of the AppRole role "web" at "programs", generated in Lima
    And Bob has a secret ID of the AppRole role "web" at "programs", generated in Oslo
    When Ada tries to log in to Oslo by AppRole at "programs"
    Then the request is refused
    When Ada logs in to Lima by AppRole at "programs"
    Then Lima accepts Ada's token of Lima
    When Ada tries to log in to Lima by AppRole at "programs"
    Then the request is refused
    And Bob cannot log in to Lima by AppRole at "programs"
    And Bob can log in to Oslo by AppRole at "programs"
