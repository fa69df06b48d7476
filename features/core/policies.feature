Feature: Policies

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And a key-value engine is mounted at "colours" in Oslo
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada wrote "blue" to "colours/sky" in Oslo

  Scenario Outline: A policy limits the parameters and values of a write, on <cluster>
    Given Bob is a client of <cluster> with the policy:
      """
      path "colours/*" {
        capabilities        = ["create", "update"]
        allowed_parameters  = { "value" = ["blue", "gr*"], "note" = [] }
        required_parameters = ["value"]
      }
      path "colours/free/*" {
        capabilities      = ["create", "update"]
        denied_parameters = { "value" = ["brown"], "note" = [] }
      }
      """
    Then <cluster> answers Bob these:
      | request               | with                | status |
      | POST colours/sky      | value=blue          | 204    |
      | POST colours/sky      | value=green         | 204    |
      | POST colours/sky      | value=grey, note=x  | 204    |
      | POST colours/sky      | value=red           | 403    |
      | POST colours/sky      | note=x              | 403    |
      | POST colours/sky      | value=blue, other=x | 403    |
      | POST colours/free/sky | value=red           | 204    |
      | POST colours/free/sky | value=brown         | 403    |
      | POST colours/free/sky | value=red, note=x   | 403    |
      | GET colours/sky       |                     | 403    |
      | DELETE colours/sky    |                     | 403    |

    Examples:
      | cluster |
      | Oslo    |
      | Lima    |

  Scenario: The most specific path of a policy counts, and deny wins
    Given Ada wrote "deep" to "colours/sea/north" in Oslo
    And Ada wrote "deep" to "colours/lake/north" in Oslo
    And Ada wrote "deep" to "colours/lake/secret" in Oslo
    And Bob is a client of Oslo with the policy:
      """
      path "colours/*" { capabilities = ["read", "list"] }
      path "colours/+/north" { capabilities = ["list"] }
      path "colours/lake/north" { capabilities = ["read"] }
      path "colours/lake/secret" { capabilities = ["deny"] }
      path "sys/leases/revoke-prefix/*" { capabilities = ["update"] }
      path "sys/audit" { capabilities = ["read"] }
      """
    Then Oslo answers Bob these:
      | request                         | with    | status |
      | GET colours/sky                 |         | 200    |
      | LIST colours                    |         | 200    |
      | LIST colours/lake               |         | 200    |
      | GET colours/sea/north           |         | 403    |
      | GET colours/lake/north          |         | 200    |
      | GET colours/lake/secret         |         | 403    |
      | POST colours/sky                | value=x | 403    |
      | POST sys/leases/revoke-prefix/x |         | 403    |
      | GET sys/audit                   |         | 403    |

  Scenario: A policy can demand that a response is wrapped
    Given Bob is a client of Oslo with the policy:
      """
      path "colours/*" {
        capabilities     = ["read"]
        min_wrapping_ttl = "1m"
        max_wrapping_ttl = "10m"
      }
      """
    Then Oslo answers Bob these:
      | request         | wrapped for | status |
      | GET colours/sky |             | 403    |
      | GET colours/sky | 30s         | 403    |
      | GET colours/sky | 5m          | 200    |
      | GET colours/sky | 11m         | 403    |

  Scenario: A password policy shapes the passwords of database users
    Given the database is configured in Oslo
    And the password policy "pin" in Oslo is:
      """
      length = 24
      rule "charset" { charset = "0123456789" }
      """
    And the database "main" in Oslo makes passwords by "pin"
    And the role "reader" on "main"
    When Ada asks Oslo for credentials of "reader"
    Then the password of Ada is made of 24 digits
    And the database accepts Ada's credentials
    When Bob asks Lima for credentials of "reader"
    Then the password of Bob is made of 24 digits
    And the database accepts Bob's credentials
