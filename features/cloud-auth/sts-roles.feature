Feature: STS roles of other accounts
  The role that the service assumes to look up principals and instances of another account is configured by the ID of that account.

  Background:
    Given an operator writes the auth method "cloud" in Oslo with "type=cloud"
    And an operator writes the STS role "111122223333" in Oslo with "sts_role=arn:aws:iam::111122223333:role/look"
    And an operator writes the STS role "000022223333" in Oslo with "sts_role=arn:aws:iam::000022223333:role/see"

  @CLOUD-STS-01 @CLOUD-STS-01:create @smoke
  Scenario: Each account has the STS role that was written for it
    Then the STS role "111122223333" in Oslo has "sts_role=arn:aws:iam::111122223333:role/look"
    And the STS role "000022223333" in Oslo has "sts_role=arn:aws:iam::000022223333:role/see"

  @CLOUD-STS-01 @CLOUD-STS-01:update @CORE-READ-01 @CORE-UPDATE-01
  Scenario: A later write replaces the STS role of its account, and adds no account
    When an operator writes the STS role "000022223333" in Oslo with "sts_role=arn:aws:iam::000022223333:role/peer"
    Then the STS role "000022223333" in Oslo has "sts_role=arn:aws:iam::000022223333:role/peer"
    And the STS role "111122223333" in Oslo has "sts_role=arn:aws:iam::111122223333:role/look"
    And the STS roles in Oslo are "000022223333, 111122223333"

  @CLOUD-STS-02
  Scenario: The list has the accounts with an STS role, leading zeros and all
    Then the STS roles in Oslo are "000022223333, 111122223333"

  @CORE-LIST-03
  Scenario: The list does not have an account whose STS role was deleted
    When an operator deletes the STS role "111122223333" in Oslo
    Then the STS roles in Oslo are "000022223333"

  @CORE-DELETE-01
  Scenario: An STS role that was deleted cannot be read
    Given Oslo has the STS role "111122223333"
    When an operator deletes the STS role "111122223333" in Oslo
    Then there is no STS role "111122223333" in Oslo

  @CLOUD-STS-04 @CORE-ATOMIC-01
  @CLOUD-STS-04:missing @CLOUD-STS-04:empty @CLOUD-STS-04:update
  Scenario: An account cannot be configured without an STS role
    Then Oslo refuses the STS role "000000000001" with each of these:
      |               |
      | external_id=x |
      | sts_role=     |
    And Oslo refuses the STS role "111122223333" with each of these:
      | sts_role=                    |
      | sts_role=, external_id=other |
    And the refused requests have changed nothing
    And the STS roles in Oslo are "000022223333, 111122223333"
    And Oslo accepts the STS role "000000000001" with each of these:
      | sts_role=arn:aws:iam::000000000001:role/look |
