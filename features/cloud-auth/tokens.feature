@needs-cloud
Feature: Tokens of a login live as their role has it

  Background:
    Given Oslo leads, and Lima follows
    And cloud login is enabled in Oslo for the server "oslo.example"
    And the cloud user Ada
    And the role "painter" for every user of the account, with the policies "drawing, painting" for 20 minutes

  @CLOUD-TOKEN-03 @needs-move-time
  Scenario: The token ends when its time is over
    When Ada logs in to Oslo as "painter"
    And 19 minutes pass
    Then the token works in Oslo
    When 62 seconds pass
    Then the token does not work in Oslo

  @CLOUD-TOKEN-05 @needs-move-time
  Scenario: A renewed token lasts longer, but not beyond what the role allows
    Given the role "painter" is written with "token_max_ttl=30m"
    When Ada logs in to Oslo as "painter"
    And 15 minutes pass
    And the token is renewed in Oslo
    And 10 minutes pass
    Then the token works in Oslo
    When the token is renewed in Oslo
    And 10 minutes pass
    Then the token does not work in Oslo

  @CLOUD-TOKEN-14
  Scenario: A token has the policy "default" unless its role says otherwise
    When Ada logs in to Oslo as "painter"
    Then Ada has a token for 1200 seconds with the policies "default, drawing, painting"
    Given the role "painter" is written with "token_no_default_policy=true"
    When Ada logs in to Oslo as "painter"
    Then Ada has a token for 1200 seconds with the policies "drawing, painting"
