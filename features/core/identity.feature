@needs-replication
Feature: Identity entities
  A user who logs in to any cluster is the same entity on all of them: a secondary that meets a user first has the primary create the entity.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    And an operator writes the auth method "staff" in Oslo with "type=userpass"
    And Bob is a user of "staff" in Oslo

  @OWN-IDENTITY-01
  Scenario: A login on a secondary creates the entity on the primary
    When Bob logs in to Lima by userpass at "staff"
    Then eventually the user Bob of "staff" is the same entity in Lima and Oslo

  @OWN-IDENTITY-01
  Scenario: A user who logs in to a secondary first, and then to the primary, is one entity
    Given Bob logs in to Lima by userpass at "staff"
    When Bob logs in to Oslo by userpass at "staff"
    Then eventually the user Bob of "staff" is the same entity in Lima and Oslo

  @OWN-IDENTITY-02
  Scenario: A policy of an entity applies to its tokens on all clusters
    Given Bob logs in to Lima by userpass at "staff"
    And Bob logs in to Oslo by userpass at "staff"
    And Bob cannot read "colours/sky" in Lima
    And Bob cannot read "colours/sky" in Oslo
    And an operator writes the policy "reading" in Oslo with 'policy=path "colours/*" { capabilities = ["read"] }'
    When an operator writes the entity "{entity of Bob}" in Oslo with 'policies=["reading"]'
    Then soon Bob can read "colours/sky" in Lima
    And soon Bob can read "colours/sky" in Oslo

  @OWN-IDENTITY-02
  Scenario: A policy of a group applies to its members' tokens on all clusters
    Given Bob logs in to Lima by userpass at "staff"
    And Bob logs in to Oslo by userpass at "staff"
    And Bob cannot read "colours/sky" in Lima
    And Bob cannot read "colours/sky" in Oslo
    And an operator writes the policy "reading" in Oslo with 'policy=path "colours/*" { capabilities = ["read"] }'
    When an operator writes the group "readers" in Oslo with 'policies=["reading"], member_entity_ids=["{entity of Bob}"]'
    Then soon Bob can read "colours/sky" in Lima
    And soon Bob can read "colours/sky" in Oslo

  @OWN-IDENTITY-03
  Scenario: A user whose entity is disabled on the primary is refused on the secondary, with a token and at login
    Given Bob logs in to Lima by userpass at "staff"
    And Lima accepts Bob's token of Lima
    When an operator writes the entity "{entity of Bob}" in Oslo with "disabled=true"
    Then soon Lima refuses Bob's token of Lima
    When Bob tries to log in to Lima by userpass at "staff"
    Then the request is refused with status 403

  @OWN-IDENTITY-04
  @needs-partition
  Scenario: While the primary is unreachable, only users with an entity can log in to a secondary
    Given Jane is a user of "staff" in Oslo
    And soon Lima has the user "jane" at "staff"
    And Bob logs in to Lima by userpass at "staff"
    When the link between Oslo and Lima is partitioned
    And Bob logs in to Lima by userpass at "staff"
    And Jane tries to log in to Lima by userpass at "staff"
    Then the request is refused
    When the link between Oslo and Lima is healed
    Then eventually Jane can log in to Lima by userpass at "staff"

  @OWN-IDENTITY-05
  Scenario: The alias of a user of a local auth method stays on its cluster
    Given an operator writes the auth method "crew" in Lima with "type=userpass, local=true"
    And Bob is a user of "crew" in Lima
    When Bob logs in to Lima by userpass at "crew"
    Then the entity "{entity of Bob}" in Lima has "aliases.length=1, aliases.0.name=bob"
    And after a while the entity "{entity of Bob}" in Oslo has "aliases=[]"

  @OWN-IDENTITY-01
  @needs-restart
  Scenario: The entities and tokens of a secondary outlive its restart
    Given Bob logs in to Lima by userpass at "staff"
    When Lima is killed and restarted
    Then Lima accepts Bob's token of Lima
    And eventually the user Bob of "staff" is the same entity in Lima and Oslo
