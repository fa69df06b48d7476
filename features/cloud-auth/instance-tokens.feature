@needs-cloud @needs-instances
Feature: Tokens of instances
  The role decides how long the token of an instance lives, what it may do, and from where, as it does for principals.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-0web"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, token_policies=drawing,painting, token_ttl=20m"

  @CLOUD-TOKEN-08 @CLOUD-TOKEN-08:ec2
  Scenario: The token of an instance has the policies of its role
    When the instance "web-1" logs in to Oslo as "web"
    Then the token of the instance "web-1" has "policies=default, drawing, painting"

  @CLOUD-TOKEN-14 @CLOUD-TOKEN-14:ec2 @order
  Scenario: The token of an instance has the default policy unless its role sets token_no_default_policy
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing, painting"
    When an operator writes the cloud role "web" in Oslo with "token_no_default_policy=true"
    And the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=drawing, painting"

  @CLOUD-LOGIN-09 @CLOUD-LOGIN-09:ec2
  Scenario: The token of an instance has the policies and the lifetime of the role that it logs in as
    Given an operator writes the cloud role "guide" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, token_policies=guiding, token_ttl=5m"
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the token of the instance "web-1" has "lease_duration=1200"
    And the instance "web-1" can log in to Oslo as "guide" with the nonce "mine"
    And the token of the instance "web-1" has "policies=default, guiding, lease_duration=300"

  @CLOUD-TOKEN-07 @CLOUD-TOKEN-07:ec2
  Scenario: A role without policies gives an instance the default policy only
    Given an operator writes the cloud role "bare" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    When the instance "web-1" logs in to Oslo as "bare"
    Then the token of the instance "web-1" has "policies=default"

  @CLOUD-TOKEN-10 @CLOUD-TOKEN-10:ec2
  Scenario: The deprecated field policies gives an instance its policies
    Given an operator writes the cloud role "old" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, policies=potting"
    When the instance "web-1" logs in to Oslo as "old"
    Then the token of the instance "web-1" has "policies=default, potting"

  @CLOUD-TOKEN-03 @CLOUD-TOKEN-03:ec2 @needs-move-time @order
  Scenario: The token of an instance is valid for the token_ttl of its role, and no longer
    When the instance "web-1" logs in to Oslo as "web"
    Then the token of the instance "web-1" has "lease_duration=1200"
    When 19 minutes pass
    Then Oslo accepts the token of the instance "web-1"
    When 62 seconds pass
    Then Oslo refuses the token of the instance "web-1"

  @CLOUD-TOKEN-04 @CLOUD-TOKEN-04:ec2 @order
  Scenario: A renewal of an instance's token gives the role's TTL of that moment
    Given an operator writes the cloud role "web" in Oslo with "token_max_ttl=30m"
    When the instance "web-1" logs in to Oslo as "web"
    And an operator writes the cloud role "web" in Oslo with "token_ttl=10m"
    Then the instance "web-1" can renew the token in Oslo
    And the token of the instance "web-1" has "lease_duration=600"
    When an operator writes the cloud role "web" in Oslo with "token_ttl=25m"
    Then the instance "web-1" can renew the token in Oslo
    And the token of the instance "web-1" has "lease_duration=1500"

  @CLOUD-TOKEN-05 @CLOUD-TOKEN-05:ec2 @needs-move-time @order
  Scenario: No renewal makes the token of an instance live longer than the role's maximum
    Given an operator writes the cloud role "web" in Oslo with "token_ttl=25m, token_max_ttl=30m"
    When the instance "web-1" logs in to Oslo as "web"
    And 20 minutes pass
    Then a renewal of the token of the instance "web-1" in Oslo gives about 600 seconds
    When 9 minutes pass
    Then Oslo accepts the token of the instance "web-1"
    When 2 minutes pass
    Then Oslo refuses the token of the instance "web-1"

  @CLOUD-TOKEN-06 @CLOUD-TOKEN-06:ec2 @needs-move-time @order
  Scenario: A renewal of an instance's token goes by the role's maximum of that moment
    Given an operator writes the cloud role "web" in Oslo with "token_ttl=25m, token_max_ttl=30m"
    When the instance "web-1" logs in to Oslo as "web"
    And 20 minutes pass
    And an operator writes the cloud role "web" in Oslo with "token_max_ttl=2h"
    Then the instance "web-1" can renew the token in Oslo
    And the token of the instance "web-1" has "lease_duration=1500"
    When an operator writes the cloud role "web" in Oslo with "token_max_ttl=35m"
    Then a renewal of the token of the instance "web-1" in Oslo gives about 900 seconds
    When 14 minutes pass
    Then Oslo accepts the token of the instance "web-1"
    When 2 minutes pass
    Then Oslo refuses the token of the instance "web-1"

  @CLOUD-TOKEN-13 @CLOUD-TOKEN-13:ec2 @needs-move-time @order
  Scenario Outline: The explicit maximum ends the token of an instance, whatever other lifetimes allow: <others>
    Given an operator writes the cloud role "web" in Oslo with "token_ttl=10m, <others>, token_explicit_max_ttl=15m"
    When the instance "web-1" logs in to Oslo as "web"
    And 9 minutes pass
    And the instance "web-1" renews the token in Oslo
    And 5 minutes pass
    Then Oslo accepts the token of the instance "web-1"
    When 2 minutes pass
    Then Oslo refuses the token of the instance "web-1"

    Examples:
      | others           |
      | token_max_ttl=1h |
      | token_period=12m |

  @CLOUD-TOKEN-17 @CLOUD-TOKEN-17:ec2 @needs-move-time @order
  Scenario: The periodic token of an instance lives as long as it is renewed, one period at a time
    Given an operator writes the cloud role "web" in Oslo with "token_ttl=6m, token_period=5m"
    When the instance "web-1" logs in to Oslo as "web"
    Then the token of the instance "web-1" has "lease_duration=300"
    When 4 minutes pass
    Then the instance "web-1" can renew the token in Oslo
    And the token of the instance "web-1" has "lease_duration=300"
    When 4 minutes pass
    Then the instance "web-1" can renew the token in Oslo
    And the token of the instance "web-1" has "lease_duration=300"
    And a renewal of the token of the instance "web-1" in Oslo for 600 seconds gives at most 300 seconds
    When an operator writes the cloud role "web" in Oslo with "token_period=3m"
    Then the instance "web-1" can renew the token in Oslo
    And the token of the instance "web-1" has "lease_duration=180"
    When 4 minutes pass
    Then Oslo refuses the token of the instance "web-1"

  @CLOUD-TOKEN-11 @CLOUD-TOKEN-11:ec2 @order
  Scenario: A role admits instances only from the addresses that it is bound to, and from any if it is not bound
    Given an operator writes the cloud role "web" in Oslo with "token_bound_cidrs=192.0.2.0/24"
    Then the instance "web-1" cannot log in to Oslo as "web"
    And there are no access list entries in Oslo
    When an operator writes the cloud role "web" in Oslo with "token_bound_cidrs=192.0.2.0/24,0.0.0.0/0,::/0"
    Then the instance "web-1" can log in to Oslo as "web" with the nonce "mine"
    And Oslo accepts the token of the instance "web-1"
    And the access list entries in Oslo are "web-1"
    When an operator writes the cloud role "web" in Oslo with "token_bound_cidrs=192.0.2.0/24"
    Then the instance "web-1" cannot log in to Oslo as "web" with the nonce "mine"
    When an operator writes the cloud role "web" in Oslo with "token_bound_cidrs="
    Then the instance "web-1" can log in to Oslo as "web" with the nonce "mine"

  @CLOUD-TOKEN-12 @CLOUD-TOKEN-12:ec2 @needs-addresses @order
  Scenario: The token of an instance works only from the addresses that its role is bound to
    Given an operator writes the cloud role "web" in Oslo with "token_bound_cidrs=192.0.2.0/24,127.0.0.1/32"
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then Oslo accepts the token of the instance "web-1" from "127.0.0.1"
    And Oslo refuses the token of the instance "web-1" from "127.0.0.2"
    When an operator writes the cloud role "web" in Oslo with "token_bound_cidrs="
    And the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then Oslo accepts the token of the instance "web-1" from "127.0.0.2"

  @CLOUD-TOKEN-15 @CLOUD-TOKEN-15:ec2 @order
  Scenario: The token of an instance can be used token_num_uses times, and by default without limit
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then Oslo accepts the token of the instance "web-1" 10 times
    When an operator writes the cloud role "web" in Oslo with "token_num_uses=3"
    And the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then Oslo accepts the token of the instance "web-1" 3 times
    And Oslo refuses the token of the instance "web-1"

  @CLOUD-TOKEN-16 @CLOUD-TOKEN-16:ec2
  Scenario: The token of an instance can create child tokens only if the number of its uses is unlimited
    Given an operator writes the policy "parenting" in Oslo with 'policy=path "auth/token/*" { capabilities = ["create", "update", "sudo"] }'
    And an operator writes the token role "children" in Oslo with ""
    And an operator writes the cloud role "web" in Oslo with "token_policies=parenting"
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the token of the instance "web-1" can create child tokens in Oslo
    When an operator writes the cloud role "web" in Oslo with "token_num_uses=10"
    And the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the token of the instance "web-1" cannot create child tokens in Oslo
    And Oslo accepts the token of the instance "web-1"

  @CLOUD-TOKEN-19
  Scenario Outline: The role's token_type "<token_type>" gives instances <kind> tokens
    Given an operator writes the cloud role "web" in Oslo with "token_type=<token_type>"
    When the instance "web-1" logs in to Oslo as "web"
    Then the token of the instance "web-1" is a <kind> token
    And Oslo accepts the token of the instance "web-1"

    @CLOUD-TOKEN-19:service-ec2
    Examples:
      | token_type | kind    |
      | service    | service |

    @CLOUD-TOKEN-19:batch-ec2
    Examples:
      | token_type | kind  |
      | batch      | batch |

    @CLOUD-TOKEN-19:default-ec2
    Examples:
      | token_type | kind    |
      | default    | service |

  @CLOUD-TOKEN-19
  Scenario Outline: Where the mount gives batch tokens, the role's token_type "<token_type>" gives instances <kind> tokens
    Given an operator writes the tuning of auth method "cloud" in Oslo with "token_type=default-batch"
    And an operator writes the cloud role "web" in Oslo with "token_type=<token_type>"
    When the instance "web-1" logs in to Oslo as "web"
    Then the token of the instance "web-1" is a <kind> token

    @CLOUD-TOKEN-19:default-ec2
    Examples:
      | token_type | kind  |
      | default    | batch |

    @CLOUD-TOKEN-19:service-ec2
    Examples:
      | token_type | kind    |
      | service    | service |
