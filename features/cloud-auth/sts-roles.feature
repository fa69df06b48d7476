Feature: STS roles of other accounts
  The role that the service assumes to look up principals and instances of another account is configured by the ID of that account.

  Background:
    Given an operator writes the auth method "cloud" in Oslo with "type=cloud"
    And an operator writes the STS role "111122223333" in Oslo with "sts_role=arn:aws:iam::111122223333:role/look"
    And an operator writes the STS role "000022223333" in Oslo with "sts_role=arn:aws:iam::000022223333:role/see"

  @CLOUD-STS-01 @CORE-READ-01 @CORE-UPDATE-01
  @CLOUD-STS-01:create @CLOUD-STS-01:update
  Scenario: Each account has the STS role that was written last
    # CLOUD-STS-01
    Then the STS role "111122223333" in Oslo has "sts_role=arn:aws:iam::111122223333:role/look"
    # CLOUD-STS-01
    And the STS role "000022223333" in Oslo has "sts_role=arn:aws:iam::000022223333:role/see"
    # CORE-UPDATE-01
    When an operator writes the STS role "000022223333" in Oslo with "sts_role=arn:aws:iam::000022223333:role/peer"
    # CLOUD-STS-01, CORE-READ-01, CORE-UPDATE-01
    Then the STS role "000022223333" in Oslo has "sts_role=arn:aws:iam::000022223333:role/peer"
    # CORE-UPDATE-01
    And the STS roles in Oslo are "000022223333, 111122223333"

  @CLOUD-STS-02 @CORE-DELETE-01 @CORE-LIST-03
  Scenario: The list has the accounts with an STS role, leading zeros and all
    # CLOUD-STS-02
    Then the STS roles in Oslo are "000022223333, 111122223333"
    When an operator deletes the STS role "111122223333" in Oslo
    # CORE-LIST-03
    Then the STS roles in Oslo are "000022223333"
    # CORE-DELETE-01
    And there is no STS role "111122223333" in Oslo

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
    # CORE-ATOMIC-01
    And the refused requests have changed nothing
    # CORE-ATOMIC-01
    And the STS roles in Oslo are "000022223333, 111122223333"
