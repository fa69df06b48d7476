Feature: A follower gets what its filter lets through

  Background:
    Given Oslo leads, and Lima follows
    And a key-value engine is mounted at "app" in Oslo
    And a key-value engine is mounted at "app2" in Oslo
    And Ada wrote "blue" to "app/sky" in Oslo
    And Ada wrote "red" to "app2/rose" in Oslo
    And Ada reads "blue" from "app/sky" in Lima
    And Ada reads "red" from "app2/rose" in Lima

  @REPL-FILTER-01 @REPL-FILTER-02 @REPL-FILTER-03 @REPL-FILTER-08 @REPL-FILTER-11 @REPL-FILTER-14 @REPL-STATUS-04
  Scenario: What is withheld vanishes, and comes back with all that was written meanwhile
    # REPL-FILTER-01
    When Oslo withholds "app" from Lima
    # REPL-FILTER-08, REPL-FILTER-11, REPL-STATUS-04
    Then nothing is left at "app/sky" in Lima
    # REPL-FILTER-08
    And nothing is mounted at "app" in Lima
    # REPL-FILTER-08, REPL-FILTER-14
    And Ada reads "red" from "app2/rose" in Lima at once
    # REPL-FILTER-01, REPL-FILTER-02
    And the filter of Lima in Oslo is "deny" with "app/"
    When Ada wrote "grey" to "app/sky" in Oslo
    And Ada wrote "white" to "app2/rose" in Oslo
    # REPL-FILTER-08, REPL-FILTER-14
    Then Ada reads "white" from "app2/rose" in Lima
    # REPL-FILTER-08
    And nothing is at "app/sky" in Lima
    # REPL-FILTER-11
    When Oslo withholds "app2" from Lima
    # REPL-FILTER-11
    Then Ada reads "grey" from "app/sky" in Lima
    # REPL-FILTER-11
    And nothing is left at "app2/rose" in Lima
    # REPL-FILTER-03
    When Oslo lifts the filter of Lima
    # REPL-FILTER-03
    Then Ada reads "white" from "app2/rose" in Lima
    # REPL-FILTER-03
    And Ada reads "grey" from "app/sky" in Lima
    # REPL-FILTER-03
    And Lima has no filter in Oslo
    # REPL-FILTER-03
    And Lima keeps up with Oslo

  @REPL-FILTER-04 @REPL-FILTER-07
  Scenario: What is not allowed is not there, but for what every cluster needs
    Given the policy "painter" in Oslo is 'path "app/*" { capabilities = ["read"] }'
    # REPL-FILTER-04
    When Oslo filters what Lima gets, with "paths=app/"
    # REPL-FILTER-04, REPL-FILTER-07
    Then nothing is left at "app2/rose" in Lima
    # REPL-FILTER-04, REPL-FILTER-07
    And Ada reads "blue" from "app/sky" in Lima
    # REPL-FILTER-07
    And Lima has these places:
      | place       | there |
      | app/        | yes   |
      | app2/       | no    |
      | sys/        | yes   |
      | identity/   | yes   |
      | cubbyhole/  | yes   |
      | auth/token/ | yes   |
    # REPL-FILTER-07
    And Lima knows the policy "painter"
    # REPL-FILTER-04
    And the filter of Lima in Oslo is "allow" with "app/"
    When a key-value engine is mounted at "late" in Oslo
    And Ada wrote "gold" to "late/sun" in Oslo
    # REPL-FILTER-07
    Then nothing is at "late/sun" in Lima after a while
    # REPL-FILTER-07
    When Oslo allows Lima nothing but ""
    # REPL-FILTER-07
    Then nothing is left at "app/sky" in Lima
    # REPL-FILTER-07
    And Lima knows the policy "painter"

  @CORE-ATOMIC-01
  Scenario Outline: <fields> is no filter, and changes none
    Given Oslo withholds "app" from Lima
    When somebody asks Oslo to filter what Lima gets, with "<fields>"
    Then that is refused
    # CORE-ATOMIC-01
    And nothing has changed
    # CORE-ATOMIC-01
    And the filter of Lima in Oslo is "deny" with "app/"
    And nothing is left at "app/sky" in Lima
    And Ada reads "red" from "app2/rose" in Lima

    @REPL-FILTER-05
    Examples:
      | fields                 | name |
      | mode=block, paths=app2 | mode |
      | mode=Deny, paths=app2  | mode |
      | mode=, paths=app2      | mode |

    Examples: what every cluster needs
      | fields                       | name  |
      | mode=deny, paths=sys         | paths |
      | mode=deny, paths=identity/   | paths |
      | mode=deny, paths=auth/token/ | paths |
      | mode=deny, paths=cubbyhole   | paths |
      | mode=deny, paths=sys/policy  | paths |

  @REPL-FILTER-06
  Scenario: Who lists nothing withholds nothing
    Given Oslo withholds "app" from Lima
    And nothing is left at "app/sky" in Lima
    When Oslo filters what Lima gets, with "mode=deny"
    Then Ada reads "blue" from "app/sky" in Lima
    And Ada reads "red" from "app2/rose" in Lima
    And the filter of Lima in Oslo is "deny" with ""

  @REPL-FILTER-07 @REPL-FILTER-08 @REPL-FILTER-09
  Scenario: Login methods and namespaces are withheld as engines are
    Given these are mounted in Oslo:
      | path        | type     |
      | auth/people | userpass |
      | auth/folk   | userpass |
    And the namespace "north" in Oslo
    And the namespace "north/far" in Oslo
    And the namespace "south" in Oslo
    And a key-value engine is mounted at "ice" in the namespace "north/far" in Oslo
    And a key-value engine is mounted at "sand" in the namespace "south" in Oslo
    And Ada wrote "white" to "ice/berg" in the namespace "north/far" in Oslo
    And Ada wrote "yellow" to "sand/dune" in the namespace "south" in Oslo
    And Ada reads "white" from "ice/berg" in the namespace "north/far" in Lima
    # REPL-FILTER-08, REPL-FILTER-09
    When Oslo withholds "auth/people/, north/" from Lima
    # REPL-FILTER-08, REPL-FILTER-09
    Then Lima has these places:
      | place        | there |
      | auth/people/ | no    |
      | auth/folk/   | yes   |
      | north/       | no    |
      | south/       | yes   |
      | app/         | yes   |
    # REPL-FILTER-08, REPL-FILTER-09
    And nothing is at "ice/berg" in the namespace "north/far" in Lima after a while
    # REPL-FILTER-08, REPL-FILTER-09
    And Ada reads "yellow" from "sand/dune" in the namespace "south" in Lima
    # REPL-FILTER-09
    And Lima refuses these:
      | request                    |
      | GET sys/auth/people        |
      | GET auth/people/users      |
      | POST auth/people/login/ada |
    # REPL-FILTER-07, REPL-FILTER-09
    When Oslo allows Lima nothing but "north/"
    # REPL-FILTER-07, REPL-FILTER-09
    Then Lima has these places:
      | place        | there |
      | auth/people/ | no    |
      | auth/folk/   | no    |
      | north/       | yes   |
      | south/       | no    |
      | app/         | no    |
    # REPL-FILTER-07, REPL-FILTER-09
    And Ada reads "white" from "ice/berg" in the namespace "north/far" in Lima
    When a key-value engine is mounted at "snow" in the namespace "north" in Oslo
    And Ada wrote "white" to "snow/flake" in the namespace "north" in Oslo
    # REPL-FILTER-07, REPL-FILTER-09
    Then Ada reads "white" from "snow/flake" in the namespace "north" in Lima

  @REPL-FILTER-10
  Scenario: What is withheld from the start never arrives
    Given Oslo withholds "app, late" from whoever joins as "kyoto"
    When Kyoto joins Oslo
    Then Ada reads "red" from "app2/rose" in Kyoto
    And nothing is at "app/sky" in Kyoto
    And nothing is mounted at "app" in Kyoto
    When a key-value engine is mounted at "late" in Oslo
    And Ada wrote "gold" to "late/sun" in Oslo
    And Ada wrote "grey" to "app/sky" in Oslo
    Then nothing is at "late/sun" in Kyoto after a while
    And nothing is at "app/sky" in Kyoto
    And nothing is mounted at "late" in Kyoto
    And Ada reads "gold" from "late/sun" in Lima

  @REPL-FILTER-12
  Scenario: A filter is for one follower alone
    Given Kyoto joins Oslo
    When Oslo withholds "app" from Lima
    Then nothing is left at "app/sky" in Lima
    And Ada reads "blue" from "app/sky" in Kyoto at once
    And Ada reads "blue" from "app/sky" in Oslo at once
    When Oslo withholds "app2" from Kyoto
    Then nothing is left at "app2/rose" in Kyoto
    And Ada reads "blue" from "app/sky" in Kyoto
    And Ada reads "red" from "app2/rose" in Lima at once

  @REPL-FILTER-13
  Scenario: A follower that came again with another token is filtered again
    Given Oslo withholds "app" from Lima
    And nothing is left at "app/sky" in Lima
    When somebody asks Lima to follow Oslo
    Then that succeeds
    When Oslo withholds "app2" from Lima
    Then nothing is left at "app2/rose" in Lima
    And Ada reads "blue" from "app/sky" in Lima

  @REPL-DYN-01 @REPL-DYN-02
  Scenario: Both sides tell what is withheld now
    Given the namespace "north" in Oslo
    And Oslo and Lima agree that "" is withheld
    When Oslo withholds "app, north, later" from Lima
    Then Oslo and Lima agree that "north/, app/" is withheld
    When a key-value engine is mounted at "later" in Oslo
    Then Oslo and Lima agree that "north/, app/, later/" is withheld
    When "sys/mounts/app" is deleted in Oslo
    Then Oslo and Lima agree that "north/, later/" is withheld
    When Oslo lifts the filter of Lima
    Then Oslo and Lima agree that "" is withheld

  Scenario: What a follower keeps to itself is no filter's business
    Given a key-value engine for Lima alone is mounted at "own" in Lima
    And Ada wrote "mine" to "own/thing" in Lima
    When Oslo allows Lima nothing but "app2"
    Then nothing is left at "app/sky" in Lima
    And Ada reads "mine" from "own/thing" in Lima
    When Oslo withholds "own, app2" from Lima
    Then nothing is left at "app2/rose" in Lima
    And Ada reads "mine" from "own/thing" in Lima

  Scenario: What a follower keeps to itself in a namespace waits for the namespace
    Given the namespace "north" in Oslo
    And a key-value engine for Lima alone is mounted at "own" in the namespace "north" in Lima
    And Ada wrote "mine" to "own/thing" in the namespace "north" in Lima
    When Oslo withholds "north" from Lima
    Then Lima has these places:
      | place  | there |
      | north/ | no    |
    And nothing is at "own/thing" in the namespace "north" in Lima after a while
    When Oslo lifts the filter of Lima
    Then Ada reads "mine" from "own/thing" in the namespace "north" in Lima

  Scenario: With a login method go the tokens that it gave
    Given people log in with passwords at "people" in Oslo
    And Ada has a password at "people" in Oslo
    And Ada logs in with the password at "people" in Lima
    And Lima accepts the token that Ada holds
    When Oslo withholds "auth/people" from Lima
    Then Lima soon refuses the token that Ada holds
    When Oslo lifts the filter of Lima
    Then Ada can log in with the password at "people" in Lima again

  Scenario: What is withheld cannot be written through the follower
    Given Oslo withholds "app" from Lima
    And nothing is left at "app/sky" in Lima
    When somebody tries to write "black" to "app/sky" in Lima
    Then that is refused
    And Ada reads "blue" from "app/sky" in Oslo
    When Ada wrote "pink" to "app2/rose" in Lima
    Then Ada reads "pink" from "app2/rose" in Oslo

  @needs-restart
  Scenario: No start forgets what is withheld
    Given Oslo withholds "app" from Lima
    And nothing is left at "app/sky" in Lima
    When Lima is killed and started again
    And Oslo is killed and started again
    And Ada wrote "grey" to "app/sky" in Oslo
    And Ada wrote "pink" to "app2/rose" in Oslo
    Then Ada reads "pink" from "app2/rose" in Lima
    And nothing is at "app/sky" in Lima
    And Oslo and Lima agree that "app/" is withheld

  @needs-cut
  Scenario: Who was away when the filter changed has its share when it is back
    Given the link between Oslo and Lima is cut
    When Oslo withholds "app" from Lima
    And a key-value engine is mounted at "new" in Oslo
    And Ada wrote "gold" to "new/sun" in Oslo
    Then Ada reads "blue" from "app/sky" in Lima
    When the link between Oslo and Lima is mended
    Then nothing is left at "app/sky" in Lima
    And Ada reads "gold" from "new/sun" in Lima

  Scenario: The next lead keeps to the filters of the last
    Given Kyoto joins Oslo
    And Oslo withholds "app" from Lima
    And nothing is left at "app/sky" in Lima
    When Oslo is demoted and Kyoto is promoted
    And Lima is told to follow Kyoto
    And Ada wrote "grey" to "app/sky" in Kyoto
    And Ada wrote "pink" to "app2/rose" in Kyoto
    Then Ada reads "pink" from "app2/rose" in Lima
    And nothing is at "app/sky" in Lima
    And Kyoto and Lima agree that "app/" is withheld
    When Kyoto lifts the filter of Lima
    Then Ada reads "grey" from "app/sky" in Lima

  Scenario: A mount that moves out of the filter arrives, and one that moves in is gone
    Given Oslo withholds "app" from Lima
    And nothing is left at "app/sky" in Lima
    When the mount "app" is moved to "free" in Oslo
    Then Ada reads "blue" from "free/sky" in Lima
    When the mount "app2" is moved to "app" in Oslo
    Then nothing is left at "app2/rose" in Lima
    And nothing is at "app/rose" in Lima
