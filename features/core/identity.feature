Feature: Whoever logs in is the same somebody on every cluster

  Background:
    Given Oslo leads, and Lima follows
    And a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    And people log in with passwords at "staff" in Oslo
    And Bob has a password at "staff" in Oslo

  Scenario: Whoever logs in on a follower first is made known by the lead
    When Bob logs in with the password at "staff" in Lima
    Then Bob at "staff" is one and the same in Lima and Oslo
    When Bob logs in with the password at "staff" in Oslo
    Then Bob at "staff" is one and the same in Lima and Oslo

  Scenario: What somebody is allowed holds for their tokens on all clusters
    Given Bob logs in with the password at "staff" in Lima
    And Bob may no longer read "colours/sky" in Lima
    When Bob at "staff" gets the policy 'path "colours/*" { capabilities = ["read"] }' in Oslo
    Then Bob may read "colours/sky" in Lima
    When Bob logs in with the password at "staff" in Oslo
    Then Bob may read "colours/sky" in Oslo

  Scenario: What a group is allowed holds for its members on all clusters
    Given Bob logs in with the password at "staff" in Lima
    And Bob may no longer read "colours/sky" in Lima
    When Bob at "staff" joins a group with the policy 'path "colours/*" { capabilities = ["read"] }' in Oslo
    Then Bob may read "colours/sky" in Lima

  Scenario: Whoever is disabled on the lead is refused on the follower
    Given Bob logs in with the password at "staff" in Lima
    And Lima accepts the token that Bob holds
    When Bob at "staff" is disabled in Oslo
    Then Lima refuses the token that Bob holds
    When Bob tries to log in with the password at "staff" in Lima
    Then that is refused as forbidden

  @needs-cut
  Scenario: With the lead out of reach, who is known logs in, and nobody else
    Given Jane has a password at "staff" in Oslo
    And Bob logs in with the password at "staff" in Lima
    When the link between Oslo and Lima is cut
    And Bob logs in with the password at "staff" in Lima
    And Jane tries to log in with the password at "staff" in Lima
    Then that is refused
    When the link between Oslo and Lima is mended
    Then Jane can log in with the password at "staff" in Lima again

  Scenario: By what name somebody logs in at a cluster's own mount stays there
    Given people log in with passwords at "crew" in Lima alone
    And Bob has a password at "crew" in Lima
    When Bob logs in with the password at "crew" in Lima
    Then Oslo knows Bob, who logged in in Lima, by no name

  @needs-restart
  Scenario: Whoever was known is known after a restart
    Given Bob logs in with the password at "staff" in Lima
    When Lima is killed and started again
    Then Lima accepts the token that Bob holds
    And Bob at "staff" is one and the same in Lima and Oslo
