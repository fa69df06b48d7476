@needs-cloud
Feature: Tidy of the identity access list
  An entry that has been over for a while is removed, on each cluster by itself: on demand, or once an hour. The role tag deny list is tidied
  alike, and apart from it.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And an operator writes the object at "sys/auth/cloud/tune" in Oslo with "max_lease_ttl=59m"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_region=us-east-1"
    And an operator writes the cloud role "painter" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole"
    And the tag "first" of the role "painter", made in Oslo with ""
    And the tag "second" of the role "painter", made in Oslo with ""
    And the instance "first"
    And the instance "second"
    And the instance "third"

  @CLOUD-TIDY-02 @CLOUD-TIDY-04 @CLOUD-TIDY-04:access-list-buffer @CLOUD-TIDY-04:access-list-unexpired
  @CLOUD-TIDY-06 @CLOUD-TIDY-06:access-list @CLOUD-TIDY-08 @CLOUD-TIDY-08:first-login
  @CLOUD-TIDYCFG-10 @CLOUD-TIDYCFG-10:access-list @needs-move-time @needs-instances @needs-replication @order
  Scenario: On demand, entries are removed whose end is further back than the buffer
    Given periodic tidy of both lists is disabled in Oslo
    When the instance "first" logs in to Oslo as "web"
    And the instance "first" logs in to Lima as "web"
    And 2 minutes pass
    And the instance "second" logs in to Oslo as "web"
    And 118 minutes pass
    And the instance "third" logs in to Oslo as "web"
    And the "identity-accesslist" is tidied in Oslo with "safety_buffer=1h"
    # CLOUD-TIDY-02, CLOUD-TIDY-04, CLOUD-TIDYCFG-10
    Then the access list of Oslo soon has exactly the instances "second, third"
    # CLOUD-TIDY-04
    And the access list of Lima has exactly the instances "first"
    When the "identity-accesslist" is tidied in Oslo with "safety_buffer=0s"
    # CLOUD-TIDY-02, CLOUD-TIDY-04, CLOUD-TIDYCFG-10
    Then the access list of Oslo soon has exactly the instances "third"
    # CLOUD-TIDY-06
    And the tidy configuration of the "identity-accesslist", read from Oslo, has "safety_buffer=259200, disable_periodic_tidy=true"
    When the "identity-accesslist" is tidied in Lima with "safety_buffer=0s"
    # CLOUD-TIDY-02
    Then the access list of Lima is soon empty
    And the access list of Oslo has exactly the instances "third"
    # CLOUD-TIDY-08
    When the instance "first" logs in to Oslo as "web"
    # CLOUD-TIDY-08
    Then the login of the instance "first" has a nonce
    When 2 hours pass
    And the "identity-accesslist" is tidied in Oslo with "safety_buffer=0s"
    # CLOUD-TIDY-02
    Then the access list of Oslo is soon empty

  @CLOUD-TIDY-08 @CLOUD-TIDY-08:tokens @needs-move-time @needs-instances
  Scenario: An entry that is removed takes no token with it
    Given periodic tidy of both lists is disabled in Oslo
    And an operator writes the object at "sys/auth/cloud/tune" in Oslo with "max_lease_ttl=11h"
    And an operator writes the cloud role "lasting" in Oslo with "auth_type=ec2, bound_region=us-east-1, token_ttl=10h"
    And the instance "first" logs in to Oslo as "lasting" with the nonce "mine"
    And Olga has the token of the instance "first" in Oslo
    And an operator writes the object at "sys/auth/cloud/tune" in Oslo with "max_lease_ttl=59m"
    # The entry is for the last login, and that one's tokens end within the hour.
    And the instance "first" logs in to Oslo as "web" with the nonce "mine"
    When 2 hours pass
    And the "identity-accesslist" is tidied in Oslo with "safety_buffer=0s"
    Then the access list of Oslo is soon empty
    # CLOUD-TIDY-08
    And Oslo accepts the token of Olga

  @CLOUD-TIDY-03 @CLOUD-TIDY-03:access-list @CLOUD-TIDY-03:deny-list
  @CLOUD-TIDY-05 @CLOUD-TIDY-05:access-list @CLOUD-TIDY-05:deny-list @needs-move-time @needs-instances @order
  Scenario: On demand and without a buffer it is three days, and one list says nothing of the other
    Given periodic tidy of both lists is disabled in Oslo
    And tidy of the "identity-accesslist" is configured in Oslo with "safety_buffer=1h"
    And tidy of the "roletag-denylist" is configured in Oslo with "safety_buffer=1000h"
    When the instance "first" logs in to Oslo as "web"
    And the tag "first" is put on the "roletag-denylist" in Oslo, as it is
    And 2 hours pass
    And the instance "second" logs in to Oslo as "web"
    And the tag "second" is put on the "roletag-denylist" in Oslo, as it is
    And 72 hours pass
    And the "identity-accesslist" is tidied in Oslo with ""
    # CLOUD-TIDY-03
    Then the access list of Oslo soon has exactly the instances "second"
    # CLOUD-TIDY-05
    And the "roletag-denylist" in Oslo has the tags "first, second"
    When the "roletag-denylist" is tidied in Oslo with ""
    # CLOUD-TIDY-03
    Then the "roletag-denylist" in Oslo soon has the tags "second"
    When the "roletag-denylist" is tidied in Oslo with "safety_buffer=1h"
    Then the "roletag-denylist" in Oslo soon has the tags ""
    # CLOUD-TIDY-05
    And the access list of Oslo has exactly the instances "second"

  @CLOUD-TIDY-07 @CLOUD-TIDY-07:access-list @CLOUD-TIDY-07:deny-list @CLOUD-TIDYCFG-05 @needs-move-time @needs-instances @needs-replication @order
  Scenario: By itself, each cluster tidies its lists three days after an entry's end
    # What is done on demand does not stand in for it.
    When the "identity-accesslist" is tidied in Oslo with "safety_buffer=1000h"
    And the "roletag-denylist" is tidied in Oslo with "safety_buffer=1000h"
    When the instance "first" logs in to Oslo as "web"
    And the instance "first" logs in to Lima as "web"
    And the tag "first" is put on the "roletag-denylist" in Oslo, as it is
    And 20 hours pass
    And the instance "second" logs in to Oslo as "web"
    And the tag "second" is put on the "roletag-denylist" in Oslo, as it is
    And 40 hours pass
    # CLOUD-TIDYCFG-05
    Then the access list of Oslo has exactly the instances "first, second"
    # CLOUD-TIDYCFG-05
    And the access list of Lima has exactly the instances "first"
    # CLOUD-TIDYCFG-05
    And the "roletag-denylist" in Oslo has the tags "first, second"
    When 15 hours pass
    # CLOUD-TIDY-07, CLOUD-TIDYCFG-05
    Then the access list of Oslo soon has exactly the instances "second"
    # CLOUD-TIDY-07
    And the access list of Lima is soon empty
    # CLOUD-TIDY-07, CLOUD-TIDYCFG-05
    And the "roletag-denylist" in Oslo soon has the tags "second"

  @CLOUD-TIDYCFG-05 @needs-move-time @needs-instances @order
  Scenario: A buffer that is left out of a configuration is three days for periodic tidy, too
    Given tidy of the "identity-accesslist" is configured in Oslo with "disable_periodic_tidy=false"
    And tidy of the "roletag-denylist" is configured in Oslo with "disable_periodic_tidy=false"
    When the instance "first" logs in to Oslo as "web"
    And the tag "first" is put on the "roletag-denylist" in Oslo, as it is
    And 71 hours pass
    Then the access list of Oslo has exactly the instances "first"
    And the "roletag-denylist" in Oslo has the tags "first"
    When 4 hours pass
    Then the access list of Oslo is soon empty
    And the "roletag-denylist" in Oslo soon has the tags ""

  @CLOUD-TIDYCFG-11 @CLOUD-TIDYCFG-11:access-list @needs-move-time @needs-instances @order
  Scenario: Without its configuration, the access list is tidied by the defaults again
    Given tidy of the "identity-accesslist" is configured in Oslo with "safety_buffer=1h, disable_periodic_tidy=true"
    When the instance "first" logs in to Oslo as "web"
    And 10 hours pass
    And the instance "second" logs in to Oslo as "web"
    And 65 hours pass
    Then the access list of Oslo has exactly the instances "first, second"
    When the tidy configuration of the "identity-accesslist" is deleted in Oslo
    And 2 hours pass
    Then the access list of Oslo soon has exactly the instances "second"

  @CLOUD-TIDYCFG-08 @CLOUD-TIDYCFG-08:access-list @CLOUD-TIDYCFG-09 @CLOUD-TIDYCFG-09:access-list-disabled @needs-move-time @needs-instances @order
  Scenario: The access list is not tidied by itself where that is disabled, and the deny list is
    Given tidy of the "identity-accesslist" is configured in Oslo with "safety_buffer=1h, disable_periodic_tidy=true"
    And tidy of the "roletag-denylist" is configured in Oslo with "safety_buffer=1h"
    When the instance "first" logs in to Oslo as "web"
    And the tag "first" is put on the "roletag-denylist" in Oslo, as it is
    And 5 hours pass
    # CLOUD-TIDYCFG-09
    Then the "roletag-denylist" in Oslo soon has the tags ""
    # CLOUD-TIDYCFG-08
    And the access list of Oslo has exactly the instances "first"
    When tidy of the "identity-accesslist" is configured in Oslo with "disable_periodic_tidy=false"
    And 2 hours pass
    # CLOUD-TIDYCFG-08
    Then the access list of Oslo is soon empty

  @CLOUD-TIDYCFG-08 @CLOUD-TIDYCFG-08:deny-list @CLOUD-TIDYCFG-09 @CLOUD-TIDYCFG-09:deny-list-disabled @needs-move-time @needs-instances @order
  Scenario: The deny list is not tidied by itself where that is disabled, and the access list is
    Given tidy of the "roletag-denylist" is configured in Oslo with "safety_buffer=1h, disable_periodic_tidy=true"
    And tidy of the "identity-accesslist" is configured in Oslo with "safety_buffer=1h"
    When the instance "first" logs in to Oslo as "web"
    And the tag "first" is put on the "roletag-denylist" in Oslo, as it is
    And 5 hours pass
    # CLOUD-TIDYCFG-09
    Then the access list of Oslo is soon empty
    # CLOUD-TIDYCFG-08
    And the "roletag-denylist" in Oslo has the tags "first"
    When tidy of the "roletag-denylist" is configured in Oslo with "disable_periodic_tidy=false"
    And 2 hours pass
    # CLOUD-TIDYCFG-08
    Then the "roletag-denylist" in Oslo soon has the tags ""

  @CLOUD-TIDYCFG-08 @CLOUD-TIDYCFG-12 @needs-move-time @needs-instances @needs-replication @order
  Scenario: A secondary tidies its own access list by itself as it is configured, too
    Given tidy of the "identity-accesslist" is configured in Oslo with "safety_buffer=1h, disable_periodic_tidy=true"
    When the instance "first" logs in to Lima as "web"
    And 5 hours pass
    # CLOUD-TIDYCFG-08
    Then the access list of Lima has exactly the instances "first"
    When tidy of the "identity-accesslist" is configured in Oslo with "disable_periodic_tidy=false"
    And 2 hours pass
    # CLOUD-TIDYCFG-08, CLOUD-TIDYCFG-12
    Then the access list of Lima is soon empty
    When tidy of the "identity-accesslist" is configured in Oslo with "safety_buffer=5h"
    And the instance "second" logs in to Lima as "web"
    And 4 hours pass
    # CLOUD-TIDYCFG-12
    Then the access list of Lima has exactly the instances "second"

  @CLOUD-TIDYCFG-12 @CLOUD-TIDYCFG-12:access-list @CLOUD-TIDYCFG-12:deny-list @needs-move-time @needs-instances @order
  Scenario: By itself, each list is tidied with its own buffer
    Given tidy of the "identity-accesslist" is configured in Oslo with "safety_buffer=1h"
    And tidy of the "roletag-denylist" is configured in Oslo with "safety_buffer=5h"
    When the instance "first" logs in to Oslo as "web"
    And the tag "first" is put on the "roletag-denylist" in Oslo, as it is
    And 4 hours pass
    Then the access list of Oslo is soon empty
    And the "roletag-denylist" in Oslo has the tags "first"
    When 4 hours pass
    Then the "roletag-denylist" in Oslo soon has the tags ""
    When tidy of the "identity-accesslist" is configured in Oslo with "safety_buffer=5h"
    And tidy of the "roletag-denylist" is configured in Oslo with "safety_buffer=1h"
    And the instance "first" logs in to Oslo as "web"
    And the tag "first" is put on the "roletag-denylist" in Oslo, as it is
    And 4 hours pass
    Then the "roletag-denylist" in Oslo soon has the tags ""
    And the access list of Oslo has exactly the instances "first"

  @CLOUD-URL-02 @CLOUD-URL-02:get @CLOUD-URL-02:list @CLOUD-URL-02:delete @CLOUD-URL-03 @CLOUD-URL-07 @CLOUD-URL-07:accesslist @needs-move-time @needs-instances @order
  Scenario: The access list and its tidy are there under their old names, too
    When the instance "first" logs in to Oslo as "web"
    # CLOUD-URL-02
    Then the access list of Oslo by its old name has exactly the instances "first"
    # CLOUD-URL-02
    And the access list entry of "first" in Oslo by its old name is that of the role "web"
    When the instance "second" logs in to Oslo as "web"
    # CLOUD-URL-02, CLOUD-URL-07
    And the access list entry of "second" is deleted in Oslo by its old name
    # CLOUD-URL-02, CLOUD-URL-07
    Then the access list of Oslo has exactly the instances "first"
    When the instance "second" logs in to Oslo as "web"
    And the access list entry of "second" is deleted in Oslo
    # CLOUD-URL-07
    Then the access list of Oslo by its old name has exactly the instances "first"
    When 2 minutes pass
    And the instance "third" logs in to Oslo as "web"
    And 118 minutes pass
    # CLOUD-URL-03
    And the "identity-whitelist" is tidied in Oslo with "safety_buffer=1h"
    # CLOUD-URL-03
    Then the access list of Oslo soon has exactly the instances "third"
