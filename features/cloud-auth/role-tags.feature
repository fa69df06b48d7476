Feature: Role tags
  A tag on an instance narrows its role: to some policies, a shorter life, one instance. A tag on the deny list admits no instance any more.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the auth method "cloud" in Oslo with "type=cloud"
    And an operator writes the cloud role "painter" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole, token_policies=drawing,painting"
    And an operator writes the cloud role "sculptor" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole, token_policies=carving"
    And an operator writes the cloud role "plain" in Oslo with "auth_type=ec2, bound_ami_id=ami-1"

  @CLOUD-TAG-01 @needs-replication
  Scenario Outline: A tag is made of some of the role's policies, on the primary and through a secondary: <cluster>
    When an operator requests a tag of the role "painter" from <cluster> with "policies=<policies>"
    Then there is a tag for "SvcRole"

    Examples:
      | cluster | policies |
      | Oslo    | drawing  |
      | Lima    | painting |

  @CLOUD-TAG-02
  Scenario: There are no tags of a role that is not there, or has none
    When an operator requests a tag of the role "potter" from Oslo with ""
    Then there is no tag
    When an operator requests a tag of the role "plain" from Oslo with ""
    Then there is no tag
    When an operator deletes the cloud role "painter" in Oslo
    And an operator requests a tag of the role "painter" from Oslo with "policies=drawing"
    Then there is no tag

  @CLOUD-TAG-03 @needs-replication
  Scenario Outline: A tag with a policy that its role has not is refused: <policies>
    When an operator requests a tag of the role "painter" from <cluster> with "policies=<policies>"
    Then there is no tag

    Examples:
      | cluster | policies                 |
      | Oslo    | carving                  |
      | Oslo    | drawing,carving          |
      | Oslo    | draw                     |
      | Oslo    | drawings                 |
      | Lima    | drawing,painting,carving |

  @CLOUD-TAG-10 @order
  Scenario: A tag does not allow another nonce and forbid a second login at once
    When an operator requests a tag of the role "painter" from Oslo with "allow_instance_migration=true, disallow_reauthentication=true"
    Then there is no tag
    When an operator writes the cloud role "painter" in Oslo with "allow_instance_migration=true"
    And an operator requests a tag of the role "painter" from Oslo with "allow_instance_migration=true, disallow_reauthentication=true"
    Then there is no tag
    When an operator writes the cloud role "painter" in Oslo with "allow_instance_migration=false, disallow_reauthentication=true"
    And an operator requests a tag of the role "painter" from Oslo with "allow_instance_migration=true, disallow_reauthentication=true"
    Then there is no tag
    When an operator writes the cloud role "painter" in Oslo with "disallow_reauthentication=false"
    And an operator requests a tag of the role "painter" from Oslo with "allow_instance_migration=true"
    Then there is a tag for "SvcRole"
    When an operator requests a tag of the role "painter" from Oslo with "disallow_reauthentication=true"
    Then there is a tag for "SvcRole"

  @CLOUD-DENY-01 @CLOUD-DENY-02 @CLOUD-DENY-02:denied-tag @CLOUD-DENY-02:other-tag @CLOUD-DENY-03 @needs-replication @order
  Scenario: A tag is denied without a word, and both clusters know it
    Given the tag "first" of the role "painter", made in Oslo with ""
    And the tag "second" of the role "sculptor", made in Oslo with ""
    And the tag "third" of the role "painter", made in Oslo with ""
    # CLOUD-DENY-01
    When the tag "first" is put on the "roletag-denylist" in Oslo, as it is
    # CLOUD-DENY-01
    And the tag "second" is put on the "roletag-denylist" in Lima, as it is
    # CLOUD-DENY-01, CLOUD-DENY-03
    Then the "roletag-denylist" in Oslo has the tags "first, second"
    # CLOUD-DENY-03
    And the "roletag-denylist" in Lima soon has the tags "first, second"
    # CLOUD-DENY-02
    And the tag "first" is found on the "roletag-denylist" in Oslo, as it is
    # CLOUD-DENY-02
    And the tag "second" is found on the "roletag-denylist" in Lima, as it is
    # CLOUD-DENY-02
    And the tag "third" is not found on the "roletag-denylist" in Oslo, as it is
    When the tag "first" is taken off the "roletag-denylist" in Lima, as it is
    Then the "roletag-denylist" in Oslo has the tags "second"

  @CLOUD-DENY-05 @CLOUD-DENY-06 @CLOUD-DENY-06:post @CLOUD-DENY-06:get @CLOUD-DENY-06:delete @order
  Scenario Outline: A tag is one and the same as it is and in base64: <one>, then <other>
    Given the tag "first" of the role "painter", made in Oslo with ""
    When the tag "first" is put on the "roletag-denylist" in Oslo, <one>
    Then the "roletag-denylist" in Oslo has the tags "first"
    And the tag "first" is found on the "roletag-denylist" in Oslo, <one>
    And the tag "first" is found on the "roletag-denylist" in Oslo, <other>
    When the tag "first" is put on the "roletag-denylist" in Oslo, <other>
    Then the "roletag-denylist" in Oslo has the tags "first"
    When the tag "first" is taken off the "roletag-denylist" in Oslo, <other>
    Then the "roletag-denylist" in Oslo has the tags ""
    And the tag "first" is not found on the "roletag-denylist" in Oslo, <one>
    And the tag "first" is not found on the "roletag-denylist" in Oslo, <other>

    Examples:
      | one       | other     |
      | as it is  | in base64 |
      | in base64 | as it is  |

  @CORE-ATOMIC-01 @needs-replication
  Scenario Outline: A tag that was altered at its <place> is not denied
    Given the tag "first" of the role "painter", made in Oslo with "policies=drawing"
    When an operator tries to put the tag "first", altered at its <place>, on the "roletag-denylist" in <cluster>
    Then the request is refused
    # CORE-ATOMIC-01
    And the refused requests have changed nothing
    And the "roletag-denylist" in Oslo has the tags ""

    Examples:
      | place  | cluster |
      | end    | Oslo    |
      | middle | Lima    |

  @CORE-ATOMIC-01
  Scenario: A tag of a role that is there no more is not denied
    Given the tag "first" of the role "painter", made in Oslo with "policies=drawing"
    When an operator deletes the cloud role "painter" in Oslo
    And an operator tries to put the tag "first" on the "roletag-denylist" in Oslo
    Then the request is refused
    # CORE-ATOMIC-01
    And the refused requests have changed nothing
    And the "roletag-denylist" in Oslo has the tags ""

  @CLOUD-URL-01 @CLOUD-URL-01:post @CLOUD-URL-01:get @CLOUD-URL-01:list @CLOUD-URL-01:delete @CLOUD-URL-07 @CLOUD-URL-07:denylist @order
  Scenario Outline: The deny list is there under its old name, too: written as <one>
    Given the tag "first" of the role "painter", made in Oslo with ""
    When the tag "first" is put on the "<one>" in Oslo, as it is
    Then the "<other>" in Oslo has the tags "first"
    And the tag "first" is found on the "<other>" in Oslo, as it is
    And the tag "first" is found on the "<one>" in Oslo, as it is
    When the tag "first" is taken off the "<other>" in Oslo, as it is
    Then the "<one>" in Oslo has the tags ""
    And the tag "first" is not found on the "<one>" in Oslo, as it is

    Examples:
      | one               | other             |
      | roletag-blacklist | roletag-denylist  |
      | roletag-denylist  | roletag-blacklist |

  @CLOUD-TAG-04 @CLOUD-TAG-05 @CLOUD-TAG-13 @CLOUD-TAG-13:policies @CLOUD-TAGKEY-03 @CLOUD-TAGKEY-04 @needs-instances @needs-cloud @order
  Scenario: A login has the policies of the tag that the instance carries
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And the tag "drawing" of the role "painter", made in Oslo with "policies=drawing"
    And the tag "painting" of the role "painter", made in Oslo with "policies=painting"
    And the tag "nothing" of the role "painter", made in Oslo with "policies="
    And the tag "all" of the role "painter", made in Oslo with ""
    When the instance "web-1" gets the tags "SvcRole={drawing}, Other={painting}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAG-04, CLOUD-TAGKEY-03
    Then the token of the instance "web-1" has "policies=default, drawing"
    When the instance "web-1" gets the tags "SvcRole={painting}, Other={drawing}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAG-13
    Then the token of the instance "web-1" has "policies=default, painting"
    When the instance "web-1" gets the tags "SvcRole={nothing}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAG-05
    Then the token of the instance "web-1" has "policies=default"
    When the instance "web-1" gets the tags "SvcRole={all}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing, painting"
    When an operator writes the cloud role "plain" in Oslo with "token_policies=drawing,painting"
    And the instance "web-1" gets the tags "SvcRole={nothing}"
    # CLOUD-TAGKEY-04
    And the instance "web-1" logs in to Oslo as "plain" with the nonce "mine"
    # CLOUD-TAGKEY-04
    Then the token of the instance "web-1" has "policies=default, drawing, painting"
    When the instance "web-1" gets the tags "svcrole={painting}, SvcRole={drawing}, SVCROLE={nothing}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAGKEY-03
    Then the token of the instance "web-1" has "policies=default, drawing"
    When the instance "web-1" gets the tags "svcrole={painting}, SvcRoles={painting}"
    # CLOUD-TAGKEY-03
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When the instance "web-1" gets the tags "SvcRole={drawing}, Other={painting}"
    And an operator writes the cloud role "painter" in Oslo with "role_tag=Other"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAGKEY-03
    Then the token of the instance "web-1" has "policies=default, painting"
    When an operator writes the cloud role "painter" in Oslo with "role_tag="
    # CLOUD-TAGKEY-04
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAGKEY-04
    Then the token of the instance "web-1" has "policies=default, drawing, painting"
    When an operator requests a tag of the role "painter" from Oslo with ""
    # CLOUD-TAGKEY-04
    Then there is no tag

  @CLOUD-TAG-06 @CLOUD-TAG-06:instance-id @CLOUD-TAG-06:migration @CLOUD-TAG-06:reauthentication @needs-instances @needs-cloud @order
  Scenario: A tag that says nothing restricts nothing, and allows no migration
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And the instance "web-2" with "image=ami-1"
    And an operator writes the cloud role "painter" in Oslo with "allow_instance_migration=true"
    And the tag "plain" of the role "painter", made in Oslo with ""
    When the instance "web-1" gets the tags "SvcRole={plain}"
    And the instance "web-2" gets the tags "SvcRole={plain}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the instance "web-1" can log in to Oslo as "painter" with the nonce "mine"
    And the instance "web-2" can log in to Oslo as "painter" with the nonce "mine"
    When the pending time of the instance "web-1" moves by 5 minutes
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "other"
    And the instance "web-1" can log in to Oslo as "painter" with the nonce "mine"

  @CLOUD-TAG-06 @CLOUD-TAG-06:max-ttl @CLOUD-TAG-07 @CLOUD-TAG-07:lease @CLOUD-TAG-07:renewal
  @CLOUD-TAG-12 @CLOUD-TAG-12:lifetime @CLOUD-TAG-13 @CLOUD-TAG-13:lifetime @needs-instances @needs-cloud @order
  Scenario: A tag shortens the life of tokens, and does not lengthen it
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator writes the cloud role "painter" in Oslo with "token_ttl=30m, token_max_ttl=1h"
    And the tag "short" of the role "painter", made in Oslo with "max_ttl=10m"
    And the tag "long" of the role "painter", made in Oslo with "max_ttl=2h"
    And the tag "plain" of the role "painter", made in Oslo with ""
    When the instance "web-1" gets the tags "SvcRole={plain}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAG-06
    Then the token of the instance "web-1" has "policies=default, drawing, painting, lease_duration=1800"
    When an operator writes the cloud role "painter" in Oslo with "token_ttl=0s"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAG-06
    Then the token of the instance "web-1" has "policies=default, drawing, painting, lease_duration=3600"
    When the instance "web-1" gets the tags "SvcRole={long}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAG-12
    Then the token of the instance "web-1" has "policies=default, drawing, painting, lease_duration=3600"
    When the instance "web-1" gets the tags "SvcRole={short}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAG-07, CLOUD-TAG-13
    Then the token of the instance "web-1" has "policies=default, drawing, painting, lease_duration=600"
    When an operator writes the cloud role "painter" in Oslo with "token_ttl=30m"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAG-07
    Then the token of the instance "web-1" has "policies=default, drawing, painting, lease_duration=600"
    When 6 minutes pass
    And the instance "web-1" renews the token in Oslo
    And 6 minutes pass
    # CLOUD-TAG-07
    Then Oslo refuses the token of the instance "web-1"
    When an operator writes the cloud role "painter" in Oslo with "token_ttl=0s, token_max_ttl=0s"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAG-07
    Then the token of the instance "web-1" has "policies=default, drawing, painting, lease_duration=600"
    When 6 minutes pass
    # CLOUD-TAG-07
    Then a renewal of the token of the instance "web-1" in Oslo gives the 240 seconds that are left
    When the instance "web-1" gets the tags "SvcRole={long}"
    And an operator writes the cloud role "painter" in Oslo with "token_ttl=5m, token_max_ttl=20m"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAG-12
    Then the token of the instance "web-1" has "policies=default, drawing, painting, lease_duration=300"
    When 4 minutes pass
    And the instance "web-1" renews the token in Oslo
    And 4 minutes pass
    And the instance "web-1" renews the token in Oslo
    And an operator writes the cloud role "painter" in Oslo with "token_ttl=15m"
    And 4 minutes pass
    # CLOUD-TAG-12
    Then a renewal of the token of the instance "web-1" in Oslo gives the 480 seconds that are left

  @CLOUD-TAG-07 @CLOUD-TAG-07:periodic @needs-instances @needs-cloud
  Scenario: A tag shortens the leases of periodic tokens, too
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator writes the cloud role "painter" in Oslo with "token_period=20m"
    And the tag "short" of the role "painter", made in Oslo with "max_ttl=10m"
    When the instance "web-1" gets the tags "SvcRole={short}"
    And the instance "web-1" logs in to Oslo as "painter"
    Then the token of the instance "web-1" has "policies=default, drawing, painting, lease_duration=600"
    And a renewal of the token of the instance "web-1" in Oslo for 1200 seconds gives at most 600 seconds

  @CLOUD-TAG-08 @CLOUD-TAG-09 @needs-instances @needs-cloud
  Scenario: A tag is for one instance, or for all that the role is for
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And the instance "web-2" with "image=ami-1"
    And the instance "other" with "image=ami-2"
    And the tag "any" of the role "painter", made in Oslo with ""
    And the tag "one" of the role "painter", made in Oslo for the instance "web-1"
    And the tag "beginning" of the role "painter", made in Oslo with "instance_id=i-"
    When the instance "web-1" gets the tags "SvcRole={one}"
    And the instance "web-2" gets the tags "SvcRole={one}"
    And the instance "other" gets the tags "SvcRole={any}"
    # CLOUD-TAG-08
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAG-08
    Then the instance "web-2" cannot log in to Oslo as "painter"
    # CLOUD-TAG-09
    And the instance "other" cannot log in to Oslo as "painter"
    When the instance "web-1" gets the tags "SvcRole={beginning}"
    # CLOUD-TAG-08
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When the instance "web-1" gets the tags "SvcRole={any}"
    And the instance "web-2" gets the tags "SvcRole={any}"
    # CLOUD-TAG-09
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAG-09
    And the instance "web-2" logs in to Oslo as "painter"
    # CLOUD-TAG-09
    Then the access list of Oslo has exactly the instances "web-1, web-2"

  @CLOUD-TAG-11 @CLOUD-NONCE-07 @CLOUD-NONCE-07:tag @needs-instances @needs-cloud @order
  Scenario: A tag can let its instance log in just once
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And the tag "once" of the role "painter", made in Oslo with "disallow_reauthentication=true"
    And the tag "often" of the role "painter", made in Oslo with ""
    When the instance "web-1" gets the tags "SvcRole={once}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAG-11, CLOUD-NONCE-07
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When the instance "web-1" gets the tags "SvcRole={often}"
    # CLOUD-TAG-11
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAG-11
    And the instance "web-1" cannot log in to Oslo as "plain" with the nonce "mine"
    When the instance "web-1" gets the tags "SvcRole={once}"
    When the access list entry of "web-1" is deleted in Oslo
    # CLOUD-TAG-11
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then Oslo accepts the token of the instance "web-1"
    # CLOUD-TAG-11
    And the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When the access list entry of "web-1" is deleted in Oslo
    And the instance "web-1" logs in to Oslo as "painter"
    # CLOUD-NONCE-07
    Then the login of the instance "web-1" has no nonce
    When the access list entry of "web-1" is deleted in Oslo
    And the instance "web-1" gets the tags "SvcRole={often}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    And the instance "web-1" gets the tags "SvcRole={once}"
    # CLOUD-TAG-11, CLOUD-NONCE-07
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When an operator writes the cloud role "painter" in Oslo with "allow_instance_migration=true"
    And the pending time of the instance "web-1" moves by 5 minutes
    # CLOUD-TAG-11
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAG-11
    And the instance "web-1" cannot log in to Oslo as "painter" with the nonce "other"

  @CLOUD-TAG-12 @CLOUD-TAG-12:reauthentication @needs-instances @needs-cloud
  Scenario Outline: A tag does not let an instance log in again that its role lets in once: <option>
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator writes the cloud role "painter" in Oslo with "disallow_reauthentication=true"
    And the tag "often" of the role "painter", made in Oslo with "<option>"
    When the instance "web-1" gets the tags "SvcRole={often}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAG-12
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When the pending time of the instance "web-1" moves by 5 minutes
    # CLOUD-TAG-12
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "other"

    Examples:
      | option                          |
      | disallow_reauthentication=false |
      | allow_instance_migration=true   |

  @CLOUD-TAG-15 @CLOUD-TAG-15:altered-policies @CLOUD-TAG-15:altered-max-ttl @CLOUD-TAG-15:altered-end @needs-instances @needs-cloud
  Scenario: No instance logs in with a tag that was altered in one character
    Given cloud login for instances is configured in Oslo
    And an operator writes the cloud role "painter" in Oslo with "token_policies=a,b"
    And the instance "web-1" with "image=ami-1"
    And the tag "good" of the role "painter", made in Oslo with "policies=a, max_ttl=10m"
    Then the instance "web-1" cannot log in to Oslo as "painter" with a value of the tag "SvcRole" that differs from "good" in one character
    When the instance "web-1" gets the tags "SvcRole={good}"
    And the instance "web-1" logs in to Oslo as "painter"
    Then the token of the instance "web-1" has "policies=a, default, lease_duration=600"

  @CLOUD-TAG-14 @CLOUD-TAG-15 @CLOUD-ACCESS-03 @needs-instances @needs-cloud
  Scenario Outline: An instance with a tag that was not made for its role does not log in: <tag>
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And the tag "good" of the role "painter", made in Oslo with "policies=drawing, max_ttl=10m"
    And the tag "foreign" of the role "sculptor", made in Oslo with ""
    And the tag "empty" of the role "sculptor", made in Oslo with "policies="
    And an operator writes the cloud role "painters" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole, token_policies=drawing,painting"
    And the tag "alike" of the role "painters", made in Oslo with "policies=drawing"
    When the instance "web-1" gets the tags "SvcRole=<tag>"
    # CLOUD-TAG-14, CLOUD-TAG-15
    Then the instance "web-1" cannot log in to Oslo as "painter"
    # CLOUD-ACCESS-03
    And the access list of Oslo is empty
    When the instance "web-1" gets the tags "SvcRole={good}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing"
    When the instance "web-1" gets the tags "SvcRole=<tag>"
    # CLOUD-TAG-14, CLOUD-TAG-15
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"

    @CLOUD-TAG-14
    Examples:
      | tag       |
      | {foreign} |
      | {empty}   |
      | {alike}   |

    @CLOUD-TAG-15
    Examples:
      | tag                            |
      | {good, altered at its end}     |
      | {good, altered at its middle}  |
      | {good without its last letter} |

    @CLOUD-TAG-15 @CLOUD-TAG-15:not-generated
    Examples:
      | tag |
      |     |
      | v1  |

  @CLOUD-TAG-16 @CLOUD-TAG-12 @CLOUD-TAG-12:policies @needs-instances @needs-cloud
  Scenario: A tag gives no policy that its role has lost
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And the tag "drawing" of the role "painter", made in Oslo with "policies=drawing"
    And the tag "both" of the role "painter", made in Oslo with "policies=drawing,painting"
    When the instance "web-1" gets the tags "SvcRole={drawing}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    And an operator writes the cloud role "painter" in Oslo with "token_policies=painting"
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When the access list entry of "web-1" is deleted in Oslo
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When the instance "web-1" gets the tags "SvcRole={both}"
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When an operator writes the cloud role "painter" in Oslo with "token_policies=drawing"
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When an operator writes the cloud role "painter" in Oslo with "token_policies=drawing,painting"
    Then the instance "web-1" can log in to Oslo as "painter" with the nonce "mine"

  @CLOUD-TAG-17 @CLOUD-TAG-17:newer-time @CLOUD-TAG-17:equal-time @CLOUD-TAG-17:role-permits @CLOUD-TAG-12 @CLOUD-TAG-12:migration @needs-instances @needs-cloud
  Scenario: Migration has to be allowed by role and tag
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator writes the cloud role "painter" in Oslo with "allow_instance_migration=true"
    And the tag "moving" of the role "painter", made in Oslo with "allow_instance_migration=true"
    When the instance "web-1" gets the tags "SvcRole={moving}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    # CLOUD-TAG-17
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "other"
    When the pending time of the instance "web-1" moves by 5 minutes
    # CLOUD-TAG-17
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "other"
    And an operator writes the cloud role "painter" in Oslo with "allow_instance_migration=false"
    And the pending time of the instance "web-1" moves by 5 minutes
    # CLOUD-TAG-12, CLOUD-TAG-17
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "other"

  @CLOUD-DENY-04 @CLOUD-DENY-07 @CLOUD-DENY-07:first-login @CLOUD-DENY-07:reauthentication @CLOUD-DENY-08 @CLOUD-DENY-09 @needs-instances @needs-replication @needs-cloud
  Scenario: A tag that is denied admits no instance any more, on both clusters, and takes no token away
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And the instance "web-2" with "image=ami-1"
    And the tag "denied" of the role "painter", made in Oslo with ""
    And the tag "other" of the role "painter", made in Oslo with ""
    When the instance "web-1" gets the tags "SvcRole={denied}"
    And the instance "web-2" gets the tags "SvcRole={other}"
    And the instance "web-1" logs in to Lima as "painter" with the nonce "mine"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    And the tag "denied" is put on the "roletag-denylist" in Oslo, as it is
    # CLOUD-DENY-08
    Then Oslo accepts the token of the instance "web-1"
    # CLOUD-DENY-08
    And the instance "web-1" can renew the token in Oslo
    # CLOUD-DENY-07
    And the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    # CLOUD-DENY-07
    And the instance "web-1" cannot log in to Lima as "painter" with the nonce "mine"
    # CLOUD-DENY-07
    And the instance "web-1" cannot log in to Oslo as "painter" with the nonce "other"
    When the access list entry of "web-1" is deleted in Lima
    # CLOUD-DENY-07
    Then the instance "web-1" cannot log in to Lima as "painter"
    # CLOUD-DENY-09
    When the instance "web-2" logs in to Oslo as "painter"
    And the instance "web-2" gets the tags "SvcRole={denied}"
    And the access list entry of "web-2" is deleted in Oslo
    # CLOUD-DENY-07
    Then the instance "web-2" cannot log in to Oslo as "painter"
    When the tag "denied" is taken off the "roletag-denylist" in Oslo, as it is
    # CLOUD-DENY-04
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then Oslo accepts the token of the instance "web-1"

  @CLOUD-DENY-04 @CLOUD-DENY-05 @CLOUD-DENY-09 @needs-instances @needs-cloud @order
  Scenario: A tag that is denied in base64 admits no instance until it is taken off the list
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And the instance "web-2" with "image=ami-1"
    And the tag "denied" of the role "painter", made in Oslo with "policies=drawing"
    And the tag "other" of the role "painter", made in Oslo with "policies=drawing"
    And the tag "foreign" of the role "sculptor", made in Oslo with ""
    When the instance "web-1" gets the tags "SvcRole={denied}"
    And the instance "web-2" gets the tags "SvcRole={other}"
    And the tag "denied" is put on the "roletag-denylist" in Oslo, in base64
    # CLOUD-DENY-05
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    # CLOUD-DENY-09
    And the instance "web-2" can log in to Oslo as "painter" with the nonce "mine"
    When the instance "web-2" gets the tags "SvcRole={foreign}"
    # CLOUD-DENY-09
    Then the instance "web-2" can log in to Oslo as "sculptor" with the nonce "mine"
    When the tag "denied" is taken off the "roletag-denylist" in Oslo, in base64
    # CLOUD-DENY-04
    Then the instance "web-1" can log in to Oslo as "painter" with the nonce "mine"
