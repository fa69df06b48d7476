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

  @REPL-FILTER-01 @REPL-FILTER-02 @REPL-FILTER-03 @REPL-FILTER-05 @REPL-FILTER-08 @REPL-FILTER-11 @REPL-FILTER-14 @REPL-STATUS-04 @order
  @REPL-FILTER-01:mode @REPL-FILTER-01:paths @REPL-FILTER-01:paths-changed @REPL-FILTER-02:mode @REPL-FILTER-02:paths
  @REPL-FILTER-03:mounts @REPL-FILTER-03:data @REPL-FILTER-05:deny @REPL-FILTER-08:listed-mounts @REPL-FILTER-08:other-mounts
  @REPL-FILTER-11:set @REPL-FILTER-11:changed-removes @REPL-FILTER-11:changed-restores @REPL-FILTER-14:deny
  Scenario: A denied mount is removed, and comes back with all that was written meanwhile
    Given an operator writes the secrets engine "team/app" in Oslo with "type=kv"
    And Ada writes "pink" to "team/app/dawn" in Oslo
    # REPL-FILTER-01, REPL-FILTER-05
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app","other"]'
    # REPL-FILTER-01, REPL-FILTER-02
    Then the paths filter of Lima in Oslo has 'mode=deny, paths=["app/","other/"]'
    # REPL-FILTER-08, REPL-FILTER-11, REPL-STATUS-04
    And eventually there is no object at "app/sky" in Lima
    # REPL-FILTER-08
    And eventually there is no secrets engine "app" in Lima
    # REPL-FILTER-08, REPL-FILTER-14
    And Ada reads "red" at "app2/rose" in Lima
    # REPL-FILTER-08, REPL-FILTER-14
    And eventually Ada reads "pink" at "team/app/dawn" in Lima
    When Ada writes "grey" to "app/sky" in Oslo
    And Ada writes "white" to "app2/rose" in Oslo
    # REPL-FILTER-08, REPL-FILTER-14
    Then eventually Ada reads "white" at "app2/rose" in Lima
    # REPL-FILTER-08
    And there is no object at "app/sky" in Lima
    # REPL-FILTER-11
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app2"]'
    # REPL-FILTER-01
    Then the paths filter of Lima in Oslo has 'mode=deny, paths=["app2/"]'
    # REPL-FILTER-11
    And eventually Ada reads "grey" at "app/sky" in Lima
    # REPL-FILTER-11
    And eventually there is no object at "app2/rose" in Lima
    # REPL-FILTER-03
    When an operator deletes the paths filter of Lima in Oslo
    And an operator writes the secrets engine "progress" in Oslo with "type=kv"
    # REPL-FILTER-03
    Then eventually Ada reads "white" at "app2/rose" in Lima
    # REPL-FILTER-03
    And eventually Ada reads "grey" at "app/sky" in Lima
    # REPL-FILTER-03
    And there is no paths filter of Lima in Oslo
    # REPL-FILTER-03
    And eventually Lima has every log entry of Oslo

  @REPL-FILTER-01 @REPL-FILTER-02 @REPL-FILTER-04 @REPL-FILTER-07 @REPL-FILTER-14 @needs-namespaces @order
  @REPL-FILTER-01:mode-changed @REPL-FILTER-02:mode @REPL-FILTER-04:existing
  @REPL-FILTER-07:listed-mounts @REPL-FILTER-07:other-mounts @REPL-FILTER-14:allow
  Scenario: A filter in mode allow leaves only the listed mounts, and what every cluster needs
    Given an operator writes the policy "painter" in Oslo with 'policy=path "app/*" { capabilities = ["read"] }'
    And an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    And eventually there is no object at "app/sky" in Lima
    # REPL-FILTER-04
    When an operator writes the paths filter of Lima in Oslo with "paths=app/"
    # REPL-FILTER-01, REPL-FILTER-04, REPL-FILTER-07, REPL-FILTER-14
    Then eventually there is no object at "app2/rose" in Lima
    # REPL-FILTER-04, REPL-FILTER-07
    And eventually Ada reads "blue" at "app/sky" in Lima
    # REPL-FILTER-07, REPL-FILTER-14
    And eventually Lima has the secrets engine "app"
    # REPL-FILTER-07, REPL-FILTER-14
    And eventually there is no secrets engine "app2" in Lima
    # REPL-FILTER-07, REPL-FILTER-14
    And eventually Lima has the secrets engine "sys"
    # REPL-FILTER-07, REPL-FILTER-14
    And eventually Lima has the secrets engine "identity"
    # REPL-FILTER-07, REPL-FILTER-14
    And eventually Lima has the secrets engine "cubbyhole"
    # REPL-FILTER-07, REPL-FILTER-14
    And eventually Lima has the auth method "token"
    # REPL-FILTER-07
    And eventually Lima has the policy "painter"
    # REPL-FILTER-01, REPL-FILTER-02, REPL-FILTER-04
    And the paths filter of Lima in Oslo has 'mode=allow, paths=["app/"]'
    When an operator writes the secrets engine "late" in Oslo with "type=kv"
    And Ada writes "gold" to "late/sun" in Oslo
    # REPL-FILTER-07
    Then after a while there is no object at "late/sun" in Lima
    # REPL-FILTER-07
    When an operator writes the paths filter of Lima in Oslo with "mode=allow, paths=[]"
    # REPL-FILTER-07
    Then eventually there is no object at "app/sky" in Lima
    # REPL-FILTER-07
    And eventually Lima has the policy "painter"

  @CORE-ATOMIC-01
  Scenario Outline: A filter cannot be written with <fields>
    Given an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    When Olga tries to write the paths filter of Lima in Oslo with "<fields>"
    # REPL-FILTER-05
    Then the request is refused
    When Olga tries to write the paths filter of "kyoto" in Oslo with "<fields>"
    # REPL-FILTER-05
    Then the request is refused
    # REPL-FILTER-05
    And there is no paths filter of "kyoto" in Oslo
    # CORE-ATOMIC-01
    And the refused requests have changed nothing
    # CORE-ATOMIC-01, REPL-FILTER-05
    And the paths filter of Lima in Oslo has 'mode=deny, paths=["app/"]'
    # REPL-FILTER-05
    And eventually there is no object at "app/sky" in Lima
    # REPL-FILTER-05
    And eventually Ada reads "red" at "app2/rose" in Lima

    @REPL-FILTER-05 @REPL-FILTER-05:other @REPL-FILTER-05:unchanged
    Examples:
      | fields                   | name |
      | mode=block, paths=app2   | mode |
      | mode=Deny, paths=app2    | mode |
      | mode=, paths=app2        | mode |
      | mode=ALLOW, paths=app2   | mode |
      | mode=denying, paths=app2 | mode |
      | mode=allowed, paths=app2 | mode |
      | paths=app2, mode=al      | mode |

    Examples: what every cluster needs
      | fields                       | name  |
      | mode=deny, paths=sys         | paths |
      | mode=deny, paths=identity/   | paths |
      | mode=deny, paths=auth/token/ | paths |
      | mode=deny, paths=cubbyhole   | paths |
      | mode=deny, paths=sys/policy  | paths |

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
  Scenario: A filter in mode deny without paths denies nothing
    Given an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    And eventually there is no object at "app/sky" in Lima
    When an operator writes the paths filter of Lima in Oslo with "mode=deny"
    Then eventually Ada reads "blue" at "app/sky" in Lima
    And eventually Ada reads "red" at "app2/rose" in Lima
    And the paths filter of Lima in Oslo has "mode=deny, paths=[]"

  @REPL-FILTER-05 @REPL-FILTER-07 @REPL-FILTER-08 @REPL-FILTER-09 @needs-namespaces @order
  @REPL-FILTER-05:allow @REPL-FILTER-07:listed-namespaces @REPL-FILTER-07:other-namespaces
  @REPL-FILTER-08:listed-namespaces @REPL-FILTER-08:other-namespaces
  @REPL-FILTER-09:auth-denied @REPL-FILTER-09:auth-allowed
  @REPL-FILTER-09:namespaces-denied @REPL-FILTER-09:namespaces-allowed
  @REPL-FILTER-09:mounts-beneath-denied @REPL-FILTER-09:mounts-beneath-allowed
  Scenario: Auth methods and namespaces are filtered as secrets engines are
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
    # REPL-FILTER-08, REPL-FILTER-09
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["auth/people/","north/","south/stone"]'
    # REPL-FILTER-08, REPL-FILTER-09
    Then eventually there is no auth method "people" in Lima
    # REPL-FILTER-08, REPL-FILTER-09
    And eventually Lima has the auth method "folk"
    # REPL-FILTER-08, REPL-FILTER-09
    And eventually there is no namespace "north" in Lima
    # REPL-FILTER-08, REPL-FILTER-09
    And eventually Lima has the namespace "northern"
    # REPL-FILTER-08, REPL-FILTER-09
    And eventually Lima has the namespace "south"
    # REPL-FILTER-08, REPL-FILTER-09
    And eventually Lima has the secrets engine "app"
    # REPL-FILTER-08, REPL-FILTER-09
    And after a while there is no object at "north/far/ice/berg" in Lima
    # REPL-FILTER-08, REPL-FILTER-09
    And eventually Ada reads "yellow" at "south/sand/dune" in Lima
    # REPL-FILTER-08, REPL-FILTER-09
    And after a while there is no object at "south/stone/flint" in Lima
    # REPL-FILTER-09
    And Lima refuses these:
      | request                    | with                |
      | GET sys/auth/people        |                     |
      | GET auth/people/users      |                     |
      | POST auth/people/login/ada | password=opensesame |
    # REPL-FILTER-05, REPL-FILTER-07, REPL-FILTER-09
    When an operator writes the paths filter of Lima in Oslo with 'mode=allow, paths=["north/","auth/folk"]'
    # REPL-FILTER-07, REPL-FILTER-09
    Then eventually there is no auth method "people" in Lima
    # REPL-FILTER-07, REPL-FILTER-09
    And eventually Lima has the auth method "folk"
    # REPL-FILTER-07, REPL-FILTER-09
    And eventually Lima has the namespace "north"
    # REPL-FILTER-07, REPL-FILTER-09
    And eventually there is no namespace "northern" in Lima
    # REPL-FILTER-07, REPL-FILTER-09
    And eventually there is no namespace "south" in Lima
    # REPL-FILTER-07, REPL-FILTER-09
    And eventually there is no secrets engine "app" in Lima
    # REPL-FILTER-07, REPL-FILTER-09
    And eventually Ada reads "white" at "north/far/ice/berg" in Lima
    When an operator writes the secrets engine "snow" at "north" in Oslo with "type=kv"
    And Ada writes "white" to "north/snow/flake" in Oslo
    # REPL-FILTER-07, REPL-FILTER-09
    Then eventually Ada reads "white" at "north/snow/flake" in Lima

  @REPL-FILTER-10 @REPL-FILTER-10:bootstrap @REPL-FILTER-10:later @order
  Scenario: A filter that is there first keeps its mounts from ever arriving
    Given an operator writes the paths filter of "kyoto" in Oslo with 'mode=deny, paths=["app","late"]'
    When an operator enables Kyoto as a secondary of Oslo
    Then eventually Ada reads "red" at "app2/rose" in Kyoto
    And there is no object at "app/sky" in Kyoto
    And eventually there is no secrets engine "app" in Kyoto
    When an operator writes the secrets engine "late" in Oslo with "type=kv"
    And Ada writes "gold" to "late/sun" in Oslo
    And Ada writes "grey" to "app/sky" in Oslo
    Then after a while there is no object at "late/sun" in Kyoto
    And there is no object at "app/sky" in Kyoto
    And eventually there is no secrets engine "late" in Kyoto
    And eventually Ada reads "gold" at "late/sun" in Lima

  @REPL-FILTER-12 @REPL-FILTER-12:other-secondary @REPL-FILTER-12:primary @order
  Scenario: A filter is for one secondary alone, whether another has one or not
    Given an operator enables Kyoto as a secondary of Oslo
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    Then eventually there is no object at "app/sky" in Lima
    And Ada reads "blue" at "app/sky" in Kyoto
    And Ada reads "blue" at "app/sky" in Oslo
    When an operator writes the paths filter of Kyoto in Oslo with 'mode=deny, paths=["app2"]'
    Then eventually there is no object at "app2/rose" in Kyoto
    And eventually Ada reads "blue" at "app/sky" in Kyoto
    And Ada reads "red" at "app2/rose" in Lima

  @REPL-FILTER-13
  Scenario: A secondary that reconnects with another token is filtered again
    Given an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    And eventually there is no object at "app/sky" in Lima
    And an operator updates the primary of Lima to Oslo
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app2"]'
    Then eventually there is no object at "app2/rose" in Lima
    And eventually Ada reads "blue" at "app/sky" in Lima

  @REPL-DYN-01 @REPL-DYN-02 @needs-namespaces @order
  @REPL-DYN-01:namespaces @REPL-DYN-01:mounts @REPL-DYN-02:namespaces @REPL-DYN-02:mounts
  Scenario: Primary and secondary report what is filtered now
    Given an operator writes the namespace "north" in Oslo with ""
    # REPL-DYN-01
    Then the primary dynamic filter of Lima in Oslo has 'dynamic_filtered_namespaces=[], dynamic_filtered_mounts=[]'
    # REPL-DYN-02
    And eventually the secondary dynamic filter of Lima in Lima has 'dynamic_filtered_namespaces=[], dynamic_filtered_mounts=[]'
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app","north","later"]'
    # REPL-DYN-01
    Then the primary dynamic filter of Lima in Oslo has 'dynamic_filtered_namespaces=["north/"], dynamic_filtered_mounts=["app/"]'
    # REPL-DYN-02
    And eventually the secondary dynamic filter of Lima in Lima has 'dynamic_filtered_namespaces=["north/"], dynamic_filtered_mounts=["app/"]'
    When an operator writes the secrets engine "later" in Oslo with "type=kv"
    # REPL-DYN-01
    Then the primary dynamic filter of Lima in Oslo has 'dynamic_filtered_namespaces=["north/"], dynamic_filtered_mounts=["app/","later/"]'
    # REPL-DYN-02
    And eventually the secondary dynamic filter of Lima in Lima has 'dynamic_filtered_namespaces=["north/"], dynamic_filtered_mounts=["app/","later/"]'
    When an operator deletes the secrets engine "app" in Oslo
    # REPL-DYN-01
    Then the primary dynamic filter of Lima in Oslo has 'dynamic_filtered_namespaces=["north/"], dynamic_filtered_mounts=["later/"]'
    # REPL-DYN-02
    And eventually the secondary dynamic filter of Lima in Lima has 'dynamic_filtered_namespaces=["north/"], dynamic_filtered_mounts=["later/"]'
    When an operator deletes the paths filter of Lima in Oslo
    # REPL-DYN-01
    Then the primary dynamic filter of Lima in Oslo has 'dynamic_filtered_namespaces=[], dynamic_filtered_mounts=[]'
    # REPL-DYN-02
    And eventually the secondary dynamic filter of Lima in Lima has 'dynamic_filtered_namespaces=[], dynamic_filtered_mounts=[]'
    When an operator writes the paths filter of "kyoto" in Oslo with 'mode=deny, paths=["app2"]'
    # REPL-DYN-01
    Then the primary dynamic filter of Lima in Oslo has 'dynamic_filtered_namespaces=[], dynamic_filtered_mounts=[]'
    # REPL-DYN-02
    And eventually the secondary dynamic filter of Lima in Lima has 'dynamic_filtered_namespaces=[], dynamic_filtered_mounts=[]'
    When an operator writes the paths filter of Lima in Oslo with 'mode=allow, paths=["app2","secret"]'
    # REPL-DYN-01
    Then the primary dynamic filter of Lima in Oslo has 'dynamic_filtered_namespaces=["north/"], dynamic_filtered_mounts=["later/"]'
    # REPL-DYN-02
    And eventually the secondary dynamic filter of Lima in Lima has 'dynamic_filtered_namespaces=["north/"], dynamic_filtered_mounts=["later/"]'

  @OWN-FILTER-01
  Scenario Outline: Local mounts are not filtered by one with <filter>
    Given an operator writes the secrets engine "own" in Lima with "type=kv, local=true"
    And Ada writes "mine" to "own/thing" in Lima
    When an operator writes the paths filter of Lima in Oslo with '<filter>'
    Then eventually there is no object at "<filtered>" in Lima
    And eventually Ada reads "mine" at "own/thing" in Lima

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
  Scenario: The tokens of a filtered auth method are revoked
    Given an operator writes the auth method "people" in Oslo with "type=userpass"
    And Ada is a user of "people" in Oslo
    And Ada logs in to Lima by userpass at "people"
    And Lima accepts Ada's token of Lima
    When an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["auth/people"]'
    Then soon Lima refuses Ada's token of Lima
    When an operator deletes the paths filter of Lima in Oslo
    Then eventually Ada can log in to Lima by userpass at "people"

  @OWN-FILTER-03
  Scenario: A filtered mount cannot be written through the secondary
    Given an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    And eventually there is no object at "app/sky" in Lima
    When Ada tries to write the object at "app/sky" in Lima with "value=black"
    Then the request is refused
    And eventually Ada reads "blue" at "app/sky" in Oslo
    When Ada writes "pink" to "app2/rose" in Lima
    Then eventually Ada reads "pink" at "app2/rose" in Oslo

  @OWN-FILTER-04
  @needs-restart
  Scenario: A filter outlives restarts on both sides
    Given an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app"]'
    And eventually there is no object at "app/sky" in Lima
    When Lima is killed and started again
    And Oslo is killed and started again
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
    Then eventually Ada reads "blue" at "app/sky" in Lima
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
