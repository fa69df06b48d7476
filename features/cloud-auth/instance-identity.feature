@needs-cloud
Feature: Identity of instances
  The alias of an instance's entity and the metadata of its tokens are configured separately from those of IAM principals. A sentence with
  "and no other" is about the metadata that iam_metadata or ec2_metadata select: it does not look at nonce, role, role_id and role_tag_max_ttl.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-0web"

  @CLOUD-IDENT-12 @CLOUD-IDENT-12:role-id @CLOUD-IDENT-12:shared @CLOUD-IDENT-12:per-role @needs-instances
  Scenario: By default the alias of an instance is the ID of its role, which all instances of the role share
    Given the instance "web-2" with "image=ami-0web"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    And an operator writes the cloud role "also" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    When the instance "web-1" logs in to Oslo as "web" with the nonce "entity"
    And the instance "web-2" logs in to Oslo as "web" with the nonce "entity"
    Then the instance "web-1" and the instance "web-2" are one entity
    And the instance "web-1" can log in to Oslo as "also" with the nonce "entity"
    And the instance "web-1" and the instance "web-2" are two entities
    And the alias of the instance "web-1" in Oslo is the ID of the cloud role "also"
    And the alias of the instance "web-2" in Oslo is the ID of the cloud role "web"

  @CLOUD-IDENT-11 @CLOUD-IDENT-11:instance-id @CLOUD-IDENT-11:image-id @needs-instances @order
  Scenario: The alias of an instance is its own ID or that of its image, as ec2_alias selects, whatever the role
    Given the instance "web-2" with "image=ami-0web"
    And the instance "other" with "image=ami-0other"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0other,ami-0web"
    And an operator writes the cloud role "also" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    When an operator writes the identity configuration in Oslo with:
      | ec2_alias | instance_id |
    Then the instance "web-1" can log in to Oslo as "web" with the nonce "entity"
    And the alias of the instance "web-1" in Oslo is "{instance:web-1}"
    And the instance "web-2" can log in to Oslo as "also" with the nonce "entity"
    And the alias of the instance "web-2" in Oslo is "{instance:web-2}"
    And the instance "web-1" can log in to Oslo as "web" with the nonce "entity"
    And the instance "web-2" can log in to Oslo as "web" with the nonce "entity"
    And the instance "web-1" and the instance "web-2" are two entities
    When an operator writes the identity configuration in Oslo with:
      | ec2_alias | image_id |
    Then the instance "web-1" can log in to Oslo as "web" with the nonce "entity"
    And the alias of the instance "web-1" in Oslo is "ami-0web"
    And the instance "web-2" can log in to Oslo as "also" with the nonce "entity"
    And the alias of the instance "web-2" in Oslo is "ami-0web"
    And the instance "web-1" and the instance "web-2" are one entity
    And the instance "other" can log in to Oslo as "web" with the nonce "entity"
    And the alias of the instance "other" in Oslo is "ami-0other"

  @CLOUD-IDENT-13 @CLOUD-IDENT-13:iam-alias @CLOUD-IDENT-13:ec2-alias @needs-instances @order
  Scenario: ec2_alias selects the alias of instances only, and iam_alias that of IAM users only
    Given the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=20m"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    When an operator writes the identity configuration in Oslo with:
      | ec2_alias | instance_id |
      | iam_alias | full_arn    |
    And Ada logs in to Oslo as "painter"
    Then the alias of Ada in Oslo is "arn:aws:iam::{account}:user/Ada"
    When an operator writes the identity configuration in Oslo with:
      | ec2_alias | image_id  |
      | iam_alias | unique_id |
    Then the instance "web-1" can log in to Oslo as "web" with the nonce "entity"
    And the alias of the instance "web-1" in Oslo is "ami-0web"
    When Ada logs in to Oslo as "painter"
    Then the alias of Ada in Oslo is "{unique id of Ada}"
    When an operator writes the identity configuration in Oslo with:
      | ec2_alias | instance_id |
      | iam_alias | role_id     |
    Then the instance "web-1" can log in to Oslo as "web" with the nonce "entity"
    And the alias of the instance "web-1" in Oslo is "{instance:web-1}"
    When Ada logs in to Oslo as "painter"
    Then the alias of Ada in Oslo is the ID of the cloud role "painter"

  @CLOUD-IDENT-06 @needs-instances @order
  @CLOUD-IDENT-06:ec2
  Scenario: By default an instance gets another alias and entity after its role is deleted and created again
    Given the instance "web-2" with "image=ami-0web"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    And the instance "web-2" logs in to Oslo as "web" with the nonce "mine"
    Then the instance "web-1" and the instance "web-2" are one entity
    When an operator deletes the cloud role "web" in Oslo
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    And the instance "web-2" logs in to Oslo as "web" with the nonce "mine"
    Then the alias of the instance "web-2" in Oslo is the ID of the cloud role "web"
    And the instance "web-1" and the instance "web-2" are two entities

  @CLOUD-IDENT-19 @CLOUD-IDENT-19:ami-id @CLOUD-IDENT-19:instance-id @CLOUD-IDENT-19:region @needs-instances
  Scenario: Tokens of instances have the image, instance ID and region as metadata if ec2_metadata selects them
    Given the instance "east-1" with "image=ami-0east, region=eu-west-1"
    And an operator writes the cloud certificate "another" in Oslo with "cloud_public_cert={certificate:rsa2048 of eu-west-1}, type=pkcs7"
    And an operator writes the cloud role "any" in Oslo with "auth_type=ec2, bound_region=us-east-1,eu-west-1"
    When an operator writes the identity configuration in Oslo with:
      | ec2_metadata | ami_id,instance_id,region |
    Then the instance "east-1" can log in to Oslo as "any" with the nonce "entity"
    And the token of the instance "east-1" has "ami_id=ami-0east, instance_id={instance:east-1}, region=eu-west-1"
    And the token of the instance "east-1" has the metadata "ami_id, instance_id, region" and no other
    And the instance "web-1" can log in to Oslo as "any" with the nonce "entity"
    And the token of the instance "web-1" has "ami_id=ami-0web, instance_id={instance:web-1}, region=us-east-1"

  @CLOUD-IDENT-25 @CLOUD-IDENT-25:ec2 @needs-instances @needs-audit
  Scenario: The audit entry of an instance's login has the metadata that ec2_metadata selects, and no other
    Given an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    And an operator writes the audit device "file" in Oslo with 'type=file, local=true, options={"file_path":"{the audit file of Oslo}"}'
    When an operator writes the identity configuration in Oslo with:
      | ec2_metadata | ami_id,instance_id,region |
    And the instance "web-1" logs in to Oslo as "web" with the nonce "entity"
    Then the audit entry of the login of the instance "web-1" in Oslo has the metadata "ami_id, instance_id, region" and no other

  @CLOUD-IDENT-21 @CLOUD-IDENT-21:ec2 @needs-instances @order
  Scenario: Setting ec2_metadata to default restores the default metadata of instances
    Given an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    When an operator writes the identity configuration in Oslo with:
      | ec2_metadata | ami_id,instance_id,region |
    And the instance "web-1" logs in to Oslo as "web" with the nonce "entity"
    Then the token of the instance "web-1" has the metadata "ami_id, instance_id, region" and no other
    When an operator writes the identity configuration in Oslo with:
      | ec2_metadata | default |
    And the instance "web-1" logs in to Oslo as "web" with the nonce "entity"
    Then the token of the instance "web-1" has the metadata "account_id, auth_type" and no other

  @CLOUD-IDENT-20 @needs-instances @order
  @CLOUD-IDENT-20:iam-login @CLOUD-IDENT-20:iam-only @CLOUD-IDENT-20:ec2-login @CLOUD-IDENT-20:ec2-only
  Scenario: An empty iam_metadata or ec2_metadata removes the metadata from logins of its own type only
    Given the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=20m"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    When an operator writes the identity configuration in Oslo with:
      | iam_metadata | [] |
    And the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the token of the instance "web-1" has the metadata "account_id, auth_type" and no other
    When Ada logs in to Oslo as "painter"
    Then the token of Ada has the metadata "" and no other
    When an operator writes the identity configuration in Oslo with:
      | iam_metadata | ["default"] |
      | ec2_metadata | []          |
    And the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the token of the instance "web-1" has the metadata "" and no other
    When Ada logs in to Oslo as "painter"
    Then the token of Ada has the metadata "account_id, auth_type" and no other

  @CLOUD-NONCE-08 @needs-instances
  Scenario Outline: A first login has the nonce, role and role_tag_max_ttl, whatever ec2_metadata selects: <chosen>
    Given an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    When an operator writes the identity configuration in Oslo with:
      | ec2_metadata | <chosen> |
    And the instance "web-1" logs in to Oslo as "web"
    Then the login of the instance "web-1" has a nonce
    And the token of the instance "web-1" has "account_id=, auth_type=, role=web, role_tag_max_ttl=0s"
    Then the instance "web-1" can log in to Oslo as "web" with its nonce

    Examples:
      | chosen        |
      | []            |
      | ami_id,region |

  @CLOUD-IDENT-16 @needs-instances
  @CLOUD-IDENT-16:ec2-account @CLOUD-IDENT-16:ec2-type
  Scenario: By default ec2_metadata selects account and login type; role and role_tag_max_ttl are there as well
    Given an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    When the instance "web-1" logs in to Oslo as "web"
    Then the login of the instance "web-1" has a nonce
    And the token of the instance "web-1" has the metadata "account_id, auth_type" and no other
    And the token of the instance "web-1" has "account_id={account}, auth_type=ec2, role=web, role_tag_max_ttl=0s, role_id="

  @CLOUD-IDENT-16 @needs-instances @needs-accounts
  @CLOUD-IDENT-16:iam-account @CLOUD-IDENT-16:ec2-account @CLOUD-IDENT-16:ec2-type
  Scenario: account_id is the account of the instance or IAM user that logs in, also of another account
    Given an operator writes the cloud role "any" in Oslo with "auth_type=ec2, bound_region=us-east-1"
    And the IAM role "reader" with 'account=210987654321, trusts=["{account}"]'
    And an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/reader"
    And the instance "far" with "account=210987654321"
    And the IAM user Ada
    And the IAM user Jane with "account=210987654321"
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=20m"
    And an operator writes the cloud role "foreign" in Oslo with "bound_iam_principal_arn=arn:aws:iam::210987654321:user/*, resolve_cloud_unique_ids=false, token_policies=painting, token_ttl=20m"
    When the instance "web-1" logs in to Oslo as "any"
    And the instance "far" logs in to Oslo as "any"
    And Ada logs in to Oslo as "painter"
    And Jane logs in to Oslo as "foreign"
    Then the token of the instance "web-1" has "account_id={account}"
    And the token of the instance "far" has 'account_id="210987654321"'
    And the token of the instance "far" has "auth_type=ec2"
    And the token of Ada has "account_id={account}"
    And the token of Jane has 'account_id="210987654321"'

  @CLOUD-CREDS-06 @needs-instances @needs-cloud-faults
  @CLOUD-CREDS-06:ec2-login
  Scenario: An instance cannot log in while the service is not allowed to describe instances
    Given an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    When the cloud answers "DescribeInstances" with "UnauthorizedOperation"
    Then the instance "web-1" cannot log in to Oslo as "web"
    And there are no access list entries in Oslo
    When the cloud answers "DescribeInstances" again
    And the instance "web-1" logs in to Oslo as "web"
    Then the last "DescribeInstances" call to the cloud has "caller=arn:aws:iam::{account}:user/administrator"
    And the access list entries in Oslo are "web-1"

  @OWN-LOGIN-05
  @needs-instances @needs-accounts
  Scenario: An instance of another account with the same ID cannot take over an instance's access list entry
    Given an operator writes the cloud role "any" in Oslo with "auth_type=ec2, bound_region=us-east-1"
    And the IAM role "reader" with 'account=210987654321, trusts=["{account}"]'
    And an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/reader"
    And the instance "own-1"
    And the instance "far" with "account=210987654321"
    And the instance "double" with "account=210987654321, id={instance:own-1}"
    When the instance "own-1" logs in to Oslo as "any" with the nonce "mine"
    Then the instance "far" can log in to Oslo as "any" with the nonce "mine"
    And the instance "double" cannot log in to Oslo as "any" with the nonce "mine"
    And the access list entry "own-1" in Oslo has "client_nonce=mine"
    Then the instance "own-1" can log in to Oslo as "any" with the nonce "mine"
    When an operator deletes the access list entry "own-1" in Oslo
    Then the instance "double" can log in to Oslo as "any" with the nonce "mine"
