@needs-cloud
Feature: Instances of satellite accounts
  An instance of another account is looked up as the STS role that is configured for its account.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And an operator writes the client configuration in Oslo with:
      | endpoint     | {stand-in:ec2} |
      | sts_endpoint | {stand-in:sts} |
    And the IAM role "look" with 'account=210987654321, trusts=["210987654321","{account}"]'
    And the IAM role "see" with 'account=210987654321, trusts=["210987654321","{account}"]'
    And the instance "far" with "account=210987654321"
    And the instance "near"
    And an operator writes the cloud role "far" in Oslo with "auth_type=ec2, bound_account_id=210987654321,{account}"

  @CLOUD-STS-05 @needs-instances @needs-accounts @needs-stand-ins @needs-replication
  @CLOUD-STS-05:description @CLOUD-STS-05:role
  Scenario: An instance is looked up with temporary credentials of the STS role of its account
    When an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/look"
    Then the instance "far" can log in to Lima as "far"
    And the last call to the stand-in "sts" has "action=AssumeRole, role_arn=arn:aws:iam::210987654321:role/look"
    And all calls to the stand-in "ec2" have "is_temporary=true"

  @CLOUD-STS-05 @needs-instances @needs-accounts @needs-stand-ins @needs-move-time @order
  Scenario: A session of the STS role that has expired is replaced by a new one at the next login
    Given an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/look"
    When the instance "far" logs in to Oslo as "far" with the nonce "mine"
    Then the stand-in "sts" was called 1 time
    When 13 hours pass
    And the instance "far" logs in to Oslo as "far" with the nonce "mine"
    Then the stand-in "sts" was called 2 times
    And the last call to the stand-in "ec2" has "is_temporary=true"

  @CLOUD-STS-05 @needs-instances @needs-accounts @needs-stand-ins
  @CLOUD-STS-05:description @CLOUD-STS-05:profile @CLOUD-STS-05:role
  Scenario: The instance profile of an instance is fetched with temporary credentials of its account's STS role, too
    Given the IAM role "app" with "account=210987654321"
    And the instance "app-1" with "iam_role=app"
    And an operator writes the cloud role "apps" in Oslo with "auth_type=ec2, bound_iam_role_arn={role:app}"
    And an operator writes the client configuration in Oslo with:
      | iam_endpoint | {stand-in:iam} |
    When an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/look"
    Then the instance "app-1" can log in to Oslo as "apps"
    And the last call to the stand-in "sts" has "action=AssumeRole, role_arn=arn:aws:iam::210987654321:role/look"
    And all calls to the stand-in "ec2" have "is_temporary=true"
    And all calls to the stand-in "iam" have "action=GetInstanceProfile, is_temporary=true"

  @CLOUD-STS-03 @needs-instances @needs-accounts @needs-stand-ins
  @CLOUD-STS-03:use @CLOUD-STS-03:read @CLOUD-STS-03:list
  Scenario: A deleted STS role is no longer assumed, so logins from its account fail, and it cannot be read or listed
    Given an operator writes the STS role "111122223333" in Oslo with "sts_role=arn:aws:iam::111122223333:role/peer"
    When an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/look"
    Then the instance "far" can log in to Oslo as "far"
    And the stand-in "sts" was called 1 time
    When an operator deletes the STS role "210987654321" in Oslo
    And an operator deletes the access list entry "far" in Oslo
    Then the instance "far" cannot log in to Oslo as "far"
    And the stand-in "sts" was called 1 time
    And there is no STS role "210987654321" in Oslo
    And the STS roles in Oslo are "111122223333"
    And the STS role "111122223333" in Oslo has "sts_role=arn:aws:iam::111122223333:role/peer"
    Given an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/look"
    Then the instance "far" can log in to Oslo as "far"

  @CLOUD-STS-06 @needs-instances @needs-accounts @needs-stand-ins
  Scenario: Instances of an account without an STS role are looked up with the service's own access key
    When an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/look"
    Then the instance "near" can log in to Oslo as "far"
    And the stand-in "sts" was called 0 times
    And all calls to the stand-in "ec2" have "access_key={access key of the administrator}"

  @CLOUD-STS-07 @needs-instances @needs-accounts @needs-stand-ins @order
  @CLOUD-STS-07:refused @CLOUD-STS-07:unavailable
  Scenario: If the STS role cannot be assumed, the login fails, and the instance is not looked up with any other key
    When an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/absent"
    Then the instance "far" cannot log in to Oslo as "far"
    And the last call to the stand-in "sts" has "action=AssumeRole, role_arn=arn:aws:iam::210987654321:role/absent"
    And the stand-in "ec2" was called 0 times
    When an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/look"
    And the stand-in "sts" is out of order
    Then the instance "far" cannot log in to Oslo as "far"
    And the stand-in "ec2" was called 0 times
    When the stand-in "sts" refuses everything
    Then the instance "far" cannot log in to Oslo as "far"
    And the stand-in "ec2" was called 0 times
    When the stand-in "sts" works again
    Then the instance "far" can log in to Oslo as "far"
    And the last call to the stand-in "ec2" has "is_temporary=true"

  @CLOUD-STS-08 @needs-instances @needs-accounts @needs-stand-ins
  Scenario Outline: With an STS role for each of two accounts, a login assumes the one of its account: roles look and <other>
    Given the IAM role "<other>" with 'account=111122223333, trusts=["111122223333","{account}"]'
    And the instance "third" with "account=111122223333"
    And an operator writes the cloud role "any" in Oslo with "auth_type=ec2, bound_region=us-east-1"
    When an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/look"
    And an operator writes the STS role "111122223333" in Oslo with "sts_role=arn:aws:iam::111122223333:role/<other>"
    Then the instance "far" can log in to Oslo as "any"
    And the last call to the stand-in "sts" has "action=AssumeRole, role_arn=arn:aws:iam::210987654321:role/look"
    And the instance "third" can log in to Oslo as "any"
    And the last call to the stand-in "sts" has "action=AssumeRole, role_arn=arn:aws:iam::111122223333:role/<other>"
    And an operator deletes the access list entry "far" in Oslo
    And the instance "far" can log in to Oslo as "any"

    Examples:
      | other |
      | peer  |
      | look  |

  @CLOUD-STS-09 @needs-instances @needs-accounts @needs-stand-ins @needs-replication @order
  Scenario: When the STS role of an account is changed, the next login assumes the new one, on both clusters
    Given the IAM role "peer" with 'account=210987654321, trusts=["210987654321","{account}"]'
    When an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/look"
    And the instance "far" logs in to Oslo as "far"
    And the instance "far" logs in to Lima as "far" with the nonce "mine"
    Then the last call to the stand-in "sts" has "action=AssumeRole, role_arn=arn:aws:iam::210987654321:role/look"
    When an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/see"
    Then the instance "far" can log in to Lima as "far" with the nonce "mine"
    And the last call to the stand-in "sts" has "action=AssumeRole, role_arn=arn:aws:iam::210987654321:role/see"
    When an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/peer"
    And an operator deletes the access list entry "far" in Oslo
    Then the instance "far" can log in to Oslo as "far"
    And the last call to the stand-in "sts" has "action=AssumeRole, role_arn=arn:aws:iam::210987654321:role/peer"
