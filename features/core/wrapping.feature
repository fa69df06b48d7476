Feature: What is wrapped is told once, to whoever has the token

  Background:
    Given Oslo leads, and Lima follows
    And a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    And Bob was given the way to read "colours/sky", wrapped for "10m", in Oslo

  Scenario: It is told once
    Then Bob unwraps "blue" in Oslo
    When Bob tries to unwrap in Oslo
    Then that is refused

  Scenario: It is told as it was when it was wrapped
    Given Ada wrote "grey" to "colours/sky" in Oslo
    Then Bob unwraps "blue" in Oslo

  Scenario: The token is good for nothing else, and who tries has used it up
    When Bob tries to read "colours/sky" in Oslo with what was wrapped for them
    Then that is refused as forbidden
    When Bob tries to unwrap in Oslo
    Then that is refused

  Scenario: It is told where it was wrapped and nowhere else
    When Bob tries to unwrap in Lima
    Then that is refused
    And Bob unwraps "blue" in Oslo

  @needs-move-time
  Scenario: It is told in time or not at all
    When 9 minutes pass
    And what was wrapped for Bob is wrapped anew in Oslo
    And 9 minutes pass
    Then Bob unwraps "blue" in Oslo
    Given Bob was given the way to read "colours/sky", wrapped for "10m", in Oslo
    When 11 minutes pass
    And Bob tries to unwrap in Oslo
    Then that is refused

  Scenario: Wrapped anew, only the new token tells it
    Given Jane knows the token that Bob has
    When what was wrapped for Bob is wrapped anew in Oslo
    And Jane tries to unwrap in Oslo
    Then that is refused
    And Bob unwraps "blue" in Oslo
