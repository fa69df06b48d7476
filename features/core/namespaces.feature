@needs-namespaces
Feature: Namespaces
  A namespace has mounts, policies and tokens of its own. Tokens of a parent may reach into it; its own reach nowhere else.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And a key-value engine is mounted at "colours" in Oslo
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "*"
    And Ada wrote "blue" to "colours/sky" in Oslo
    And the namespace "team" in Oslo
    And the namespace "team/green" in Oslo
    And the namespace "crew" in Oslo
    And a key-value engine is mounted at "plants" in the namespace "team" in Oslo
    And Ada wrote "grass" to "plants/lawn" in the namespace "team" in Oslo

  @OWN-NAMESPACE-01
  Scenario: A token of a namespace reaches neither its parent nor its siblings
    Given Bob is a client of the namespace "team" in Oslo who may "create, read, update, delete, list, sudo" on "*"
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
    And Bob sees the mounts "cubbyhole/, identity/, plants/, sys/" in the namespace "team" in Oslo
    And Ada reads "blue" from "colours/sky" in Oslo at once

  @OWN-NAMESPACE-01
  Scenario: A token of a parent reaches a child by its path or by the header
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
  Scenario: Namespaces are replicated with all that is in them
    Then Ada reads "grass" from "plants/lawn" in the namespace "team" in Lima
    Given Ada wrote "moss" to "plants/wall" in the namespace "team" in Lima
    Then Ada reads "moss" from "plants/wall" in the namespace "team" in Oslo
    Given Bob is a client of the namespace "team" in Lima who may "read" on "plants/*"
    Then Lima decides on these requests of Bob:
      | request          | namespace | outcome |
      | read plants/lawn | team      | allowed |
      | read colours/sky |           | denied  |

  @OWN-NAMESPACE-02
  @needs-replication
  Scenario: A local mount in a namespace stays on its cluster
    Given a local key-value engine is mounted at "own" in the namespace "team" in Lima
    And Ada wrote "mine" to "own/thing" in the namespace "team" in Lima
    Then Ada reads "mine" from "own/thing" in the namespace "team" in Lima
    And nothing is at "own/thing" in the namespace "team" in Oslo after a while

  @OWN-NAMESPACE-03
  @needs-restart
  Scenario: A namespace outlives a crash
    When Oslo is killed and started again
    Then Ada reads "grass" from "plants/lawn" in the namespace "team" in Oslo

  @OWN-NAMESPACE-03
  @needs-replication
  Scenario: A namespace is deleted with all that is in it
    When the namespace "team/green" is deleted in Oslo
    And the namespace "team" is deleted in Oslo
    Then nothing is at "team/plants/lawn" in Oslo
    And nothing is left at "team/plants/lawn" in Lima
    Given the namespace "team" in Oslo
    And a key-value engine is mounted at "plants" in the namespace "team" in Oslo
    Then nothing is at "team/plants/lawn" in Oslo
