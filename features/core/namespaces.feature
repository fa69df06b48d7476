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

  Scenario: A token of a namespace reaches neither its parent nor its siblings
    Given Bob is a client of the namespace "team" in Oslo who may "create, read, update, delete, list, sudo" on "*"
    Then Oslo answers Bob these:
      | request                  | namespace  | with             | status |
      | GET plants/lawn          | team       |                  | 200    |
      | GET team/plants/lawn     |            |                  | 200    |
      | GET colours/sky          | team       |                  | 404    |
      | GET colours/sky          |            |                  | 403    |
      | POST colours/sky         |            | value=red        | 403    |
      | GET sys/mounts           |            |                  | 403    |
      | LIST sys/policies/acl    |            |                  | 403    |
      | LIST sys/namespaces      |            |                  | 403    |
      | GET sys/mounts           | crew       |                  | 403    |
      | GET sys/mounts           | team       |                  | 200    |
      | GET sys/mounts           | team/green |                  | 200    |
      | POST sys/namespaces/blue |            | custom_metadata= | 403    |
      | PUT sys/seal             | team       |                  | 400    |
    And Bob sees the mounts "cubbyhole/, identity/, plants/, sys/" in the namespace "team" in Oslo
    And Ada reads "blue" from "colours/sky" in Oslo at once

  Scenario: A token of a parent reaches a child by its path or by the header
    Given Bob is a client of Oslo who may "read" on "team/plants/*"
    Then Oslo answers Bob these:
      | request                   | namespace | status |
      | GET team/plants/lawn      |           | 200    |
      | GET plants/lawn           | team      | 200    |
      | GET plants/lawn           |           | 403    |
      | GET colours/sky           |           | 403    |
      | GET team/sys/policies/acl |           | 403    |

  Scenario: Namespaces are replicated with all that is in them
    Then Ada reads "grass" from "plants/lawn" in the namespace "team" in Lima
    Given Ada wrote "moss" to "plants/wall" in the namespace "team" in Lima
    Then Ada reads "moss" from "plants/wall" in the namespace "team" in Oslo
    Given Bob is a client of the namespace "team" in Lima who may "read" on "plants/*"
    Then Lima answers Bob these:
      | request         | namespace | status |
      | GET plants/lawn | team      | 200    |
      | GET colours/sky |           | 403    |

  Scenario: A local mount in a namespace stays on its cluster
    Given a local key-value engine is mounted at "own" in the namespace "team" in Lima
    And Ada wrote "mine" to "own/thing" in the namespace "team" in Lima
    Then Ada reads "mine" from "own/thing" in the namespace "team" in Lima
    And nothing is at "own/thing" in the namespace "team" in Oslo after a while

  @needs-restart
  Scenario: A namespace outlives a crash, and is deleted with all that is in it
    When Oslo is killed and started again
    Then Ada reads "grass" from "plants/lawn" in the namespace "team" in Oslo
    When the namespace "team/green" is deleted in Oslo
    And the namespace "team" is deleted in Oslo
    Then nothing is at "team/plants/lawn" in Oslo
    And nothing is left at "team/plants/lawn" in Lima
    Given the namespace "team" in Oslo
    And a key-value engine is mounted at "plants" in the namespace "team" in Oslo
    Then nothing is at "team/plants/lawn" in Oslo
