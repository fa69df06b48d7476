Feature: Roles say who may log in

  Background:
    Given cloud login is enabled in Oslo for the server "oslo.example"
    And the cloud user Ada
    And the role "painter" for every user of the account, with the policies "painting" for 20 minutes
    And the role "Sculptor" for every user of the account, with the policies "carving" for 60 minutes

  @CLOUD-ROLE-02 @CLOUD-ROLE-04 @CLOUD-ROLE-05 @CORE-LIST-02 @CORE-UPDATE-01
  Scenario: Roles are known in lower case
    Then the roles are "painter, sculptor"
    When the role "SCULPTOR" is written with "token_ttl=2h"
    Then the roles are "painter, sculptor"
    And the role "sCulptor" has the "token_ttl" 7200

  @CLOUD-ROLE-03 @CORE-DELETE-01 @CORE-LIST-03
  Scenario: A role that is deleted lets nobody in
    When Ada logs in to Oslo as "sculptor"
    Then the token works in Oslo
    When the role "sculptor" is deleted
    And Ada logs in to Oslo as "sculptor"
    Then the login is refused
    And there is no role "sculptor"
    And the roles are "painter"

  @CLOUD-ROLE-07 @CORE-ATOMIC-01
  Scenario: A role needs a bound
    When somebody tries to write the role "potter" with ""
    Then that is refused as a bad request
    When somebody tries to write the role "potter" with "token_ttl=1h, token_policies=potting"
    Then that is refused as a bad request
    And there is no role "potter"
    And the roles are "painter, sculptor"

  @CLOUD-RESOLVE-06 @CORE-ATOMIC-01
  Scenario: A role cannot be for somebody who is not there
    When somebody tries to write the role "potter" with "bound_iam_principal_arn=arn:aws:iam::123456789012:user/nobody"
    Then that is refused as a bad request
    And there is no role "potter"

  @CLOUD-ROLE-08 @CORE-ATOMIC-01
  Scenario: A role keeps a bound
    Then this is refused for the role "sculptor" and changes nothing:
      | with                                   |
      | bound_iam_principal_arn=               |
      | bound_iam_principal_arn=, token_ttl=1m |
      | resolve_cloud_unique_ids=false         |

  @CLOUD-ROLE-13 @CLOUD-BIND-01 @CLOUD-INFER-02 @CLOUD-MIGR-02 @CLOUD-TAGKEY-02 @CORE-ATOMIC-01
  Scenario: What a role for cloud users cannot have is refused and changes nothing
    Then this is refused for the role "sculptor" and for a new one, and changes nothing:
      | with                                                                                               |
      | auth_type=other                                                                                    |
      | auth_type=EC2x                                                                                     |
      | bound_ami_id=ami-1                                                                                 |
      | bound_account_id=123456789012                                                                      |
      | bound_region=eu-west-3                                                                             |
      | bound_vpc_id=vpc-1                                                                                 |
      | bound_subnet_id=subnet-1                                                                           |
      | bound_iam_role_arn=arn:aws:iam::123456789012:role/app                                              |
      | bound_iam_instance_profile_arn=arn:aws:iam::123456789012:instance-profile/app                      |
      | bound_ec2_instance_id=i-1                                                                          |
      | inferred_entity_type=other                                                                         |
      | inferred_entity_type=other, inferred_cloud_region=eu-west-3                                        |
      | inferred_entity_type=ec2_instance                                                                  |
      | allow_instance_migration=true                                                                      |
      | disallow_reauthentication=true                                                                     |
      | allow_instance_migration=true, disallow_reauthentication=true                                      |
      | allow_instance_migration=true, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3  |
      | disallow_reauthentication=true, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3 |
      | role_tag=tag                                                                                       |
      | role_tag=tag, auth_type=iam                                                                        |
      | role_tag=tag, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3                   |
