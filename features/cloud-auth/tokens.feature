@needs-cloud
Feature: Tokens of cloud login
  The role sets how long a token lives, what it may do, and from where.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And an operator writes the client configuration in Oslo with "iam_server_id_header_value=oslo.example"
    And the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=drawing,painting, token_ttl=20m"

  @CLOUD-TOKEN-01 @CLOUD-TOKEN-01:ttl @CLOUD-TOKEN-01:max-ttl @CLOUD-TOKEN-01:explicit-max-ttl @CLOUD-TOKEN-01:period
  Scenario: A role's token_ttl, token_max_ttl, token_explicit_max_ttl and token_period are 0 by default
    When an operator writes the cloud role "bare" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*"
    Then the cloud role "bare" in Oslo has "token_ttl=0, token_max_ttl=0, token_explicit_max_ttl=0, token_period=0"
    And Ada can log in to Oslo as "bare"

  @CLOUD-TOKEN-07 @CLOUD-TOKEN-07:iam @order
  Scenario: A role without policies gives the default policy only
    When an operator writes the cloud role "bare" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*"
    And Ada logs in to Oslo as "bare"
    Then the cloud role "bare" in Oslo has "token_policies="
    And the token of Ada has "policies=default"
    When an operator writes the cloud role "bare" in Oslo with "token_policies=painting"
    And an operator writes the cloud role "bare" in Oslo with "token_policies="
    And Ada logs in to Oslo as "bare"
    Then the token of Ada has "policies=default"

  @CLOUD-TOKEN-02 @CORE-ATOMIC-01 @order
  Scenario Outline: <field> accepts seconds and durations (<given> is <seconds> seconds), and refuses other text
    When an operator writes the cloud role "painter" in Oslo with "<field>=2700"
    Then the cloud role "painter" in Oslo has "<field>=2700"
    When an operator writes the cloud role "painter" in Oslo with "<field>=<given>"
    Then the cloud role "painter" in Oslo has "<field>=<seconds>"
    When an operator tries to write the cloud role "painter" in Oslo with "<field>=abc"
    Then the request is refused
    And the refused requests have changed nothing

    @CLOUD-TOKEN-02:ttl
    Examples:
      | field     | given | seconds |
      | token_ttl | 3600  | 3600    |
      | token_ttl | 1h30m | 5400    |
      | token_ttl | 2h    | 7200    |

    @CLOUD-TOKEN-02:max-ttl
    Examples:
      | field         | given | seconds |
      | token_max_ttl | 3600  | 3600    |
      | token_max_ttl | 2h    | 7200    |

    @CLOUD-TOKEN-02:explicit-max-ttl
    Examples:
      | field                  | given | seconds |
      | token_explicit_max_ttl | 3600  | 3600    |
      | token_explicit_max_ttl | 2h    | 7200    |

    @CLOUD-TOKEN-02:period
    Examples:
      | field        | given | seconds |
      | token_period | 3600  | 3600    |
      | token_period | 2h    | 7200    |

  @CLOUD-TOKEN-03 @CLOUD-TOKEN-03:iam @needs-move-time @order
  Scenario: A token is accepted for the token_ttl of its role, and refused afterwards
    When Ada logs in to Oslo as "painter"
    And 19 minutes pass
    Then Oslo accepts the token of Ada
    When 62 seconds pass
    Then Oslo refuses the token of Ada

  @CLOUD-TOKEN-03 @CLOUD-TOKEN-03:iam
  Scenario Outline: A <kind> token has the token_ttl of its role: <ttl>
    Given an operator writes the cloud role "painter" in Oslo with "token_type=<kind>, token_ttl=<ttl>, token_max_ttl=2h"
    When Ada logs in to Oslo as "painter"
    Then the token of Ada is a <kind> token
    And the token of Ada has "lease_duration=<seconds>"

    Examples:
      | kind    | ttl   | seconds |
      | service | 2h    | 7200    |
      | batch   | 35m   | 2100    |
      | batch   | 1h20m | 4800    |

  @CLOUD-TOKEN-04 @CLOUD-TOKEN-04:iam @order
  Scenario: A renewal gives the role's token_ttl of that moment, not of the login
    When Ada logs in to Oslo as "painter"
    And an operator writes the cloud role "painter" in Oslo with "token_ttl=40m"
    Then Ada can renew the token in Oslo
    And the token of Ada has "lease_duration=2400"
    When an operator writes the cloud role "painter" in Oslo with "token_ttl=7m"
    Then Ada can renew the token in Oslo
    And the token of Ada has "lease_duration=420"

  @CLOUD-TOKEN-05 @CLOUD-TOKEN-05:iam @needs-move-time @order
  Scenario: A renewal extends a token, but not beyond the role's token_max_ttl after the login
    Given an operator writes the cloud role "painter" in Oslo with "token_max_ttl=30m"
    When Ada logs in to Oslo as "painter"
    And 15 minutes pass
    And Ada renews the token in Oslo
    And 10 minutes pass
    Then Oslo accepts the token of Ada
    When Ada renews the token in Oslo
    And 10 minutes pass
    Then Oslo refuses the token of Ada
    When Ada logs in to Oslo as "painter"
    And 12 minutes pass
    # 18 minutes are left of the longest life.
    Then a renewal of the token of Ada in Oslo for 1200 seconds gives at most 1080 seconds
    When 10 minutes pass
    Then a renewal of the token of Ada in Oslo for 7200 seconds gives at most 480 seconds

  @CLOUD-TOKEN-06 @CLOUD-TOKEN-06:iam @needs-move-time @order
  Scenario: A renewal is limited by the role's token_max_ttl of that moment, not of the login
    Given an operator writes the cloud role "painter" in Oslo with "token_max_ttl=2h"
    When Ada logs in to Oslo as "painter"
    And 15 minutes pass
    And an operator writes the cloud role "painter" in Oslo with "token_max_ttl=25m"
    And Ada renews the token in Oslo
    And 9 minutes pass
    Then Oslo accepts the token of Ada
    When 2 minutes pass
    Then Oslo refuses the token of Ada
    When Ada logs in to Oslo as "painter"
    And 15 minutes pass
    And an operator writes the cloud role "painter" in Oslo with "token_max_ttl=3h"
    And Ada renews the token in Oslo
    And 19 minutes pass
    Then Oslo accepts the token of Ada
    When an operator writes the cloud role "painter" in Oslo with "token_max_ttl=50m"
    # 16 minutes are left of the longest life.
    Then a renewal of the token of Ada in Oslo for 0 seconds gives at most 960 seconds

  @CLOUD-TOKEN-08 @CLOUD-TOKEN-08:iam
  Scenario: A token carries all policies of its role
    Given an operator writes the cloud role "painter" in Oslo with "token_policies=zeal,drawing,painting,glazing"
    Then Ada can log in to Oslo as "painter"
    And the token of Ada has "policies=default, drawing, glazing, painting, zeal, lease_duration=1200, renewable=true, token_type=service, auth_type=iam, account_id={account}"
    Given an operator writes the cloud role "painter" in Oslo with "token_policies=glazing"
    Then Ada can log in to Oslo as "painter"
    And the token of Ada has "policies=default, glazing, lease_duration=1200, renewable=true, token_type=service, auth_type=iam, account_id={account}"

  @CLOUD-TOKEN-09
  Scenario Outline: <field> is written as an array or as a text with commas, and read back as an array
    Then Oslo accepts the cloud role "painter" with each of these:
      | <field>=<text>        | <field>=<array>       |
      | <field>=<other array> | <field>=<other array> |
      | <field>=<array>       | <field>=<array>       |
      | <field>=<other>       | <field>=<other array> |
      | <field>=<with spaces> | <field>=<array>       |

    @CLOUD-TOKEN-09:token-policies
    Examples:
      | field          | text             | with spaces       | array                  | other     | other array   |
      | token_policies | drawing,painting | drawing, painting | ["drawing","painting"] | sketching | ["sketching"] |

    @CLOUD-TOKEN-09:policies
    Examples:
      | field    | text             | with spaces       | array                  | other     | other array   |
      | policies | drawing,painting | drawing, painting | ["drawing","painting"] | sketching | ["sketching"] |

    @CLOUD-TOKEN-09:cidrs
    Examples:
      | field             | text                   | with spaces             | array                        | other       | other array     |
      | token_bound_cidrs | 10.0.0.0/8,10.1.0.0/16 | 10.0.0.0/8, 10.1.0.0/16 | ["10.0.0.0/8","10.1.0.0/16"] | 10.2.0.0/16 | ["10.2.0.0/16"] |

  @CLOUD-TOKEN-10 @CLOUD-TOKEN-10:iam @order
  Scenario: The deprecated field policies sets the policies of tokens
    When an operator writes the cloud role "potter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, policies=potting"
    And Ada logs in to Oslo as "potter"
    Then the token of Ada has "policies=default, potting"
    And the cloud role "potter" in Oslo has "token_policies=potting"
    When an operator writes the cloud role "painter" in Oslo with "policies=potting,glazing"
    And Ada logs in to Oslo as "painter"
    Then the token of Ada has "policies=default, potting, glazing"

  @CLOUD-TOKEN-11 @CLOUD-TOKEN-11:iam @order
  Scenario: Logins are accepted from the addresses of token_bound_cidrs only, and from any address if it is empty
    Then the cloud role "painter" in Oslo has "token_bound_cidrs="
    And Ada can log in to Oslo as "painter"
    When an operator writes the cloud role "painter" in Oslo with "token_bound_cidrs=192.0.2.0/24"
    Then Ada cannot log in to Oslo as "painter"
    When an operator writes the cloud role "painter" in Oslo with "token_bound_cidrs=0.0.0.0/0,::/0,192.0.2.0/24"
    Then Ada can log in to Oslo as "painter"
    When an operator writes the cloud role "painter" in Oslo with "token_bound_cidrs=192.0.2.0/24, 198.51.100.7"
    Then Ada cannot log in to Oslo as "painter"
    # Nearly the blocks of 127.0.0.1 and ::1.
    When an operator writes the cloud role "painter" in Oslo with "token_bound_cidrs=127.0.0.128/25, 127.1.0.0/16, 126.0.0.0/8, ::2/127"
    Then Ada cannot log in to Oslo as "painter"
    When an operator writes the cloud role "painter" in Oslo with "token_bound_cidrs=192.0.2.0/24,0.0.0.0/0,::/0"
    Then Ada can log in to Oslo as "painter"
    And Oslo accepts the token of Ada

  @CLOUD-TOKEN-12 @CLOUD-TOKEN-12:iam @needs-addresses @order
  Scenario: A token works only from the addresses that its role is bound to
    Given an operator writes the cloud role "painter" in Oslo with "token_bound_cidrs=127.0.0.1/32"
    When Ada logs in to Oslo as "painter"
    Then Oslo accepts the token of Ada from "127.0.0.1"
    And Oslo refuses the token of Ada from "127.0.0.2"
    When an operator writes the cloud role "painter" in Oslo with "token_bound_cidrs=127.0.0.2/32,127.0.0.1/32, token_type=batch"
    And Ada logs in to Oslo as "painter"
    Then Oslo accepts the token of Ada from "127.0.0.1"
    And Oslo accepts the token of Ada from "127.0.0.2"
    And Oslo refuses the token of Ada from "127.0.0.3"
    When an operator writes the cloud role "painter" in Oslo with "token_bound_cidrs=127.0.0.0/30, token_type=service"
    And Ada logs in to Oslo as "painter"
    Then Oslo accepts the token of Ada from "127.0.0.3"
    And Oslo refuses the token of Ada from "127.0.0.4"
    When an operator writes the cloud role "painter" in Oslo with "token_bound_cidrs="
    And Ada logs in to Oslo as "painter"
    Then Oslo accepts the token of Ada from "127.0.0.2"

  @CLOUD-TOKEN-13 @CLOUD-TOKEN-13:iam @needs-move-time @order
  Scenario: token_explicit_max_ttl ends a token, although it was renewed and token_max_ttl is longer
    Given an operator writes the cloud role "painter" in Oslo with "token_ttl=10m, token_max_ttl=1h, token_explicit_max_ttl=15m"
    When Ada logs in to Oslo as "painter"
    And 9 minutes pass
    And Ada renews the token in Oslo
    And 5 minutes pass
    Then Oslo accepts the token of Ada
    When 2 minutes pass
    Then Oslo refuses the token of Ada

  @CLOUD-TOKEN-13 @CLOUD-TOKEN-13:iam
  Scenario Outline: A token_explicit_max_ttl of 5 minutes limits the TTL of a new token, despite <others>
    Given an operator writes the cloud role "painter" in Oslo with "token_explicit_max_ttl=5m, <others>"
    When Ada logs in to Oslo as "painter"
    Then the token of Ada has "lease_duration=300"

    Examples:
      | others                          |
      | token_ttl=10m, token_max_ttl=1h |
      | token_period=15m                |
      | token_type=batch, token_ttl=10m |

  @CLOUD-TOKEN-13 @CLOUD-TOKEN-13:iam @needs-move-time @order
  Scenario: token_explicit_max_ttl limits the renewals of a periodic token, and ends it
    Given an operator writes the cloud role "painter" in Oslo with "token_period=10m, token_explicit_max_ttl=15m"
    When Ada logs in to Oslo as "painter"
    And 9 minutes pass
    Then a renewal of the token of Ada in Oslo for 0 seconds gives at most 360 seconds
    When 5 minutes pass
    Then Oslo accepts the token of Ada
    When 2 minutes pass
    Then Oslo refuses the token of Ada

  @CLOUD-TOKEN-14 @CLOUD-TOKEN-14:iam @order
  Scenario: A token has the policy "default" unless its role has token_no_default_policy=true
    Then Ada can log in to Oslo as "painter"
    And the token of Ada has "policies=default, drawing, painting, lease_duration=1200, renewable=true, token_type=service, auth_type=iam, account_id={account}"
    Given an operator writes the cloud role "painter" in Oslo with "token_no_default_policy=true"
    Then Ada can log in to Oslo as "painter"
    And the token of Ada has "policies=drawing, painting, lease_duration=1200, renewable=true, token_type=service, auth_type=iam, account_id={account}"
    Given an operator writes the cloud role "painter" in Oslo with "token_policies=glazing"
    Then Ada can log in to Oslo as "painter"
    And the token of Ada has "policies=glazing, lease_duration=1200, renewable=true, token_type=service, auth_type=iam, account_id={account}"
    Given an operator writes the cloud role "painter" in Oslo with "token_type=batch"
    When Ada logs in to Oslo as "painter"
    Then the token of Ada has "policies=glazing"
    Given an operator writes the cloud role "painter" in Oslo with "token_no_default_policy=false"
    When Ada logs in to Oslo as "painter"
    Then the token of Ada has "policies=default, glazing"

  @CLOUD-TOKEN-15 @CLOUD-TOKEN-15:iam
  Scenario: token_num_uses is 0 by default, and such a token can be used many times
    Then the cloud role "painter" in Oslo has "token_num_uses=0"
    When Ada logs in to Oslo as "painter"
    Then Oslo accepts the token of Ada 10 times

  @CLOUD-TOKEN-15 @CLOUD-TOKEN-15:iam
  Scenario Outline: A token can be used token_num_uses times, and no more: <uses>
    When an operator writes the cloud role "painter" in Oslo with "token_num_uses=<uses>"
    And Ada logs in to Oslo as "painter"
    Then Oslo accepts the token of Ada <uses> times
    And Oslo refuses the token of Ada

    Examples:
      | uses |
      | 3    |
      | 1    |

  @CLOUD-TOKEN-16 @CLOUD-TOKEN-16:iam
  Scenario: A token with a limited number of uses cannot create child tokens
    Given an operator writes the policy "parenting" in Oslo with 'policy=path "auth/token/*" { capabilities = ["create", "update", "sudo"] }'
    And an operator writes the token role "children" in Oslo with ""
    And an operator writes the cloud role "painter" in Oslo with "token_policies=parenting"
    When Ada logs in to Oslo as "painter"
    Then the token of Ada can create child tokens in Oslo
    When an operator writes the cloud role "painter" in Oslo with "token_num_uses=5"
    And Ada logs in to Oslo as "painter"
    Then the token of Ada cannot create child tokens in Oslo
    And Oslo accepts the token of Ada
    When an operator writes the cloud role "painter" in Oslo with "token_num_uses=2"
    And Ada logs in to Oslo as "painter"
    Then the token of Ada cannot create child tokens in Oslo

  @CLOUD-TOKEN-17 @CLOUD-TOKEN-17:iam @needs-move-time @order
  Scenario: A periodic token lives as long as it is renewed, one period at a time
    Given an operator writes the cloud role "painter" in Oslo with "token_ttl=10m, token_period=5m"
    When Ada logs in to Oslo as "painter"
    Then the token of Ada has "lease_duration=300"
    When 4 minutes pass
    Then Ada can renew the token in Oslo
    And the token of Ada has "lease_duration=300"
    When 4 minutes pass
    Then Ada can renew the token in Oslo
    And the token of Ada has "lease_duration=300"
    When 4 minutes pass
    Then a renewal of the token of Ada in Oslo for 600 seconds gives at most 300 seconds
    When 6 minutes pass
    Then Oslo refuses the token of Ada

  @CLOUD-TOKEN-18 @CLOUD-TOKEN-18:unset
  Scenario: The token_type of a role is "default" unless it is written
    Then the cloud role "painter" in Oslo has "token_type=default"

  @CLOUD-TOKEN-18
  Scenario Outline: A role can have the token_type "<token_type>"
    Given an operator writes the cloud role "painter" in Oslo with "token_type=<earlier>"
    When an operator writes the cloud role "painter" in Oslo with "token_type=<token_type>"
    Then the cloud role "painter" in Oslo has "token_type=<token_type>"

    @CLOUD-TOKEN-18:service
    Examples:
      | earlier | token_type |
      | default | service    |

    @CLOUD-TOKEN-18:batch
    Examples:
      | earlier | token_type |
      | default | batch      |

    @CLOUD-TOKEN-18:default
    Examples:
      | earlier | token_type |
      | batch   | default    |

  @CLOUD-TOKEN-18 @CLOUD-TOKEN-18:other @CORE-ATOMIC-01
  Scenario: A token_type other than service, batch and default is refused, and changes or creates no role
    Then Oslo refuses the cloud role "painter" with each of these:
      | token_type=other         |
      | token_type=Batch         |
      | token_type=default-batch |
    And Oslo refuses the cloud role "new" with each of these:
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_type=other         |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_type=Batch         |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_type=default-batch |
    And the refused requests have changed nothing

  @CLOUD-TOKEN-19
  Scenario Outline: A role with the token_type "<token_type>" gives <kind> tokens
    Given an operator writes the cloud role "painter" in Oslo with "token_type=<token_type>"
    When Ada logs in to Oslo as "painter"
    Then the token of Ada is a <kind> token
    And Oslo accepts the token of Ada

    @CLOUD-TOKEN-19:service-iam
    Examples:
      | token_type | kind    |
      | service    | service |

    @CLOUD-TOKEN-19:batch-iam
    Examples:
      | token_type | kind  |
      | batch      | batch |

    @CLOUD-TOKEN-19:default-iam
    Examples:
      | token_type | kind    |
      | default    | service |

  @CLOUD-TOKEN-19
  Scenario Outline: Where the mount gives batch tokens, the role's token_type "<token_type>" gives <kind> tokens
    Given an operator writes the tuning of auth method "cloud" in Oslo with "token_type=default-batch"
    And an operator writes the cloud role "painter" in Oslo with "token_type=<token_type>"
    When Ada logs in to Oslo as "painter"
    Then the token of Ada is a <kind> token

    @CLOUD-TOKEN-19:default-iam
    Examples:
      | token_type | kind  |
      | default    | batch |

    @CLOUD-TOKEN-19:service-iam
    Examples:
      | token_type | kind    |
      | service    | service |
