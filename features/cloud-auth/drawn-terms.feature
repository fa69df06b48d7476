@needs-cloud @needs-move-time @needs-addresses
Feature: Terms of tokens beside other terms
  Logins, renewals and uses of tokens are drawn at random, and their results are compared with a model of the documented rules.

  Background:
    Given Oslo is the primary, and Lima replicates from it

  Scenario Outline: <field> has its documented effect at each <at> of an IAM user, in roles drawn at random
    Given cloud login is enabled in Oslo
    And an operator writes the client configuration in Oslo with "iam_server_id_header_value=oslo.example"
    And the IAM user Ada
    When logins of Ada in Oslo, drawn by seed 1, are used and renewed under a changing role in which <field> decides
    Then at each "<moment>" <field> has decided as the documents say

    @CLOUD-TOKEN-03 @CLOUD-TOKEN-03:iam
    Examples: a token is issued for token_ttl
      | at    | field     | moment |
      | login | token_ttl | login  |

    @CLOUD-TOKEN-04 @CLOUD-TOKEN-04:iam
    Examples: a renewal uses the token_ttl of that moment
      | at                                 | field     | moment          |
      | renewal after a change of the role | token_ttl | changed renewal |

    @CLOUD-TOKEN-05 @CLOUD-TOKEN-05:iam
    Examples: a token lives for token_max_ttl at most
      | at      | field         | moment  |
      | login   | token_max_ttl | login   |
      | renewal | token_max_ttl | renewal |

    @CLOUD-TOKEN-06 @CLOUD-TOKEN-06:iam
    Examples: a renewal uses the token_max_ttl of that moment
      | at                                 | field         | moment          |
      | renewal after a change of the role | token_max_ttl | changed renewal |

    @CLOUD-TOKEN-08 @CLOUD-TOKEN-08:iam
    Examples: a token has the policies in token_policies
      | at    | field          | moment |
      | login | token_policies | login  |

    @CLOUD-TOKEN-11 @CLOUD-TOKEN-11:iam
    Examples: a login must come from token_bound_cidrs
      | at    | field             | moment |
      | login | token_bound_cidrs | login  |

    @CLOUD-TOKEN-12 @CLOUD-TOKEN-12:iam
    Examples: a token is used from the token_bound_cidrs of its login
      | at             | field             | moment |
      | use of a token | token_bound_cidrs | use    |

    @CLOUD-TOKEN-13 @CLOUD-TOKEN-13:iam
    Examples: a token lives for token_explicit_max_ttl at most
      | at      | field                  | moment  |
      | login   | token_explicit_max_ttl | login   |
      | renewal | token_explicit_max_ttl | renewal |

    @CLOUD-TOKEN-15 @CLOUD-TOKEN-15:iam
    Examples: a token is usable token_num_uses times
      | at             | field          | moment |
      | use of a token | token_num_uses | use    |

    @CLOUD-TOKEN-17 @CLOUD-TOKEN-17:iam
    Examples: a lease of a periodic token is at most token_period
      | at      | field        | moment  |
      | login   | token_period | login   |
      | renewal | token_period | renewal |

  @needs-instances
  Scenario Outline: <field> has its documented effect at each <at> of an instance, in roles drawn at random
    Given cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And the instance "web-1"
    When logins of the instance "web-1" in Oslo, drawn by seed 1, are used and renewed under a changing role in which <field> decides
    Then at each "<moment>" <field> has decided as the documents say

    @CLOUD-TOKEN-03 @CLOUD-TOKEN-03:ec2
    Examples: a token is issued for token_ttl
      | at    | field     | moment |
      | login | token_ttl | login  |

    @CLOUD-TOKEN-04 @CLOUD-TOKEN-04:ec2
    Examples: a renewal uses the token_ttl of that moment
      | at                                 | field     | moment          |
      | renewal after a change of the role | token_ttl | changed renewal |

    @CLOUD-TOKEN-05 @CLOUD-TOKEN-05:ec2
    Examples: a token lives for token_max_ttl at most
      | at      | field         | moment  |
      | login   | token_max_ttl | login   |
      | renewal | token_max_ttl | renewal |

    @CLOUD-TOKEN-06 @CLOUD-TOKEN-06:ec2
    Examples: a renewal uses the token_max_ttl of that moment
      | at                                 | field         | moment          |
      | renewal after a change of the role | token_max_ttl | changed renewal |

    @CLOUD-TOKEN-08 @CLOUD-TOKEN-08:ec2
    Examples: a token has the policies in token_policies
      | at    | field          | moment |
      | login | token_policies | login  |

    @CLOUD-TOKEN-11 @CLOUD-TOKEN-11:ec2
    Examples: a login must come from token_bound_cidrs
      | at    | field             | moment |
      | login | token_bound_cidrs | login  |

    @CLOUD-TOKEN-12 @CLOUD-TOKEN-12:ec2
    Examples: a token is used from the token_bound_cidrs of its login
      | at             | field             | moment |
      | use of a token | token_bound_cidrs | use    |

    @CLOUD-TOKEN-13 @CLOUD-TOKEN-13:ec2
    Examples: a token lives for token_explicit_max_ttl at most
      | at      | field                  | moment  |
      | login   | token_explicit_max_ttl | login   |
      | renewal | token_explicit_max_ttl | renewal |

    @CLOUD-TOKEN-15 @CLOUD-TOKEN-15:ec2
    Examples: a token is usable token_num_uses times
      | at             | field          | moment |
      | use of a token | token_num_uses | use    |

    @CLOUD-TOKEN-17 @CLOUD-TOKEN-17:ec2
    Examples: a lease of a periodic token is at most token_period
      | at      | field        | moment  |
      | login   | token_period | login   |
      | renewal | token_period | renewal |
