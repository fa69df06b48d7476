Feature: Policies

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And a key-value engine is mounted at "colours" in Oslo
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada wrote "blue" to "colours/sky" in Oslo

  @OWN-POLICY-01
  @needs-replication
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
    Then <cluster> decides on these requests of Bob:
      | request                | with                | outcome |
      | write colours/sky      | value=blue          | allowed |
      | write colours/sky      | value=green         | allowed |
      | write colours/sky      | value=grey, note=x  | allowed |
      | write colours/sky      | value=red           | denied  |
      | write colours/sky      | note=x              | denied  |
      | write colours/sky      | value=blue, other=x | denied  |
      | write colours/free/sky | value=red           | allowed |
      | write colours/free/sky | value=brown         | denied  |
      | write colours/free/sky | value=red, note=x   | denied  |
      | read colours/sky       |                     | denied  |
      | delete colours/sky     |                     | denied  |

    Examples:
      | cluster |
      | Oslo    |
      | Lima    |

  @OWN-POLICY-02
  Scenario: The most specific path of a policy counts, and deny wins
    Given Ada wrote "deep" to "colours/sea/north" in Oslo
    And Ada wrote "deep" to "colours/lake/north" in Oslo
    And Ada wrote "deep" to "colours/lake/secret" in Oslo
    And Ada wrote "deep" to "colours/moor/north" in Oslo
    And Bob is a client of Oslo with the policy:
      """
      path "colours/*" { capabilities = ["read", "list"] }
      path "colours/+/north" { capabilities = ["list"] }
      path "colours/lake/north" { capabilities = ["read"] }
      path "colours/lake/secret" { capabilities = ["deny"] }
      path "colours/moor/*" { capabilities = ["deny"] }
      path "sys/leases/revoke-prefix/*" { capabilities = ["update"] }
      path "sys/audit" { capabilities = ["read"] }
      """
    Then Oslo decides on these requests of Bob:
      | request                          | with    | outcome |
      | read colours/sky                 |         | allowed |
      | list colours                     |         | allowed |
      | list colours/lake                |         | allowed |
      | list colours/moor                |         | denied  |
      | read colours/sea/north           |         | denied  |
      | read colours/lake/north          |         | allowed |
      | read colours/lake/secret         |         | denied  |
      | write colours/sky                | value=x | denied  |
      | write sys/leases/revoke-prefix/x |         | denied  |
      | read sys/audit                   |         | denied  |

  @OWN-POLICY-03
  Scenario: A policy can demand that a response is wrapped
    Given Bob is a client of Oslo with the policy:
      """
      path "colours/*" {
        capabilities     = ["read"]
        min_wrapping_ttl = "1m"
        max_wrapping_ttl = "10m"
      }
      """
    Then Oslo decides on these requests of Bob:
      | request          | wrapped for | outcome |
      | read colours/sky |             | denied  |
      | read colours/sky | 30s         | denied  |
      | read colours/sky | 5m          | allowed |
      | read colours/sky | 11m         | denied  |

  @OWN-POLICY-04
  @needs-replication @needs-database
  Scenario: A password policy shapes the passwords of database users
    Given the database is configured in Oslo
    And the password policy "pin" in Oslo is:
      """
      length = 24
      rule "charset" { charset = "0123456789" }
      """
    And the database "main" in Oslo makes passwords by "pin"
    And the dynamic role "reader" on the connection "main" in Oslo
    And Ada may also "read" on "database/creds/*" in Oslo
    And Bob is a client of Oslo who may "read" on "database/creds/*"
    When Ada requests dynamic credentials of role "reader" from Oslo
    And Bob requests dynamic credentials of role "reader" from Lima
    Then the password of Ada is made of 24 digits
    And the database accepts Ada's credentials
    And the password of Bob is made of 24 digits
    And the database accepts Bob's credentials
