@needs-cloud
Feature: Identity of instances
  What the entity of an instance is called and what its tokens tell, is configured for instances apart from principals.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login for instances is enabled in Oslo
    And the instance "web-1" with "image=ami-0web"

  @CLOUD-IDENT-11 @CLOUD-IDENT-12 @CLOUD-IDENT-13 @CLOUD-IDENT-19 @needs-instances @order
  Scenario: The alias and the metadata of instances are what is configured for instances
    Given the instance "web-2" with "image=ami-0web"
    And the role "web" in Oslo for instances, with "bound_ami_id=ami-0web"
    And the role "also" in Oslo for instances, with "bound_ami_id=ami-0web"
    # CLOUD-IDENT-12
    Then the instances "web-1, web-2" log in to Oslo as one entity with role "web", and as another one with role "also"
    When the identity configuration in Oslo is written with:
      | ec2_alias | instance_id |
      | iam_alias | full_arn |
    # CLOUD-IDENT-11
    Then the alias of the instance "web-1" in Oslo as role "web" is its id
    And the instances "web-1, web-2" log in to Oslo as two entities with role "web"
    When the identity configuration in Oslo is written with:
      | ec2_alias | image_id |
      | iam_alias | unique_id |
    # CLOUD-IDENT-11, CLOUD-IDENT-13
    Then the alias of the instance "web-1" in Oslo as role "web" is its image
    When the identity configuration in Oslo is written with:
      | ec2_metadata | ami_id,instance_id,region |
    # CLOUD-IDENT-19
    Then the metadata of the instance "web-1" in Oslo as role "web" has its image, id and region

  @CLOUD-NONCE-08 @needs-instances
  Scenario: The metadata of a first login has its nonce, whichever metadata is configured
    Given the role "web" in Oslo for instances, with "bound_ami_id=ami-0web"
    When the identity configuration in Oslo is written with:
      | ec2_metadata | [] |
    And the instance "web-1" logs in to Oslo as role "web"
    Then the login's metadata has a nonce
    And the login's metadata has neither account nor type
    Then the instance "web-1" can log in to Oslo as role "web" with its nonce

  @CLOUD-IDENT-16 @needs-instances
  Scenario: The metadata of an instance's login tell the account, the type and the role
    Given the role "web" in Oslo for instances, with "bound_ami_id=ami-0web"
    When the instance "web-1" logs in to Oslo as role "web"
    Then the login's metadata has the account, the type ec2, the role "web" and a nonce

  @CLOUD-CREDS-06 @needs-instances @needs-cloud-faults
  Scenario: No instance logs in where the service may not describe it
    Given the role "web" in Oslo for instances, with "bound_ami_id=ami-0web"
    When the cloud answers "DescribeInstances" with "UnauthorizedOperation"
    Then the instance "web-1" cannot log in to Oslo as role "web"
    And the access list of Oslo is empty
    When the cloud answers "DescribeInstances" again
    And the instance "web-1" logs in to Oslo as role "web"
    Then the last "DescribeInstances" that the cloud answered was signed by "arn:aws:iam::{account}:user/administrator"
    And the access list of Oslo has exactly the instances "web-1"

  @OWN-LOGIN-05
  @needs-instances @needs-accounts
  Scenario: An instance of another account that has the id of one that has logged in takes nothing over
    Given the role "any" in Oslo for instances, with "bound_region=us-east-1"
    And the account "210987654321" has the IAM role "reader", which trusts the service's account
    And the STS role of the account "210987654321" in Oslo is "arn:aws:iam::210987654321:role/reader"
    And the instance "own-1"
    And the instance "double" of the account "210987654321" with the id of "own-1"
    When the instance "own-1" logs in to Oslo as role "any" with the nonce "mine"
    Then the instance "double" cannot log in to Oslo as role "any" with the nonce "mine"
    And the access list entry of "own-1" in Oslo has "client_nonce=mine"
    Then the instance "own-1" can log in to Oslo as role "any" with the nonce "mine"
