Feature: Programs log in on every cluster

  Background:
    Given Oslo leads, and Lima follows
    And programs log in at "programs" in Oslo

  Scenario: A secret id is good for as many logins as it says, wherever they are made
    Given the role "web" at "programs" in Oslo has "secret_id_num_uses=2"
    And Ada has a secret id of "web" at "programs" in Lima
    When Ada logs in with the secret id at "programs" in Lima
    Then Lima accepts the token that Ada holds
    And Oslo refuses the token that Ada holds
    When Ada logs in with the secret id at "programs" in Oslo
    Then Oslo accepts the token that Ada holds
    When Ada tries to log in with the secret id at "programs" in Lima
    Then that is refused
    When Ada tries to log in with the secret id at "programs" in Oslo
    Then that is refused

  @needs-cut
  Scenario: With the lead out of reach only a secret id that nobody counts logs in
    Given the role "web" at "programs" in Oslo has "secret_id_num_uses=9"
    And the role "job" at "programs" in Oslo has "secret_id_num_uses=0"
    And Ada has a secret id of "web" at "programs" in Oslo
    And Bob has a secret id of "job" at "programs" in Oslo
    And Ada logs in with the secret id at "programs" in Lima
    And Bob logs in with the secret id at "programs" in Lima
    When the link between Oslo and Lima is cut
    And Ada tries to log in with the secret id at "programs" in Lima
    Then that is refused
    When Bob logs in with the secret id at "programs" in Lima
    Then Lima accepts the token that Bob holds

  Scenario: Secret ids of a role that keeps them local are each cluster's own
    Given the role "web" at "programs" in Oslo has "local_secret_ids=true, secret_id_num_uses=1"
    And Ada has a secret id of "web" at "programs" in Lima
    When Ada tries to log in with the secret id at "programs" in Oslo
    Then that is refused
    When Ada logs in with the secret id at "programs" in Lima
    Then Lima accepts the token that Ada holds
    When Ada tries to log in with the secret id at "programs" in Lima
    Then that is refused
