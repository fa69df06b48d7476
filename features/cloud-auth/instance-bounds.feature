Feature: Bounds of instances
  A role says which instances it is for. What counts is what the provider says of the instance now, not what the instance says.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login for instances is enabled in Oslo
    And the instance profile "app" with the IAM role "app-web"
    And the instance "web-1" with "image=ami-0web, vpc=vpc-1, subnet=subnet-1, profile=app"

  @needs-instances
  Scenario Outline: An instance logs in where its <what> is one of those that are listed, and not otherwise
    Given the role "bound" for instances, with "<field>=<other>,<own>"
    When the instance "web-1" logs in to Oslo as role "bound" with the nonce "mine"
    And the role "bound" is written with "<field>=<other>"
    And the instance "web-1" tries to log in to Oslo as role "bound" with the nonce "mine"
    Then the login is refused

    @CLOUD-BIND-02
    Examples:
      | what    | field            | own          | other        |
      | image   | bound_ami_id     | ami-0web     | ami-0other   |
      | account | bound_account_id | 123456789012 | 210987654321 |
      | region  | bound_region     | us-east-1    | eu-west-1    |

    @CLOUD-BIND-03
    Examples:
      | what    | field           | own      | other    |
      | network | bound_vpc_id    | vpc-1    | vpc-2    |
      | subnet  | bound_subnet_id | subnet-1 | subnet-2 |

    @CLOUD-BIND-04
    Examples:
      | what     | field              | own                                     | other                                   |
      | IAM role | bound_iam_role_arn | arn:aws:iam::123456789012:role/app-web | arn:aws:iam::123456789012:role/app-db |

    @CLOUD-BIND-05
    Examples:
      | what    | field                          | own                                            | other                                         |
      | profile | bound_iam_instance_profile_arn | arn:aws:iam::123456789012:instance-profile/app | arn:aws:iam::123456789012:instance-profile/db |

  @CLOUD-BIND-06 @needs-instances
  Scenario: A role can be for one instance
    Given the instance "web-2" with "image=ami-0web"
    And the role "one" for the instance "web-1" alone
    When the instance "web-1" logs in to Oslo as role "one"
    And the instance "web-2" tries to log in to Oslo as role "one"
    Then the login is refused
    And the access list of Oslo has the instances "web-1"

  @needs-instances
  Scenario Outline: An instance without a <what> logs in to no role that is bound to one
    Given the instance "bare" with "image=ami-0web"
    And the role "bound" for instances, with "<field>=<own>"
    When the instance "bare" tries to log in to Oslo as role "bound"
    Then the login is refused
    When the instance "web-1" logs in to Oslo as role "bound"
    Then the access list of Oslo has the instances "web-1"

    @CLOUD-BIND-03
    Examples:
      | what    | field           | own      |
      | network | bound_vpc_id    | vpc-1    |
      | subnet  | bound_subnet_id | subnet-1 |

    @CLOUD-BIND-04
    Examples:
      | what     | field              | own                                     |
      | IAM role | bound_iam_role_arn | arn:aws:iam::123456789012:role/app-web |

    @CLOUD-BIND-05
    Examples:
      | what    | field                          | own                                            |
      | profile | bound_iam_instance_profile_arn | arn:aws:iam::123456789012:instance-profile/app |

  @CLOUD-BIND-07 @needs-instances
  Scenario Outline: A last asterisk in a <field> stands for any end of the ARN, and for no beginning
    Given the role "bound" for instances, with "<field>=arn:aws:iam::123456789012:<kind>/<beginning>*"
    When the instance "web-1" logs in to Oslo as role "bound"
    Then the access list of Oslo has the instances "web-1"
    Given the instance profile "my-app" with the IAM role "my-app-web"
    And the instance "my-web" with "profile=my-app"
    When the instance "my-web" tries to log in to Oslo as role "bound"
    Then the login is refused

    Examples:
      | field                          | kind             | beginning |
      | bound_iam_role_arn             | role             | app-      |
      | bound_iam_instance_profile_arn | instance-profile | ap        |

  @CLOUD-BIND-08 @CLOUD-BIND-09 @needs-instances
  Scenario Outline: A <field> without an asterisk at its end is the whole ARN, letter by letter
    Given the role "bound" for instances, with "<field>=arn:aws:iam::123456789012:<kind>/<beginning>"
    When the instance "web-1" tries to log in to Oslo as role "bound"
    # CLOUD-BIND-08
    Then the login is refused
    When the role "bound" is written with "<field>=arn:aws:iam::123456789012:<kind>/<inner>"
    And the instance "web-1" tries to log in to Oslo as role "bound"
    # CLOUD-BIND-09
    Then the login is refused
    When the role "bound" is written with "<field>=arn:aws:iam::123456789012:<kind>/<own>"
    # CLOUD-BIND-08, CLOUD-BIND-09
    And the instance "web-1" logs in to Oslo as role "bound"
    Then the access list of Oslo has the instances "web-1"

    Examples:
      | field                          | kind             | beginning | inner | own     |
      | bound_iam_role_arn             | role             | app       | a*web | app-web |
      | bound_iam_instance_profile_arn | instance-profile | ap        | a*p   | app     |

  @CLOUD-BIND-10 @needs-instances
  Scenario Outline: An asterisk in <field> stands for itself
    Given the role "bound" for instances, with "<field>=<beginning>*"
    When the instance "web-1" tries to log in to Oslo as role "bound"
    Then the login is refused
    When the role "bound" is written with "<field>=, bound_region=us-east-1"
    And the instance "web-1" logs in to Oslo as role "bound"
    Then the access list of Oslo has the instances "web-1"

    Examples:
      | field                 | beginning |
      | bound_ami_id          | ami-      |
      | bound_ec2_instance_id | i-        |
      | bound_vpc_id          | vpc-      |

  @CLOUD-BIND-15 @needs-instances
  Scenario: An instance that was moved counts as where it is now
    Given the role "bound" for instances, with "bound_vpc_id=vpc-1, bound_subnet_id=subnet-1"
    When the instance "web-1" logs in to Oslo as role "bound" with the nonce "mine"
    And the instance "web-1" is moved to "vpc=vpc-2, subnet=subnet-1"
    And the instance "web-1" tries to log in to Oslo as role "bound" with the nonce "mine"
    Then the login is refused
    When the instance "web-1" is moved to "vpc=vpc-1, subnet=subnet-2"
    And the instance "web-1" tries to log in to Oslo as role "bound" with the nonce "mine"
    Then the login is refused
    When the instance "web-1" is moved to "vpc=vpc-1, subnet=subnet-1"
    And the instance "web-1" logs in to Oslo as role "bound" with the nonce "mine"
    Then the access list of Oslo has the instances "web-1"

  @CLOUD-CREDS-06 @needs-instances @needs-cloud-faults
  Scenario: No instance logs in where the service may not describe it
    Given the role "web" for instances, with "bound_ami_id=ami-0web"
    When the cloud answers "DescribeInstances" with "UnauthorizedOperation"
    And the instance "web-1" tries to log in to Oslo as role "web"
    Then the login is refused
    And the access list of Oslo has the instances ""
    When the cloud answers "DescribeInstances" again
    And the instance "web-1" logs in to Oslo as role "web"
    Then the access list of Oslo has the instances "web-1"

  @CLOUD-CREDS-07 @CLOUD-CREDS-08 @needs-instances @needs-cloud-faults
  Scenario: Instance profiles are read for roles that are bound to an IAM role, and for no others
    Given the role "by-role" for instances, with "bound_iam_role_arn=arn:aws:iam::123456789012:role/app-web"
    And the role "by-image" for instances, with "bound_ami_id=ami-0web"
    And the role "by-profile" for instances, with "bound_iam_instance_profile_arn=arn:aws:iam::123456789012:instance-profile/app"
    When the cloud answers "GetInstanceProfile" with "AccessDenied"
    And the instance "web-1" tries to log in to Oslo as role "by-role"
    # CLOUD-CREDS-07
    Then the login is refused
    # CLOUD-CREDS-08
    When the instance "web-1" logs in to Oslo as role "by-image" with the nonce "mine"
    # CLOUD-CREDS-08
    And the instance "web-1" logs in to Oslo as role "by-profile" with the nonce "mine"
    When the cloud answers "GetInstanceProfile" again
    # CLOUD-CREDS-07
    And the instance "web-1" logs in to Oslo as role "by-role" with the nonce "mine"
    Then the token works in Oslo

  @CLOUD-IDENT-11 @CLOUD-IDENT-12 @CLOUD-IDENT-13 @CLOUD-IDENT-19 @needs-instances
  Scenario: The alias and the metadata of instances are what is configured for instances
    Given the instance "web-2" with "image=ami-0web"
    And the role "web" for instances, with "bound_ami_id=ami-0web"
    And the role "also" for instances, with "bound_ami_id=ami-0web"
    # CLOUD-IDENT-12
    Then the instances "web-1, web-2" are one entity in Oslo as role "web", and another as role "also"
    # CLOUD-IDENT-11
    When the identity configuration in Oslo is "ec2_alias=instance_id, iam_alias=full_arn"
    Then the alias of the instance "web-1" in Oslo as role "web" is its id
    And the instances "web-1, web-2" are two entities in Oslo as role "web"
    # CLOUD-IDENT-11, CLOUD-IDENT-13
    When the identity configuration in Oslo is "ec2_alias=image_id, iam_alias=unique_id"
    Then the alias of the instance "web-1" in Oslo as role "web" is its image
    # CLOUD-IDENT-19
    When the identity configuration in Oslo is "ec2_metadata=ami_id,instance_id,region"
    Then the metadata of the instance "web-1" in Oslo as role "web" has its image, id and region
