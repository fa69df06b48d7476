@needs-cloud @needs-instances
Feature: Several bounds of a role at once
  Logins, and roles with several bounds at once, are drawn at random from a seed. A model of the documents' rules computes
  which logins must succeed.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And an operator writes the cloud certificate "another" in Oslo with "cloud_public_cert={certificate:rsa2048 of eu-west-1}, type=pkcs7"
    # Each instance profile has the name of another profile's IAM role.
    And the IAM role "carrier" with "instance_profile=edge"
    And the IAM role "edge-db" with "instance_profile=carrier"
    And the IAM role "edge" with "instance_profile=edge-db"
    And the instance "one" with "image=ami-17, region=us-east-1, vpc=vpc-31, subnet=subnet-51, iam_role=carrier"
    And the instance "two" with "image=ami-178, region=us-east-1, vpc=vpc-310, subnet=subnet-52, iam_role=edge-db"
    And the instance "three" with "image=ami-18, region=eu-west-1, vpc=vpc-32, subnet=subnet-510, iam_role=edge"
    And the instance "four" with "image=ami-17, region=eu-west-1, vpc=vpc-310, subnet=subnet-52, iam_role=carrier"

  Scenario Outline: With <bound> among the drawn bounds of a role, an instance logs in if and only if all of them admit it
    When the instances "one, two, three, four" log in to Oslo with roles drawn by seed 1, in which <bound> decides
    Then some logins have succeeded and some were refused, each as the bounds of its role require

    @CLOUD-BIND-02
    Examples:
      | bound            |
      | bound_ami_id     |
      | bound_account_id |
      | bound_region     |

    @CLOUD-BIND-03
    Examples:
      | bound           |
      | bound_vpc_id    |
      | bound_subnet_id |

    @CLOUD-BIND-04
    Examples:
      | bound              |
      | bound_iam_role_arn |

    @CLOUD-BIND-05
    Examples:
      | bound                          |
      | bound_iam_instance_profile_arn |

    @CLOUD-BIND-06
    Examples:
      | bound                 |
      | bound_ec2_instance_id |

  Scenario Outline: With <bound> among the drawn bounds of a role, an inferred instance logs in if and only if all of them admit it
    When sessions of the instances "one, two, three, four" log in to Oslo with roles drawn by seed 1, in which <bound> decides
    Then some logins have succeeded and some were refused, each as the bounds of its role require

    @CLOUD-BIND-11
    Examples:
      | bound            |
      | bound_ami_id     |
      | bound_account_id |
      | bound_region     |

    @CLOUD-BIND-12
    Examples:
      | bound                 |
      | bound_vpc_id          |
      | bound_subnet_id       |
      | bound_ec2_instance_id |

    @CLOUD-BIND-13
    Examples:
      | bound                          |
      | bound_iam_role_arn             |
      | bound_iam_instance_profile_arn |

    @CLOUD-PRINC-06
    Examples:
      | bound                   |
      | bound_iam_principal_arn |
