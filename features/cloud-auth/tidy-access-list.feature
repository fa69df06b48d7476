@needs-cloud
Feature: Tidy of the identity access list
  A tidy removes entries that expired longer ago than the safety buffer, on demand or periodically. Each cluster has its own access list,
  and tidies it separately. The role tag deny list is tidied in the same way, with a configuration of its own.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And an operator writes the tuning of auth method "cloud" in Oslo with "max_lease_ttl=59m"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_region=us-east-1"
    And an operator writes the cloud role "painter" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole"
    And an operator creates the role tag "first" of the cloud role "painter" in Oslo with ""
    And an operator creates the role tag "second" of the cloud role "painter" in Oslo with ""
    And the instance "first"
    And the instance "second"
    And the instance "third"

  @CLOUD-TIDY-04 @CLOUD-TIDY-04:access-list-buffer @CLOUD-TIDY-04:access-list-unexpired
  @needs-move-time @needs-instances @needs-replication @order
  Scenario: A tidy on demand removes, on its cluster, only entries that expired longer ago than the buffer
    Given an operator writes the tidy configuration "identity-accesslist" in Oslo with "disable_periodic_tidy=true"
    And an operator writes the tidy configuration "roletag-denylist" in Oslo with "disable_periodic_tidy=true"
    When the instance "first" logs in to Oslo as "web"
    And the instance "first" logs in to Lima as "web"
    And 2 minutes pass
    And the instance "second" logs in to Oslo as "web"
    And 118 minutes pass
    And the instance "third" logs in to Oslo as "web"
    Then the access list entries in Oslo are "first, second, third"
    When an operator tidies the "identity-accesslist" in Oslo with "safety_buffer=1h"
    Then eventually the access list entries in Oslo are "second, third"
    And after a while the access list entries in Lima are "first"
    And the access list entries in Oslo are "second, third"
    When an operator tidies the "identity-accesslist" in Oslo with "safety_buffer=0s"
    Then eventually the access list entries in Oslo are "third"
    And after a while the access list entries in Oslo are "third"

  @CLOUD-TIDY-02 @CLOUD-TIDYCFG-10 @CLOUD-TIDYCFG-10:access-list @needs-move-time @needs-instances @needs-replication @order
  Scenario: A tidy on demand on either cluster removes its expired entries, although periodic tidy is disabled
    Given an operator writes the tidy configuration "identity-accesslist" in Oslo with "disable_periodic_tidy=true"
    And an operator writes the tidy configuration "roletag-denylist" in Oslo with "disable_periodic_tidy=true"
    When the instance "first" logs in to Oslo as "web"
    And the instance "first" logs in to Lima as "web"
    And the instance "second" logs in to Oslo as "web"
    And 2 hours pass
    And the instance "third" logs in to Oslo as "web"
    Then the access list entries in Lima are "first"
    When an operator tidies the "identity-accesslist" in Lima with "safety_buffer=0s"
    Then eventually there are no access list entries in Lima
    And after a while the access list entries in Oslo are "first, second, third"
    When an operator tidies the "identity-accesslist" in Oslo with "safety_buffer=1h"
    Then eventually the access list entries in Oslo are "third"
    When 2 hours pass
    And an operator tidies the "identity-accesslist" in Oslo with "safety_buffer=0s"
    Then eventually there are no access list entries in Oslo

  @CLOUD-TIDY-06 @CLOUD-TIDY-06:access-list @needs-move-time @needs-instances
  Scenario: The buffer of a tidy on demand applies to that tidy, and is not stored
    Given an operator writes the tidy configuration "identity-accesslist" in Oslo with "disable_periodic_tidy=true"
    And an operator writes the tidy configuration "roletag-denylist" in Oslo with "disable_periodic_tidy=true"
    And the instance "first" logs in to Oslo as "web"
    And 2 hours pass
    And the access list entries in Oslo are "first"
    When an operator tidies the "identity-accesslist" in Oslo with "safety_buffer=0s"
    Then eventually there are no access list entries in Oslo
    And the tidy configuration "identity-accesslist" in Oslo has "safety_buffer=259200, disable_periodic_tidy=true"

  @CLOUD-TIDY-08 @CLOUD-TIDY-08:tokens @CLOUD-TIDY-08:first-login @needs-move-time @needs-instances @order
  Scenario: A tidy that removes an entry revokes no token, and the instance's next login counts as a first one
    Given an operator writes the tidy configuration "identity-accesslist" in Oslo with "disable_periodic_tidy=true"
    And an operator writes the tidy configuration "roletag-denylist" in Oslo with "disable_periodic_tidy=true"
    And an operator writes the tuning of auth method "cloud" in Oslo with "max_lease_ttl=11h"
    And an operator writes the cloud role "lasting" in Oslo with "auth_type=ec2, bound_region=us-east-1, token_ttl=10h"
    And the instance "first" logs in to Oslo as "lasting" with the nonce "mine"
    And Olga has the token of the instance "first" in Oslo
    And an operator writes the tuning of auth method "cloud" in Oslo with "max_lease_ttl=59m"
    # The entry is for the last login, whose tokens expire within the hour.
    And the instance "first" logs in to Oslo as "web" with the nonce "mine"
    When 2 hours pass
    Then the access list entries in Oslo are "first"
    When an operator tidies the "identity-accesslist" in Oslo with "safety_buffer=0s"
    Then eventually there are no access list entries in Oslo
    And after a while Oslo accepts the token of Olga
    When the instance "first" logs in to Oslo as "web"
    Then the login of the instance "first" has a nonce

  @CLOUD-TIDY-03 @CLOUD-TIDY-03:access-list @CLOUD-TIDY-03:deny-list @needs-move-time @needs-instances @order
  Scenario: The default buffer of a tidy on demand is 72 hours for either list, whatever is configured
    Given an operator writes the tidy configuration "identity-accesslist" in Oslo with "disable_periodic_tidy=true"
    And an operator writes the tidy configuration "roletag-denylist" in Oslo with "disable_periodic_tidy=true"
    And an operator writes the tidy configuration "identity-accesslist" in Oslo with "safety_buffer=1h"
    And an operator writes the tidy configuration "roletag-denylist" in Oslo with "safety_buffer=1000h"
    When the instance "first" logs in to Oslo as "web"
    And an operator writes the denylist entry "first" in Oslo with ""
    And 2 hours pass
    And the instance "second" logs in to Oslo as "web"
    And an operator writes the denylist entry "second" in Oslo with ""
    And 72 hours pass
    Then the access list entries in Oslo are "first, second"
    And the denylist entries in Oslo are "first, second"
    When an operator tidies the "identity-accesslist" in Oslo with ""
    Then eventually the access list entries in Oslo are "second"
    When an operator tidies the "roletag-denylist" in Oslo with ""
    Then soon the denylist entries in Oslo are "second"

  @CLOUD-TIDY-05 @CLOUD-TIDY-05:access-list @CLOUD-TIDY-05:deny-list @needs-move-time @needs-instances @order
  Scenario: A tidy on demand of one list leaves expired entries of the other list
    Given an operator writes the tidy configuration "identity-accesslist" in Oslo with "disable_periodic_tidy=true"
    And an operator writes the tidy configuration "roletag-denylist" in Oslo with "disable_periodic_tidy=true"
    When the instance "first" logs in to Oslo as "web"
    And an operator writes the denylist entry "first" in Oslo with ""
    And 2 hours pass
    And the instance "second" logs in to Oslo as "web"
    And an operator writes the denylist entry "second" in Oslo with ""
    And 72 hours pass
    And an operator tidies the "identity-accesslist" in Oslo with ""
    Then eventually the access list entries in Oslo are "second"
    And after a while the denylist entries in Oslo are "first, second"
    When an operator tidies the "roletag-denylist" in Oslo with "safety_buffer=1h"
    Then soon there are no denylist entries in Oslo
    And after a while the access list entries in Oslo are "second"

  @CLOUD-TIDY-07 @CLOUD-TIDY-07:access-list @CLOUD-TIDY-07:deny-list @CLOUD-TIDYCFG-05 @needs-move-time @needs-instances @needs-replication @order
  Scenario: By default, periodic tidy removes entries that expired over 72 hours ago, on primary and secondary
    # A tidy on demand does not replace the periodic one.
    When an operator tidies the "identity-accesslist" in Oslo with "safety_buffer=1000h"
    And an operator tidies the "roletag-denylist" in Oslo with "safety_buffer=1000h"
    When the instance "first" logs in to Oslo as "web"
    And the instance "first" logs in to Lima as "web"
    And an operator writes the denylist entry "first" in Oslo with ""
    And 20 hours pass
    And the instance "second" logs in to Oslo as "web"
    And an operator writes the denylist entry "second" in Oslo with ""
    And 40 hours pass
    Then the access list entries in Oslo are "first, second"
    And the access list entries in Lima are "first"
    And the denylist entries in Oslo are "first, second"
    When 15 hours pass
    Then eventually the access list entries in Oslo are "second"
    And eventually there are no access list entries in Lima
    And soon the denylist entries in Oslo are "second"

  @CLOUD-TIDYCFG-05 @needs-move-time @needs-instances @order
  Scenario: Periodic tidy of either list uses a buffer of 72 hours if its configuration has none
    Given an operator writes the tidy configuration "identity-accesslist" in Oslo with "disable_periodic_tidy=false"
    And an operator writes the tidy configuration "roletag-denylist" in Oslo with "disable_periodic_tidy=false"
    When the instance "first" logs in to Oslo as "web"
    And an operator writes the denylist entry "first" in Oslo with ""
    And 71 hours pass
    Then the access list entries in Oslo are "first"
    And the denylist entries in Oslo are "first"
    When 4 hours pass
    Then eventually there are no access list entries in Oslo
    And soon there are no denylist entries in Oslo

  @CLOUD-TIDYCFG-11 @CLOUD-TIDYCFG-11:access-list @needs-move-time @needs-instances @order
  Scenario: After its configuration is deleted, the access list is tidied periodically with a buffer of 72 hours
    Given an operator writes the tidy configuration "identity-accesslist" in Oslo with "safety_buffer=1h, disable_periodic_tidy=true"
    When the instance "first" logs in to Oslo as "web"
    And 10 hours pass
    And the instance "second" logs in to Oslo as "web"
    And 65 hours pass
    Then the access list entries in Oslo are "first, second"
    When an operator deletes the tidy configuration "identity-accesslist" in Oslo
    And 2 hours pass
    Then eventually the access list entries in Oslo are "second"

  @CLOUD-TIDYCFG-08 @CLOUD-TIDYCFG-08:access-list @needs-move-time @needs-instances @order
  Scenario: Expired entries of the access list stay while its periodic tidy is disabled
    Given an operator writes the tidy configuration "identity-accesslist" in Oslo with "safety_buffer=1h, disable_periodic_tidy=true"
    When the instance "first" logs in to Oslo as "web"
    And 5 hours pass
    Then the access list entries in Oslo are "first"
    When an operator writes the tidy configuration "identity-accesslist" in Oslo with "disable_periodic_tidy=false"
    And 2 hours pass
    Then eventually there are no access list entries in Oslo

  @CLOUD-TIDYCFG-09 @CLOUD-TIDYCFG-09:access-list-disabled @needs-move-time @needs-instances
  Scenario: Periodic tidy of the deny list runs although that of the access list is disabled
    Given an operator writes the tidy configuration "identity-accesslist" in Oslo with "safety_buffer=1h, disable_periodic_tidy=true"
    And an operator writes the tidy configuration "roletag-denylist" in Oslo with "safety_buffer=1h"
    And the instance "first" logs in to Oslo as "web"
    And an operator writes the denylist entry "first" in Oslo with ""
    And the denylist entries in Oslo are "first"
    When 5 hours pass
    Then soon there are no denylist entries in Oslo
    And the access list entries in Oslo are "first"

  @CLOUD-TIDYCFG-08 @CLOUD-TIDYCFG-08:deny-list @needs-instances @needs-move-time @order
  Scenario: Expired entries of the deny list stay while its periodic tidy is disabled
    Given an operator writes the tidy configuration "roletag-denylist" in Oslo with "safety_buffer=1h, disable_periodic_tidy=true"
    When an operator writes the denylist entry "first" in Oslo with ""
    And 5 hours pass
    Then the denylist entries in Oslo are "first"
    When an operator writes the tidy configuration "roletag-denylist" in Oslo with "disable_periodic_tidy=false"
    And 2 hours pass
    Then soon there are no denylist entries in Oslo

  @CLOUD-TIDYCFG-09 @CLOUD-TIDYCFG-09:deny-list-disabled @needs-move-time @needs-instances
  Scenario: Periodic tidy of the access list runs although that of the deny list is disabled
    Given an operator writes the tidy configuration "roletag-denylist" in Oslo with "safety_buffer=1h, disable_periodic_tidy=true"
    And an operator writes the tidy configuration "identity-accesslist" in Oslo with "safety_buffer=1h"
    And the instance "first" logs in to Oslo as "web"
    And an operator writes the denylist entry "first" in Oslo with ""
    And the access list entries in Oslo are "first"
    When 5 hours pass
    Then eventually there are no access list entries in Oslo
    And the denylist entries in Oslo are "first"

  @CLOUD-TIDYCFG-08 @needs-move-time @needs-instances @needs-replication @order
  Scenario: Expired entries of a secondary's access list stay while the primary has periodic tidy disabled
    Given an operator writes the tidy configuration "identity-accesslist" in Oslo with "safety_buffer=1h, disable_periodic_tidy=true"
    When the instance "first" logs in to Lima as "web"
    And 5 hours pass
    Then the access list entries in Lima are "first"
    When an operator writes the tidy configuration "identity-accesslist" in Oslo with "disable_periodic_tidy=false"
    And 2 hours pass
    Then eventually there are no access list entries in Lima

  @CLOUD-TIDYCFG-12 @needs-move-time @needs-instances @needs-replication @order
  Scenario: Periodic tidy on a secondary uses the buffer that is configured on the primary for the access list
    Given an operator writes the tidy configuration "identity-accesslist" in Oslo with "safety_buffer=1h"
    And the instance "first" logs in to Lima as "web"
    And the access list entries in Lima are "first"
    When 5 hours pass
    Then eventually there are no access list entries in Lima
    When an operator writes the tidy configuration "identity-accesslist" in Oslo with "safety_buffer=5h"
    And the instance "second" logs in to Lima as "web"
    And 4 hours pass
    Then the access list entries in Lima are "second"

  @CLOUD-TIDYCFG-12 @CLOUD-TIDYCFG-12:access-list @CLOUD-TIDYCFG-12:deny-list @needs-move-time @needs-instances @order
  Scenario: Periodic tidy uses for each list the buffer that is configured for this list
    Given an operator writes the tidy configuration "identity-accesslist" in Oslo with "safety_buffer=1h"
    And an operator writes the tidy configuration "roletag-denylist" in Oslo with "safety_buffer=5h"
    When the instance "first" logs in to Oslo as "web"
    And an operator writes the denylist entry "first" in Oslo with ""
    And 4 hours pass
    Then eventually there are no access list entries in Oslo
    And the denylist entries in Oslo are "first"
    When 4 hours pass
    Then soon there are no denylist entries in Oslo
    When an operator writes the tidy configuration "identity-accesslist" in Oslo with "safety_buffer=5h"
    And an operator writes the tidy configuration "roletag-denylist" in Oslo with "safety_buffer=1h"
    And the instance "first" logs in to Oslo as "web"
    And an operator writes the denylist entry "first" in Oslo with ""
    And 4 hours pass
    Then soon there are no denylist entries in Oslo
    And the access list entries in Oslo are "first"

  @CLOUD-URL-02 @CLOUD-URL-02:get @CLOUD-URL-02:list @CLOUD-URL-02:delete @CLOUD-URL-07 @CLOUD-URL-07:accesslist @needs-instances @order
  Scenario: The deprecated whitelist path reads, lists and deletes the entries of the access list
    When the instance "first" logs in to Oslo as "web"
    Then the whitelist entries in Oslo are "first"
    And the whitelist entry "first" in Oslo has "role=web"
    And the whitelist entry "first" and the access list entry "first" in Oslo have the same fields
    When the instance "second" logs in to Oslo as "web"
    Then the whitelist entries in Oslo are "first, second"
    When an operator deletes the whitelist entry "second" in Oslo
    Then the access list entries in Oslo are "first"
    When the instance "second" logs in to Oslo as "web"
    And an operator deletes the access list entry "second" in Oslo
    Then the whitelist entries in Oslo are "first"

  @CLOUD-URL-03 @needs-move-time @needs-instances
  Scenario: A tidy of the deprecated name identity-whitelist removes access list entries as its buffer allows
    Given the instance "first" logs in to Oslo as "web"
    And 2 minutes pass
    And the instance "third" logs in to Oslo as "web"
    And 118 minutes pass
    And the access list entries in Oslo are "first, third"
    When an operator tidies the "identity-whitelist" in Oslo with "safety_buffer=1h"
    Then eventually the access list entries in Oslo are "third"
