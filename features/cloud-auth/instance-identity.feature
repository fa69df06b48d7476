@needs-cloud
Feature: Identity of instances
  What the entity of an instance is called and what its tokens tell, is configured for instances apart from principals.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login for instances is enabled in Oslo
    And the instance "web-1" with "image=ami-0web"

  @CLOUD-IDENT-11 @CLOUD-IDENT-12 @CLOUD-IDENT-13 @needs-instances @order
  @CLOUD-IDENT-11:instance-id @CLOUD-IDENT-11:image-id
  @CLOUD-IDENT-12:role-id @CLOUD-IDENT-12:shared @CLOUD-IDENT-12:per-role
  @CLOUD-IDENT-13:iam-alias @CLOUD-IDENT-13:ec2-alias
  Scenario: The alias of instances is what is configured for instances, and that of principals what is configured for them
    Given the instance "web-2" with "image=ami-0web"
    And the instance "other" with "image=ami-0other"
    And the IAM user Ada
    And the role "painter" in Oslo for every user of the account, with the policies "painting" for 20 minutes
    And the role "web" in Oslo for instances, with "bound_ami_id=ami-0other,ami-0web"
    And the role "also" in Oslo for instances, with "bound_ami_id=ami-0web"
    # CLOUD-IDENT-12
    Then the instances "web-1, web-2" log in to Oslo as one entity with role "web", and as another one with role "also"
    # CLOUD-IDENT-12
    And the alias of the instance "web-1" in Oslo is the ID of role "also"
    # CLOUD-IDENT-12
    And the alias of the instance "web-2" in Oslo is the ID of role "web"
    When the identity configuration in Oslo is written with:
      | ec2_alias | instance_id |
      | iam_alias | full_arn    |
    # CLOUD-IDENT-11
    Then the alias of the instance "web-1" in Oslo as role "web" is its id
    # CLOUD-IDENT-11
    And the alias of the instance "web-2" in Oslo as role "also" is its id
    # CLOUD-IDENT-11
    And the instances "web-1, web-2" log in to Oslo as two entities with role "web"
    When Ada logs in to Oslo as role "painter"
    # CLOUD-IDENT-13
    Then the alias of Ada in Oslo is "arn:aws:iam::{account}:user/Ada"
    When the identity configuration in Oslo is written with:
      | ec2_alias | image_id  |
      | iam_alias | unique_id |
    # CLOUD-IDENT-11, CLOUD-IDENT-13
    Then the alias of the instance "web-1" in Oslo as role "web" is its image
    # CLOUD-IDENT-11
    And the alias of the instance "web-2" in Oslo as role "also" is its image
    # CLOUD-IDENT-11
    And the instance "web-1" and the instance "web-2" are one entity
    # CLOUD-IDENT-11
    And the alias of the instance "other" in Oslo as role "web" is its image
    When Ada logs in to Oslo as role "painter"
    # CLOUD-IDENT-13
    Then the alias of Ada in Oslo is the unique ID of Ada
    When the identity configuration in Oslo is written with:
      | ec2_alias | instance_id |
      | iam_alias | role_id     |
    # CLOUD-IDENT-13
    Then the alias of the instance "web-1" in Oslo as role "web" is its id
    When Ada logs in to Oslo as role "painter"
    # CLOUD-IDENT-13
    Then the alias of Ada in Oslo is the ID of role "painter"

  @CLOUD-IDENT-06 @needs-instances @order
  @CLOUD-IDENT-06:ec2
  Scenario: With ec2_alias role_id the alias goes with the role, and a role of the same name has another
    Given the instance "web-2" with "image=ami-0web"
    And the role "web" in Oslo for instances, with "bound_ami_id=ami-0web"
    When the instance "web-1" logs in to Oslo as role "web" with the nonce "mine"
    And the instance "web-2" logs in to Oslo as role "web" with the nonce "mine"
    Then the instance "web-1" and the instance "web-2" are one entity
    When the role "web" is deleted in Oslo
    And the role "web" in Oslo for instances, with "bound_ami_id=ami-0web"
    And the instance "web-2" logs in to Oslo as role "web" with the nonce "mine"
    Then the alias of the instance "web-2" in Oslo is the ID of role "web"
    And the instance "web-1" and the instance "web-2" are two entities

  @CLOUD-IDENT-19 @CLOUD-IDENT-21 @CLOUD-IDENT-25 @needs-instances @needs-audit @order
  @CLOUD-IDENT-19:ami-id @CLOUD-IDENT-19:instance-id @CLOUD-IDENT-19:region
  @CLOUD-IDENT-21:ec2
  @CLOUD-IDENT-25:ec2
  Scenario: The metadata of instances are what is chosen for instances
    Given the instance "east-1" with "image=ami-0east, region=eu-west-1"
    And the certificate "rsa2048 of eu-west-1" is registered in Oslo as "another" of type "pkcs7"
    And the role "any" in Oslo for instances, with "bound_region=us-east-1,eu-west-1"
    And a file audit device is enabled in Oslo
    When the identity configuration in Oslo is written with:
      | ec2_metadata | ami_id,instance_id,region |
    # CLOUD-IDENT-19
    Then the metadata of the instance "east-1" in Oslo as role "any" has its image, id and region
    # CLOUD-IDENT-19
    And the token of the instance "east-1" carries the metadata "ami_id, instance_id, region" alone
    # CLOUD-IDENT-25
    And the audit entry of the login of the instance "east-1" in Oslo shows the metadata "ami_id, instance_id, region" alone
    # CLOUD-IDENT-19
    And the metadata of the instance "web-1" in Oslo as role "any" has its image, id and region
    When the identity configuration in Oslo is written with:
      | ec2_metadata | default |
    And the instance "east-1" logs in to Oslo as role "any" with the nonce "entity"
    # CLOUD-IDENT-21
    Then the token of the instance "east-1" carries the metadata "account_id, auth_type" alone

  @CLOUD-IDENT-20 @needs-instances @order
  @CLOUD-IDENT-20:iam-login @CLOUD-IDENT-20:iam-only @CLOUD-IDENT-20:ec2-login @CLOUD-IDENT-20:ec2-only
  Scenario: An empty list for one type of login leaves the other its metadata
    Given the IAM user Ada
    And the role "painter" in Oslo for every user of the account, with the policies "painting" for 20 minutes
    And the role "web" in Oslo for instances, with "bound_ami_id=ami-0web"
    When the identity configuration in Oslo is written with:
      | iam_metadata | [] |
    And the instance "web-1" logs in to Oslo as role "web" with the nonce "mine"
    Then the token of the instance "web-1" carries the metadata "account_id, auth_type" alone
    When Ada logs in to Oslo as role "painter"
    Then the token of Ada carries the metadata "" alone
    When the identity configuration in Oslo is written with:
      | iam_metadata | ["default"] |
      | ec2_metadata | []          |
    And the instance "web-1" logs in to Oslo as role "web" with the nonce "mine"
    Then the token of the instance "web-1" carries the metadata "" alone
    When Ada logs in to Oslo as role "painter"
    Then the token of Ada carries the metadata "account_id, auth_type" alone

  @CLOUD-NONCE-08 @needs-instances
  Scenario Outline: The metadata of a first login has its nonce, whichever metadata is configured: <chosen>
    Given the role "web" in Oslo for instances, with "bound_ami_id=ami-0web"
    When the identity configuration in Oslo is written with:
      | ec2_metadata | <chosen> |
    And the instance "web-1" logs in to Oslo as role "web"
    Then the login's metadata has a nonce
    And the login's metadata has neither account nor type
    Then the instance "web-1" can log in to Oslo as role "web" with its nonce

    Examples:
      | chosen        |
      | []            |
      | ami_id,region |

  @CLOUD-IDENT-16 @needs-instances
  @CLOUD-IDENT-16:ec2-account @CLOUD-IDENT-16:ec2-type
  Scenario: The metadata of an instance's login tell the account, the type and the role
    Given the role "web" in Oslo for instances, with "bound_ami_id=ami-0web"
    When the instance "web-1" logs in to Oslo as role "web"
    Then the login's metadata has the account, the type ec2, the role "web" and a nonce

  @CLOUD-IDENT-16 @needs-instances @needs-accounts
  @CLOUD-IDENT-16:iam-account @CLOUD-IDENT-16:ec2-account @CLOUD-IDENT-16:ec2-type
  Scenario: The account that the metadata tell is the one that the identity document or the provider names
    Given the role "any" in Oslo for instances, with "bound_region=us-east-1"
    And the account "210987654321" has the IAM role "reader", which trusts the service's account
    And the STS role of the account "210987654321" in Oslo is "arn:aws:iam::210987654321:role/reader"
    And the instance "far" of the account "210987654321"
    And the IAM user Ada
    And the IAM user Jane of the account "210987654321"
    And the role "painter" in Oslo for every user of the account, with the policies "painting" for 20 minutes
    And the role "foreign" in Oslo for every user of the account "210987654321", with the policies "painting" for 20 minutes
    When the instance "web-1" logs in to Oslo as role "any"
    And the instance "far" logs in to Oslo as role "any"
    And Ada logs in to Oslo as role "painter"
    And Jane logs in to Oslo as role "foreign"
    Then the token of the instance "web-1" carries the account_id "{account}"
    And the token of the instance "far" carries the account_id "210987654321"
    And the token of the instance "far" carries the auth_type "ec2"
    And the token of Ada carries the account_id "{account}"
    And the token of Jane carries the account_id "210987654321"

  @CLOUD-CREDS-06 @needs-instances @needs-cloud-faults
  @CLOUD-CREDS-06:ec2-login
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
