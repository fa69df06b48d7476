@needs-cloud @needs-instances
Feature: Lists of roles beside other lists
  A model of the documents' rules decides whether each of many drawn logins must succeed.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login for instances is enabled in Oslo
    And Oslo trusts four instances that differ in region, image, network and profile

  Scenario Outline: <bound> decides logins of instances, whatever other lists allow
    When the instances log in to Oslo with roles drawn by seed 1, in which <bound> decides
    Then each login has succeeded if and only if no list of its role refuses it

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

  Scenario Outline: <bound> decides logins of inferred instances, whatever other lists allow
    When the sessions of the instances log in to Oslo with roles drawn by seed 1, in which <bound> decides
    Then each login has succeeded if and only if no list of its role refuses it

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
