Feature: Instances of other accounts
  An account can have a role for the service to assume; then its instances are described with that role's credentials, and with no others.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login for instances is enabled in Oslo
    And the account "210987654321" has the IAM role "reader", which trusts the service's account
    And the account "210987654321" has the IAM role "other-reader", which trusts the service's account
    And the account "333333333333" has the IAM role "reader", which trusts the service's account
    And the instance "sat-1" of the account "210987654321"
    And the role "web" for instances, with "bound_region=us-east-1"

  @CLOUD-STS-05 @CLOUD-STS-09 @CLOUD-STS-03 @needs-instances @needs-accounts @needs-cloud-faults
  Scenario: An instance of another account is described by the role that is assumed there
    Given the STS role of the account "210987654321" is "arn:aws:iam::210987654321:role/reader"
    When the instance "sat-1" logs in to Oslo as role "web" with the nonce "mine"
    # CLOUD-STS-05
    Then the last "DescribeInstances" that the cloud answered was asked for by "arn:aws:sts::210987654321:assumed-role/reader/cloud-auth"
    When the instance "sat-1" logs in to Lima as role "web"
    # CLOUD-STS-05
    Then the last "DescribeInstances" that the cloud answered was asked for by "arn:aws:sts::210987654321:assumed-role/reader/cloud-auth"
    When the STS role of the account "210987654321" is "arn:aws:iam::210987654321:role/other-reader"
    And the instance "sat-1" logs in to Oslo as role "web" with the nonce "mine"
    # CLOUD-STS-09
    Then the last "DescribeInstances" that the cloud answered was asked for by "arn:aws:sts::210987654321:assumed-role/other-reader/cloud-auth"
    When the STS role of the account "210987654321" is deleted
    And the instance "sat-1" tries to log in to Oslo as role "web" with the nonce "mine"
    # CLOUD-STS-03
    Then the last "DescribeInstances" that the cloud answered was asked for by "arn:aws:iam::123456789012:user/administrator"
    And the login is refused

  @CLOUD-STS-06 @needs-instances @needs-accounts @needs-cloud-faults
  Scenario: Without a role to assume, instances are described with the service's own credentials
    When the instance "sat-1" tries to log in to Oslo as role "web"
    Then the last "DescribeInstances" that the cloud answered was asked for by "arn:aws:iam::123456789012:user/administrator"
    And the cloud was asked for no "AssumeRole"
    And the login is refused
    Given the instance "own-1"
    When the instance "own-1" logs in to Oslo as role "web"
    Then the last "DescribeInstances" that the cloud answered was asked for by "arn:aws:iam::123456789012:user/administrator"

  @CLOUD-STS-07 @needs-instances @needs-accounts @needs-cloud-faults
  Scenario: Where the role cannot be assumed, the service's own credentials do not stand in for it
    Given the instance "own-1"
    And the STS role of the account "123456789012" is "arn:aws:iam::210987654321:role/nobody"
    When the instance "own-1" tries to log in to Oslo as role "web"
    Then the login is refused
    And the cloud was asked for no "DescribeInstances"
    When the STS role of the account "123456789012" is deleted
    And the instance "own-1" logs in to Oslo as role "web"
    Then the token works in Oslo

  @CLOUD-STS-08 @needs-instances @needs-accounts @needs-cloud-faults
  Scenario: Each account has a role of its own
    Given the STS role of the account "210987654321" is "arn:aws:iam::210987654321:role/reader"
    And the STS role of the account "333333333333" is "arn:aws:iam::333333333333:role/reader"
    And the instance "sat-3" of the account "333333333333"
    When the instance "sat-3" logs in to Oslo as role "web"
    Then the last "DescribeInstances" that the cloud answered was asked for by "arn:aws:sts::333333333333:assumed-role/reader/cloud-auth"
    When the instance "sat-1" logs in to Oslo as role "web"
    Then the last "DescribeInstances" that the cloud answered was asked for by "arn:aws:sts::210987654321:assumed-role/reader/cloud-auth"

  @needs-instances @needs-accounts
  Scenario: An instance of another account that has the id of one that has logged in takes nothing over
    Given the STS role of the account "210987654321" is "arn:aws:iam::210987654321:role/reader"
    And the instance "own-1"
    And the instance "double" of the account "210987654321" with the id of "own-1"
    When the instance "own-1" logs in to Oslo as role "web" with the nonce "mine"
    And the instance "double" tries to log in to Oslo as role "web" with the nonce "mine"
    Then the login is refused
    And the access list entry of "own-1" in Oslo has "client_nonce=mine"
    When the instance "own-1" logs in to Oslo as role "web" with the nonce "mine"
    Then the token works in Oslo
