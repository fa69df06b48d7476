@needs-cloud
Feature: Roles of cloud login
  A role says who may log in, and what tokens they get.

  Background:
    Given cloud login is enabled in Oslo for the server "oslo.example"
    And the IAM user Ada
    And the role "painter" in Oslo for every user of the account, with the policies "painting" for 20 minutes
    And the role "Sculptor" in Oslo for every user of the account, with the policies "carving" for 60 minutes

  @CLOUD-ROLE-02 @CLOUD-ROLE-04 @CLOUD-ROLE-05 @CORE-LIST-02 @CORE-UPDATE-01 @order
  Scenario: Names of roles are in lower case
    # CLOUD-ROLE-02, CLOUD-ROLE-04
    Then the cloud roles of Oslo are "painter, sculptor"
    When the role "KiLn" is written in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    # CLOUD-ROLE-02, CLOUD-ROLE-04
    Then the cloud roles of Oslo are "painter, sculptor, kiln"
    When the role "kiln" is deleted in Oslo
    # CLOUD-ROLE-05, CORE-UPDATE-01
    When the role "SCULPTOR" is written in Oslo with "token_ttl=2h"
    # CLOUD-ROLE-05, CORE-LIST-02
    Then the cloud roles of Oslo are "painter, sculptor"
    # CLOUD-ROLE-05, CORE-UPDATE-01
    And the role "sCulptor", read from Oslo, tells "token_ttl=7200"

  @CLOUD-ROLE-03 @CLOUD-ROLE-03:iam-login @CLOUD-ROLE-03:get @CLOUD-ROLE-03:list @CORE-DELETE-01 @CORE-LIST-03
  Scenario: A deleted role admits no principal
    Then Ada can log in to Oslo as "sculptor"
    # CLOUD-ROLE-03
    When the role "sculptor" is deleted in Oslo
    # CLOUD-ROLE-03
    Then Ada cannot log in to Oslo as "sculptor"
    # CLOUD-ROLE-03, CORE-DELETE-01
    And there is no role "sculptor" in Oslo
    # CLOUD-ROLE-03, CORE-LIST-03
    And the cloud roles of Oslo are "painter"

  @CLOUD-ROLE-01 @CLOUD-ROLE-01:token-settings @order
  Scenario Outline: A role is read back as it was written: <auth_type>
    When the role "kiln" is written in Oslo with "auth_type=<auth_type>, <bound>, token_policies=firing, token_ttl=1"
    And the role "kiln" is written in Oslo with "token_max_ttl=20, token_explicit_max_ttl=300, token_period=4, token_num_uses=5"
    And the role "kiln" is written in Oslo with "token_bound_cidrs=10.0.0.0/8, token_no_default_policy=true, token_type=service"
    Then the role "kiln", read from Oslo, tells "auth_type=<auth_type>, <bound>, token_policies=firing, token_ttl=1"
    And the role "kiln", read from Oslo, tells "token_max_ttl=20, token_explicit_max_ttl=300, token_period=4, token_num_uses=5"
    And the role "kiln", read from Oslo, tells "token_bound_cidrs=10.0.0.0/8, token_no_default_policy=true, token_type=service"
    When the role "kiln" is written in Oslo with "token_ttl=2, <change>"
    Then the role "kiln", read from Oslo, tells "auth_type=<auth_type>, <bound>, token_policies=firing, token_ttl=2"
    And the role "kiln", read from Oslo, tells "token_max_ttl=20, token_explicit_max_ttl=300, token_period=4, token_num_uses=5"
    And the role "kiln", read from Oslo, tells "token_bound_cidrs=10.0.0.0/8, token_no_default_policy=true, token_type=service, <change>"

    @CLOUD-ROLE-01:iam-constraints
    Examples:
      | auth_type | change                                                   | bound                                                                                                                                             |
      | iam       | bound_iam_principal_arn=arn:aws:iam::123456789012:role/* | bound_ami_id=ami-1, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3                                                            |
      | iam       | bound_region=us-east-1                                   | bound_vpc_id=vpc-1, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3                                                            |
      | iam       | bound_account_id=123456789012                            | bound_subnet_id=subnet-1, bound_ec2_instance_id=i-1, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3                           |
      | iam       | bound_iam_role_arn=arn:aws:iam::123456789012:role/app*   | bound_iam_instance_profile_arn=arn:aws:iam::123456789012:instance-profile/app, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3 |
      | iam       | inferred_entity_type=                                    | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/bob                                                        |

    @CLOUD-ROLE-01:ec2-constraints
    Examples:
      | auth_type | change                        | bound                                                                                           |
      | ec2       | bound_vpc_id=vpc-1            | bound_ami_id=ami-1, bound_account_id=123456789012, bound_region=eu-west-3                       |
      | ec2       | bound_ami_id=ami-1            | bound_vpc_id=vpc-1, bound_subnet_id=subnet-1, bound_ec2_instance_id=i-1                         |
      | ec2       | bound_region=eu-west-3        | bound_iam_role_arn=arn:aws:iam::123456789012:role/app*, resolve_cloud_unique_ids=false          |
      | ec2       | bound_account_id=123456789012 | bound_iam_instance_profile_arn=arn:aws:iam::123456789012:instance-profile/app, role_tag=SvcRole |
      | ec2       | role_tag=SvcRole              | bound_ami_id=ami-1, disallow_reauthentication=true, allow_instance_migration=false              |
      | ec2       | role_tag=SvcRole              | bound_ami_id=ami-1, disallow_reauthentication=false, allow_instance_migration=true              |

  @CLOUD-ROLE-06 @CLOUD-ROLE-06:get @CLOUD-ROLE-06:tag @CLOUD-ROLE-06:iam-login
  Scenario: A role is found by its name in any case
    Given the role "devtag" is written in Oslo with "auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole"
    Then the role "PAINTER", read from Oslo, tells "token_ttl=1200"
    And Ada can log in to Oslo as "paINTER"
    And the token of Ada works in Oslo
    When an operator requests a tag of the role "DevTag" from Oslo with ""
    Then there is a tag for "SvcRole"

  @CLOUD-ROLE-06 @CLOUD-ROLE-06:delete
  Scenario: A role is deleted by its name in any case
    When the role "Painter" is deleted in Oslo
    Then there is no role "painter" in Oslo
    And the cloud roles of Oslo are "sculptor"

  @CLOUD-ROLE-09 @CLOUD-ROLE-09:instance-bounds @CLOUD-ROLE-09:principals @CLOUD-ROLE-09:policies @CLOUD-ROLE-09:cidrs
  Scenario: A list is an array or a comma-separated text
    Given the role "kiln" is written in Oslo with "auth_type=ec2, bound_ami_id=ami-0"
    Then each of these lists of the role "kiln" in Oslo can be sent as an array and as text with commas:
      | list                           | first                                                             | then                              |
      | bound_ami_id                   | ami-1,ami-2                                                       | ami-3                             |
      | bound_account_id               | 111122223333,000022223333                                         | 444422223333                      |
      | bound_region                   | eu-west-3,eu-west-1                                               | us-east-1                         |
      | bound_vpc_id                   | vpc-1,vpc-2                                                       | vpc-3                             |
      | bound_subnet_id                | subnet-1,subnet-2                                                 | subnet-3                          |
      | bound_iam_role_arn             | arn:aws:iam::111122223333:role/a,arn:aws:iam::111122223333:role/b | arn:aws:iam::111122223333:role/c* |
      | bound_iam_instance_profile_arn | arn:aws:iam::111122223333:instance-profile/a,b                    | c*                                |
      | bound_ec2_instance_id          | i-1,i-2                                                           | i-3,i-4                           |
      | token_policies                 | firing,glazing                                                    | drying                            |
      | policies                       | firing,glazing                                                    | drying                            |
      | token_bound_cidrs              | 10.0.0.0/8,10.1.0.0/16                                            | 10.2.0.0/16                       |
    And each of these lists of the role "painter" in Oslo can be sent as an array and as text with commas:
      | list                    | first                                                             | then                             |
      | bound_iam_principal_arn | arn:aws:iam::111122223333:user/*,arn:aws:iam::111122223333:role/* | arn:aws:iam::444422223333:user/* |
      | token_policies          | drawing,painting                                                  | sketching                        |
      | token_bound_cidrs       | 10.0.0.0/8,10.1.0.0/16                                            | 10.2.0.0/16                      |

  @CLOUD-ROLE-12 @CLOUD-BIND-14 @CLOUD-RESOLVE-01
  Scenario: The auth_type of a role is iam by default, and its other bounds are empty
    Given the role "kiln" is written in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    # CLOUD-ROLE-12
    Then the role "painter", read from Oslo, tells "auth_type=iam"
    # CLOUD-RESOLVE-01
    And the role "painter", read from Oslo, tells "resolve_cloud_unique_ids=true"
    # CLOUD-RESOLVE-01
    And the role "kiln", read from Oslo, tells "resolve_cloud_unique_ids=true"
    # CLOUD-BIND-14
    And the role "painter", read from Oslo, is bound by "bound_iam_principal_arn" alone
    # CLOUD-BIND-14
    And the role "kiln", read from Oslo, is bound by "bound_ami_id" alone
    When Ada logs in to Oslo as "painter"
    # CLOUD-ROLE-12, CLOUD-BIND-14
    Then the token of Ada works in Oslo

  @CLOUD-ROLE-12 @CLOUD-RESOLVE-01
  Scenario: A bound does not decide the auth_type
    # CLOUD-ROLE-12
    When an operator tries to write the role "kiln" in Oslo with "bound_ami_id=ami-1"
    # CLOUD-ROLE-12
    Then the request is refused
    # CLOUD-ROLE-12
    When an operator tries to write the role "kiln" in Oslo with "bound_region=eu-west-3, bound_vpc_id=vpc-1, role_tag=SvcRole"
    # CLOUD-ROLE-12
    Then the request is refused
    # CLOUD-ROLE-12
    And there is no role "kiln" in Oslo
    When the role "kiln" is written in Oslo with "bound_ami_id=ami-1, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3"
    # CLOUD-ROLE-12
    Then the role "kiln", read from Oslo, tells "auth_type=iam"
    # CLOUD-RESOLVE-01
    And the role "kiln", read from Oslo, tells "resolve_cloud_unique_ids=true"

  @CLOUD-TAGKEY-01 @CLOUD-MIGR-01 @CLOUD-MIGR-01:allow-migration @CLOUD-MIGR-01:disallow-reauthentication
  Scenario: A role of type ec2 has no role tag, and neither migration nor a single login, by default
    Given the role "kiln" is written in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    # CLOUD-TAGKEY-01
    Then the role "kiln", read from Oslo, tells "auth_type=ec2, role_tag="
    # CLOUD-MIGR-01
    And the role "kiln", read from Oslo, tells "allow_instance_migration=false, disallow_reauthentication=false"

  @OWN-ROLE-01
  Scenario: A role of type ec2 admits no IAM principal
    Given the role "kiln" is written in Oslo with "auth_type=ec2, bound_account_id=123456789012"
    Then Ada cannot log in to Oslo as "kiln"

  @CLOUD-ROLE-07 @CLOUD-ROLE-07:iam @CLOUD-ROLE-07:ec2 @CORE-ATOMIC-01
  Scenario: A role without a bound is refused
    When an operator tries to write the role "potter" in Oslo with ""
    Then the request is refused
    When an operator tries to write the role "potter" in Oslo with "token_ttl=1h, token_policies=potting"
    Then the request is refused
    When an operator tries to write the role "potter" in Oslo with "auth_type=ec2, role_tag=SvcRole"
    Then the request is refused
    When an operator tries to write the role "potter" in Oslo with "auth_type=ec2, bound_ami_id=, bound_region=,"
    Then the request is refused
    When an operator tries to write the role "potter" in Oslo with "bound_iam_principal_arn="
    Then the request is refused
    When an operator tries to write the role "potter" in Oslo with "inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3"
    Then the request is refused
    # CORE-ATOMIC-01
    And the refused requests have changed nothing
    And there is no role "potter" in Oslo
    And the cloud roles of Oslo are "painter, sculptor"

  @CLOUD-ROLE-08 @CLOUD-ROLE-08:iam @CLOUD-ROLE-08:inferring @CLOUD-ROLE-08:ec2 @CORE-ATOMIC-01
  Scenario: A role cannot lose its last bound
    Then Oslo refuses this for the role "sculptor":
      | with                                   |
      | bound_iam_principal_arn=               |
      | bound_iam_principal_arn=, token_ttl=1m |
    When the role "kiln" is written in Oslo with "auth_type=ec2, bound_region=eu-west-3"
    Then Oslo refuses this for the role "kiln":
      | with                         |
      | bound_region=                |
      | bound_region=, bound_ami_id= |
    When the role "infer" is written in Oslo with "bound_ami_id=ami-1, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3"
    Then Oslo refuses this for the role "infer":
      | with                                 |
      | bound_ami_id=                        |
      | bound_ami_id=, inferred_entity_type= |
    # CORE-ATOMIC-01
    And the refused requests have changed nothing
    When the role "kiln" is written in Oslo with "bound_region=, bound_ami_id=ami-1"

  @OWN-ROLE-02
  Scenario: The auth_type of a role cannot be changed, nor unique IDs turned off
    Given the role "kiln" is written in Oslo with "auth_type=ec2, bound_region=eu-west-3"
    Then Oslo refuses this for the role "kiln":
      | with          |
      | auth_type=iam |
    And Oslo refuses this for the role "sculptor":
      | with                           |
      | resolve_cloud_unique_ids=false |
    And the refused requests have changed nothing

  @CLOUD-ROLE-13 @CLOUD-ROLE-13:ec2 @CLOUD-ROLE-13:iam @CLOUD-ROLE-13:other @CORE-ATOMIC-01
  Scenario: The auth_type is ec2 or iam
    Then Oslo refuses this for the role "sculptor" and for a new one:
      | with              |
      | auth_type=other   |
      | auth_type=EC2x    |
      | auth_type=        |
      | auth_type=IAM     |
      | auth_type=ec2,iam |
    # CORE-ATOMIC-01
    And the refused requests have changed nothing
    When an operator tries to write the role "kiln" in Oslo with "auth_type=EC2, bound_ami_id=ami-1"
    Then the request is refused
    And there is no role "kiln" in Oslo
    When the role "kiln" is written in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    And the role "wheel" is written in Oslo with "auth_type=iam, bound_iam_principal_arn=arn:aws:iam::123456789012:user/*"

  @CORE-ATOMIC-01
  Scenario Outline: A role of type iam cannot have what one of type ec2 can: <with>
    Given the role "kiln" is written in Oslo with "auth_type=ec2, bound_region=eu-west-3, <with>"
    Then Oslo refuses this for the role "sculptor" and for a new one:
      | with   |
      | <with> |
    # CORE-ATOMIC-01
    And the refused requests have changed nothing

    @CLOUD-BIND-01
    Examples:
      | with                                                                          |
      | bound_ami_id=ami-1                                                            |
      | bound_account_id=123456789012                                                 |
      | bound_region=eu-west-3                                                        |
      | bound_vpc_id=vpc-1                                                            |
      | bound_subnet_id=subnet-1                                                      |
      | bound_iam_role_arn=arn:aws:iam::123456789012:role/app*                        |
      | bound_iam_instance_profile_arn=arn:aws:iam::123456789012:instance-profile/app |
      | bound_ec2_instance_id=i-1                                                     |

    @CLOUD-MIGR-02
    Examples:
      | with                           |
      | allow_instance_migration=true  |
      | disallow_reauthentication=true |

    @CLOUD-TAGKEY-02 @CLOUD-TAGKEY-02:default-type
    Examples:
      | with         |
      | role_tag=tag |

  @CLOUD-BIND-01 @CLOUD-BIND-01:image @CLOUD-BIND-01:account @CLOUD-BIND-01:region @CLOUD-BIND-01:vpc
  @CLOUD-BIND-01:subnet @CLOUD-BIND-01:iam-role @CLOUD-BIND-01:profile @CLOUD-BIND-01:instance-id
  @CLOUD-MIGR-02 @CLOUD-MIGR-02:allow-migration @CLOUD-MIGR-02:disallow-reauthentication
  @CLOUD-TAGKEY-02 @CLOUD-TAGKEY-02:explicit-type
  Scenario: A role whose type is said to be iam cannot have what one of type ec2 can
    # CLOUD-BIND-01
    Then Oslo refuses this for the role "sculptor" and for a new one:
      | with                                                                                         |
      | auth_type=iam, bound_ami_id=ami-1                                                            |
      | auth_type=iam, bound_account_id=123456789012                                                 |
      | auth_type=iam, bound_region=eu-west-3                                                        |
      | auth_type=iam, bound_vpc_id=vpc-1                                                            |
      | auth_type=iam, bound_subnet_id=subnet-1                                                      |
      | auth_type=iam, bound_iam_role_arn=arn:aws:iam::123456789012:role/app*                        |
      | auth_type=iam, bound_iam_instance_profile_arn=arn:aws:iam::123456789012:instance-profile/app |
      | auth_type=iam, bound_ec2_instance_id=i-1                                                     |
      | token_ttl=1h, bound_region=eu-west-3, bound_ami_id=ami-1                                     |
    # CLOUD-MIGR-02
    And Oslo refuses this for the role "sculptor" and for a new one:
      | with                                          |
      | auth_type=iam, allow_instance_migration=true  |
      | auth_type=iam, disallow_reauthentication=true |
    # CLOUD-TAGKEY-02
    And Oslo refuses this for the role "sculptor" and for a new one:
      | with                            |
      | auth_type=iam, role_tag=SvcRole |
    And the refused requests have changed nothing
    And there is no role "new" in Oslo

  @CLOUD-PRINC-03 @CORE-ATOMIC-01
  @CLOUD-PRINC-03:create @CLOUD-PRINC-03:update
  Scenario: A role of type ec2 is bound to no principal
    Given the role "kiln" is written in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    And the role "own" is written in Oslo with "bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada, resolve_cloud_unique_ids=false"
    Then Oslo refuses this for the role "kiln" and for a new one for instances:
      | with                                                       |
      | bound_iam_principal_arn=arn:aws:iam::123456789012:user/*   |
      | bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada |
    # CORE-ATOMIC-01
    And the refused requests have changed nothing

  @CLOUD-MIGR-06 @CORE-ATOMIC-01
  Scenario: allow_instance_migration and disallow_reauthentication exclude one another
    Given the role "kiln" is written in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    And the role "one" is written in Oslo with "auth_type=ec2, bound_ami_id=ami-1, allow_instance_migration=true"
    And the role "other" is written in Oslo with "auth_type=ec2, bound_ami_id=ami-1, disallow_reauthentication=true"
    Then Oslo refuses this for the role "kiln" and for a new one for instances:
      | with                                                          |
      | allow_instance_migration=true, disallow_reauthentication=true |
    # CORE-ATOMIC-01
    And the refused requests have changed nothing

  @CLOUD-MIGR-07 @CLOUD-MIGR-07:disallow-reauthentication @CLOUD-MIGR-07:allow-migration @CORE-ATOMIC-01
  Scenario: A role with one of allow_instance_migration and disallow_reauthentication cannot get the other
    Given the role "kiln" is written in Oslo with "auth_type=ec2, bound_ami_id=ami-1, allow_instance_migration=true"
    And the role "wheel" is written in Oslo with "auth_type=ec2, bound_ami_id=ami-1, disallow_reauthentication=true"
    Then Oslo refuses this for the role "kiln":
      | with                           |
      | disallow_reauthentication=true |
    And Oslo refuses this for the role "wheel":
      | with                          |
      | allow_instance_migration=true |
    # CORE-ATOMIC-01
    And the refused requests have changed nothing
    When the role "kiln" is written in Oslo with "allow_instance_migration=false, disallow_reauthentication=true"
    Then Oslo refuses this for the role "kiln":
      | with                          |
      | allow_instance_migration=true |
