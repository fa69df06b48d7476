Feature: A bad request is told what is wrong, and changes nothing

  Background:
    Given a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo

  @CORE-ATOMIC-01
  Scenario Outline: <what> is refused
    When somebody sends <what> to "colours/sky" in Oslo
    Then that is refused
    And Ada reads "blue" from "colours/sky" in Oslo at once
    When somebody sends <what> to "colours/night" in Oslo
    Then that is refused
    # CORE-ATOMIC-01
    And nothing has changed
    # CORE-ATOMIC-01
    And nothing is at "colours/night" in Oslo

    @CORE-BODY-02
    Examples:
      | what        |
      | broken JSON |
      | an array    |
      | a bare text |

    Examples:
      | what            |
      | an empty object |

  Scenario: Without a good token nothing is told, not even what is there
    When somebody reads "colours/sky" in Oslo without a token
    Then that is refused as forbidden
    When somebody reads "colours/sky" in Oslo with the token "hvs.made-up"
    Then that is refused as forbidden
    When somebody reads "no-such-mount/x" in Oslo without a token
    Then that is refused as forbidden

  @needs-move-time
  Scenario: A token that is over is no token
    Given Ada holds a token of Oslo for "10m"
    When 9 minutes pass
    Then Oslo accepts the token that Ada holds
    When 62 seconds pass
    Then Oslo refuses the token that Ada holds

  Scenario: What is not there is told with the right code
    Then Oslo answers these:
      | request                       | status |
      | GET colours/no-such-secret    | 404    |
      | LIST colours/no-such-folder   | 404    |
      | DELETE colours/no-such-secret | 204    |
      | GET no-such-mount/x           | 404    |
      | GET sys/no-such-path          | 404    |
      | DELETE sys/leases/lookup      | 405    |

  Scenario: LIST is a verb and a query, but not for what is no collection
    Given Ada wrote "green" to "colours/plants/grass" in Oslo
    Then a LIST of "colours" in Oslo names "plants/, sky"
    And a GET of "colours?list=true" in Oslo names "plants/, sky"
    And Oslo answers these:
      | request                                 | status |
      | LIST sys/replication/performance/status | 404    |

  Scenario: A wrong type names the field
    When somebody asks Oslo to mount "x" with "type=kv, local=perhaps"
    Then that is refused as a bad request that names "local"
    And nothing is mounted at "x" in Oslo
    When somebody asks Oslo to mount "x" with "type=no-such-type"
    Then that is refused as a bad request that names "no-such-type"
    When somebody asks Oslo to mount "x" with "type=kv, colour=red"
    Then that succeeds
