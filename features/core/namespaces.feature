Feature: A namespace is a world of its own, which its parents see and nobody else

  Background:
    Given Oslo leads, and Lima follows
    And a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    And the namespace "team" in Oslo
    And the namespace "team/green" in Oslo
    And the namespace "crew" in Oslo
    And a key-value engine is mounted at "plants" in the namespace "team" in Oslo
    And Ada wrote "grass" to "plants/lawn" in the namespace "team" in Oslo

  Scenario: A child sees nothing of its parent, and nothing of its siblings
    Given Bob holds a token of the namespace "team" in Oslo with the policy 'path "*" { capabilities = ["create", "read", "update", "delete", "list", "sudo"] }'
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

  Scenario: A parent sees its child by the path that leads there
    Given Bob holds a token of Oslo with the policy 'path "team/plants/*" { capabilities = ["read"] }'
    Then Oslo answers Bob these:
      | request                   | namespace | status |
      | GET team/plants/lawn      |           | 200    |
      | GET plants/lawn           | team      | 200    |
      | GET plants/lawn           |           | 403    |
      | GET colours/sky           |           | 403    |
      | GET team/sys/policies/acl |           | 403    |

  Scenario: Namespaces follow the lead, with all that is in them
    Then Ada reads "grass" from "plants/lawn" in the namespace "team" in Lima
    Given Ada wrote "moss" to "plants/wall" in the namespace "team" in Lima
    Then Ada reads "moss" from "plants/wall" in the namespace "team" in Oslo
    Given Bob holds a token of the namespace "team" in Lima with the policy 'path "plants/*" { capabilities = ["read"] }'
    Then Lima answers Bob these:
      | request         | namespace | status |
      | GET plants/lawn | team      | 200    |
      | GET colours/sky |           | 403    |

  Scenario: What is mounted for one cluster alone stays there, in a namespace too
    Given a key-value engine for Lima alone is mounted at "own" in the namespace "team" in Lima
    And Ada wrote "mine" to "own/thing" in the namespace "team" in Lima
    Then Ada reads "mine" from "own/thing" in the namespace "team" in Lima
    And nothing is at "own/thing" in the namespace "team" in Oslo after a while

  @needs-restart
  Scenario: A namespace is there after a crash, and gone with all that was in it when it is deleted
    When Oslo is killed and started again
    Then Ada reads "grass" from "plants/lawn" in the namespace "team" in Oslo
    When the namespace "team/green" is deleted in Oslo
    And the namespace "team" is deleted in Oslo
    Then nothing is at "team/plants/lawn" in Oslo
    And nothing is left at "team/plants/lawn" in Lima
    Given the namespace "team" in Oslo
    And a key-value engine is mounted at "plants" in the namespace "team" in Oslo
    Then nothing is at "team/plants/lawn" in Oslo
