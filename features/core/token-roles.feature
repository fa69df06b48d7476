Feature: Token roles
  A token role limits the policies of its tokens, and sets their terms.

  Background:
    Given Olga is an operator of Oslo

  @OWN-TOKEN-03
  Scenario: A token role limits the policies of its tokens
    Given these are written in Oslo:
      | path                         | with                                                           |
      | auth/token/roles/allowing    | allowed_policies=paint,draw                                    |
      | auth/token/roles/by-glob     | allowed_policies_glob=team-*                                   |
      | auth/token/roles/both        | allowed_policies=paint, allowed_policies_glob=team-*-read      |
      | auth/token/roles/disallowing | disallowed_policies=paint                                      |
      | auth/token/roles/but-some    | allowed_policies_glob=team-*, disallowed_policies_glob=*-write |
      | auth/token/roles/never       | allowed_policies=paint,draw, disallowed_policies=draw          |
      | auth/token/roles/bare        | allowed_policies=paint, token_no_default_policy=true           |
      | auth/token/roles/no-default  | disallowed_policies=default                                    |
    Then Oslo accepts these:
      | request                            | with                             |
      | POST auth/token/create/allowing    | policies=paint                   |
      | POST auth/token/create/allowing    | policies=["draw","paint"]        |
      | POST auth/token/create/allowing    | policies=default                 |
      | POST auth/token/create/by-glob     | policies=team-blue               |
      | POST auth/token/create/both        | policies=["paint","team-a-read"] |
      | POST auth/token/create/disallowing | policies=draw                    |
      | POST auth/token/create/but-some    | policies=team-read               |
      | POST auth/token/create/never       | policies=paint                   |
      | POST auth/token/create/no-default  | policies=draw                    |
    And Oslo refuses these:
      | request                            | with                       |
      | POST auth/token/create/allowing    | policies=clean             |
      | POST auth/token/create/allowing    | policies=["paint","clean"] |
      | POST auth/token/create/allowing    | policies=paints            |
      | POST auth/token/create/by-glob     | policies=teams             |
      | POST auth/token/create/by-glob     | policies=my-team-x         |
      | POST auth/token/create/both        | policies=team-a-write      |
      | POST auth/token/create/both        | policies=draw              |
      | POST auth/token/create/disallowing | policies=paint             |
      | POST auth/token/create/disallowing | policies=["draw","paint"]  |
      | POST auth/token/create/but-some    | policies=team-write        |
      | POST auth/token/create/but-some    | policies=paint             |
      | POST auth/token/create/never       | policies=draw              |
      | POST auth/token/create/no-default  | policies=default           |
      | POST auth/token/create/no-such     | policies=paint             |
    Given Bob has a token of Oslo that Olga created at "auth/token/create/allowing" with ""
    And Ada has a token of Oslo that Olga created at "auth/token/create/bare" with ""
    And Jane has a token of Oslo that Olga created at "auth/token/create/no-default" with "policies=draw"
    And Mallory has a token of Oslo that Olga created at "auth/token/create/by-glob" with "policies=team-a, no_default_policy=true"
    Then the token of Bob has "policies=default, draw, paint"
    And the token of Ada has "policies=paint"
    And the token of Jane has "policies=draw"
    And the token of Mallory has "policies=team-a"

  @OWN-TOKEN-03
  Scenario: A token role grants a policy that the creating token does not have only if it lists the policy
    Given these are written in Oslo:
      | path                   | with                       |
      | auth/token/roles/guest | allowed_policies=read-only |
      | auth/token/roles/plain | orphan=true                |
    # Bob's token has the policy "of-bob", which allows just this.
    And Bob is a client of Oslo who may "create, update" on "auth/token/create/*"
    Then Oslo decides on these requests of Bob:
      | request                       | with               | outcome |
      | write auth/token/create/guest | policies=read-only | allowed |
      | write auth/token/create/guest | policies=of-bob    | refused |
      | write auth/token/create/plain | policies=of-bob    | allowed |
      | write auth/token/create/plain | policies=read-only | refused |

  @OWN-TOKEN-04
  @needs-move-time
  Scenario Outline: The period, TTL limit and path of a token role apply to its tokens: <with>, requested "<requested>"
    Given these are written in Oslo:
      | path                  | with   |
      | auth/token/roles/team | <with> |
    And Bob has a token of Oslo that Olga created at "auth/token/create/team" with "<requested>"
    When 2 minutes pass
    Then Oslo accepts these:
      | request                | with                 | returns   |
      | POST auth/token/lookup | token={token of Bob} | <returns> |
    And a renewal of the token of Bob in Oslo gives about <renewal> seconds

    Examples:
      | with                                         | requested               | returns                                                            | renewal |
      | token_period=300                             | ttl=1h                  | creation_ttl=300, period=300, explicit_max_ttl=0, role=team        | 300     |
      | token_period=300                             | period=200              | creation_ttl=200, period=200                                       | 300     |
      | token_period=300                             | period=600              | creation_ttl=300, period=300                                       | 300     |
      | token_explicit_max_ttl=600                   | ttl=1h                  | creation_ttl=600, explicit_max_ttl=600                             | 480     |
      | token_explicit_max_ttl=600                   | explicit_max_ttl=180    | creation_ttl=180, explicit_max_ttl=180                             | 60      |
      | token_explicit_max_ttl=600                   | explicit_max_ttl=20m    | creation_ttl=600, explicit_max_ttl=600                             | 480     |
      | token_period=300, token_explicit_max_ttl=400 |                         | creation_ttl=300, period=300, explicit_max_ttl=400, renewable=true | 280     |
      | period=240, explicit_max_ttl=1000            | ttl=1h                  | creation_ttl=240, period=240, explicit_max_ttl=1000                | 240     |
      | path_suffix=blue                             | ttl=600, renewable=true | creation_ttl=600, path=auth/token/create/team/blue, renewable=true | 600     |

  @OWN-TOKEN-04
  Scenario: A token role decides whether its tokens are revoked with the token that created them
    Given these are written in Oslo:
      | path                    | with         |
      | auth/token/roles/free   | orphan=true  |
      | auth/token/roles/family | orphan=false |
    And Ada is a client of Oslo who may "create, update" on "auth/token/create/*"
    And Bob has a token of Oslo that Ada created at "auth/token/create/free" with ""
    And Jane has a token of Oslo that Ada created at "auth/token/create/family" with ""
    And Oslo accepts Jane's token of Oslo
    When an operator revokes Ada's token in Oslo
    Then Oslo accepts Bob's token of Oslo
    And Oslo refuses Jane's token of Oslo

  @OWN-TOKEN-04
  Scenario: A token can be renewed only if its token role and its request both allow it
    Given these are written in Oslo:
      | path                   | with            |
      | auth/token/roles/fixed | renewable=false |
      | auth/token/roles/usual | renewable=true  |
    And Ada has a token of Oslo that Olga created at "auth/token/create/fixed" with "renewable=true"
    And Bob has a token of Oslo that Olga created at "auth/token/create/usual" with ""
    And Jane has a token of Oslo that Olga created at "auth/token/create/usual" with "renewable=false"
    And Mallory has a token of Oslo that Olga created at "auth/token/create/usual" with "renewable=true"
    Then Ada cannot renew the token in Oslo
    And Bob can renew the token in Oslo
    And Jane cannot renew the token in Oslo
    And Mallory can renew the token in Oslo

  @OWN-TOKEN-04
  Scenario Outline: The token role and the request limit how often a token can be used: <with>, requested "<requested>"
    Given these are written in Oslo:
      | path                  | with   |
      | auth/token/roles/team | <with> |
    And Bob has a token of Oslo that Olga created at "auth/token/create/team" with "<requested>"
    Then Oslo accepts the token of Bob <uses> times
    And Oslo refuses Bob's token of Oslo

    Examples:
      | with             | requested  | uses |
      | token_num_uses=2 |            | 2    |
      | token_num_uses=3 | num_uses=1 | 1    |
      | token_num_uses=3 | num_uses=5 | 3    |
      | token_num_uses=0 | num_uses=4 | 4    |

  @OWN-TOKEN-04
  Scenario Outline: A token role with <with> gives a <type> token, requested "<requested>"
    Given these are written in Oslo:
      | path                  | with   |
      | auth/token/roles/team | <with> |
    And Bob has a token of Oslo that Olga created at "auth/token/create/team" with "<requested>"
    Then the token of Bob is a <type> token

    Examples:
      | with                                           | requested    | type    |
      | token_type=batch, orphan=true, renewable=false |              | batch   |
      | token_type=batch, orphan=true, renewable=false | type=service | batch   |
      | token_type=service                             | type=batch   | service |
      | token_type=default-batch                       |              | batch   |
      | token_type=default-batch                       | type=service | service |
      | token_type=default-service                     |              | service |
      | token_type=default-service                     | type=batch   | batch   |

  @OWN-TOKEN-04
  @needs-addresses
  Scenario: Tokens work only from the addresses that their token role is bound to
    Given these are written in Oslo:
      | path                  | with                                    |
      | auth/token/roles/near | token_bound_cidrs=127.0.0.1/32,10.1.2.3 |
      | auth/token/roles/any  | token_bound_cidrs=                      |
    And Ada has a token of Oslo that Olga created at "auth/token/create/near" with ""
    And Bob has a token of Oslo that Olga created at "auth/token/create/any" with ""
    Then Oslo accepts the token of Ada from "127.0.0.1"
    And Oslo refuses the token of Ada from "127.0.0.2"
    And Oslo accepts the token of Bob from "127.0.0.2"

  @OWN-TOKEN-04
  Scenario: A token gets the entity of an alias only if its token role allows the alias
    Given these are written in Oslo:
      | path                  | with                              |
      | auth/token/roles/team | allowed_entity_aliases=bob,crew-* |
      | auth/token/roles/none | orphan=true                       |
    And the accessor of the object at "sys/auth/token" in Oslo is called "token accessor"
    Then Oslo accepts these:
      | request                     | with                                                     | returns        |
      | POST auth/token/create/team | entity_alias=Bob                                         |                |
      | POST auth/token/create/team | entity_alias=crew-1                                      |                |
      | POST identity/lookup/entity | alias_name=crew-1, alias_mount_accessor={token accessor} | disabled=false |
      | POST auth/token/create/none | renewable=true                                           |                |
    And Oslo refuses these:
      | request                     | with                   |
      | POST auth/token/create/team | entity_alias=bobby     |
      | POST auth/token/create/team | entity_alias=my-crew-1 |
      | POST auth/token/create/none | entity_alias=bob       |
      | POST auth/token/create      | entity_alias=bob       |
    Given Bob has a token of Oslo that Olga created at "auth/token/create/team" with "entity_alias=bob"
    And Ada has a token of Oslo that Olga created at "auth/token/create/team" with "entity_alias=crew-1"
    And Jane has a token of Oslo that Olga created at "auth/token/create/team" with "entity_alias=crew-1"
    And Mallory has a token of Oslo that Olga created at "auth/token/create/team" with "entity_alias=bob"
    Then Ada and Jane are one entity
    And Bob and Mallory are one entity
    And Bob and Jane are two entities

  @OWN-TOKEN-05
  Scenario Outline: An update of a token role changes the given settings only: <with>
    Given these are written in Oslo:
      | path                  | with                                                                                                                       |
      | auth/token/roles/team | allowed_policies=a, allowed_policies_glob=b*, disallowed_policies=c, disallowed_policies_glob=d*, allowed_entity_aliases=e |
      | auth/token/roles/team | orphan=true, renewable=false, path_suffix=blue, token_type=service, token_period=300, token_explicit_max_ttl=600           |
      | auth/token/roles/team | token_bound_cidrs=10.0.0.0/8, token_num_uses=7, token_no_default_policy=true                                               |
      | auth/token/roles/team | <with>                                                                                                                     |
    Then the object at "auth/token/roles/team" in Oslo has "<returns>"
    And the object at "auth/token/roles/team" in Oslo has "<keeps>"

    Examples:
      | with                                                      | returns                                                                     | keeps                                                                                                      |
      | allowed_policies=x,y                                      | allowed_policies=x,y, allowed_policies_glob=b*                              | disallowed_policies=c, disallowed_policies_glob=d*, allowed_entity_aliases=e, token_no_default_policy=true |
      | disallowed_policies=, disallowed_policies_glob=           | disallowed_policies=, disallowed_policies_glob=                             | allowed_policies=a, allowed_policies_glob=b*, allowed_entity_aliases=e                                     |
      | orphan=false, renewable=true                              | orphan=false, renewable=true                                                | path_suffix=blue, token_type=service, token_period=300, token_explicit_max_ttl=600                         |
      | token_period=0                                            | token_period=0, token_explicit_max_ttl=600                                  | token_bound_cidrs=10.0.0.0/8, token_num_uses=7, token_no_default_policy=true                               |
      | token_explicit_max_ttl=0, token_num_uses=2                | token_explicit_max_ttl=0, token_num_uses=2                                  | token_period=300, orphan=true, renewable=false                                                             |
      | token_type=, path_suffix=, token_no_default_policy=false  | token_type=default-service, path_suffix=, token_no_default_policy=false     | orphan=true, renewable=false, token_period=300, allowed_entity_aliases=e                                   |
      | token_bound_cidrs=10.1.0.0/16, allowed_entity_aliases=f   | token_bound_cidrs=10.1.0.0/16, allowed_entity_aliases=f                     | allowed_policies=a, disallowed_policies=c, token_type=service                                              |
      | period=100, explicit_max_ttl=200, bound_cidrs=10.2.0.0/16 | token_period=100, token_explicit_max_ttl=200, token_bound_cidrs=10.2.0.0/16 | period=100, explicit_max_ttl=200, bound_cidrs=10.2.0.0/16, orphan=true, token_num_uses=7                   |

  @OWN-TOKEN-05
  Scenario: A write of a token role with an invalid setting is refused, and changes or creates nothing
    Given these are written in Oslo:
      | path                   | with                                           |
      | auth/token/roles/team  | token_type=service                             |
      | auth/token/roles/batch | token_type=batch, orphan=true, renewable=false |
    Then Oslo refuses these:
      | request                     | with                                |
      | POST auth/token/roles/team  | orphan=true, token_type=other       |
      | POST auth/token/roles/team  | orphan=true, token_num_uses=-1      |
      | POST auth/token/roles/team  | orphan=true, token_bound_cidrs=here |
      | POST auth/token/roles/team  | orphan=true, path_suffix=a/b        |
      | POST auth/token/roles/team  | token_type=batch, renewable=false   |
      | POST auth/token/roles/team  | token_type=batch, orphan=true       |
      | POST auth/token/roles/batch | token_period=300                    |
      | POST auth/token/roles/batch | token_explicit_max_ttl=400          |
      | POST auth/token/roles/batch | token_num_uses=1                    |
      | POST auth/token/roles/batch | orphan=false                        |
      | POST auth/token/roles/new   | token_type=batch, orphan=true       |
    And the refused requests have changed nothing
    And the object at "auth/token/roles/team" in Oslo has "orphan=false, token_type=service, renewable=true"
    And the object at "auth/token/roles/batch" in Oslo has "orphan=true, token_type=batch, renewable=false"
    And the object at "auth/token/roles/batch" in Oslo has "token_period=0, token_explicit_max_ttl=0"
    And Oslo answers these:
      | request                  | status |
      | GET auth/token/roles/new | 404    |

  @OWN-TOKEN-06
  Scenario: A renewal uses the role's present period, or the token's first one if the role has none now, and fails without the role
    Given these are written in Oslo:
      | path                  | with             |
      | auth/token/roles/team | token_period=300 |
    And Bob has a token of Oslo that Olga created at "auth/token/create/team" with ""
    And these are written in Oslo:
      | path                  | with             |
      | auth/token/roles/team | token_period=600 |
    Then Bob can renew the token in Oslo
    And the token of Bob has "lease_duration=600"
    Given these are written in Oslo:
      | path                  | with           |
      | auth/token/roles/team | token_period=0 |
    Then a renewal of the token of Bob in Oslo for 1200 seconds gives at most 300 seconds
    When an operator deletes the object at "auth/token/roles/team" in Oslo
    Then Bob cannot renew the token in Oslo
    And Oslo accepts Bob's token of Oslo

  @OWN-TOKEN-03 @OWN-TOKEN-04
  @needs-replication
  Scenario: A token role that is written on a secondary applies on the primary and on the secondary
    Given Oslo is the primary, and Lima replicates from it
    And these are written in Lima:
      | path                  | with                                     |
      | auth/token/roles/team | allowed_policies=paint, token_period=300 |
    And Bob has a token of Oslo that Olga created at "auth/token/create/team" with ""
    Then the token of Bob has "policies=default, paint"
    And the token of Bob has "lease_duration=300"
    And Lima accepts these:
      | request                     | with           |
      | POST auth/token/create/team | policies=paint |
    And Lima refuses these:
      | request                     | with          |
      | POST auth/token/create/team | policies=draw |
