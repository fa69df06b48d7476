Feature: Policies

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo

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

  @OWN-POLICY-01
  Scenario: Rules on parameters ignore the case of names, allow asterisks in values, check each list item, and add up
    Given Bob is a client of Oslo with the policy:
      """
      path "colours/open/*" {
        capabilities       = ["create", "update"]
        allowed_parameters = { "*" = [], "Value" = ["*blue"] }
        denied_parameters  = { "Note" = ["x*"], "secret" = [] }
      }
      path "colours/listed/*" {
        capabilities       = ["create", "update"]
        allowed_parameters = { "tags" = ["a", "b"] }
      }
      path "colours/unlisted/*" {
        capabilities      = ["create", "update"]
        denied_parameters = { "tags" = ["c"] }
      }
      path "colours/closed/*" {
        capabilities      = ["create", "update"]
        denied_parameters = { "*" = [] }
      }
      path "colours/full/*" {
        capabilities        = ["create", "update"]
        required_parameters = ["Value", "note"]
      }
      path "colours/twice/*" {
        capabilities       = ["create", "update"]
        allowed_parameters = { "value" = ["blue"] }
      }
      path "colours/twice/*" {
        capabilities       = ["create", "update"]
        allowed_parameters = { "value" = ["red"] }
      }
      """
    Then Oslo decides on these requests of Bob:
      | request                  | with                | outcome |
      | write colours/open/a     | value=sky-blue      | allowed |
      | write colours/open/a     | value=blue-sky      | denied  |
      | write colours/open/a     | VALUE=red           | denied  |
      | write colours/open/a     | value=blue, other=1 | allowed |
      | write colours/open/a     | note=xy             | denied  |
      | write colours/open/a     | NOTE=xy             | denied  |
      | write colours/open/a     | note=y              | allowed |
      | write colours/open/a     | secret=2            | denied  |
      | write colours/listed/a   | tags=["a","b"]      | allowed |
      | write colours/listed/a   | tags=["a","c"]      | denied  |
      | write colours/listed/a   | tags=a,b            | allowed |
      | write colours/listed/a   | tags=a,c            | denied  |
      | write colours/unlisted/a | tags=["a","c"]      | denied  |
      | write colours/unlisted/a | tags=["a","b"]      | allowed |
      | write colours/unlisted/a | tags=a,c            | denied  |
      | write colours/closed/a   | value=x             | denied  |
      | write colours/full/a     | value=x, note=y     | allowed |
      | write colours/full/a     | value=x             | denied  |
      | write colours/full/a     | VALUE=x             | denied  |
      | write colours/full/a     | note=y              | denied  |
      | write colours/twice/a    | value=blue          | allowed |
      | write colours/twice/a    | value=red           | allowed |
      | write colours/twice/a    | value=green         | denied  |

  @OWN-POLICY-02
  Scenario: Of several patterns with + and * that match a path, the most specific one applies
    Given Bob is a client of Oslo with the policy:
      """
      path "colours/town/+/h" { capabilities = ["read"] }
      path "colours/+/green/h" { capabilities = ["deny"] }
      path "colours/+/e/f" { capabilities = ["read"] }
      path "colours/+/e/*" { capabilities = ["deny"] }
      path "colours/+/+/c" { capabilities = ["deny"] }
      path "colours/+/!/c" { capabilities = ["read"] }
      path "colours/+/!x/*" { capabilities = ["read"] }
      path "colours/+/*" { capabilities = ["deny"] }
      path "colours/+/+/a" { capabilities = ["deny"] }
      path "colours/+/b/+" { capabilities = ["read"] }
      """
    Then Oslo decides on these requests of Bob:
      | request                   | outcome   |
      | read colours/town/green/h | not found |
      | read colours/land/green/h | denied    |
      | read colours/land/e/f     | not found |
      | read colours/land/e/g     | denied    |
      | read colours/land/!/c     | not found |
      | read colours/land/d/c     | denied    |
      | read colours/land/!x/y    | not found |
      | read colours/land/x/y     | denied    |
      | read colours/land/b/a     | not found |
      | read colours/land/d/a     | denied    |

  @OWN-POLICY-02
  Scenario: The rules of several policies for a path act as one, in which deny takes precedence
    Given Olga is an operator of Oslo
    And Ada writes "deep" to "colours/sea" in Oslo
    And an operator writes the policy "reading" in Oslo with 'policy=path "colours/*" { capabilities = ["read"] }'
    And an operator writes the policy "listing" in Oslo with 'policy=path "colours/*" { capabilities = ["list"] }'
    And an operator writes the policy "no-sea" in Oslo with 'policy=path "colours/sea" { capabilities = ["deny"] }'
    And an operator writes the policy "sea" in Oslo with 'policy=path "colours/sea" { capabilities = ["read", "update"] }'
    And Bob has a token of Oslo that Olga created with 'policies=["listing","no-sea","reading","sea"]'
    And Jane has a token of Oslo that Olga created with 'policies=["listing","sea"]'
    Then Oslo decides on these requests of Bob:
      | request           | with    | outcome |
      | read colours/sky  |         | allowed |
      | list colours      |         | allowed |
      | write colours/sky | value=x | denied  |
      | read colours/sea  |         | denied  |
      | write colours/sea | value=x | denied  |
    And Oslo decides on these requests of Jane:
      | request           | with    | outcome |
      | read colours/sky  |         | denied  |
      | read colours/sea  |         | allowed |
      | write colours/sea | value=x | allowed |

  @OWN-POLICY-02
  Scenario: The most specific path of a policy applies, also if it denies, and sudo paths need the capability sudo
    Given Ada writes "deep" to "colours/sea/north" in Oslo
    And Ada writes "deep" to "colours/lake/north" in Oslo
    And Ada writes "deep" to "colours/lake/secret" in Oslo
    And Ada writes "deep" to "colours/moor/north" in Oslo
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
    And Jane is a client of Oslo with the policy:
      """
      path "sys/leases/revoke-prefix/*" { capabilities = ["update", "sudo"] }
      path "sys/audit" { capabilities = ["read", "sudo"] }
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
    And Oslo decides on these requests of Jane:
      | request                          | outcome |
      | write sys/leases/revoke-prefix/x | allowed |
      | read sys/audit                   | allowed |

  @OWN-POLICY-03
  Scenario: A policy can require a wrapped response, with a TTL between a minimum and a maximum
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

  @OWN-POLICY-03
  Scenario: One TTL limit requires wrapping, the lower limits of two policies apply, and min above max is refused
    Given Olga is an operator of Oslo
    And Ada writes "blue" to "colours/least" in Oslo
    And Ada writes "blue" to "colours/most" in Oslo
    And Ada writes "blue" to "colours/both" in Oslo
    And these are written in Oslo:
      | path                   | with                                                                                                        |
      | sys/policies/acl/least | policy="{\"path\":{\"colours/least\":{\"capabilities\":[\"read\"],\"min_wrapping_ttl\":\"1m\"}}}"                         |
      | sys/policies/acl/most  | policy="{\"path\":{\"colours/most\":{\"capabilities\":[\"read\"],\"max_wrapping_ttl\":\"10m\"}}}"                         |
      | sys/policies/acl/one   | policy="{\"path\":{\"colours/both\":{\"capabilities\":[\"read\"],\"min_wrapping_ttl\":\"2m\",\"max_wrapping_ttl\":\"10m\"}}}" |
      | sys/policies/acl/two   | policy="{\"path\":{\"colours/both\":{\"capabilities\":[\"read\"],\"min_wrapping_ttl\":\"1m\",\"max_wrapping_ttl\":\"5m\"}}}"  |
    And Bob has a token of Oslo that Olga created with 'policies=["least","most","one","two"]'
    Then Oslo decides on these requests of Bob:
      | request            | wrapped for | outcome |
      | read colours/least |             | denied  |
      | read colours/least | 59s         | denied  |
      | read colours/least | 1m          | allowed |
      | read colours/least | 2h          | allowed |
      | read colours/most  |             | denied  |
      | read colours/most  | 601s        | denied  |
      | read colours/most  | 10m         | allowed |
      | read colours/most  | 1s          | allowed |
      | read colours/both  | 30s         | denied  |
      | read colours/both  | 90s         | allowed |
      | read colours/both  | 6m          | denied  |
    And Oslo refuses these:
      | request                     | with                                                                                                       |
      | POST sys/policies/acl/three | policy="{\"path\":{\"colours/both\":{\"capabilities\":[\"read\"],\"min_wrapping_ttl\":\"2m\",\"max_wrapping_ttl\":\"1m\"}}}" |

  @OWN-POLICY-04
  @needs-replication @needs-database
  Scenario: A password policy determines the passwords of database users, on the primary and on a secondary
    Given the database is configured in Oslo
    And an operator writes the password policy "pin" in Oslo with the field "policy":
      """
      length = 24
      rule "charset" { charset = "0123456789" }
      """
    And an operator writes the connection "main" in Oslo with "password_policy=pin"
    And an operator writes the dynamic role "reader" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    And Ada is a client of Oslo who may "read" on "database/creds/*"
    And Bob is a client of Oslo who may "read" on "database/creds/*"
    When Ada requests credentials of the dynamic role "reader" from Oslo
    And Bob requests credentials of the dynamic role "reader" from Lima
    Then the password in Ada's credentials matches "^[0-9]{24}$"
    And the database accepts Ada's credentials
    And the password in Bob's credentials matches "^[0-9]{24}$"
    And the database accepts Bob's credentials
