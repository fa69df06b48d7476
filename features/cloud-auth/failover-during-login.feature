@needs-replication @needs-cloud
Feature: Failover and tidy in the middle of a login
  After a crash, a failover or a tidy in the middle of a login, the instance can log in and is in the access list.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-0web"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"

  @OWN-LOGIN-01
  @needs-restart @needs-instances
  Scenario: An instance can log in to the new primary after the earlier one crashed in the middle of its login
    When Oslo will crash once the instance's token is issued and be restarted
    And the instance "web-1" tries to log in to Oslo as "web"
    And eventually Lima has every log entry of Oslo
    And an operator promotes Lima with "force=true"
    And the instance "web-1" logs in to Lima as "web"
    Then Lima accepts the token of the instance "web-1"
    And the login of the instance "web-1" has a nonce
    And the access list entries in Lima are "web-1"

  @OWN-LOGIN-01
  @needs-restart @needs-instances
  Scenario: An instance can log in again to the cluster that crashed in the middle of its login
    When Oslo will crash once the instance's token is issued and be restarted
    And the instance "web-1" tries to log in to Oslo as "web"
    Then the instance "web-1" can log in to Oslo as "web"
    And the login of the instance "web-1" has a nonce
    And the access list entries in Oslo are "web-1"

  @OWN-LOGIN-01
  @needs-instances @needs-cloud-faults
  Scenario: A login to a secondary that is promoted before the provider answers succeeds
    Given the cloud answers "DescribeInstances" with "slow"
    When the instance "web-1" tries to log in to Lima as "web" while Oslo is demoted and Lima is promoted
    Then Lima accepts the token of the instance "web-1"
    And the access list entries in Lima are "web-1"
    And the alias of the instance "web-1" in Lima is the ID of the cloud role "web"
    # If the login had ended before the promotion, the entity of the instance would be in Oslo as well.
    And there are no entities in Oslo

  @OWN-LOGIN-01
  @needs-instances @needs-cloud-faults
  Scenario: A login to a primary that is demoted before the provider answers is refused, and can be repeated later
    Given the cloud answers "DescribeInstances" with "slow"
    When the instance "web-1" tries to log in to Oslo as "web" while Oslo is demoted and Lima is promoted
    Then the request is refused
    And the last "DescribeInstances" call to the cloud has "caller=arn:aws:iam::{account}:user/administrator"
    And there are no access list entries in Oslo
    When an operator updates the primary of Oslo to Lima
    And eventually the instance "web-1" can log in to Oslo as "web"
    Then Oslo accepts the token of the instance "web-1"
    And the access list entries in Oslo are "web-1"

  @OWN-LOGIN-02
  @needs-instances @needs-cloud-faults @needs-move-time
  Scenario: A tidy during a login deletes neither the token nor the access list entry of the login
    Given an operator writes the tuning of auth method "cloud" in Oslo with "max_lease_ttl=1h"
    And an operator writes the tidy configuration "identity-accesslist" in Oslo with "disable_periodic_tidy=true"
    And an operator writes the tidy configuration "roletag-denylist" in Oslo with "disable_periodic_tidy=true"
    And the instance "web-2" with "image=ami-0web"
    And the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    And the instance "web-2" logs in to Oslo as "web" with the nonce "yours"
    When 10 hours pass
    And the cloud answers "DescribeInstances" with "slow"
    And the instance "web-1" logs in to Oslo as "web" with the nonce "mine" while an operator tidies the "identity-accesslist"
    Then eventually the access list entries in Oslo are "web-1"
    And Oslo accepts the token of the instance "web-1"
    And the access list entry "web-1" in Oslo has "client_nonce=mine"
