@needs-cloud @needs-move-time @needs-addresses
Feature: Terms of tokens beside other terms
  A model of the documents' rules decides what each of many drawn logins, renewals and uses must give.

  Background:
    Given Oslo is the primary, and Lima replicates from it

  Scenario Outline: <field> decides at each <moment> of a user, whatever other terms allow
    Given cloud login is enabled in Oslo
    And an operator writes the client configuration in Oslo with "iam_server_id_header_value=oslo.example"
    And the IAM user Ada
    When logins of Ada in Oslo, drawn by seed 1, are used and renewed under a changing role in which <field> decides
    Then at each "<moment>" <field> has decided as the documents say

    @CLOUD-TOKEN-03 @CLOUD-TOKEN-03:iam
    Examples:
      | field     | moment |
      | token_ttl | login  |

    @CLOUD-TOKEN-04 @CLOUD-TOKEN-04:iam
    Examples:
      | field     | moment          |
      | token_ttl | changed renewal |

    @CLOUD-TOKEN-05 @CLOUD-TOKEN-05:iam
    Examples:
      | field         | moment  |
      | token_max_ttl | login   |
      | token_max_ttl | renewal |

    @CLOUD-TOKEN-06 @CLOUD-TOKEN-06:iam
    Examples:
      | field         | moment          |
      | token_max_ttl | changed renewal |

    @CLOUD-TOKEN-08 @CLOUD-TOKEN-08:iam
    Examples:
      | field          | moment |
      | token_policies | login  |

    @CLOUD-TOKEN-11 @CLOUD-TOKEN-11:iam
    Examples:
      | field             | moment |
      | token_bound_cidrs | login  |

    @CLOUD-TOKEN-12 @CLOUD-TOKEN-12:iam
    Examples:
      | field             | moment |
      | token_bound_cidrs | use    |

    @CLOUD-TOKEN-13 @CLOUD-TOKEN-13:iam
    Examples:
      | field                  | moment  |
      | token_explicit_max_ttl | login   |
      | token_explicit_max_ttl | renewal |

    @CLOUD-TOKEN-15 @CLOUD-TOKEN-15:iam
    Examples:
      | field          | moment |
      | token_num_uses | use    |

    @CLOUD-TOKEN-17 @CLOUD-TOKEN-17:iam
    Examples:
      | field        | moment  |
      | token_period | login   |
      | token_period | renewal |

  @needs-instances
  Scenario Outline: <field> decides at each <moment> of an instance, whatever other terms allow
    Given cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And the instance "web-1"
    When logins of the instance "web-1" in Oslo, drawn by seed 1, are used and renewed under a changing role in which <field> decides
    Then at each "<moment>" <field> has decided as the documents say

    @CLOUD-TOKEN-03 @CLOUD-TOKEN-03:ec2
    Examples:
      | field     | moment |
      | token_ttl | login  |

    @CLOUD-TOKEN-04 @CLOUD-TOKEN-04:ec2
    Examples:
      | field     | moment          |
      | token_ttl | changed renewal |

    @CLOUD-TOKEN-05 @CLOUD-TOKEN-05:ec2
    Examples:
      | field         | moment  |
      | token_max_ttl | login   |
      | token_max_ttl | renewal |

    @CLOUD-TOKEN-06 @CLOUD-TOKEN-06:ec2
    Examples:
      | field         | moment          |
      | token_max_ttl | changed renewal |

    @CLOUD-TOKEN-08 @CLOUD-TOKEN-08:ec2
    Examples:
      | field          | moment |
      | token_policies | login  |

    @CLOUD-TOKEN-11 @CLOUD-TOKEN-11:ec2
    Examples:
      | field             | moment |
      | token_bound_cidrs | login  |

    @CLOUD-TOKEN-12 @CLOUD-TOKEN-12:ec2
    Examples:
      | field             | moment |
      | token_bound_cidrs | use    |

    @CLOUD-TOKEN-13 @CLOUD-TOKEN-13:ec2
    Examples:
      | field                  | moment  |
      | token_explicit_max_ttl | login   |
      | token_explicit_max_ttl | renewal |

    @CLOUD-TOKEN-15 @CLOUD-TOKEN-15:ec2
    Examples:
      | field          | moment |
      | token_num_uses | use    |

    @CLOUD-TOKEN-17 @CLOUD-TOKEN-17:ec2
    Examples:
      | field        | moment  |
      | token_period | login   |
      | token_period | renewal |
