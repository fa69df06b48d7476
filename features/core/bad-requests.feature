Feature: Bad requests
  A bad request is refused with a reason, and changes nothing.

  Background:
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Olga is an operator of Oslo
    And Ada writes "blue" to "colours/sky" in Oslo

  @CORE-BODY-02 @smoke
  Scenario Outline: A body that is <what> is refused, and creates and changes no secret
    When Ada tries to send <what> to "colours/sky" in Oslo
    Then the request is refused
    And Ada reads "blue" at "colours/sky" in Oslo
    When Ada tries to send <what> to "colours/night" in Oslo
    Then the request is refused
    And the refused requests have changed nothing
    And there is no object at "colours/night" in Oslo

    @CORE-BODY-02:broken-json
    Examples:
      | what        |
      | broken JSON |

    @CORE-BODY-02:array
    Examples:
      | what     |
      | an array |

    @CORE-BODY-02:bare-string
    Examples:
      | what        |
      | a bare text |

  @CORE-ATOMIC-01
  Scenario Outline: A refused body changes nothing: <what>
    Given Ada tries to send <what> to "colours/sky" in Oslo
    And the request is refused
    And Ada tries to send <what> to "colours/night" in Oslo
    And the request is refused
    Then the refused requests have changed nothing
    And Ada reads "blue" at "colours/sky" in Oslo
    And there is no object at "colours/night" in Oslo

    Examples:
      | what            |
      | broken JSON     |
      | an array        |
      | a bare text     |
      | an empty object |

  @OWN-REQUEST-01
  Scenario: A request without a valid token has status 403, whether or not its mount exists
    When an unauthenticated client tries to read the object at "colours/sky" in Oslo
    Then the request is refused with status 403
    When a client with a made-up token tries to read the object at "colours/sky" in Oslo
    Then the request is refused with status 403
    When an unauthenticated client tries to list the objects at "colours" in Oslo
    Then the request is refused with status 403
    When an unauthenticated client tries to delete the object at "colours/sky" in Oslo
    Then the request is refused with status 403
    When an unauthenticated client tries to read the object at "no-such-mount/x" in Oslo
    Then the request is refused with status 403
    When a client with a made-up token tries to read the object at "no-such-mount/x" in Oslo
    Then the request is refused with status 403
    And Ada reads "blue" at "colours/sky" in Oslo

  @OWN-REQUEST-02
  @needs-move-time
  Scenario: An expired token is refused
    Given Ada has a token of Oslo that an operator created with 'policies=["of-ada"], no_parent=true, ttl=10m'
    When 9 minutes pass
    Then Oslo accepts Ada's token of Oslo
    When 62 seconds pass
    Then Oslo refuses Ada's token of Oslo

  @OWN-REQUEST-03
  Scenario: A missing secret, mount or path has status 404, a deletion of a missing secret 204, a wrong method 405
    Then Oslo answers these:
      | request                       | status |
      | GET colours/no-such-secret    | 404    |
      | LIST colours/no-such-folder   | 404    |
      | DELETE colours/no-such-secret | 204    |
      | GET no-such-mount/x           | 404    |
      | GET sys/no-such-path          | 404    |
      | DELETE sys/leases/lookup      | 405    |

  @OWN-REQUEST-03
  @needs-replication
  Scenario: A collection is listed with LIST or list=true, and LIST of a path that is no collection has status 404
    Given Ada writes "green" to "colours/plants/grass" in Oslo
    Then the objects at "colours" in Oslo are "plants/, sky"
    And Oslo accepts these:
      | request               | returns          |
      | GET colours?list=true | keys=plants/,sky |
    And Oslo answers these:
      | request                                 | status |
      | LIST sys/replication/performance/status | 404    |

  @OWN-REQUEST-04
  Scenario: An invalid field or value is named in the refusal, and an unknown field is ignored
    When Olga tries to write the secrets engine "x" in Oslo with "type=kv, local=perhaps"
    Then the request is refused, naming "local"
    And eventually there is no secrets engine "x" in Oslo
    When Olga tries to write the secrets engine "x" in Oslo with "type=no-such-type"
    Then the request is refused, naming "no-such-type"
    When Olga tries to write the secrets engine "x" in Oslo with "type=kv, colour=red"
    Then the request succeeds
    And Oslo has the secrets engine "x"
