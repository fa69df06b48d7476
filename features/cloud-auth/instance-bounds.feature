@needs-cloud
Feature: Bounds of roles for instances
  An instance logs in only against a role whose every list it is on, as the provider describes it at that moment.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And the IAM role "app-web" with "instance_profile=app-profile"
    And the instance "web-1" with "image=ami-1, vpc=vpc-1, subnet=subnet-1, profile=app-profile"

  @needs-instances @needs-replication
  Scenario Outline: An instance logs in to <cluster> only if a value of <bound> matches it, not with <others>
    Given an operator writes the cloud role "inside" in Oslo with 'auth_type=ec2, <bound>=<inside>'
    And an operator writes the cloud role "outside" in Oslo with 'auth_type=ec2, <bound>=<outside>'
    And soon <cluster> has the cloud role "outside"
    Then the instance "web-1" cannot log in to <cluster> as "outside"
    And the instance "web-1" can log in to <cluster> as "inside"

    @CLOUD-BIND-02 @CLOUD-BIND-02:image
    Examples:
      | cluster | bound        | others       | inside            | outside      |
      | Oslo    | bound_ami_id | other images | ami-0,ami-1,ami-2 | ami-0,ami-11 |
      | Lima    | bound_ami_id | a beginning  | ami-1             | ami-         |

    @CLOUD-BIND-02 @CLOUD-BIND-02:account
    Examples:
      | cluster | bound            | others         | inside                   | outside          |
      | Oslo    | bound_account_id | other accounts | 123123123123,{account},1 | ["210987654321"] |

    @CLOUD-BIND-02 @CLOUD-BIND-02:region
    Examples:
      | cluster | bound        | others                        | inside                        | outside           |
      | Oslo    | bound_region | another region or a beginning | us-east-2,us-east-1,eu-west-3 | us-east-2,us-east |

    @CLOUD-BIND-03 @CLOUD-BIND-03:vpc
    Examples:
      | cluster | bound        | others     | inside            | outside      |
      | Oslo    | bound_vpc_id | other VPCs | vpc-0,vpc-1,vpc-2 | vpc-2,vpc-11 |

    @CLOUD-BIND-03 @CLOUD-BIND-03:subnet
    Examples:
      | cluster | bound           | others                        | inside                     | outside           |
      | Oslo    | bound_subnet_id | another subnet or a beginning | subnet-0,subnet-1,subnet-2 | subnet-11,subnet- |

    @CLOUD-BIND-04 @CLOUD-BIND-04:other-role
    Examples:
      | cluster | bound              | others      | inside                                                                                                 | outside                                                                                                        |
      | Oslo    | bound_iam_role_arn | other roles | arn:aws:iam::{account}:role/app-db,arn:aws:iam::{account}:role/app-web,arn:aws:iam::{account}:role/app | arn:aws:iam::{account}:role/app-db,arn:aws:iam::{account}:role/App-Web,arn:aws:iam::{account}:role/app-profile |

    @CLOUD-BIND-05 @CLOUD-BIND-05:other-profile
    Examples:
      | cluster | bound                          | others         | inside                                                                                                                                     | outside                                                                                                                                        |
      | Oslo    | bound_iam_instance_profile_arn | other profiles | arn:aws:iam::{account}:instance-profile/db,arn:aws:iam::{account}:instance-profile/app-profile,arn:aws:iam::{account}:instance-profile/app | arn:aws:iam::{account}:instance-profile/db,arn:aws:iam::{account}:instance-profile/App-Profile,arn:aws:iam::{account}:instance-profile/app-web |

    @CLOUD-BIND-06
    Examples:
      | cluster | bound                 | others                    | inside                                   | outside                |
      | Oslo    | bound_ec2_instance_id | another ID or a beginning | i-00000000000000000,{instance:web-1},i-1 | i-00000000000000000,i- |

    @CLOUD-BIND-07 @CLOUD-BIND-07:iam-role
    Examples:
      | cluster | bound              | others                     | inside                                                                                          | outside                                                                                         |
      | Oslo    | bound_iam_role_arn | wildcards for others       | arn:aws:iam::{account}:role/db*,arn:aws:iam::{account}:role/app-*,arn:aws:iam::{account}:role/x | arn:aws:iam::{account}:role/web*,iam::{account}:role/app-*,arn:aws:iam::{account}:role/my-app-* |
      | Oslo    | bound_iam_role_arn | a wildcard for longer ones | arn:aws:iam::{account}:role/app-web*                                                            | arn:aws:iam::{account}:role/app-web-*                                                           |

    @CLOUD-BIND-07 @CLOUD-BIND-07:profile
    Examples:
      | cluster | bound                          | others               | inside                                       | outside                                                                                                                        |
      | Oslo    | bound_iam_instance_profile_arn | wildcards for others | arn:aws:iam::{account}:instance-profile/app* | arn:aws:iam::{account}:instance-profile/pro*,iam::{account}:instance-profile/app*,arn:aws:iam::{account}:instance-profile/App* |

    @CLOUD-BIND-08 @CLOUD-BIND-08:iam-role
    Examples:
      | cluster | bound              | others                  | inside                              | outside                                                               |
      | Oslo    | bound_iam_role_arn | a shorter or longer ARN | arn:aws:iam::{account}:role/app-web | arn:aws:iam::{account}:role/app,arn:aws:iam::{account}:role/app-web-2 |

    @CLOUD-BIND-08 @CLOUD-BIND-08:profile
    Examples:
      | cluster | bound                          | others                  | inside                                              | outside                                                                                           |
      | Oslo    | bound_iam_instance_profile_arn | a shorter or longer ARN | arn:aws:iam::{account}:instance-profile/app-profile | arn:aws:iam::{account}:instance-profile/app,arn:aws:iam::{account}:instance-profile/app-profile-2 |

    @CLOUD-BIND-09 @CLOUD-BIND-09:iam-role
    Examples:
      | cluster | bound              | others                    | inside                         | outside                                                                                      |
      | Oslo    | bound_iam_role_arn | a wildcard before the end | arn:aws:iam::{account}:role/a* | arn:aws:iam::{account}:role/a*web,arn:aws:iam::*:role/app-web,arn:aws:iam::*:role/*,*app-web |

    @CLOUD-BIND-09 @CLOUD-BIND-09:profile
    Examples:
      | cluster | bound                          | others                    | inside                                       | outside                                                                                                                      |
      | Oslo    | bound_iam_instance_profile_arn | a wildcard before the end | arn:aws:iam::{account}:instance-profile/app* | arn:aws:iam::{account}:instance-profile/a*file,arn:aws:iam::*:instance-profile/app-profile,arn:aws:iam::*:instance-profile/* |

    @CLOUD-BIND-10 @CLOUD-BIND-10:image
    Examples:
      | cluster | bound        | others                 | inside | outside     |
      | Oslo    | bound_ami_id | a wildcard or capitals | ami-1  | ami-*,AMI-1 |

    @CLOUD-BIND-10 @CLOUD-BIND-10:account-and-region
    Examples:
      | cluster | bound            | others                 | inside    | outside        |
      | Oslo    | bound_account_id | wildcards              | {account} | 1*,2*,*        |
      | Oslo    | bound_region     | a wildcard or capitals | us-east-1 | us-*,US-EAST-1 |

    @CLOUD-BIND-10 @CLOUD-BIND-10:instance-id
    Examples:
      | cluster | bound                 | others    | inside           | outside |
      | Oslo    | bound_ec2_instance_id | wildcards | {instance:web-1} | i-*,*   |

    @CLOUD-BIND-10 @CLOUD-BIND-10:network
    Examples:
      | cluster | bound           | others                 | inside   | outside           |
      | Oslo    | bound_vpc_id    | a wildcard or capitals | vpc-1    | vpc-*,VPC-1       |
      | Oslo    | bound_subnet_id | a wildcard or capitals | subnet-1 | subnet-*,Subnet-1 |

  @needs-instances @order
  Scenario Outline: A later login is refused by a list that no longer has the instance, until that list is emptied: <bound>
    Given an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, bound_account_id={account}, bound_region=us-east-1"
    And an operator writes the cloud role "web" in Oslo with "bound_vpc_id=vpc-1, bound_subnet_id=subnet-1, bound_ec2_instance_id={instance:web-1}"
    And an operator writes the cloud role "web" in Oslo with "bound_iam_role_arn=arn:aws:iam::{account}:role/app-web, bound_iam_instance_profile_arn=arn:aws:iam::{account}:instance-profile/app-profile"
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    And an operator writes the cloud role "web" in Oslo with '<bound>=<other>'
    Then the instance "web-1" cannot log in to Oslo as "web" with the nonce "mine"
    When an operator writes the cloud role "web" in Oslo with '<bound>='
    Then the instance "web-1" can log in to Oslo as "web" with the nonce "mine"

    @CLOUD-BIND-02
    Examples:
      | bound            | other            |
      | bound_ami_id     | ami-2            |
      | bound_account_id | ["210987654321"] |
      | bound_region     | eu-west-1        |

    @CLOUD-BIND-03
    Examples:
      | bound           | other    |
      | bound_vpc_id    | vpc-2    |
      | bound_subnet_id | subnet-2 |

    @CLOUD-BIND-04
    Examples:
      | bound              | other                              |
      | bound_iam_role_arn | arn:aws:iam::{account}:role/app-db |

    @CLOUD-BIND-05
    Examples:
      | bound                          | other                                      |
      | bound_iam_instance_profile_arn | arn:aws:iam::{account}:instance-profile/db |

    @CLOUD-BIND-06
    Examples:
      | bound                 | other               |
      | bound_ec2_instance_id | i-00000000000000000 |

  @CLOUD-BIND-02 @needs-instances @needs-accounts
  Scenario: Account and region are those of the instance, not those of the service
    Given the instance "far" with "account=210987654321"
    And the IAM role "reader" with 'account=210987654321, trusts=["{account}"]'
    And an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/reader"
    And an operator writes the cloud role "own" in Oslo with "auth_type=ec2, bound_account_id={account}"
    And an operator writes the cloud role "other" in Oslo with 'auth_type=ec2, bound_account_id=["210987654321"]'
    Then the instance "far" cannot log in to Oslo as "own"
    And the instance "far" can log in to Oslo as "other"
    And the instance "web-1" cannot log in to Oslo as "other"
    Given the instance "web-eu" with "region=eu-west-1"
    And an operator writes the cloud certificate "of-eu" in Oslo with "cloud_public_cert={certificate:rsa2048 of eu-west-1}, type=pkcs7"
    And an operator writes the cloud role "here" in Oslo with "auth_type=ec2, bound_region=us-east-1"
    And an operator writes the cloud role "there" in Oslo with "auth_type=ec2, bound_region=eu-west-1"
    Then the instance "web-eu" cannot log in to Oslo as "here"
    And the instance "web-eu" can log in to Oslo as "there"
    And the instance "web-1" cannot log in to Oslo as "there"

  @CLOUD-BIND-04 @needs-instances @smoke
  Scenario: A bound on IAM roles is compared with the role in the profile, not with the name of the profile
    Given the IAM role "other" with "instance_profile=app-db"
    And the instance "db-1" with "profile=app-db"
    And an operator writes the cloud role "by-role" in Oslo with "auth_type=ec2, bound_iam_role_arn=arn:aws:iam::{account}:role/app-db"
    Then the instance "db-1" cannot log in to Oslo as "by-role"
    When an operator writes the cloud role "by-role" in Oslo with "bound_iam_role_arn=arn:aws:iam::{account}:role/other"
    Then the instance "db-1" can log in to Oslo as "by-role"

  @CLOUD-BIND-05 @needs-instances
  Scenario: A bound on instance profiles is compared with the profile, not with the name of the role in it
    Given the IAM role "other" with "instance_profile=app-db"
    And the instance "db-1" with "profile=app-db"
    And an operator writes the cloud role "by-profile" in Oslo with "auth_type=ec2, bound_iam_instance_profile_arn=arn:aws:iam::{account}:instance-profile/other"
    Then the instance "db-1" cannot log in to Oslo as "by-profile"
    When an operator writes the cloud role "by-profile" in Oslo with "bound_iam_instance_profile_arn=arn:aws:iam::{account}:instance-profile/app-db"
    Then the instance "db-1" can log in to Oslo as "by-profile"

  @CLOUD-BIND-14 @CLOUD-BIND-14:shown-empty @CLOUD-BIND-14:no-restriction @needs-instances
  Scenario: A list that is left out, or emptied, bounds nothing
    Given an operator writes the cloud role "by-image" in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    Then the cloud role "by-image" in Oslo has:
      | bound_ami_id                   | ["ami-1"] |
      | bound_account_id               | []        |
      | bound_region                   | []        |
      | bound_vpc_id                   | []        |
      | bound_subnet_id                | []        |
      | bound_iam_role_arn             | []        |
      | bound_iam_instance_profile_arn | []        |
      | bound_ec2_instance_id          |           |
      | bound_iam_principal_arn        | []        |
    And the instance "web-1" can log in to Oslo as "by-image" with the nonce "mine"
    Given an operator writes the cloud role "by-region" in Oslo with "auth_type=ec2, bound_region=us-east-1"
    Then the cloud role "by-region" in Oslo has:
      | bound_ami_id                   | []            |
      | bound_account_id               | []            |
      | bound_region                   | ["us-east-1"] |
      | bound_vpc_id                   | []            |
      | bound_subnet_id                | []            |
      | bound_iam_role_arn             | []            |
      | bound_iam_instance_profile_arn | []            |
      | bound_ec2_instance_id          |               |
      | bound_iam_principal_arn        | []            |
    And the instance "web-1" can log in to Oslo as "by-region" with the nonce "mine"
    When an operator writes the cloud role "by-image" in Oslo with "bound_vpc_id=vpc-2, bound_region=us-east-2, bound_iam_role_arn=arn:aws:iam::{account}:role/db"
    Then the instance "web-1" cannot log in to Oslo as "by-image" with the nonce "mine"
    When an operator writes the cloud role "by-image" in Oslo with "bound_vpc_id=, bound_region=, bound_iam_role_arn="
    Then the cloud role "by-image" in Oslo has:
      | bound_ami_id                   | ["ami-1"] |
      | bound_account_id               | []        |
      | bound_region                   | []        |
      | bound_vpc_id                   | []        |
      | bound_subnet_id                | []        |
      | bound_iam_role_arn             | []        |
      | bound_iam_instance_profile_arn | []        |
      | bound_ec2_instance_id          |           |
      | bound_iam_principal_arn        | []        |
    And the instance "web-1" can log in to Oslo as "by-image" with the nonce "mine"

  @CLOUD-BIND-08 @CLOUD-BIND-08:principal @needs-instances
  Scenario: A principal ARN of a role for users, without a wildcard, matches neither longer nor shorter ARNs
    Given the IAM role "app"
    And the IAM role "appLonger"
    And an operator writes the cloud role "whole" in Oslo with "bound_iam_principal_arn={role:app}, resolve_cloud_unique_ids=false"
    When Ada is in the session "one" of the IAM role "appLonger"
    Then Ada cannot log in to Oslo as "whole"
    When Ada is in the session "one" of the IAM role "app"
    Then Ada can log in to Oslo as "whole"
    When an operator writes the cloud role "whole" in Oslo with "bound_iam_principal_arn={role:appLonger}"
    Then Ada cannot log in to Oslo as "whole"

  @CLOUD-BIND-09 @CLOUD-BIND-09:principal @needs-instances
  Scenario: A wildcard in a principal ARN of a role for users matches only at its end
    Given the IAM role "app"
    And an operator writes the cloud role "bound" in Oslo with "bound_iam_principal_arn=arn:aws:iam::*:role/app, resolve_cloud_unique_ids=false"
    When Ada is in the session "one" of the IAM role "app"
    Then Ada cannot log in to Oslo as "bound"
    When an operator writes the cloud role "bound" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/a*p,arn:aws:iam::*:role/*,*app"
    Then Ada cannot log in to Oslo as "bound"
    When an operator writes the cloud role "bound" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/a*"
    Then Ada can log in to Oslo as "bound"

  @CLOUD-BIND-03 @needs-instances
  Scenario: An instance without a network is in no VPC or subnet of a role
    Given the instance "bare"
    And an operator writes the cloud role "by-vpc" in Oslo with "auth_type=ec2, bound_vpc_id=vpc-1"
    And an operator writes the cloud role "by-subnet" in Oslo with "auth_type=ec2, bound_subnet_id=subnet-1"
    And an operator writes the cloud role "by-account" in Oslo with "auth_type=ec2, bound_account_id={account}"
    Then the instance "bare" cannot log in to Oslo as "by-vpc"
    And the instance "bare" cannot log in to Oslo as "by-subnet"
    And the instance "bare" can log in to Oslo as "by-account"
    And the instance "web-1" can log in to Oslo as "by-vpc" with the nonce "mine"
    And the instance "web-1" can log in to Oslo as "by-subnet" with the nonce "mine"

  @CLOUD-BIND-04 @CLOUD-BIND-04:no-profile @needs-instances
  Scenario: An instance without an instance profile has none of the IAM roles that a role is bound to
    Given the instance "bare"
    And an operator writes the cloud role "by-role" in Oslo with "auth_type=ec2, bound_iam_role_arn=arn:aws:iam::{account}:role/app*"
    And an operator writes the cloud role "by-account" in Oslo with "auth_type=ec2, bound_account_id={account}"
    Then the instance "bare" cannot log in to Oslo as "by-role"
    And the instance "web-1" can log in to Oslo as "by-role"
    And the instance "bare" can log in to Oslo as "by-account"

  @CLOUD-BIND-05 @CLOUD-BIND-05:no-profile @needs-instances
  Scenario: An instance without an instance profile has none of the profiles that a role is bound to
    Given the instance "bare"
    And an operator writes the cloud role "by-profile" in Oslo with "auth_type=ec2, bound_iam_instance_profile_arn=arn:aws:iam::{account}:instance-profile/*"
    And an operator writes the cloud role "by-account" in Oslo with "auth_type=ec2, bound_account_id={account}"
    Then the instance "bare" cannot log in to Oslo as "by-profile"
    And the instance "web-1" can log in to Oslo as "by-profile"
    And the instance "bare" can log in to Oslo as "by-account"

  @CLOUD-BIND-15 @needs-instances
  Scenario Outline: A VPC, subnet or profile that has changed at the provider counts at the next login: <moved>
    Given the IAM role "db" with "instance_profile=db-profile"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_vpc_id=vpc-1, bound_subnet_id=subnet-1, bound_iam_instance_profile_arn=arn:aws:iam::{account}:instance-profile/app-profile"
    When the instance "web-1" changes to "<moved>"
    Then the instance "web-1" cannot log in to Oslo as "web"
    When the instance "web-1" changes to "vpc=vpc-1, subnet=subnet-1, profile=app-profile"
    Then the instance "web-1" can log in to Oslo as "web" with the nonce "mine"
    When the instance "web-1" changes to "<moved>"
    Then the instance "web-1" cannot log in to Oslo as "web" with the nonce "mine"

    @CLOUD-BIND-15:vpc
    Examples:
      | moved     |
      | vpc=vpc-2 |

    @CLOUD-BIND-15:subnet
    Examples:
      | moved           |
      | subnet=subnet-2 |

    @CLOUD-BIND-15:profile
    Examples:
      | moved              |
      | profile=db-profile |

  @CLOUD-ROLE-10 @needs-instances
  Scenario: Any one value of a list is enough
    Given the instance "web-2" with "image=ami-2"
    And the instance "web-3" with "image=ami-3"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-1,ami-2"
    Then the instance "web-1" can log in to Oslo as "web"
    And the instance "web-2" can log in to Oslo as "web"
    And the instance "web-3" cannot log in to Oslo as "web"

  @CLOUD-ROLE-10 @CLOUD-ROLE-10:instance-bounds @needs-instances
  Scenario Outline: Any one value of each list is enough: the <place>
    Given an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=<image>, bound_account_id=<account>, bound_region=<region>"
    And an operator writes the cloud role "web" in Oslo with "bound_vpc_id=<vpc>, bound_subnet_id=<subnet>, bound_ec2_instance_id=<id>"
    And an operator writes the cloud role "web" in Oslo with "bound_iam_role_arn=<role>, bound_iam_instance_profile_arn=<profile>"
    Then the instance "web-1" can log in to Oslo as "web"

    Examples:
      | place  | image             | account                             | region                        | vpc               | subnet                     | id                                                       | role                                                                                              | profile                                                                                                                                      |
      | first  | ami-1,ami-2       | {account},210987654321              | us-east-1,eu-west-1           | vpc-1,vpc-2       | subnet-1,subnet-2          | {instance:web-1},i-00000000000000000                     | arn:aws:iam::{account}:role/app-web,arn:aws:iam::{account}:role/db                                | arn:aws:iam::{account}:instance-profile/app*,arn:aws:iam::{account}:instance-profile/db                                                      |
      | middle | ami-0,ami-1,ami-2 | 111122223333,{account},210987654321 | eu-west-3,us-east-1,eu-west-1 | vpc-0,vpc-1,vpc-2 | subnet-0,subnet-1,subnet-2 | i-00000000000000001,{instance:web-1},i-00000000000000000 | arn:aws:iam::{account}:role/db,arn:aws:iam::{account}:role/app*,arn:aws:iam::{account}:role/other | arn:aws:iam::{account}:instance-profile/db,arn:aws:iam::{account}:instance-profile/app-profile,arn:aws:iam::{account}:instance-profile/other |
      | last   | ami-0,ami-1       | 210987654321,{account}              | eu-west-1,us-east-1           | vpc-0,vpc-1       | subnet-0,subnet-1          | i-00000000000000000,{instance:web-1}                     | arn:aws:iam::{account}:role/db*,arn:aws:iam::{account}:role/app-web                               | arn:aws:iam::{account}:instance-profile/db*,arn:aws:iam::{account}:instance-profile/app-profile                                              |

  @CLOUD-ROLE-11 @CLOUD-ROLE-11:ec2 @needs-instances
  Scenario Outline: Where every list is set, one that does not match is enough for a refusal: <bound>
    Given an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, bound_account_id={account}, bound_region=us-east-1"
    And an operator writes the cloud role "web" in Oslo with "bound_vpc_id=vpc-1, bound_subnet_id=subnet-1, bound_ec2_instance_id={instance:web-1}"
    And an operator writes the cloud role "web" in Oslo with "bound_iam_role_arn=arn:aws:iam::{account}:role/app-web, bound_iam_instance_profile_arn=arn:aws:iam::{account}:instance-profile/app-profile"
    When an operator writes the cloud role "web" in Oslo with '<bound>=<outside>'
    Then the instance "web-1" cannot log in to Oslo as "web"
    When an operator writes the cloud role "web" in Oslo with '<bound>=<inside>'
    Then the instance "web-1" can log in to Oslo as "web"

    Examples:
      | bound                          | outside                                         | inside                                              |
      | bound_ami_id                   | ami-2                                           | ami-1                                               |
      | bound_account_id               | ["210987654321"]                                | {account}                                           |
      | bound_region                   | eu-west-1                                       | us-east-1                                           |
      | bound_vpc_id                   | vpc-2                                           | vpc-1                                               |
      | bound_subnet_id                | subnet-2                                        | subnet-1                                            |
      | bound_ec2_instance_id          | i-00000000000000000                             | {instance:web-1}                                    |
      | bound_iam_role_arn             | arn:aws:iam::{account}:role/app-profile         | arn:aws:iam::{account}:role/app-web                 |
      | bound_iam_instance_profile_arn | arn:aws:iam::{account}:instance-profile/app-web | arn:aws:iam::{account}:instance-profile/app-profile |

  @CLOUD-ROLE-11 @needs-instances
  Scenario Outline: Where two lists are set, both have to match: <with>
    Given an operator writes the cloud role "web" in Oslo with "auth_type=ec2, <with>"
    Then the instance "web-1" cannot log in to Oslo as "web"
    When an operator writes the cloud role "web" in Oslo with "bound_ami_id=ami-1, bound_region=us-east-1"
    Then the instance "web-1" can log in to Oslo as "web"

    Examples:
      | with                                       |
      | bound_ami_id=ami-1, bound_region=eu-west-1 |
      | bound_ami_id=ami-2, bound_region=us-east-1 |

  @CLOUD-CREDS-07 @CLOUD-CREDS-07:ec2-login @needs-instances @needs-stand-ins
  Scenario: A role that is bound by an IAM role admits no instance whose instance profile cannot be fetched
    Given an operator writes the client configuration in Oslo with:
      | iam_endpoint | {stand-in:iam} |
    And an operator writes the cloud role "by-role" in Oslo with "auth_type=ec2, bound_iam_role_arn=arn:aws:iam::{account}:role/app*"
    And an operator writes the cloud role "by-both" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, bound_iam_instance_profile_arn=arn:aws:iam::{account}:instance-profile/app*, bound_iam_role_arn=arn:aws:iam::{account}:role/app*"
    When the stand-in "iam" is out of order
    Then the instance "web-1" cannot log in to Oslo as "by-role"
    And the instance "web-1" cannot log in to Oslo as "by-both"
    When the stand-in "iam" refuses everything
    Then the instance "web-1" cannot log in to Oslo as "by-role"
    And the instance "web-1" cannot log in to Oslo as "by-both"
    When the stand-in "iam" works again
    Then the instance "web-1" can log in to Oslo as "by-role" with the nonce "mine"
    And the instance "web-1" can log in to Oslo as "by-both" with the nonce "mine"

  @CLOUD-CREDS-08 @CLOUD-CREDS-08:image @CLOUD-CREDS-08:profile @needs-instances @needs-stand-ins
  Scenario: A role that is bound by no IAM role admits an instance whose instance profile cannot be fetched
    Given an operator writes the client configuration in Oslo with:
      | iam_endpoint | {stand-in:iam} |
    And an operator writes the cloud role "by-profile" in Oslo with "auth_type=ec2, bound_iam_instance_profile_arn=arn:aws:iam::{account}:instance-profile/app*"
    And an operator writes the cloud role "by-image" in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    When the stand-in "iam" refuses everything
    Then the instance "web-1" can log in to Oslo as "by-profile" with the nonce "mine"
    And the instance "web-1" can log in to Oslo as "by-image" with the nonce "mine"
