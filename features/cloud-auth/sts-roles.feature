Feature: Roles that are assumed to look into other accounts

  Background:
    Given these are mounted in Oslo:
      | path       | type  |
      | auth/cloud | cloud |
    And these are written in Oslo:
      | path                               | with                                         |
      | auth/cloud/config/sts/111122223333 | sts_role=arn:aws:iam::111122223333:role/look |
      | auth/cloud/config/sts/000022223333 | sts_role=arn:aws:iam::000022223333:role/see  |

  @CLOUD-STS-01 @CORE-READ-01 @CORE-UPDATE-01
  Scenario: Each account has the role that was written last
    # CLOUD-STS-01
    Then what is at "auth/cloud/config/sts/111122223333" in Oslo has "sts_role=arn:aws:iam::111122223333:role/look"
    # CLOUD-STS-01
    And what is at "auth/cloud/config/sts/000022223333" in Oslo has "sts_role=arn:aws:iam::000022223333:role/see"
    # CORE-UPDATE-01
    When these are written in Oslo:
      | path                               | with                                         |
      | auth/cloud/config/sts/000022223333 | sts_role=arn:aws:iam::000022223333:role/peer |
    # CLOUD-STS-01, CORE-READ-01, CORE-UPDATE-01
    Then what is at "auth/cloud/config/sts/000022223333" in Oslo has "sts_role=arn:aws:iam::000022223333:role/peer"
    # CORE-UPDATE-01
    And a LIST of "auth/cloud/config/sts" in Oslo names "000022223333, 111122223333"

  @CLOUD-STS-02 @CORE-DELETE-01 @CORE-LIST-03
  Scenario: The list names the accounts that have a role, zeros in front and all
    # CLOUD-STS-02
    Then a LIST of "auth/cloud/config/sts" in Oslo names "000022223333, 111122223333"
    When "auth/cloud/config/sts/111122223333" is deleted in Oslo
    # CORE-LIST-03
    Then a LIST of "auth/cloud/config/sts" in Oslo names "000022223333"
    # CORE-DELETE-01
    And nothing is at "auth/cloud/config/sts/111122223333" in Oslo

  @CLOUD-STS-04 @CORE-ATOMIC-01
  Scenario: An account without a role is refused and changes nothing
    Given an operator has read these in Oslo:
      | GET auth/cloud/config/sts/111122223333 |
      | LIST auth/cloud/config/sts             |
    Then Oslo refuses these:
      | request                                 | with                         |
      | POST auth/cloud/config/sts/000000000001 |                              |
      | POST auth/cloud/config/sts/000000000001 | external_id=x                |
      | POST auth/cloud/config/sts/000000000001 | sts_role=                    |
      | POST auth/cloud/config/sts/111122223333 | sts_role=                    |
      | POST auth/cloud/config/sts/111122223333 | sts_role=, external_id=other |
    # CORE-ATOMIC-01
    And what an operator has read is unchanged
