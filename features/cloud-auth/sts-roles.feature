Feature: STS roles of other accounts
  The role that the service assumes to look up principals and instances of another account is configured by the ID of that account.

  Background:
    Given an operator writes the auth method "cloud" in Oslo with "type=cloud"
    And the STS role of the account "111122223333" in Oslo is "arn:aws:iam::111122223333:role/look"
    And the STS role of the account "000022223333" in Oslo is "arn:aws:iam::000022223333:role/see"

  @CLOUD-STS-01 @CORE-READ-01 @CORE-UPDATE-01
  @CLOUD-STS-01:create @CLOUD-STS-01:update
  Scenario: Each account has the STS role that was written last
    # CLOUD-STS-01
    Then the STS role of the account "111122223333", read from Oslo, is "arn:aws:iam::111122223333:role/look"
    # CLOUD-STS-01
    And the STS role of the account "000022223333", read from Oslo, is "arn:aws:iam::000022223333:role/see"
    # CORE-UPDATE-01
    When the STS role of the account "000022223333" in Oslo is "arn:aws:iam::000022223333:role/peer"
    # CLOUD-STS-01, CORE-READ-01, CORE-UPDATE-01
    Then the STS role of the account "000022223333", read from Oslo, is "arn:aws:iam::000022223333:role/peer"
    # CORE-UPDATE-01
    And the accounts with an STS role in Oslo are "000022223333, 111122223333"

  @CLOUD-STS-02 @CORE-DELETE-01 @CORE-LIST-03
  Scenario: The list has the accounts with an STS role, leading zeros and all
    # CLOUD-STS-02
    Then the accounts with an STS role in Oslo are "000022223333, 111122223333"
    When the STS role of the account "111122223333" is deleted in Oslo
    # CORE-LIST-03
    Then the accounts with an STS role in Oslo are "000022223333"
    # CORE-DELETE-01
    And there is no STS role of the account "111122223333" in Oslo

  @CLOUD-STS-04 @CORE-ATOMIC-01
  @CLOUD-STS-04:missing @CLOUD-STS-04:empty @CLOUD-STS-04:update
  Scenario: An account cannot be configured without an STS role
    Then Oslo refuses these accounts:
      | account      | with                         |
      | 000000000001 |                              |
      | 000000000001 | external_id=x                |
      | 000000000001 | sts_role=                    |
      | 111122223333 | sts_role=                    |
      | 111122223333 | sts_role=, external_id=other |
    # CORE-ATOMIC-01
    And the refused requests have changed nothing
    # CORE-ATOMIC-01
    And the accounts with an STS role in Oslo are "000022223333, 111122223333"
