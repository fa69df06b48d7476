@needs-namespaces
Feature: Namespaces
  A namespace has mounts, policies and tokens of its own. Tokens of a parent may reach into it; its own reach nowhere else.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "*"
    And Ada writes "blue" to "colours/sky" in Oslo
    And an operator writes the namespace "team" in Oslo with ""
    And an operator writes the namespace "green" at "team" in Oslo with ""
    And an operator writes the namespace "crew" in Oslo with ""
    And an operator writes the secrets engine "plants" at "team" in Oslo with "type=kv"
    And Ada writes "grass" to "team/plants/lawn" in Oslo

  @OWN-NAMESPACE-01
  Scenario: A token of a namespace reaches it and its children, and neither its parent nor its siblings
    Given an operator writes the policy "of-bob" at "team" in Oslo with 'policy=path "*" { capabilities = ["create", "read", "update", "delete", "list", "sudo"] }'
    And Bob has a token of Oslo that an operator created at "team/auth/token/create" with 'policies=["of-bob"]'
    Then Oslo decides on these requests of Bob:
      | request                   | namespace  | with             | outcome   |
      | read plants/lawn          | team       |                  | allowed   |
      | read team/plants/lawn     |            |                  | allowed   |
      | read colours/sky          | team       |                  | not found |
      | read colours/sky          |            |                  | denied    |
      | write colours/sky         |            | value=red        | denied    |
      | read sys/mounts           |            |                  | denied    |
      | list sys/policies/acl     |            |                  | denied    |
      | list sys/namespaces       |            |                  | denied    |
      | read sys/mounts           | crew       |                  | denied    |
      | read sys/mounts           | team       |                  | allowed   |
      | read sys/mounts           | team/green |                  | allowed   |
      | write sys/namespaces/blue |            | custom_metadata= | denied    |
      | write sys/seal            | team       |                  | refused   |
    When Bob tries to read the object at "team/sys/mounts" in Oslo
    Then the request succeeds
    And the fields of the response are "cubbyhole/, identity/, plants/, sys/"
    And Ada reads "blue" at "colours/sky" in Oslo

  @OWN-NAMESPACE-01
  Scenario: A token of a parent reaches what its policy allows in a child, by path or by header
    Given Bob is a client of Oslo who may "read" on "team/plants/*"
    Then Oslo decides on these requests of Bob:
      | request                    | namespace | outcome |
      | read team/plants/lawn      |           | allowed |
      | read plants/lawn           | team      | allowed |
      | read plants/lawn           |           | denied  |
      | read colours/sky           |           | denied  |
      | read team/sys/policies/acl |           | denied  |

  @OWN-NAMESPACE-02
  @needs-replication
  Scenario: A namespace is replicated with its secrets and policies, and both clusters accept writes to it
    Then eventually Ada reads "grass" at "team/plants/lawn" in Lima
    Given Ada writes "moss" to "team/plants/wall" in Lima
    Then eventually Ada reads "moss" at "team/plants/wall" in Oslo
    Given an operator writes the policy "of-bob" at "team" in Lima with 'policy=path "plants/*" { capabilities = ["read"] }'
    And eventually Oslo has the policy "of-bob" at "team"
    And Bob has a token of Lima that an operator created at "team/auth/token/create" with 'policies=["of-bob"]'
    Then Lima decides on these requests of Bob:
      | request          | namespace | outcome |
      | read plants/lawn | team      | allowed |
      | read colours/sky |           | denied  |

  @OWN-NAMESPACE-02
  @needs-replication
  Scenario: A local mount in a namespace stays on its cluster
    Given an operator writes the secrets engine "own" at "team" in Lima with "type=kv, local=true"
    And Ada writes "mine" to "team/own/thing" in Lima
    Then eventually Ada reads "mine" at "team/own/thing" in Lima
    And after a while there is no object at "team/own/thing" in Oslo

  @OWN-NAMESPACE-03
  @needs-restart
  Scenario: A namespace and its secrets survive a crash
    When Oslo is killed and restarted
    Then eventually Ada reads "grass" at "team/plants/lawn" in Oslo

  @OWN-NAMESPACE-03
  @needs-replication
  Scenario: A namespace is deleted with its secrets, which are not in a new namespace of the same name either
    Given eventually Ada reads "grass" at "team/plants/lawn" in Lima
    When an operator deletes the namespace "green" at "team" in Oslo
    And an operator deletes the namespace "team" in Oslo
    Then there is no object at "team/plants/lawn" in Oslo
    And eventually there is no object at "team/plants/lawn" in Lima
    Given an operator writes the namespace "team" in Oslo with ""
    And an operator writes the secrets engine "plants" at "team" in Oslo with "type=kv"
    Then there is no object at "team/plants/lawn" in Oslo
    And Ada can write "moss" to "team/plants/wall" in Oslo
