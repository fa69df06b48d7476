Feature: A quota says how much is too much

  Background:
    Given Oslo leads, and Lima follows
    And a key-value engine is mounted at "colours" in Oslo
    And a key-value engine is mounted at "shapes" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    And Ada wrote "round" to "shapes/ball" in Oslo
    And Ada holds a token of Oslo with the policy 'path "*" { capabilities = ["read"] }'
    And Bob holds a token of Lima with the policy 'path "*" { capabilities = ["read"] }'

  @needs-move-time
  Scenario: Who asks too often is told to wait, on every cluster by itself
    Given in Oslo nobody may ask "colours" more than 3 times in 10 minutes
    Then Oslo answers Ada these:
      | request         | status |
      | GET colours/sky | 200    |
      | GET colours/sky | 200    |
      | GET colours/sky | 200    |
      | GET colours/sky | 429    |
      | GET shapes/ball | 200    |
    And Lima answers Bob these:
      | request         | status |
      | GET colours/sky | 200    |
      | GET colours/sky | 200    |
      | GET colours/sky | 200    |
      | GET colours/sky | 429    |
    When 11 minutes pass
    Then Oslo answers Ada these:
      | request         | status |
      | GET colours/sky | 200    |

  Scenario: There are no more leases than the quota says
    Given the database is configured in Oslo
    And the role "reader" on "main"
    And in Oslo there may be 2 leases below "database"
    When Ada asks Oslo for credentials of "reader"
    And Bob asks Oslo for credentials of "reader"
    And somebody asks Oslo for credentials of "reader"
    Then that is refused as too much
    When the lease of Ada is revoked in Oslo
    And Jane asks Oslo for credentials of "reader"
    Then the database accepts Jane's credentials
