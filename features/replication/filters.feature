@needs-replication
Feature: Paths filter
  A paths filter denies or allows mounts and namespaces to one secondary. What is filtered is neither sent to it nor kept there.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "app" in Oslo with "type=kv"
    And an operator writes the secrets engine "app2" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "*"
    And Ada is a client of Lima who may "create, read, update, delete, list" on "*"
    And Olga is an operator of Oslo
    And Ada writes "blue" to "app/sky" in Oslo
    And Ada writes "red" to "app2/rose" in Oslo
    And eventually Ada reads "blue" at "app/sky" in Lima
    And eventually Ada reads "red" at "app2/rose" in Lima

  @REPL-FILTER-01 @order
  @REPL-FILTER-01:mode @REPL-FILTER-01:paths @REPL-FILTER-01:mode-changed @REPL-FILTER-01:paths-changed
  Scenario: A write stores the mode and the paths of a filter, and replaces earlier ones
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app","other"]'
    Then the paths filter of Lima in Oslo has 'mode=deny, paths=["app/","other/"]'
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app2"]'
    Then the paths filter of Lima in Oslo has 'mode=deny, paths=["app2/"]'
    And eventually Ada reads "blue" at "app/sky" in Lima
    When an operator writes the paths filter of Lima in Oslo with "mode=allow, paths=app2/"
    Then eventually there is no object at "app/sky" in Lima
    And the paths filter of Lima in Oslo has 'mode=allow, paths=["app2/"]'

  @REPL-FILTER-02 @REPL-FILTER-02:mode @REPL-FILTER-02:paths
  Scenario Outline: A filter is read with its mode, allow if it has none, and with a slash after each path: <fields>
    Given an operator writes the paths filter of Lima in Oslo with '<fields>'
    Then the paths filter of Lima in Oslo has '<read>'

    Examples:
      | fields                           | read                               |
      | mode=deny, paths=["app","other"] | mode=deny, paths=["app/","other/"] |
      | paths=app/                       | mode=allow, paths=["app/"]         |

  @REPL-FILTER-03 @REPL-FILTER-03:mounts @REPL-FILTER-03:data @smoke
  Scenario: A mount comes back with all that was written meanwhile once its filter is deleted
    Given an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app2"]'
    And eventually there is no object at "app2/rose" in Lima
    And Ada writes "grey" to "app/sky" in Oslo
    And Ada writes "white" to "app2/rose" in Oslo
    When an operator deletes the paths filter of Lima in Oslo
    And an operator writes the secrets engine "progress" in Oslo with "type=kv"
    Then eventually Ada reads "white" at "app2/rose" in Lima
    And eventually Ada reads "grey" at "app/sky" in Lima
    And there is no paths filter of Lima in Oslo
    And eventually Lima has every log entry of Oslo

  @REPL-FILTER-05
  Scenario Outline: A filter can be written in mode <mode>
    When Olga tries to write the paths filter of Lima in Oslo with "mode=<mode>, paths=app"
    Then the request succeeds
    And the paths filter of Lima in Oslo has "mode=<mode>"

    @REPL-FILTER-05:allow
    Examples:
      | mode  |
      | allow |

    @REPL-FILTER-05:deny
    Examples:
      | mode |
      | deny |

  @REPL-FILTER-08 @REPL-FILTER-08:listed-mounts @REPL-FILTER-08:other-mounts @order
  Scenario: A filter in mode deny leaves all but the listed mounts
    Given an operator writes the secrets engine "team/app" in Oslo with "type=kv"
    And Ada writes "pink" to "team/app/dawn" in Oslo
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app","other"]'
    Then eventually there is no object at "app/sky" in Lima
    And eventually there is no secrets engine "app" in Lima
    And Ada reads "red" at "app2/rose" in Lima
    And eventually Ada reads "pink" at "team/app/dawn" in Lima
    When Ada writes "grey" to "app/sky" in Oslo
    And Ada writes "white" to "app2/rose" in Oslo
    Then eventually Ada reads "white" at "app2/rose" in Lima
    And there is no object at "app/sky" in Lima

  @REPL-FILTER-11 @order
  @REPL-FILTER-11:set @REPL-FILTER-11:changed-removes @REPL-FILTER-11:changed-restores
  Scenario: A filter, and each change of it, removes and restores mounts that were replicated before
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    Then eventually there is no object at "app/sky" in Lima
    When Ada writes "grey" to "app/sky" in Oslo
    And an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app2"]'
    Then eventually Ada reads "grey" at "app/sky" in Lima
    And eventually there is no object at "app2/rose" in Lima

  @REPL-FILTER-14 @REPL-FILTER-14:deny
  Scenario: A mount whose path only begins or ends with a denied path is not denied
    Given an operator writes the secrets engine "team/app" in Oslo with "type=kv"
    And Ada writes "pink" to "team/app/dawn" in Oslo
    And an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    And eventually there is no object at "app/sky" in Lima
    Then Ada reads "red" at "app2/rose" in Lima
    And eventually Ada reads "pink" at "team/app/dawn" in Lima
    When Ada writes "white" to "app2/rose" in Oslo
    Then eventually Ada reads "white" at "app2/rose" in Lima

  @REPL-STATUS-04
  Scenario: A filter that is written under the cluster ID in the status of Lima filters Lima
    Given the cluster_id of the replication status in Lima is called "cluster ID of Lima"
    When an operator writes the object at "sys/replication/performance/primary/paths-filter/{cluster ID of Lima}" in Oslo with 'mode=deny, paths=["app"]'
    Then eventually there is no object at "app/sky" in Lima
    And Ada reads "red" at "app2/rose" in Lima

  @REPL-FILTER-04 @REPL-FILTER-04:existing
  Scenario: A filter that is written without a mode allows, also if it denied before
    Given an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    And eventually there is no object at "app/sky" in Lima
    When an operator writes the paths filter of Lima in Oslo with "paths=app/"
    Then eventually there is no object at "app2/rose" in Lima
    And eventually Ada reads "blue" at "app/sky" in Lima
    And the paths filter of Lima in Oslo has 'mode=allow, paths=["app/"]'

  @REPL-FILTER-07 @order
  @REPL-FILTER-07:listed-mounts @REPL-FILTER-07:other-mounts
  Scenario: A filter in mode allow leaves only the listed mounts, and what every cluster needs
    Given an operator writes the policy "painter" in Oslo with 'policy=path "app/*" { capabilities = ["read"] }'
    And an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    And eventually there is no object at "app/sky" in Lima
    When an operator writes the paths filter of Lima in Oslo with "mode=allow, paths=app/"
    Then eventually there is no object at "app2/rose" in Lima
    And eventually Ada reads "blue" at "app/sky" in Lima
    And eventually Lima has the secrets engine "app"
    And eventually there is no secrets engine "app2" in Lima
    And eventually Lima has the secrets engine "sys"
    And eventually Lima has the secrets engine "identity"
    And eventually Lima has the secrets engine "cubbyhole"
    And eventually Lima has the auth method "token"
    And eventually Lima has the policy "painter"
    When an operator writes the secrets engine "late" in Oslo with "type=kv"
    And Ada writes "gold" to "late/sun" in Oslo
    Then after a while there is no object at "late/sun" in Lima
    When an operator writes the paths filter of Lima in Oslo with "mode=allow, paths=[]"
    Then eventually there is no object at "app/sky" in Lima
    And eventually Lima has the policy "painter"

  @REPL-FILTER-14 @REPL-FILTER-14:allow
  Scenario: A mount whose path only begins with an allowed path is not allowed
    When an operator writes the paths filter of Lima in Oslo with "mode=allow, paths=app/"
    Then eventually there is no object at "app2/rose" in Lima
    And eventually there is no secrets engine "app2" in Lima
    And eventually Lima has the secrets engine "app"

  @CORE-ATOMIC-01
  Scenario Outline: A filter cannot be written with <fields>
    Given an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    When Olga tries to write the paths filter of Lima in Oslo with "<fields>"
    Then the request is refused
    When Olga tries to write the paths filter of "kyoto" in Oslo with "<fields>"
    Then the request is refused
    And there is no paths filter of "kyoto" in Oslo
    And the refused requests have changed nothing
    And the paths filter of Lima in Oslo has 'mode=deny, paths=["app/"]'
    And eventually there is no object at "app/sky" in Lima
    And eventually Ada reads "red" at "app2/rose" in Lima
    When an operator writes the paths filter of "kyoto" in Oslo with "mode=deny, paths=app2"
    Then the paths filter of "kyoto" in Oslo has 'mode=deny, paths=["app2/"]'

    @REPL-FILTER-05 @REPL-FILTER-05:other @REPL-FILTER-05:unchanged
    Examples:
      | fields                   |
      | mode=block, paths=app2   |
      | mode=Deny, paths=app2    |
      | mode=, paths=app2        |
      | mode=ALLOW, paths=app2   |
      | mode=denying, paths=app2 |
      | mode=allowed, paths=app2 |
      | paths=app2, mode=al      |

    Examples: what every cluster needs
      | fields                       |
      | mode=deny, paths=sys         |
      | mode=deny, paths=identity/   |
      | mode=deny, paths=auth/token/ |
      | mode=deny, paths=cubbyhole   |
      | mode=deny, paths=sys/policy  |

  @REPL-FILTER-04 @REPL-FILTER-04:new
  Scenario: A new filter without a mode allows
    When an operator writes the paths filter of Lima in Oslo with "paths=app2"
    Then eventually there is no object at "app/sky" in Lima
    And eventually Ada reads "red" at "app2/rose" in Lima

  @REPL-FILTER-06 @REPL-FILTER-06:new
  Scenario: A new filter in mode deny without paths denies nothing
    When an operator writes the paths filter of Lima in Oslo with "mode=deny"
    And Ada writes "grey" to "app/sky" in Oslo
    And Ada writes "white" to "app2/rose" in Oslo
    Then eventually Ada reads "grey" at "app/sky" in Lima
    And eventually Ada reads "white" at "app2/rose" in Lima
    And the paths filter of Lima in Oslo has "mode=deny, paths=[]"

  @REPL-FILTER-06 @REPL-FILTER-06:existing
  Scenario: A filter that is written anew in mode deny without paths denies nothing any more
    Given an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    And eventually there is no object at "app/sky" in Lima
    When an operator writes the paths filter of Lima in Oslo with "mode=deny"
    Then eventually Ada reads "blue" at "app/sky" in Lima
    And eventually Ada reads "red" at "app2/rose" in Lima
    And the paths filter of Lima in Oslo has "mode=deny, paths=[]"

  @REPL-FILTER-10 @REPL-FILTER-10:bootstrap @REPL-FILTER-10:later @order
  Scenario: Mounts that were denied before a secondary is enabled are not there afterwards, nor if they are created later
    Given an operator writes the paths filter of "kyoto" in Oslo with 'mode=deny, paths=["app","late"]'
    When an operator enables Kyoto as a secondary of Oslo
    Then eventually Ada reads "red" at "app2/rose" in Kyoto
    And there is no object at "app/sky" in Kyoto
    And eventually there is no secrets engine "app" in Kyoto
    When an operator writes the secrets engine "late" in Oslo with "type=kv"
    And Ada writes "gold" to "late/sun" in Oslo
    And Ada writes "grey" to "app/sky" in Oslo
    And Ada writes "white" to "app2/rose" in Oslo
    Then eventually Ada reads "white" at "app2/rose" in Kyoto
    And after a while there is no object at "late/sun" in Kyoto
    And there is no object at "app/sky" in Kyoto
    And eventually there is no secrets engine "late" in Kyoto
    And eventually Ada reads "gold" at "late/sun" in Lima

  @REPL-FILTER-12 @REPL-FILTER-12:other-secondary @REPL-FILTER-12:primary @order
  Scenario: A filter is for one secondary alone, whether another has one or not
    Given an operator enables Kyoto as a secondary of Oslo
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    Then eventually there is no object at "app/sky" in Lima
    And after a while Ada reads "blue" at "app/sky" in Kyoto
    And Ada reads "blue" at "app/sky" in Oslo
    When an operator writes the paths filter of Kyoto in Oslo with 'mode=deny, paths=["app2"]'
    Then eventually there is no object at "app2/rose" in Kyoto
    And eventually Ada reads "blue" at "app/sky" in Kyoto
    And after a while Ada reads "red" at "app2/rose" in Lima

  @REPL-FILTER-13
  Scenario: After an update of its primary, a filter that is written anew takes effect
    Given an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    And eventually there is no object at "app/sky" in Lima
    And an operator updates the primary of Lima to Oslo
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app2"]'
    Then eventually there is no object at "app2/rose" in Lima
    And eventually Ada reads "blue" at "app/sky" in Lima

  # In mode allow, all other mounts of the servers are filtered, so there must be none.
  @needs-namespaces @needs-fresh @order
  Scenario Outline: The <role> reports what is filtered now
    Given an operator writes the namespace "north" in Oslo with ""
    Then <the filter> has 'dynamic_filtered_namespaces=[], dynamic_filtered_mounts=[]'
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app","north","later"]'
    Then <the filter> has 'dynamic_filtered_namespaces=["north/"], dynamic_filtered_mounts=["app/"]'
    When an operator writes the paths filter of "kyoto" in Oslo with 'mode=deny, paths=["app2"]'
    And an operator writes the secrets engine "later" in Oslo with "type=kv"
    Then <the filter> has 'dynamic_filtered_namespaces=["north/"], dynamic_filtered_mounts=["app/","later/"]'
    When an operator deletes the secrets engine "app" in Oslo
    Then <the filter> has 'dynamic_filtered_namespaces=["north/"], dynamic_filtered_mounts=["later/"]'
    When an operator deletes the paths filter of Lima in Oslo
    Then <the filter> has 'dynamic_filtered_namespaces=[], dynamic_filtered_mounts=[]'
    When an operator writes the paths filter of Lima in Oslo with 'mode=allow, paths=["app2","secret"]'
    Then <the filter> has 'dynamic_filtered_namespaces=["north/"], dynamic_filtered_mounts=["later/"]'

    @REPL-DYN-01 @REPL-DYN-01:namespaces @REPL-DYN-01:mounts
    Examples:
      | role    | the filter                                 |
      | primary | the primary dynamic filter of Lima in Oslo |

    @REPL-DYN-02 @REPL-DYN-02:namespaces @REPL-DYN-02:mounts
    Examples:
      | role      | the filter                                              |
      | secondary | eventually the secondary dynamic filter of Lima in Lima |

  @OWN-FILTER-01
  Scenario Outline: A paths filter leaves local mounts alone: <filter>
    Given an operator writes the secrets engine "own" in Lima with "type=kv, local=true"
    And Ada writes "mine" to "own/thing" in Lima
    When an operator writes the paths filter of Lima in Oslo with '<filter>'
    Then eventually there is no object at "<filtered>" in Lima
    And after a while Ada reads "mine" at "own/thing" in Lima

    Examples:
      | filter                          | filtered  |
      | mode=allow, paths=["app2"]      | app/sky   |
      | mode=deny, paths=["own","app2"] | app2/rose |

  @OWN-FILTER-01
  @needs-namespaces @order
  Scenario: A local mount in a filtered namespace comes back with the namespace
    Given an operator writes the namespace "north" in Oslo with ""
    And an operator writes the secrets engine "own" at "north" in Lima with "type=kv, local=true"
    And Ada writes "mine" to "north/own/thing" in Lima
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["north"]'
    Then eventually there is no namespace "north" in Lima
    And after a while there is no object at "north/own/thing" in Lima
    When an operator deletes the paths filter of Lima in Oslo
    Then eventually Ada reads "mine" at "north/own/thing" in Lima

  @OWN-FILTER-02
  Scenario: The tokens of a filtered auth method are revoked, and stay so after the deletion of the filter
    Given an operator writes the auth method "people" in Oslo with "type=userpass"
    And Ada is a user of "people" in Oslo
    And Ada logs in to Lima by userpass at "people"
    And Lima accepts Ada's token of Lima
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["auth/people"]'
    Then soon Lima refuses Ada's token of Lima
    When an operator deletes the paths filter of Lima in Oslo
    Then eventually Lima has the auth method "people"
    And after a while Lima refuses Ada's token of Lima
    And eventually Ada can log in to Lima by userpass at "people"

  @OWN-FILTER-03
  Scenario: A filtered mount cannot be written through the secondary
    Given an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    And eventually there is no object at "app/sky" in Lima
    When Ada tries to write the object at "app/sky" in Lima with "value=black"
    Then the request is refused
    And after a while Ada reads "blue" at "app/sky" in Oslo
    When Ada writes "pink" to "app2/rose" in Lima
    Then eventually Ada reads "pink" at "app2/rose" in Oslo

  @OWN-FILTER-04
  @needs-restart
  Scenario: A filter outlives restarts on both sides
    Given an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    And eventually there is no object at "app/sky" in Lima
    When Lima is killed and restarted
    And Oslo is killed and restarted
    And Ada writes "grey" to "app/sky" in Oslo
    And Ada writes "pink" to "app2/rose" in Oslo
    Then eventually Ada reads "pink" at "app2/rose" in Lima
    And there is no object at "app/sky" in Lima
    And the primary dynamic filter of Lima in Oslo has 'dynamic_filtered_namespaces=[], dynamic_filtered_mounts=["app/"]'
    And eventually the secondary dynamic filter of Lima in Lima has 'dynamic_filtered_namespaces=[], dynamic_filtered_mounts=["app/"]'

  @OWN-FILTER-04
  @needs-partition @order
  Scenario: A filter that is written while the secondary is away holds when it is back
    Given the link between Oslo and Lima is partitioned
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    And an operator writes the secrets engine "new" in Oslo with "type=kv"
    And Ada writes "gold" to "new/sun" in Oslo
    Then after a while Ada reads "blue" at "app/sky" in Lima
    And there is no secrets engine "new" in Lima
    When the link between Oslo and Lima is healed
    Then eventually there is no object at "app/sky" in Lima
    And eventually Ada reads "gold" at "new/sun" in Lima

  @OWN-FILTER-04
  @order
  Scenario: A promoted primary keeps the filters
    Given an operator enables Kyoto as a secondary of Oslo
    And an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    And eventually there is no object at "app/sky" in Lima
    When an operator demotes Oslo
    And eventually an operator promotes Kyoto
    And an operator updates the primary of Lima to Kyoto
    And Ada writes "grey" to "app/sky" in Kyoto
    And Ada writes "pink" to "app2/rose" in Kyoto
    Then eventually Ada reads "pink" at "app2/rose" in Lima
    And there is no object at "app/sky" in Lima
    And the primary dynamic filter of Lima in Kyoto has 'dynamic_filtered_namespaces=[], dynamic_filtered_mounts=["app/"]'
    And eventually the secondary dynamic filter of Lima in Lima has 'dynamic_filtered_namespaces=[], dynamic_filtered_mounts=["app/"]'
    When an operator deletes the paths filter of Lima in Kyoto
    Then eventually Ada reads "grey" at "app/sky" in Lima

  @OWN-FILTER-05
  Scenario: A mount that is moved out of the filter arrives, and one that is moved into it is removed
    Given an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    And eventually there is no object at "app/sky" in Lima
    When an operator moves the mount "app" to "free" in Oslo
    And an operator moves the mount "app2" to "app" in Oslo
    Then eventually Ada reads "blue" at "free/sky" in Lima
    And eventually there is no object at "app2/rose" in Lima
    And there is no object at "app/rose" in Lima
    And Ada reads "red" at "app/rose" in Oslo

  @needs-namespaces
  Rule: Auth methods and namespaces are filtered as secrets engines are

    Background:
      Given these are written in Oslo:
        | path            | with          |
        | sys/auth/people | type=userpass |
        | sys/auth/folk   | type=userpass |
      And an operator writes the namespace "north" in Oslo with ""
      And an operator writes the namespace "far" at "north" in Oslo with ""
      And an operator writes the namespace "south" in Oslo with ""
      And an operator writes the namespace "northern" in Oslo with ""
      And an operator writes the secrets engine "stone" at "south" in Oslo with "type=kv"
      And Ada writes "grey" to "south/stone/flint" in Oslo
      And an operator writes the secrets engine "ice" at "north/far" in Oslo with "type=kv"
      And an operator writes the secrets engine "sand" at "south" in Oslo with "type=kv"
      And Ada writes "white" to "north/far/ice/berg" in Oslo
      And Ada writes "yellow" to "south/sand/dune" in Oslo
      And eventually Ada reads "white" at "north/far/ice/berg" in Lima

    @REPL-FILTER-08 @REPL-FILTER-08:listed-namespaces @REPL-FILTER-08:other-namespaces
    @REPL-FILTER-09 @REPL-FILTER-09:auth-denied @REPL-FILTER-09:namespaces-denied @REPL-FILTER-09:mounts-beneath-denied
    Scenario: Listed auth methods, namespaces and mounts beneath a namespace are denied, and all others are not
      Given Jane is a user of "people" in Oslo
      And eventually Jane can log in to Lima by userpass at "people"
      When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["auth/people/","north/","south/stone"]'
      Then eventually there is no auth method "people" in Lima
      And eventually Lima has the auth method "folk"
      And eventually there is no namespace "north" in Lima
      And eventually Lima has the namespace "northern"
      And eventually Lima has the namespace "south"
      And eventually Lima has the secrets engine "app"
      And after a while there is no object at "north/far/ice/berg" in Lima
      And eventually Ada reads "yellow" at "south/sand/dune" in Lima
      And after a while there is no object at "south/stone/flint" in Lima
      And Lima refuses these:
        | request                |
        | GET sys/auth/people    |
        | LIST auth/people/users |
      And Jane cannot log in to Lima by userpass at "people"

    @REPL-FILTER-07 @REPL-FILTER-07:listed-namespaces @REPL-FILTER-07:other-namespaces
    @REPL-FILTER-09 @REPL-FILTER-09:auth-allowed @REPL-FILTER-09:namespaces-allowed @REPL-FILTER-09:mounts-beneath-allowed
    @order
    Scenario: Listed auth methods and namespaces are allowed, and all others are not
      Given an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["auth/people/","north/","south/stone"]'
      And eventually there is no namespace "north" in Lima
      When an operator writes the paths filter of Lima in Oslo with 'mode=allow, paths=["north/","auth/folk"]'
      Then eventually there is no namespace "northern" in Lima
      And eventually there is no namespace "south" in Lima
      And eventually there is no secrets engine "app" in Lima
      And eventually Lima has the auth method "folk"
      And eventually Lima has the namespace "north"
      And eventually Ada reads "white" at "north/far/ice/berg" in Lima
      And after a while there is no auth method "people" in Lima
      When an operator writes the secrets engine "snow" at "north" in Oslo with "type=kv"
      And Ada writes "white" to "north/snow/flake" in Oslo
      Then eventually Ada reads "white" at "north/snow/flake" in Lima
