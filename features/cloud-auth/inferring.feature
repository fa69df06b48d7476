@needs-cloud @needs-instances
Feature: Inferring the instance behind an IAM login
  A session of an IAM role that is named after an instance logs in as that instance, when the role infers instances.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And the IAM role "web"
    And the instance "web-1" with "iam_role=web, image=ami-1, vpc=vpc-1, subnet=subnet-1"

  @CLOUD-INFER-01 @CLOUD-INFER-01:entity-type @CLOUD-INFER-01:region @CLOUD-INFER-01:no-compute-call @needs-stand-ins
  Scenario: A role infers no instance by default, and a login with it makes no call to the compute API
    Given an operator writes the cloud role "plain" in Oslo with "bound_iam_principal_arn={role:web}"
    And an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    And an operator writes the client configuration in Oslo with:
      | endpoint | {stand-in:ec2} |
    Then the cloud role "plain" in Oslo has "inferred_entity_type=, inferred_cloud_region="
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada can log in to Oslo as "plain"
    And the stand-in "ec2" was called 0 times
    And Ada can log in to Oslo as "infer"
    And all calls to the stand-in "ec2" have "action=DescribeInstances"

  @CLOUD-INFER-02 @CLOUD-INFER-02:create @CLOUD-INFER-02:update @CORE-ATOMIC-01
  Scenario: inferred_entity_type accepts ec2_instance and refuses other values, in a new role and in an update
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    Then the cloud role "infer" in Oslo has "inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When an operator tries to write the cloud role "infer" in Oslo with "inferred_entity_type=other, inferred_cloud_region=us-east-1"
    Then the request is refused
    And the refused requests have changed nothing
    When an operator tries to write the cloud role "infer" in Oslo with "inferred_entity_type=EC2_Instance"
    Then the request is refused
    And the refused requests have changed nothing
    When an operator tries to write the cloud role "other" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2, inferred_cloud_region=us-east-1"
    Then the request is refused
    When an operator tries to write the cloud role "other" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instances, inferred_cloud_region=us-east-1"
    Then the request is refused
    And there is no cloud role "other" in Oslo

  @CLOUD-INFER-03 @CORE-ATOMIC-01
  Scenario Outline: A new or existing role of type ec2 refuses <with>
    Given an operator writes the cloud role "ec2" in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    And an operator writes the cloud role "iam" in Oslo with "auth_type=iam, bound_ami_id=ami-1, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When an operator tries to write the cloud role "ec2" in Oslo with "<with>"
    Then the request is refused
    And the refused requests have changed nothing
    When an operator tries to write the cloud role "new" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, <with>"
    Then the request is refused
    And there is no cloud role "new" in Oslo

    @CLOUD-INFER-03:entity-type
    Examples:
      | with                                                               |
      | inferred_entity_type=ec2_instance                                  |
      | inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1 |

    @CLOUD-INFER-03:region
    Examples:
      | with                            |
      | inferred_cloud_region=us-east-1 |

  @CLOUD-INFER-04 @CLOUD-INFER-04:create @CLOUD-INFER-04:update @CLOUD-INFER-04:blank-region @CORE-ATOMIC-01
  Scenario: A role that infers needs an inferred_cloud_region, when it is created and in an update
    When an operator tries to write the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance"
    Then the request is refused
    When an operator tries to write the cloud role "infer" in Oslo with "auth_type=iam, bound_ami_id=ami-1, bound_region=us-east-1, inferred_entity_type=ec2_instance, inferred_cloud_region="
    Then the request is refused
    And there is no cloud role "infer" in Oslo
    When an operator writes the cloud role "plain" in Oslo with "bound_iam_principal_arn={role:web}"
    And an operator tries to write the cloud role "plain" in Oslo with "inferred_entity_type=ec2_instance"
    Then the request is refused
    And the refused requests have changed nothing
    And there is no cloud role "infer" in Oslo
    When an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    And an operator tries to write the cloud role "infer" in Oslo with "inferred_cloud_region="
    Then the request is refused
    And the refused requests have changed nothing
    And the cloud role "infer" in Oslo has "inferred_cloud_region=us-east-1"

  @CLOUD-INFER-05 @needs-stand-ins
  Scenario: The instance is looked up in the role's region, and in no other
    Given the instance "far" with "iam_role=web, region=eu-west-3"
    And an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3"
    And an operator writes the cloud role "near" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    And an operator writes the client configuration in Oslo with:
      | endpoint | {stand-in:ec2} |
    When Ada is in the session "{instance:far}" of the IAM role "web"
    And Ada tries to log in to Oslo as "infer"
    Then the request succeeds
    And all calls to the stand-in "ec2" have "region=eu-west-3"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    And Ada can log in to Oslo as "near"
    And the last call to the stand-in "ec2" has "region=us-east-1"

  @CLOUD-IDENT-18 @CLOUD-IDENT-18:region @CLOUD-IDENT-18:id
  Scenario: The metadata can have the region and the ID of the inferred instance
    Given the instance "far" with "iam_role=web, region=eu-west-3"
    And an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3"
    And an operator writes the identity configuration in Oslo with:
      | iam_metadata | inferred_cloud_region,inferred_entity_id |
    When Ada is in the session "{instance:far}" of the IAM role "web"
    Then Ada can log in to Oslo as "infer"
    And the token of Ada has "inferred_cloud_region=eu-west-3"
    And the token of Ada has "inferred_entity_id={instance:far}"

  @CLOUD-BIND-11
  Scenario: An inferred instance has to be in a region that its role is bound to
    Given the instance "far" with "iam_role=web, region=eu-west-3"
    And an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=eu-west-3, bound_region=us-east-1"
    When Ada is in the session "{instance:far}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    When an operator writes the cloud role "infer" in Oslo with "bound_region=us-east-1,eu-west-3"
    Then Ada can log in to Oslo as "infer"

  @CLOUD-INFER-06 @CLOUD-INFER-06:user @CLOUD-INFER-06:session-name @CLOUD-INFER-06:unknown-instance @needs-replication
  Scenario: Only a session that is named after the ID of an existing instance logs in with a role that infers
    Given the IAM user Jane
    And an operator writes the cloud role "plain" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:*"
    And an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:*, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    Then Jane can log in to Oslo as "plain"
    And Jane cannot log in to Oslo as "infer"
    When Ada is in the session "i-0123456789abcdef0" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    When Ada is in the session "web-1" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada can log in to Oslo as "infer"
    And Ada tries to log in to Lima as "infer"
    And the request succeeds

  @CLOUD-ACCESS-04 @CLOUD-ACCESS-04:inferred-instance
  Scenario: The login of an inferred instance creates no access list entry, unlike that of an instance itself
    Given cloud login for instances is configured in Oslo
    And an operator writes the cloud role "ec2" in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    And an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    And Ada tries to log in to Oslo as "infer"
    Then the request succeeds
    And there are no access list entries in Oslo
    And the instance "web-1" can log in to Oslo as "ec2"
    And the access list entries in Oslo are "web-1"

  @CLOUD-IDENT-16
  Scenario: The metadata of a login that infers have the principal's account, and iam as type of the login
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    And Ada tries to log in to Oslo as "infer"
    Then the request succeeds
    And the token of Ada has "auth_type=iam"
    And the token of Ada has "account_id={account}"

  @CLOUD-IDENT-14 @CLOUD-IDENT-14:inferring-login
  Scenario: By default the metadata have nothing of the inferred instance
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    And Ada tries to log in to Oslo as "infer"
    Then the request succeeds
    And the token of Ada has the metadata "account_id, auth_type" and no other

  @CLOUD-INFER-07 @CLOUD-INFER-07:other-role @CLOUD-INFER-07:no-profile
  Scenario: The inferred instance must have an instance profile with the IAM role of the session
    Given the IAM role "db"
    And the instance "db-1" with "iam_role=db"
    And the instance "bare"
    And an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:*, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When Ada is in the session "{instance:db-1}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    When Ada is in the session "{instance:bare}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    Given the IAM role "other" with "instance_profile=web"
    And the instance "alike" with "profile=web"
    When Ada is in the session "{instance:alike}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    When Ada is in the session "{instance:db-1}" of the IAM role "db"
    Then Ada can log in to Oslo as "infer"

  @CLOUD-INFER-08
  Scenario Outline: An instance that is <state> does not log in
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When the instance "web-1" changes to "state=<state>"
    And Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    When the instance "web-1" changes to "state=running"
    Then Ada can log in to Oslo as "infer"

    Examples:
      | state         |
      | pending       |
      | stopping      |
      | stopped       |
      | shutting-down |
      | terminated    |

  @CLOUD-INFER-09 @order
  Scenario: A token from before the role inferred anything cannot be renewed
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    And Ada logs in to Oslo as "infer"
    Then Ada can renew the token in Oslo
    When an operator writes the cloud role "infer" in Oslo with "inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    Then Ada cannot renew the token in Oslo
    When Ada logs in to Oslo as "infer"
    Then Ada can renew the token in Oslo

  @OWN-RENEW-01
  Scenario: A token of an instance that has stopped cannot be renewed
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    And Ada logs in to Oslo as "infer"
    Then Ada can renew the token in Oslo
    When the instance "web-1" changes to "state=stopped"
    Then Ada cannot renew the token in Oslo

  @OWN-INFER-01
  Scenario: A role with a bound for instances cannot stop inferring, unless the same write removes the bound
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, bound_ami_id=ami-2, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    When an operator tries to write the cloud role "infer" in Oslo with "inferred_entity_type="
    Then the request is refused
    And the refused requests have changed nothing
    And Ada cannot log in to Oslo as "infer"
    When an operator writes the cloud role "infer" in Oslo with "inferred_entity_type=, bound_ami_id="
    Then Ada can log in to Oslo as "infer"

  @OWN-INFER-02 @order
  Scenario: A token of an inferred instance cannot be renewed once its role infers nothing
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    And Ada logs in to Oslo as "infer"
    Then Ada can renew the token in Oslo
    When an operator writes the cloud role "infer" in Oslo with "inferred_entity_type="
    Then Ada cannot renew the token in Oslo
    When Ada logs in to Oslo as "infer"
    Then Ada can renew the token in Oslo

  @CLOUD-INFER-10 @CLOUD-INFER-10:create @CLOUD-INFER-10:update @order
  Scenario Outline: A role that infers may be bound by <bound>
    When an operator writes the cloud role "infer" in Oslo with 'inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1, <bound>=<value>'
    Then the cloud role "infer" in Oslo has 'auth_type=iam, <bound>=<value>'
    When an operator writes the cloud role "later" in Oslo with "bound_iam_principal_arn={role:web}"
    And an operator writes the cloud role "later" in Oslo with 'inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1, <bound>=<value>'
    Then the cloud role "later" in Oslo has 'auth_type=iam, <bound>=<value>'

    Examples:
      | bound                          | value                                           |
      | bound_ami_id                   | ami-1                                           |
      | bound_account_id               | ["123456789012"]                                |
      | bound_region                   | us-east-1                                       |
      | bound_vpc_id                   | vpc-1                                           |
      | bound_subnet_id                | subnet-1                                        |
      | bound_iam_role_arn             | arn:aws:iam::123456789012:role/web              |
      | bound_iam_instance_profile_arn | arn:aws:iam::123456789012:instance-profile/web* |
      | bound_ec2_instance_id          | i-0123456789abcdef0                             |

  Scenario Outline: A role that infers admits only instances that match its <bound>: <values>
    Given an operator writes the cloud role "inside" in Oslo with 'inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1, <bound>=<inside>'
    And an operator writes the cloud role "outside" in Oslo with 'inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1, <bound>=<outside>'
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "outside"
    And Ada can log in to Oslo as "inside"

    @CLOUD-BIND-11 @CLOUD-BIND-11:image
    Examples:
      | bound        | values       | inside            | outside            |
      | bound_ami_id | exact values | ami-0,ami-1,ami-2 | ami-0,ami-11,ami-* |

    @CLOUD-BIND-11 @CLOUD-BIND-11:account
    Examples:
      | bound            | values       | inside                   | outside         |
      | bound_account_id | exact values | 123123123123,{account},1 | 210987654321,1* |

    @CLOUD-BIND-11 @CLOUD-BIND-11:region
    Examples:
      | bound        | values       | inside                        | outside             |
      | bound_region | exact values | us-east-2,us-east-1,eu-west-1 | eu-west-1,us-east-* |

    @CLOUD-BIND-12 @CLOUD-BIND-12:vpc
    Examples:
      | bound        | values       | inside            | outside     |
      | bound_vpc_id | exact values | vpc-0,vpc-1,vpc-2 | vpc-2,vpc-* |

    @CLOUD-BIND-12 @CLOUD-BIND-12:subnet
    Examples:
      | bound           | values       | inside                     | outside            |
      | bound_subnet_id | exact values | subnet-0,subnet-1,subnet-2 | subnet-2,subnet-11 |

    @CLOUD-BIND-12 @CLOUD-BIND-12:instance-id
    Examples:
      | bound                 | values       | inside                                   | outside                    |
      | bound_ec2_instance_id | exact values | i-00000000000000000,{instance:web-1},i-1 | i-00000000000000000,i-,i-* |

    @CLOUD-BIND-13 @CLOUD-BIND-13:iam-role
    Examples:
      | bound              | values     | inside                                                                                       | outside                                                                                                                             |
      | bound_iam_role_arn | exact ARNs | arn:aws:iam::{account}:role/db,arn:aws:iam::{account}:role/web,arn:aws:iam::{account}:role/x | arn:aws:iam::{account}:role/we,arn:aws:iam::{account}:role/hosts-1,arn:aws:iam::{account}:role/web2,arn:aws:iam::{account}:role/Web |
      | bound_iam_role_arn | a wildcard | arn:aws:iam::{account}:role/we*                                                              | arn:aws:iam::{account}:role/db*                                                                                                     |

    @CLOUD-BIND-13 @CLOUD-BIND-13:profile
    Examples:
      | bound                          | values     | inside                                                                                                                               | outside                                                                                                                                      |
      | bound_iam_instance_profile_arn | exact ARNs | arn:aws:iam::{account}:instance-profile/db,arn:aws:iam::{account}:instance-profile/hosts-1,arn:aws:iam::{account}:instance-profile/x | arn:aws:iam::{account}:instance-profile/web,arn:aws:iam::{account}:instance-profile/hosts-12,arn:aws:iam::{account}:instance-profile/Hosts-1 |
      | bound_iam_instance_profile_arn | a wildcard | arn:aws:iam::{account}:instance-profile/hosts*                                                                                       | arn:aws:iam::{account}:instance-profile/db*                                                                                                  |

  Scenario Outline: Where a role that infers has all bounds for instances, a mismatch of <bound> alone prevents the login
    Given an operator writes the cloud role "infer" in Oslo with "inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1, bound_ami_id=ami-1, bound_account_id={account}, bound_region=us-east-1"
    And an operator writes the cloud role "infer" in Oslo with "bound_vpc_id=vpc-1, bound_subnet_id=subnet-1, bound_ec2_instance_id={instance:web-1}"
    And an operator writes the cloud role "infer" in Oslo with "bound_iam_role_arn=arn:aws:iam::{account}:role/web, bound_iam_instance_profile_arn=arn:aws:iam::{account}:instance-profile/hosts-1"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada can log in to Oslo as "infer"
    When an operator writes the cloud role "infer" in Oslo with '<bound>=<other>'
    Then Ada cannot log in to Oslo as "infer"

    @CLOUD-BIND-11
    Examples:
      | bound            | other            |
      | bound_ami_id     | ami-2            |
      | bound_account_id | ["210987654321"] |
      | bound_region     | eu-west-1        |

    @CLOUD-BIND-12
    Examples:
      | bound                 | other               |
      | bound_vpc_id          | vpc-2               |
      | bound_subnet_id       | subnet-2            |
      | bound_ec2_instance_id | i-00000000000000000 |

    @CLOUD-BIND-13
    Examples:
      | bound                          | other                                      |
      | bound_iam_role_arn             | arn:aws:iam::{account}:role/db             |
      | bound_iam_instance_profile_arn | arn:aws:iam::{account}:instance-profile/db |

  @CLOUD-PRINC-06
  Scenario: A role that infers admits only its bound principals, also if the instance matches its other bounds
    Given the IAM role "db"
    And an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:db}, bound_ami_id=ami-1, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    When an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/d*"
    Then Ada cannot log in to Oslo as "infer"
    When an operator writes the cloud role "infer" in Oslo with "bound_ami_id=, bound_vpc_id=vpc-1, bound_region=us-east-1"
    Then Ada cannot log in to Oslo as "infer"
    When an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:db},{role:web}"
    Then Ada can log in to Oslo as "infer"

  @CLOUD-ROLE-11 @CLOUD-ROLE-11:inferring
  Scenario Outline: Where a role that infers has all bounds, for principals too, <bound> must match as well
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, bound_ami_id=ami-1, bound_account_id={account}, bound_region=us-east-1, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    And an operator writes the cloud role "infer" in Oslo with "bound_vpc_id=vpc-1, bound_subnet_id=subnet-1, bound_ec2_instance_id={instance:web-1}"
    And an operator writes the cloud role "infer" in Oslo with "bound_iam_role_arn=arn:aws:iam::{account}:role/web, bound_iam_instance_profile_arn=arn:aws:iam::{account}:instance-profile/hosts-1"
    When an operator writes the cloud role "infer" in Oslo with '<bound>=<outside>'
    And Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    When an operator writes the cloud role "infer" in Oslo with '<bound>=<inside>'
    Then Ada can log in to Oslo as "infer"

    Examples:
      | bound                          | outside                                     | inside                                          |
      | bound_iam_principal_arn        | arn:aws:iam::{account}:role/db*             | arn:aws:iam::{account}:role/w*                  |
      | bound_ami_id                   | ami-2                                       | ami-1                                           |
      | bound_account_id               | ["210987654321"]                            | {account}                                       |
      | bound_region                   | eu-west-1                                   | us-east-1                                       |
      | bound_vpc_id                   | vpc-2                                       | vpc-1                                           |
      | bound_subnet_id                | subnet-2                                    | subnet-1                                        |
      | bound_ec2_instance_id          | i-00000000000000000                         | {instance:web-1}                                |
      | bound_iam_role_arn             | arn:aws:iam::{account}:role/hosts-1         | arn:aws:iam::{account}:role/web                 |
      | bound_iam_instance_profile_arn | arn:aws:iam::{account}:instance-profile/web | arn:aws:iam::{account}:instance-profile/hosts-1 |

  @CLOUD-LOGIN-03 @CLOUD-LOGIN-03:iam-evidence
  Scenario: A role of type ec2 admits no session that is named after an instance
    Given cloud login for instances is configured in Oslo
    And an operator writes the cloud role "ec2" in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    And an operator writes the cloud role "infer" in Oslo with "bound_ami_id=ami-1, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "ec2"
    And Ada can log in to Oslo as "infer"
    And the instance "web-1" can log in to Oslo as "ec2"

  @CLOUD-IDENT-18
  @CLOUD-IDENT-18:region @CLOUD-IDENT-18:id @CLOUD-IDENT-18:type
  Scenario: The region, the ID and the type of the inferred instance can be chosen as the only metadata
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    And an operator writes the identity configuration in Oslo with:
      | iam_metadata | inferred_cloud_region,inferred_entity_id,inferred_entity_type |
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    And Ada logs in to Oslo as "infer"
    Then the token of Ada has the metadata "inferred_cloud_region, inferred_entity_id, inferred_entity_type" and no other
    And the token of Ada has "inferred_cloud_region=us-east-1"
    And the token of Ada has "inferred_entity_id={instance:web-1}"
    And the token of Ada has "inferred_entity_type=ec2_instance"

  @CORE-ATOMIC-01
  Scenario Outline: A role that infers refuses a field that only roles of type ec2 have: <with>
    Given an operator writes the cloud role "ec2" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, <with>"
    And an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When an operator tries to write the cloud role "infer" in Oslo with "<with>"
    Then the request is refused
    And the refused requests have changed nothing
    When an operator tries to write the cloud role "new" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1, <with>"
    Then the request is refused
    And there is no cloud role "new" in Oslo

    @CLOUD-MIGR-02 @CLOUD-MIGR-02:inferring-role
    Examples:
      | with                           |
      | allow_instance_migration=true  |
      | disallow_reauthentication=true |

    @CLOUD-TAGKEY-02 @CLOUD-TAGKEY-02:inferring-role
    Examples:
      | with             |
      | role_tag=SvcRole |

  @CLOUD-STS-10 @needs-accounts @needs-stand-ins @order
  Scenario: An instance of another account is looked up with temporary credentials of that account's STS role
    Given the IAM role "look" with 'account=210987654321, trusts=["210987654321","{account}"]'
    And the IAM role "far" with "account=210987654321"
    And the instance "far-1" with "iam_role=far"
    And an operator writes the cloud role "infer" in Oslo with 'bound_account_id=["210987654321"], inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1'
    And an operator writes the client configuration in Oslo with:
      | endpoint | {stand-in:ec2} |
    When Ada is in the session "{instance:far-1}" of the IAM role "far"
    Then Ada cannot log in to Oslo as "infer"
    When an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/look"
    Then Ada can log in to Oslo as "infer"
    And the last call to the stand-in "ec2" has "is_temporary=true"
    When an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn=arn:aws:iam::210987654321:role/*"
    Then Ada can log in to Oslo as "infer"
    And the last call to the stand-in "ec2" has "is_temporary=true"

  @CLOUD-CREDS-06 @needs-stand-ins
  @CLOUD-CREDS-06:inferring-login
  Scenario: Without permission to describe instances, or without an access key, a role that infers refuses logins
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    And an operator writes the cloud role "plain" in Oslo with "bound_iam_principal_arn={role:web}"
    And an operator writes the client configuration in Oslo with:
      | endpoint | {stand-in:ec2} |
    And the stand-in "ec2" refuses everything
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    And there are no access list entries in Oslo
    When the stand-in "ec2" works again
    Then Ada can log in to Oslo as "infer"
    When an operator writes the client configuration in Oslo with "access_key=, secret_key=, sts_region="
    Then Ada cannot log in to Oslo as "infer"
    And Ada can log in to Oslo as "plain"

  @CLOUD-CREDS-07 @needs-stand-ins
  @CLOUD-CREDS-07:inferring-login
  Scenario: Without permission to get instance profiles, a role that infers and has a bound_iam_role_arn refuses logins
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_role_arn=arn:aws:iam::{account}:role/w*, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    And an operator writes the client configuration in Oslo with:
      | iam_endpoint | {stand-in:iam} |
    And the stand-in "iam" refuses everything
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    When the stand-in "iam" works again
    Then Ada can log in to Oslo as "infer"

  @CLOUD-CLIENT-08 @needs-stand-ins
  @CLOUD-CLIENT-08:compute @CLOUD-CLIENT-08:iam @CLOUD-CLIENT-08:sts
  Scenario Outline: With max_retries <retries>, a failing call to the compute API, IAM or STS is repeated <retries> times
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    And an operator writes the client configuration in Oslo with:
      | endpoint    | {stand-in:ec2} |
      | max_retries | <retries>      |
    And the stand-in "ec2" is out of order
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    And the stand-in "ec2" was called <calls> times
    When an operator writes the client configuration in Oslo with:
      | iam_endpoint | {stand-in:iam} |
    And the stand-in "iam" is out of order
    And an operator tries to write the cloud role "private" in Oslo with "bound_iam_principal_arn={role:web}"
    Then the request is refused
    And the stand-in "iam" was called <calls> times
    When an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:sts} |
    And the stand-in "sts" is out of order
    Then Ada cannot log in to Oslo as "infer"
    And the stand-in "sts" was called <calls> times

    @CLOUD-CLIENT-08:zero
    Examples:
      | retries | calls |
      | 0       | 1     |

    @CLOUD-CLIENT-08:several
    Examples:
      | retries | calls |
      | 2       | 3     |

  @CLOUD-CLIENT-08 @needs-stand-ins @needs-cloud-faults
  @CLOUD-CLIENT-08:several @CLOUD-CLIENT-08:compute
  Scenario Outline: A call to the compute API is repeated up to max_retries after <error>
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    And an operator writes the client configuration in Oslo with:
      | endpoint    | {stand-in:ec2} |
      | max_retries | 2              |
    And the cloud answers "DescribeInstances" with "<fault>"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    And the stand-in "ec2" was called 3 times

    Examples:
      | error               | fault           |
      | an internal failure | InternalFailure |
      | throttling          | Throttling      |
      | a broken connection | cut             |

  @CLOUD-CLIENT-09 @needs-stand-ins
  @CLOUD-CLIENT-09:unset @CLOUD-CLIENT-09:minus-one
  Scenario: With max_retries unset or -1, a call that fails recoverably is repeated three times
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    And an operator writes the client configuration in Oslo with:
      | endpoint | {stand-in:ec2} |
    And the stand-in "ec2" is out of order
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    And the stand-in "ec2" was called 4 times
    When an operator writes the client configuration in Oslo with:
      | endpoint    | {stand-in:other} |
      | max_retries | -1               |
    And the stand-in "other" is out of order
    Then Ada cannot log in to Oslo as "infer"
    And the stand-in "other" was called 4 times
    When an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:sts} |
    And the stand-in "sts" is out of order
    Then Ada cannot log in to Oslo as "infer"
    And the stand-in "sts" was called 4 times

  @CLOUD-CLIENT-10 @needs-stand-ins
  @CLOUD-CLIENT-10:compute @CLOUD-CLIENT-10:iam @CLOUD-CLIENT-10:sts
  Scenario: A call that the compute API, IAM or STS refuses is not repeated, whatever max_retries allows
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    And an operator writes the client configuration in Oslo with:
      | endpoint    | {stand-in:ec2} |
      | max_retries | 3              |
    And the stand-in "ec2" refuses everything
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    And the stand-in "ec2" was called 1 time
    When an operator writes the client configuration in Oslo with:
      | iam_endpoint | {stand-in:iam} |
    And the stand-in "iam" refuses everything
    And an operator tries to write the cloud role "private" in Oslo with "bound_iam_principal_arn={role:web}"
    Then the request is refused
    And the stand-in "iam" was called 1 time
    When an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:sts} |
    And the stand-in "sts" refuses everything
    Then Ada cannot log in to Oslo as "infer"
    And the stand-in "sts" was called 1 time

  @CLOUD-CLIENT-11 @needs-stand-ins
  @CLOUD-CLIENT-11:access-key @CLOUD-CLIENT-11:secret-key
  Scenario: The compute API and IAM are called with the configured access key
    Given an operator writes the client configuration in Oslo with:
      | endpoint     | {stand-in:ec2} |
      | iam_endpoint | {stand-in:iam} |
    And an operator writes the cloud role "infer" in Oslo with "bound_ami_id=ami-1, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada can log in to Oslo as "infer"
    And all calls to the stand-in "ec2" have "access_key={access key of the administrator}"
    And all calls to the stand-in "iam" have "access_key={access key of the administrator}"

  @CLOUD-CLIENT-12 @needs-stand-ins
  Scenario: The inferred instance is looked up at the configured endpoint
    Given an operator writes the client configuration in Oslo with:
      | endpoint | {stand-in:ec2} |
    And an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada can log in to Oslo as "infer"
    And all calls to the stand-in "ec2" have "action=DescribeInstances"

  @CLOUD-CLIENT-15 @needs-stand-ins
  @CLOUD-CLIENT-15:endpoint @CLOUD-CLIENT-15:iam-endpoint @CLOUD-CLIENT-15:sts-endpoint
  Scenario: Each API is called at its own endpoint
    Given an operator writes the client configuration in Oslo with:
      | endpoint     | {stand-in:ec2} |
      | iam_endpoint | {stand-in:iam} |
      | sts_endpoint | {stand-in:sts} |
    And an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada can log in to Oslo as "infer"
    And all calls to the stand-in "ec2" have "action=DescribeInstances"
    And all calls to the stand-in "iam" have "action=GetInstanceProfile, GetRole"
    And all calls to the stand-in "sts" have "action=GetCallerIdentity"

  @CLOUD-CLIENT-12 @needs-stand-ins
  Scenario: The endpoint of the compute API may end with a slash
    Given an operator writes the client configuration in Oslo with:
      | endpoint | {stand-in:ec2}/ |
    And an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada can log in to Oslo as "infer"
    And all calls to the stand-in "ec2" have "action=DescribeInstances"

  @CLOUD-CLIENT-15 @needs-stand-ins @needs-environment @order
  Scenario Outline: An endpoint that is configured for <api> alone is not used for other APIs
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    And Oslo is started again with "CLOUD_ENDPOINT_URL={stand-in:usual}"
    When an operator writes the client configuration in Oslo with:
      | endpoint     | <endpoint>     |
      | iam_endpoint | <iam_endpoint> |
      | sts_endpoint | <sts_endpoint> |
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada can log in to Oslo as "infer"
    And all calls to the stand-in "one" have "action=<asked>"
    And all calls to the stand-in "usual" have "action=<others>"

    @CLOUD-CLIENT-15:endpoint
    Examples:
      | api             | endpoint       | iam_endpoint | sts_endpoint | asked             | others                                |
      | the compute API | {stand-in:one} |              |              | DescribeInstances | GetCallerIdentity, GetInstanceProfile |

    @CLOUD-CLIENT-15:iam-endpoint
    Examples:
      | api | endpoint | iam_endpoint   | sts_endpoint | asked              | others                               |
      | IAM |          | {stand-in:one} |              | GetInstanceProfile | DescribeInstances, GetCallerIdentity |

    @CLOUD-CLIENT-15:sts-endpoint
    Examples:
      | api | endpoint | iam_endpoint | sts_endpoint   | asked             | others                                |
      | STS |          |              | {stand-in:one} | GetCallerIdentity | DescribeInstances, GetInstanceProfile |

  @CLOUD-CLIENT-18 @needs-stand-ins @order
  @CLOUD-CLIENT-18:max-retries
  Scenario: A changed max_retries applies to the next call
    Given an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    And an operator writes the client configuration in Oslo with:
      | endpoint    | {stand-in:ec2} |
      | max_retries | 1              |
    And the stand-in "ec2" is out of order
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    Then Ada cannot log in to Oslo as "infer"
    And the stand-in "ec2" was called 2 times
    When an operator writes the client configuration in Oslo with:
      | max_retries | 0 |
    Then Ada cannot log in to Oslo as "infer"
    And the stand-in "ec2" was called 3 times

  @CLOUD-CLIENT-18 @needs-stand-ins @order
  @CLOUD-CLIENT-18:access-key @CLOUD-CLIENT-18:secret-key @CLOUD-CLIENT-18:endpoint @CLOUD-CLIENT-18:iam-endpoint
  @CLOUD-CLIENT-18:sts-endpoint
  Scenario: Changed keys and endpoints in the client configuration apply to the next call
    Given the IAM user Bob
    And an operator writes the client configuration in Oslo with:
      | endpoint | {stand-in:one} |
    And an operator writes the cloud role "infer" in Oslo with "bound_iam_principal_arn={role:web}, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    When Ada is in the session "{instance:web-1}" of the IAM role "web"
    And Ada logs in to Oslo as "infer"
    Then all calls to the stand-in "one" have "access_key={access key of the administrator}"
    When an operator writes the client configuration in Oslo with "access_key={access key of Bob}, secret_key={secret key of Bob}, endpoint={stand-in:other}"
    Then Ada can log in to Oslo as "infer"
    And the stand-in "one" was called 1 time
    And the last call to the stand-in "other" has "access_key={access key of Bob}"
    When an operator writes the client configuration in Oslo with:
      | secret_key | not-the-one-of-Bob |
    Then Ada cannot log in to Oslo as "infer"
    When an operator writes the client configuration in Oslo with "access_key={access key of Bob}, secret_key={secret key of Bob}, endpoint={stand-in:other}"
    Then Ada can log in to Oslo as "infer"
    When an operator writes the client configuration in Oslo with:
      | iam_endpoint | {stand-in:iam} |
      | sts_endpoint | {stand-in:sts} |
    Then Ada can log in to Oslo as "infer"
    And all calls to the stand-in "iam" have "action=GetInstanceProfile"
    And all calls to the stand-in "sts" have "action=GetCallerIdentity"
    When an operator writes the client configuration in Oslo with:
      | iam_endpoint | {cloud} |
      | sts_endpoint | {cloud} |
    Then Ada can log in to Oslo as "infer"
    And the stand-in "iam" was called 1 time
    And the stand-in "sts" was called 1 time
