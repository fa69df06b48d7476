@needs-cloud
Feature: Roles of cloud login
  A role defines which principals or instances may log in, and the settings of their tokens.

  Background:
    Given cloud login is enabled in Oslo
    And an operator writes the client configuration in Oslo with "iam_server_id_header_value=oslo.example"
    And the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=20m"
    And an operator writes the cloud role "Sculptor" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=carving, token_ttl=60m"

  @CLOUD-ROLE-02 @CLOUD-ROLE-04
  Scenario: Roles are listed by their names, in lower case
    Then the cloud roles in Oslo are "painter, sculptor"
    When an operator writes the cloud role "KiLn" in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    Then the cloud roles in Oslo are "painter, sculptor, kiln"

  @CLOUD-ROLE-05 @CORE-LIST-02 @CORE-UPDATE-01
  Scenario: Names that differ in case only denote one role
    When an operator writes the cloud role "SCULPTOR" in Oslo with "token_ttl=2h"
    Then the cloud roles in Oslo are "painter, sculptor"
    And the cloud role "sCulptor" in Oslo has "token_ttl=7200"

  @CLOUD-ROLE-03 @CLOUD-ROLE-03:iam-login
  Scenario: A deleted role admits no principal
    Then Ada can log in to Oslo as "sculptor"
    When an operator deletes the cloud role "sculptor" in Oslo
    Then Ada cannot log in to Oslo as "sculptor"
    And Ada can log in to Oslo as "painter"

  @CLOUD-ROLE-03 @CLOUD-ROLE-03:get @CLOUD-ROLE-03:list @CORE-DELETE-01 @CORE-LIST-03
  Scenario: A deleted role can no longer be read or listed, and the other role is still listed
    Then Oslo has the cloud role "sculptor"
    When an operator deletes the cloud role "sculptor" in Oslo
    Then there is no cloud role "sculptor" in Oslo
    And the cloud roles in Oslo are "painter"

  @CLOUD-ROLE-01 @CLOUD-ROLE-01:token-settings @order
  Scenario Outline: A role of type <auth_type> is read as written, also after some fields are changed: <bound>
    When an operator writes the cloud role "kiln" in Oslo with 'auth_type=<auth_type>, <bound>, token_policies=firing, token_ttl=1'
    And an operator writes the cloud role "kiln" in Oslo with "token_max_ttl=20, token_explicit_max_ttl=300, token_period=4, token_num_uses=5"
    And an operator writes the cloud role "kiln" in Oslo with "token_bound_cidrs=10.0.0.0/8, token_no_default_policy=true, token_type=service"
    Then the cloud role "kiln" in Oslo has 'auth_type=<auth_type>, <bound>, token_policies=firing, token_ttl=1'
    And the cloud role "kiln" in Oslo has "token_max_ttl=20, token_explicit_max_ttl=300, token_period=4, token_num_uses=5"
    And the cloud role "kiln" in Oslo has "token_bound_cidrs=10.0.0.0/8, token_no_default_policy=true, token_type=service"
    When an operator writes the cloud role "kiln" in Oslo with 'token_ttl=2, <change>'
    Then the cloud role "kiln" in Oslo has 'auth_type=<auth_type>, <bound>, token_policies=firing, token_ttl=2'
    And the cloud role "kiln" in Oslo has "token_max_ttl=20, token_explicit_max_ttl=300, token_period=4, token_num_uses=5"
    And the cloud role "kiln" in Oslo has 'token_bound_cidrs=10.0.0.0/8, token_no_default_policy=true, token_type=service, <change>'

    @CLOUD-ROLE-01:iam-constraints
    Examples: type iam
      | auth_type | change                                                   | bound                                                                                                                                             |
      | iam       | bound_iam_principal_arn=arn:aws:iam::123456789012:role/* | bound_ami_id=ami-1, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3                                                            |
      | iam       | bound_region=us-east-1                                   | bound_vpc_id=vpc-1, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3                                                            |
      | iam       | bound_account_id=["123456789012"]                        | bound_subnet_id=subnet-1, bound_ec2_instance_id=i-1, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3                           |
      | iam       | bound_iam_role_arn=arn:aws:iam::123456789012:role/app*   | bound_iam_instance_profile_arn=arn:aws:iam::123456789012:instance-profile/app, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3 |
      | iam       | inferred_entity_type=                                    | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/bob                                                        |

    @CLOUD-ROLE-01:ec2-constraints
    Examples: type ec2
      | auth_type | change                            | bound                                                                                           |
      | ec2       | bound_vpc_id=vpc-1                | bound_ami_id=ami-1, bound_account_id=["123456789012"], bound_region=eu-west-3                   |
      | ec2       | bound_ami_id=ami-1                | bound_vpc_id=vpc-1, bound_subnet_id=subnet-1, bound_ec2_instance_id=i-1                         |
      | ec2       | bound_region=eu-west-3            | bound_iam_role_arn=arn:aws:iam::123456789012:role/app*, resolve_cloud_unique_ids=false          |
      | ec2       | bound_account_id=["123456789012"] | bound_iam_instance_profile_arn=arn:aws:iam::123456789012:instance-profile/app, role_tag=SvcRole |
      | ec2       | role_tag=SvcRole                  | bound_ami_id=ami-1, disallow_reauthentication=true, allow_instance_migration=false              |
      | ec2       | role_tag=SvcRole                  | bound_ami_id=ami-1, disallow_reauthentication=false, allow_instance_migration=true              |

  @CLOUD-ROLE-06 @CLOUD-ROLE-06:get @CLOUD-ROLE-06:tag @CLOUD-ROLE-06:iam-login
  Scenario: Reading a role, logging in and creating a role tag accept its name in any case
    Given an operator writes the cloud role "devtag" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole"
    Then the cloud role "PAINTER" in Oslo has "token_ttl=1200"
    And Ada can log in to Oslo as "paINTER"
    And Oslo accepts the token of Ada
    When an operator tries to create a role tag of the cloud role "DevTag" in Oslo with ""
    Then the response has a role tag with the key "SvcRole"

  @CLOUD-ROLE-06 @CLOUD-ROLE-06:delete
  Scenario: A role is deleted by its name in any case
    When an operator deletes the cloud role "Painter" in Oslo
    Then there is no cloud role "painter" in Oslo
    And the cloud roles in Oslo are "sculptor"

  @CLOUD-ROLE-09
  Scenario Outline: An array and a comma-separated text are the same value of <list>: role <role>
    Given an operator writes the cloud role "kiln" in Oslo with "auth_type=ec2, bound_ami_id=ami-0"
    Then Oslo accepts the cloud role "<role>" with each of these:
      | <list>=<text>        | <list>=<array>       |
      | <list>=<other array> | <list>=<other array> |
      | <list>=<array>       | <list>=<array>       |
      | <list>=<other>       | <list>=<other array> |
      | <list>=<with spaces> | <list>=<array>       |

    @CLOUD-ROLE-09:instance-bounds
    Examples: bounds of instances
      | role | list                           | text                                                              | with spaces                                                        | array                                                                   | other                             | other array                           |
      | kiln | bound_ami_id                   | ami-1,ami-2                                                       | ami-1, ami-2                                                       | ["ami-1","ami-2"]                                                       | ami-3                             | ["ami-3"]                             |
      | kiln | bound_account_id               | 111122223333,000022223333                                         | 111122223333, 000022223333                                         | ["111122223333","000022223333"]                                         | 000044443333                      | ["000044443333"]                      |
      | kiln | bound_region                   | eu-west-3,eu-west-1                                               | eu-west-3, eu-west-1                                               | ["eu-west-3","eu-west-1"]                                               | us-east-1                         | ["us-east-1"]                         |
      | kiln | bound_vpc_id                   | vpc-1,vpc-2                                                       | vpc-1, vpc-2                                                       | ["vpc-1","vpc-2"]                                                       | vpc-3                             | ["vpc-3"]                             |
      | kiln | bound_subnet_id                | subnet-1,subnet-2                                                 | subnet-1, subnet-2                                                 | ["subnet-1","subnet-2"]                                                 | subnet-3                          | ["subnet-3"]                          |
      | kiln | bound_iam_role_arn             | arn:aws:iam::111122223333:role/a,arn:aws:iam::111122223333:role/b | arn:aws:iam::111122223333:role/a, arn:aws:iam::111122223333:role/b | ["arn:aws:iam::111122223333:role/a","arn:aws:iam::111122223333:role/b"] | arn:aws:iam::111122223333:role/c* | ["arn:aws:iam::111122223333:role/c*"] |
      | kiln | bound_iam_instance_profile_arn | arn:aws:iam::111122223333:instance-profile/a,b                    | arn:aws:iam::111122223333:instance-profile/a, b                    | ["arn:aws:iam::111122223333:instance-profile/a","b"]                    | c*                                | ["c*"]                                |
      | kiln | bound_ec2_instance_id          | i-1,i-2                                                           | i-1, i-2                                                           | ["i-1","i-2"]                                                           | i-3,i-4                           | ["i-3","i-4"]                         |

    @CLOUD-ROLE-09:principals
    Examples: bounds of principals
      | role    | list                    | text                                                              | with spaces                                                        | array                                                                   | other                            | other array                          |
      | painter | bound_iam_principal_arn | arn:aws:iam::111122223333:user/*,arn:aws:iam::111122223333:role/* | arn:aws:iam::111122223333:user/*, arn:aws:iam::111122223333:role/* | ["arn:aws:iam::111122223333:user/*","arn:aws:iam::111122223333:role/*"] | arn:aws:iam::444422223333:user/* | ["arn:aws:iam::444422223333:user/*"] |

    @CLOUD-ROLE-09:policies
    Examples: policies
      | role    | list           | text             | with spaces       | array                  | other     | other array   |
      | kiln    | token_policies | firing,glazing   | firing, glazing   | ["firing","glazing"]   | drying    | ["drying"]    |
      | kiln    | policies       | firing,glazing   | firing, glazing   | ["firing","glazing"]   | drying    | ["drying"]    |
      | painter | token_policies | drawing,painting | drawing, painting | ["drawing","painting"] | sketching | ["sketching"] |

    @CLOUD-ROLE-09:cidrs
    Examples: address ranges
      | role    | list              | text                   | with spaces             | array                        | other       | other array     |
      | kiln    | token_bound_cidrs | 10.0.0.0/8,10.1.0.0/16 | 10.0.0.0/8, 10.1.0.0/16 | ["10.0.0.0/8","10.1.0.0/16"] | 10.2.0.0/16 | ["10.2.0.0/16"] |
      | painter | token_bound_cidrs | 10.0.0.0/8,10.1.0.0/16 | 10.0.0.0/8, 10.1.0.0/16 | ["10.0.0.0/8","10.1.0.0/16"] | 10.2.0.0/16 | ["10.2.0.0/16"] |

  @CLOUD-ROLE-12
  Scenario: The auth_type of a role is iam by default
    Then the cloud role "painter" in Oslo has "auth_type=iam"
    When Ada logs in to Oslo as "painter"
    Then Oslo accepts the token of Ada

  @CLOUD-BIND-14
  Scenario: The bounds of a role that were not written are empty, and do not restrict a login
    Given an operator writes the cloud role "kiln" in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    Then the cloud role "painter" in Oslo has:
      | bound_ami_id                   | []                                |
      | bound_account_id               | []                                |
      | bound_region                   | []                                |
      | bound_vpc_id                   | []                                |
      | bound_subnet_id                | []                                |
      | bound_iam_role_arn             | []                                |
      | bound_iam_instance_profile_arn | []                                |
      | bound_ec2_instance_id          |                                   |
      | bound_iam_principal_arn        | ["arn:aws:iam::{account}:user/*"] |
    And the cloud role "kiln" in Oslo has:
      | bound_ami_id                   | ["ami-1"] |
      | bound_account_id               | []        |
      | bound_region                   | []        |
      | bound_vpc_id                   | []        |
      | bound_subnet_id                | []        |
      | bound_iam_role_arn             | []        |
      | bound_iam_instance_profile_arn | []        |
      | bound_ec2_instance_id          |           |
      | bound_iam_principal_arn        | []        |
    When Ada logs in to Oslo as "painter"
    Then Oslo accepts the token of Ada

  @CLOUD-RESOLVE-01
  Scenario: resolve_cloud_unique_ids of a role is true by default, whatever its type
    Given an operator writes the cloud role "kiln" in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    And an operator writes the cloud role "infer" in Oslo with "bound_ami_id=ami-1, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3"
    Then the cloud role "painter" in Oslo has "resolve_cloud_unique_ids=true"
    And the cloud role "kiln" in Oslo has "resolve_cloud_unique_ids=true"
    And the cloud role "infer" in Oslo has "resolve_cloud_unique_ids=true"

  @CLOUD-ROLE-12
  Scenario: Without an auth_type, a role is of type iam even if all its bounds are those of instances
    When an operator tries to write the cloud role "kiln" in Oslo with "bound_ami_id=ami-1"
    Then the request is refused
    When an operator tries to write the cloud role "kiln" in Oslo with "bound_region=eu-west-3, bound_vpc_id=vpc-1, role_tag=SvcRole"
    Then the request is refused
    And there is no cloud role "kiln" in Oslo
    When an operator writes the cloud role "kiln" in Oslo with "bound_ami_id=ami-1, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3"
    And an operator writes the cloud role "wheel" in Oslo with "auth_type=ec2, bound_region=eu-west-3, bound_vpc_id=vpc-1, role_tag=SvcRole"
    Then the cloud role "kiln" in Oslo has "auth_type=iam"

  @CLOUD-TAGKEY-01
  Scenario: role_tag of a role of type ec2 is empty by default
    When an operator writes the cloud role "kiln" in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    Then the cloud role "kiln" in Oslo has "auth_type=ec2, role_tag="

  @CLOUD-MIGR-01 @CLOUD-MIGR-01:allow-migration @CLOUD-MIGR-01:disallow-reauthentication
  Scenario: allow_instance_migration and disallow_reauthentication are false by default
    When an operator writes the cloud role "kiln" in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    Then the cloud role "kiln" in Oslo has "allow_instance_migration=false, disallow_reauthentication=false"

  @OWN-ROLE-01
  Scenario: A role of type ec2 admits no IAM principal
    Given an operator writes the cloud role "kiln" in Oslo with 'auth_type=ec2, bound_account_id=["{account}"]'
    Then Ada can log in to Oslo as "painter"
    And Ada cannot log in to Oslo as "kiln"

  @CLOUD-ROLE-07 @CLOUD-ROLE-07:iam @CLOUD-ROLE-07:ec2 @CORE-ATOMIC-01
  Scenario: A role without a bound is refused
    When an operator tries to write the cloud role "potter" in Oslo with ""
    Then the request is refused
    When an operator tries to write the cloud role "potter" in Oslo with "token_ttl=1h, token_policies=potting"
    Then the request is refused
    When an operator tries to write the cloud role "potter" in Oslo with "auth_type=ec2, role_tag=SvcRole"
    Then the request is refused
    When an operator tries to write the cloud role "potter" in Oslo with "auth_type=ec2, bound_ami_id=, bound_region=,"
    Then the request is refused
    When an operator tries to write the cloud role "potter" in Oslo with "bound_iam_principal_arn="
    Then the request is refused
    When an operator tries to write the cloud role "potter" in Oslo with "inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3"
    Then the request is refused
    And the refused requests have changed nothing
    And there is no cloud role "potter" in Oslo
    And the cloud roles in Oslo are "painter, sculptor"
    When an operator writes the cloud role "potter" in Oslo with "token_ttl=1h, token_policies=potting, bound_iam_principal_arn=arn:aws:iam::{account}:user/*"
    And an operator writes the cloud role "kiln" in Oslo with "auth_type=ec2, role_tag=SvcRole, bound_ami_id=, bound_region=eu-west-3"
    And an operator writes the cloud role "infer" in Oslo with "inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3, bound_ami_id=ami-1"
    Then the cloud roles in Oslo are "painter, sculptor, potter, kiln, infer"

  @CLOUD-ROLE-08 @CLOUD-ROLE-08:iam @CLOUD-ROLE-08:inferring @CLOUD-ROLE-08:ec2 @CORE-ATOMIC-01
  Scenario: A role cannot lose its last bound
    Then Oslo refuses the cloud role "sculptor" with each of these:
      | bound_iam_principal_arn=               |
      | bound_iam_principal_arn=, token_ttl=1m |
    When an operator writes the cloud role "kiln" in Oslo with "auth_type=ec2, bound_region=eu-west-3"
    Then Oslo refuses the cloud role "kiln" with each of these:
      | bound_region=                |
      | bound_region=, bound_ami_id= |
    When an operator writes the cloud role "infer" in Oslo with "bound_ami_id=ami-1, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3"
    Then Oslo refuses the cloud role "infer" with each of these:
      | bound_ami_id=                        |
      | bound_ami_id=, inferred_entity_type= |
    And the refused requests have changed nothing
    When an operator writes the cloud role "kiln" in Oslo with "bound_region=, bound_ami_id=ami-1"

  @OWN-ROLE-02
  Scenario: Of an existing role, auth_type cannot be changed, nor resolve_cloud_unique_ids be set from true to false
    Given an operator writes the cloud role "kiln" in Oslo with "auth_type=ec2, bound_region=eu-west-3"
    Then Oslo refuses the cloud role "kiln" with each of these:
      | auth_type=iam                                                                       |
      | auth_type=iam, bound_region=, bound_iam_principal_arn=arn:aws:iam::{account}:user/* |
    And Oslo refuses the cloud role "sculptor" with each of these:
      | auth_type=ec2, bound_iam_principal_arn=, bound_region=eu-west-3 |
      | resolve_cloud_unique_ids=false                                  |
    And the refused requests have changed nothing

  @CLOUD-ROLE-13 @CLOUD-ROLE-13:ec2 @CLOUD-ROLE-13:iam @CLOUD-ROLE-13:other
  Scenario: auth_type must be ec2 or iam, when a role is created and when it is changed
    Then Oslo refuses the cloud role "sculptor" with each of these:
      | auth_type=other   |
      | auth_type=EC2x    |
      | auth_type=        |
      | auth_type=IAM     |
      | auth_type=ec2,iam |
    And Oslo refuses the cloud role "new" with each of these:
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=other   |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=EC2x    |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=        |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=IAM     |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=ec2,iam |
    And the refused requests have changed nothing
    When an operator tries to write the cloud role "kiln" in Oslo with "auth_type=EC2, bound_ami_id=ami-1"
    Then the request is refused
    And there is no cloud role "kiln" in Oslo
    When an operator writes the cloud role "kiln" in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    And an operator writes the cloud role "wheel" in Oslo with "auth_type=iam, bound_iam_principal_arn=arn:aws:iam::123456789012:user/*"

  @CORE-ATOMIC-01
  Scenario Outline: A role of type ec2 accepts <with>, and one of type iam by default refuses it
    Given an operator writes the cloud role "kiln" in Oslo with 'auth_type=ec2, bound_region=eu-west-3, <with>'
    Then Oslo refuses the cloud role "sculptor" with each of these:
      | <with> |
    And Oslo refuses the cloud role "new" with each of these:
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, <with> |
    And the refused requests have changed nothing

    @CLOUD-BIND-01
    Examples: bounds of instances
      | with                                                                          |
      | bound_ami_id=ami-1                                                            |
      | bound_account_id=["123456789012"]                                             |
      | bound_region=eu-west-3                                                        |
      | bound_vpc_id=vpc-1                                                            |
      | bound_subnet_id=subnet-1                                                      |
      | bound_iam_role_arn=arn:aws:iam::123456789012:role/app*                        |
      | bound_iam_instance_profile_arn=arn:aws:iam::123456789012:instance-profile/app |
      | bound_ec2_instance_id=i-1                                                     |

    @CLOUD-MIGR-02
    Examples: how often an instance may log in
      | with                           |
      | allow_instance_migration=true  |
      | disallow_reauthentication=true |

    @CLOUD-TAGKEY-02 @CLOUD-TAGKEY-02:default-type
    Examples: role tags
      | with         |
      | role_tag=tag |

  @CLOUD-BIND-01 @CLOUD-BIND-01:image @CLOUD-BIND-01:account @CLOUD-BIND-01:region @CLOUD-BIND-01:vpc
  @CLOUD-BIND-01:subnet @CLOUD-BIND-01:iam-role @CLOUD-BIND-01:profile @CLOUD-BIND-01:instance-id
  Scenario: Each bound of instances is refused on a role of type iam, new or existing
    Then Oslo refuses the cloud role "sculptor" with each of these:
      | auth_type=iam, bound_ami_id=ami-1                                                            |
      | auth_type=iam, bound_account_id=["123456789012"]                                             |
      | auth_type=iam, bound_region=eu-west-3                                                        |
      | auth_type=iam, bound_vpc_id=vpc-1                                                            |
      | auth_type=iam, bound_subnet_id=subnet-1                                                      |
      | auth_type=iam, bound_iam_role_arn=arn:aws:iam::123456789012:role/app*                        |
      | auth_type=iam, bound_iam_instance_profile_arn=arn:aws:iam::123456789012:instance-profile/app |
      | auth_type=iam, bound_ec2_instance_id=i-1                                                     |
      | token_ttl=1h, bound_region=eu-west-3, bound_ami_id=ami-1                                     |
    And Oslo refuses the cloud role "new" with each of these:
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=iam, bound_ami_id=ami-1                                                            |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=iam, bound_account_id=["123456789012"]                                             |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=iam, bound_region=eu-west-3                                                        |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=iam, bound_vpc_id=vpc-1                                                            |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=iam, bound_subnet_id=subnet-1                                                      |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=iam, bound_iam_role_arn=arn:aws:iam::123456789012:role/app*                        |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=iam, bound_iam_instance_profile_arn=arn:aws:iam::123456789012:instance-profile/app |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=iam, bound_ec2_instance_id=i-1                                                     |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_ttl=1h, bound_region=eu-west-3, bound_ami_id=ami-1                                     |
    And the refused requests have changed nothing
    And there is no cloud role "new" in Oslo
    And Oslo accepts the cloud role "new" with each of these:
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=iam |

  @CLOUD-MIGR-02 @CLOUD-MIGR-02:allow-migration @CLOUD-MIGR-02:disallow-reauthentication
  Scenario: allow_instance_migration and disallow_reauthentication are refused with auth_type=iam
    Then Oslo refuses the cloud role "sculptor" with each of these:
      | auth_type=iam, allow_instance_migration=true  |
      | auth_type=iam, disallow_reauthentication=true |
    And Oslo refuses the cloud role "new" with each of these:
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=iam, allow_instance_migration=true  |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=iam, disallow_reauthentication=true |
    And the refused requests have changed nothing
    And there is no cloud role "new" in Oslo
    And Oslo accepts the cloud role "new" with each of these:
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=iam |

  @CLOUD-TAGKEY-02 @CLOUD-TAGKEY-02:explicit-type
  Scenario: role_tag is refused with auth_type=iam, on a new and on an existing role
    Then Oslo refuses the cloud role "sculptor" with each of these:
      | auth_type=iam, role_tag=SvcRole |
    And Oslo refuses the cloud role "new" with each of these:
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=iam, role_tag=SvcRole |
    And the refused requests have changed nothing
    And there is no cloud role "new" in Oslo
    And Oslo accepts the cloud role "new" with each of these:
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, auth_type=iam |

  @CLOUD-PRINC-03 @CORE-ATOMIC-01
  @CLOUD-PRINC-03:create @CLOUD-PRINC-03:update
  Scenario: bound_iam_principal_arn is refused on a new and on an existing role of type ec2
    Given an operator writes the cloud role "kiln" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, resolve_cloud_unique_ids=false"
    And an operator writes the cloud role "own" in Oslo with "bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada, resolve_cloud_unique_ids=false"
    Then Oslo refuses the cloud role "kiln" with each of these:
      | bound_iam_principal_arn=arn:aws:iam::123456789012:user/*   |
      | bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada |
    And Oslo refuses the cloud role "new" with each of these:
      | auth_type=ec2, bound_ami_id=ami-1, bound_iam_principal_arn=arn:aws:iam::123456789012:user/*                                   |
      | auth_type=ec2, bound_ami_id=ami-1, resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada |
    And the refused requests have changed nothing

  @CLOUD-MIGR-06 @CORE-ATOMIC-01
  Scenario: allow_instance_migration and disallow_reauthentication cannot both be set to true in one write
    Given an operator writes the cloud role "kiln" in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    And an operator writes the cloud role "one" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, allow_instance_migration=true"
    And an operator writes the cloud role "other" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, disallow_reauthentication=true"
    Then Oslo refuses the cloud role "kiln" with each of these:
      | allow_instance_migration=true, disallow_reauthentication=true |
    And Oslo refuses the cloud role "new" with each of these:
      | auth_type=ec2, bound_ami_id=ami-1, allow_instance_migration=true, disallow_reauthentication=true |
    And the refused requests have changed nothing

  @CLOUD-MIGR-07 @CLOUD-MIGR-07:disallow-reauthentication @CLOUD-MIGR-07:allow-migration
  Scenario: A role with one of allow_instance_migration and disallow_reauthentication cannot get the other
    Given an operator writes the cloud role "kiln" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, allow_instance_migration=true"
    And an operator writes the cloud role "wheel" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, disallow_reauthentication=true"
    Then Oslo refuses the cloud role "kiln" with each of these:
      | disallow_reauthentication=true |
    And Oslo refuses the cloud role "wheel" with each of these:
      | allow_instance_migration=true |
    And the refused requests have changed nothing
    When an operator writes the cloud role "kiln" in Oslo with "allow_instance_migration=false, disallow_reauthentication=true"
    Then Oslo refuses the cloud role "kiln" with each of these:
      | allow_instance_migration=true |
