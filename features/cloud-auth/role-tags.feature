Feature: Role tags
  A tag on an instance narrows its role: to some policies, a shorter life, one instance. A tag on the deny list admits no instance any more.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the auth method "cloud" in Oslo with "type=cloud"
    And an operator writes the cloud role "painter" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole, token_policies=drawing,painting"
    And an operator writes the cloud role "sculptor" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole, token_policies=carving"
    And an operator writes the cloud role "plain" in Oslo with "auth_type=ec2, bound_ami_id=ami-1"

  @CLOUD-TAG-01 @needs-replication
  Scenario Outline: A tag for some of the role's policies can be created in <cluster>
    When an operator tries to create a role tag of the cloud role "painter" in <cluster> with "policies=<policies>"
    Then the response has a role tag with the key "SvcRole"

    Examples:
      | cluster | policies |
      | Oslo    | drawing  |
      | Lima    | painting |

  @CLOUD-TAG-02 @smoke
  Scenario: No tag can be created for a role that is unknown, deleted, or has no role_tag
    Given an operator creates the role tag "first" of the cloud role "painter" in Oslo with "policies=drawing"
    When an operator tries to create a role tag of the cloud role "potter" in Oslo with ""
    Then the request is refused
    When an operator tries to create a role tag of the cloud role "plain" in Oslo with ""
    Then the request is refused
    When an operator deletes the cloud role "painter" in Oslo
    And an operator tries to create a role tag of the cloud role "painter" in Oslo with "policies=drawing"
    Then the request is refused

  @CLOUD-TAG-03 @needs-replication
  Scenario Outline: A tag with a policy that its role has not is refused: <policies>
    Given an operator creates the role tag "first" of the cloud role "painter" in <cluster> with "policies=drawing"
    When an operator tries to create a role tag of the cloud role "painter" in <cluster> with "policies=<policies>"
    Then the request is refused

    Examples:
      | cluster | policies                 |
      | Oslo    | carving                  |
      | Oslo    | drawing,carving          |
      | Oslo    | draw                     |
      | Oslo    | drawings                 |
      | Lima    | drawing,painting,carving |

  @CLOUD-TAG-10 @order
  Scenario: A tag cannot both allow migration and disallow reauthentication, whatever its role says
    When an operator tries to create a role tag of the cloud role "painter" in Oslo with "allow_instance_migration=true, disallow_reauthentication=true"
    Then the request is refused
    When an operator writes the cloud role "painter" in Oslo with "allow_instance_migration=true"
    And an operator tries to create a role tag of the cloud role "painter" in Oslo with "allow_instance_migration=true, disallow_reauthentication=true"
    Then the request is refused
    When an operator writes the cloud role "painter" in Oslo with "allow_instance_migration=false, disallow_reauthentication=true"
    And an operator tries to create a role tag of the cloud role "painter" in Oslo with "allow_instance_migration=true, disallow_reauthentication=true"
    Then the request is refused
    When an operator writes the cloud role "painter" in Oslo with "disallow_reauthentication=false"
    And an operator tries to create a role tag of the cloud role "painter" in Oslo with "allow_instance_migration=true"
    Then the response has a role tag with the key "SvcRole"
    When an operator tries to create a role tag of the cloud role "painter" in Oslo with "disallow_reauthentication=true"
    Then the response has a role tag with the key "SvcRole"

  @CLOUD-DENY-01 @CLOUD-DENY-03 @needs-replication @order
  Scenario: A tag can be denied without a body on either cluster, is listed on both, and can be taken off the deny list on the other
    Given an operator creates the role tag "first" of the cloud role "painter" in Oslo with ""
    And an operator creates the role tag "second" of the cloud role "sculptor" in Oslo with ""
    When an operator writes the denylist entry "first" in Oslo with ""
    And an operator writes the denylist entry "second" in Lima with ""
    Then the denylist entries in Oslo are "first, second"
    And soon the denylist entries in Lima are "first, second"
    When an operator deletes the denylist entry "first" in Lima
    Then the denylist entries in Oslo are "second"
    And soon the denylist entries in Lima are "second"

  @CLOUD-DENY-02 @CLOUD-DENY-02:denied-tag @CLOUD-DENY-02:other-tag @needs-replication
  Scenario: Each cluster has the entries of the tags that were denied on either one, and none for another tag
    Given an operator creates the role tag "first" of the cloud role "painter" in Oslo with ""
    And an operator creates the role tag "second" of the cloud role "sculptor" in Oslo with ""
    And an operator creates the role tag "third" of the cloud role "painter" in Oslo with ""
    When an operator writes the denylist entry "first" in Oslo with ""
    And an operator writes the denylist entry "second" in Lima with ""
    Then Oslo has the denylist entry "first"
    And Oslo has the denylist entry "second"
    And soon Lima has the denylist entry "second"
    And soon Lima has the denylist entry "first"
    And there is no denylist entry "third" in Oslo
    And there is no denylist entry "third" in Lima

  @CLOUD-DENY-05 @CLOUD-DENY-06 @CLOUD-DENY-06:post @CLOUD-DENY-06:get @CLOUD-DENY-06:delete @order
  Scenario Outline: A tag and its base64 form are one deny list entry: written as {<one>}, read and deleted as {<other>}
    Given an operator creates the role tag "first" of the cloud role "painter" in Oslo with ""
    When an operator writes the object at "auth/cloud/roletag-denylist/{<one>}" in Oslo with ""
    Then the denylist entries in Oslo are "first"
    And Oslo has the object at "auth/cloud/roletag-denylist/{<one>}"
    And Oslo has the object at "auth/cloud/roletag-denylist/{<other>}"
    When an operator writes the object at "auth/cloud/roletag-denylist/{<other>}" in Oslo with ""
    Then the denylist entries in Oslo are "first"
    When an operator deletes the object at "auth/cloud/roletag-denylist/{<other>}" in Oslo
    Then there are no denylist entries in Oslo
    And there is no object at "auth/cloud/roletag-denylist/{<one>}" in Oslo
    And there is no object at "auth/cloud/roletag-denylist/{<other>}" in Oslo

    Examples:
      | one             | other           |
      | first           | first in base64 |
      | first in base64 | first           |

  @CORE-ATOMIC-01 @needs-replication
  Scenario Outline: A tag that was altered at its <place> cannot be put on the deny list
    Given an operator creates the role tag "first" of the cloud role "painter" in Oslo with "policies=drawing"
    When an operator tries to write the denylist entry "first, altered at its <place>" in <cluster> with ""
    Then the request is refused
    And the refused requests have changed nothing
    And there are no denylist entries in Oslo
    When an operator writes the denylist entry "first" in <cluster> with ""
    Then the denylist entries in Oslo are "first"

    Examples:
      | place  | cluster |
      | end    | Oslo    |
      | middle | Lima    |

  @CORE-ATOMIC-01
  Scenario: A tag of a deleted role cannot be put on the deny list
    Given an operator creates the role tag "first" of the cloud role "painter" in Oslo with "policies=drawing"
    And an operator writes the denylist entry "first" in Oslo with ""
    And the denylist entries in Oslo are "first"
    And an operator deletes the denylist entry "first" in Oslo
    When an operator deletes the cloud role "painter" in Oslo
    And an operator tries to write the denylist entry "first" in Oslo with ""
    Then the request is refused
    And the refused requests have changed nothing
    And there are no denylist entries in Oslo

  @CLOUD-URL-01 @CLOUD-URL-01:post @CLOUD-URL-01:get @CLOUD-URL-01:list @CLOUD-URL-01:delete @CLOUD-URL-07 @CLOUD-URL-07:denylist @order
  Scenario Outline: The deny list is there under its old name, too: written as <one>
    Given an operator creates the role tag "first" of the cloud role "painter" in Oslo with ""
    When an operator writes the <one> entry "first" in Oslo with ""
    Then the <other> entries in Oslo are "first"
    And Oslo has the <other> entry "first"
    And Oslo has the <one> entry "first"
    When an operator deletes the <other> entry "first" in Oslo
    Then there are no <one> entries in Oslo
    And there is no <one> entry "first" in Oslo

    Examples:
      | one       | other     |
      | blacklist | denylist  |
      | denylist  | blacklist |

  @CLOUD-TAG-04 @CLOUD-TAG-13 @CLOUD-TAG-13:policies @needs-instances @needs-cloud @order
  Scenario: A login has the policies of the tag that the instance carries at that time
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator creates the role tag "drawing" of the cloud role "painter" in Oslo with "policies=drawing"
    And an operator creates the role tag "painting" of the cloud role "painter" in Oslo with "policies=painting"
    And an operator creates the role tag "all" of the cloud role "painter" in Oslo with ""
    When the instance "web-1" gets the tags "SvcRole={drawing}, Other={painting}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing"
    When the instance "web-1" gets the tags "SvcRole={painting}, Other={drawing}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, painting"
    When the instance "web-1" gets the tags "SvcRole={all}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing, painting"

  @CLOUD-TAG-05 @needs-instances @needs-cloud
  Scenario: A tag with an empty value for its policies gives the default policy only
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator creates the role tag "nothing" of the cloud role "painter" in Oslo with "policies=[]"
    When the instance "web-1" gets the tags "SvcRole={nothing}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default"

  @CLOUD-TAGKEY-03 @needs-instances @needs-cloud @order
  Scenario: The role names the instance tag whose value is the role tag
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator creates the role tag "drawing" of the cloud role "painter" in Oslo with "policies=drawing"
    And an operator creates the role tag "painting" of the cloud role "painter" in Oslo with "policies=painting"
    And an operator creates the role tag "nothing" of the cloud role "painter" in Oslo with "policies=[]"
    When the instance "web-1" gets the tags "SvcRole={drawing}, Other={painting}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing"
    When the instance "web-1" gets the tags "svcrole={painting}, SvcRole={drawing}, SVCROLE={nothing}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing"
    When the instance "web-1" gets the tags "svcrole={painting}, SvcRoles={painting}"
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When the instance "web-1" gets the tags "SvcRole={drawing}, Other={painting}"
    And an operator writes the cloud role "painter" in Oslo with "role_tag=Other"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, painting"

  @CLOUD-TAGKEY-04 @needs-instances @needs-cloud @order
  Scenario: The tags of an instance have no influence where the role has no role_tag
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator creates the role tag "drawing" of the cloud role "painter" in Oslo with "policies=drawing"
    And an operator creates the role tag "painting" of the cloud role "painter" in Oslo with "policies=painting"
    And an operator creates the role tag "nothing" of the cloud role "painter" in Oslo with "policies=[]"
    And an operator writes the cloud role "plain" in Oslo with "token_policies=drawing,painting"
    When the instance "web-1" gets the tags "SvcRole={nothing}"
    And the instance "web-1" logs in to Oslo as "plain" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing, painting"
    When the instance "web-1" gets the tags "SvcRole={drawing}, Other={painting}"
    And an operator writes the cloud role "painter" in Oslo with "role_tag="
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing, painting"
    When an operator tries to create a role tag of the cloud role "painter" in Oslo with ""
    Then the request is refused

  @CLOUD-TAG-06 @CLOUD-TAG-06:instance-id @CLOUD-TAG-06:migration @CLOUD-TAG-06:reauthentication @needs-instances @needs-cloud @order
  Scenario: A tag without options is for any instance and allows reauthentication, but no migration
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And the instance "web-2" with "image=ami-1"
    And an operator writes the cloud role "painter" in Oslo with "allow_instance_migration=true"
    And an operator creates the role tag "plain" of the cloud role "painter" in Oslo with ""
    When the instance "web-1" gets the tags "SvcRole={plain}"
    And the instance "web-2" gets the tags "SvcRole={plain}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the instance "web-1" can log in to Oslo as "painter" with the nonce "mine"
    And the instance "web-2" can log in to Oslo as "painter" with the nonce "mine"
    When the pending time of the instance "web-1" moves by 5 minutes
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "other"
    And the instance "web-1" can log in to Oslo as "painter" with the nonce "mine"

  @CLOUD-TAG-06 @CLOUD-TAG-06:max-ttl @needs-instances @needs-cloud @order
  Scenario: A tag without a max_ttl does not shorten the life of tokens
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator writes the cloud role "painter" in Oslo with "token_ttl=30m, token_max_ttl=1h"
    And an operator creates the role tag "plain" of the cloud role "painter" in Oslo with ""
    When the instance "web-1" gets the tags "SvcRole={plain}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing, painting, lease_duration=1800"
    When an operator writes the cloud role "painter" in Oslo with "token_ttl=0s"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing, painting, lease_duration=3600"

  @CLOUD-TAG-07 @CLOUD-TAG-07:lease @CLOUD-TAG-07:renewal @needs-instances @needs-cloud @order
  Scenario: A tag shortens the life of tokens, and no renewal goes beyond it
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator writes the cloud role "painter" in Oslo with "token_ttl=0s, token_max_ttl=1h"
    And an operator creates the role tag "short" of the cloud role "painter" in Oslo with "max_ttl=10m"
    When the instance "web-1" gets the tags "SvcRole={short}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing, painting, lease_duration=600"
    When an operator writes the cloud role "painter" in Oslo with "token_ttl=30m"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing, painting, lease_duration=600"
    When 6 minutes pass
    And the instance "web-1" renews the token in Oslo
    And 6 minutes pass
    Then Oslo refuses the token of the instance "web-1"
    When an operator writes the cloud role "painter" in Oslo with "token_ttl=0s, token_max_ttl=0s"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing, painting, lease_duration=600"
    When 6 minutes pass
    Then a renewal of the token of the instance "web-1" in Oslo gives about 240 seconds

  @CLOUD-TAG-12 @CLOUD-TAG-12:lifetime @needs-instances @needs-cloud @order
  Scenario: A tag does not lengthen the life of tokens
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator writes the cloud role "painter" in Oslo with "token_ttl=0s, token_max_ttl=1h"
    And an operator creates the role tag "long" of the cloud role "painter" in Oslo with "max_ttl=2h"
    When the instance "web-1" gets the tags "SvcRole={long}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing, painting, lease_duration=3600"
    When an operator writes the cloud role "painter" in Oslo with "token_ttl=5m, token_max_ttl=20m"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing, painting, lease_duration=300"
    When 4 minutes pass
    And the instance "web-1" renews the token in Oslo
    And 4 minutes pass
    And the instance "web-1" renews the token in Oslo
    And an operator writes the cloud role "painter" in Oslo with "token_ttl=15m"
    And 4 minutes pass
    Then a renewal of the token of the instance "web-1" in Oslo gives about 480 seconds

  @CLOUD-TAG-13 @CLOUD-TAG-13:lifetime @needs-instances @needs-cloud
  Scenario: When the tag of an instance is replaced, its next login has the lifetime of the new tag
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator writes the cloud role "painter" in Oslo with "token_ttl=0s, token_max_ttl=1h"
    And an operator creates the role tag "short" of the cloud role "painter" in Oslo with "max_ttl=10m"
    And an operator creates the role tag "long" of the cloud role "painter" in Oslo with "max_ttl=2h"
    When the instance "web-1" gets the tags "SvcRole={long}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    And the instance "web-1" gets the tags "SvcRole={short}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing, painting, lease_duration=600"

  @CLOUD-TAG-07 @CLOUD-TAG-07:periodic @needs-instances @needs-cloud
  Scenario: A tag shortens the leases of periodic tokens, too
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator writes the cloud role "painter" in Oslo with "token_period=20m"
    And an operator creates the role tag "short" of the cloud role "painter" in Oslo with "max_ttl=10m"
    When the instance "web-1" gets the tags "SvcRole={short}"
    And the instance "web-1" logs in to Oslo as "painter"
    Then the token of the instance "web-1" has "policies=default, drawing, painting, lease_duration=600"
    And a renewal of the token of the instance "web-1" in Oslo for 1200 seconds gives at most 600 seconds

  @CLOUD-TAG-08 @needs-instances @needs-cloud
  Scenario: A tag with an instance_id is for that instance only
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And the instance "web-2" with "image=ami-1"
    And an operator creates the role tag "one" of the cloud role "painter" in Oslo with "instance_id={instance:web-1}"
    And an operator creates the role tag "two" of the cloud role "painter" in Oslo with "instance_id={instance:web-2}"
    And an operator creates the role tag "beginning" of the cloud role "painter" in Oslo with "instance_id=i-"
    When the instance "web-1" gets the tags "SvcRole={one}"
    And the instance "web-2" gets the tags "SvcRole={one}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the instance "web-2" cannot log in to Oslo as "painter"
    When the instance "web-1" gets the tags "SvcRole={beginning}"
    And the instance "web-2" gets the tags "SvcRole={two}"
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    And the instance "web-2" can log in to Oslo as "painter"

  @CLOUD-TAG-09 @needs-instances @needs-cloud
  Scenario: A tag without an instance_id is for all instances that the role is for
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And the instance "web-2" with "image=ami-1"
    And the instance "other" with "image=ami-2"
    And an operator creates the role tag "any" of the cloud role "painter" in Oslo with ""
    When the instance "web-1" gets the tags "SvcRole={any}"
    And the instance "web-2" gets the tags "SvcRole={any}"
    And the instance "other" gets the tags "SvcRole={any}"
    Then the instance "other" cannot log in to Oslo as "painter"
    When the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    And the instance "web-2" logs in to Oslo as "painter"
    Then the access list entries in Oslo are "web-1, web-2"

  @CLOUD-TAG-11 @needs-instances @needs-cloud
  Scenario: An instance whose tag disallows reauthentication logs in once, also if it gets another tag
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator creates the role tag "once" of the cloud role "painter" in Oslo with "disallow_reauthentication=true"
    And an operator creates the role tag "often" of the cloud role "painter" in Oslo with ""
    When the instance "web-1" gets the tags "SvcRole={once}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When the instance "web-1" gets the tags "SvcRole={often}"
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    And the instance "web-1" cannot log in to Oslo as "plain" with the nonce "mine"

  @CLOUD-TAG-11 @needs-instances @needs-cloud
  Scenario: Where a tag disallows reauthentication, the deletion of the access list entry permits its instance one more login
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator creates the role tag "once" of the cloud role "painter" in Oslo with "disallow_reauthentication=true"
    And the instance "web-1" gets the tags "SvcRole={once}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    When an operator deletes the access list entry "web-1" in Oslo
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then Oslo accepts the token of the instance "web-1"
    And the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"

  @CLOUD-TAG-11 @needs-instances @needs-cloud
  Scenario: An instance that gets a tag that disallows reauthentication does not log in again, also after a later start
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator creates the role tag "once" of the cloud role "painter" in Oslo with "disallow_reauthentication=true"
    And an operator creates the role tag "often" of the cloud role "painter" in Oslo with ""
    When the instance "web-1" gets the tags "SvcRole={often}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    And the instance "web-1" gets the tags "SvcRole={once}"
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When an operator writes the cloud role "painter" in Oslo with "allow_instance_migration=true"
    And the pending time of the instance "web-1" moves by 5 minutes
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    And the instance "web-1" cannot log in to Oslo as "painter" with the nonce "other"

  @CLOUD-NONCE-07 @CLOUD-NONCE-07:tag @needs-instances @needs-cloud
  Scenario: Where the tag disallows reauthentication, no nonce opens a second login, and a first login gets none
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator creates the role tag "once" of the cloud role "painter" in Oslo with "disallow_reauthentication=true"
    And an operator creates the role tag "often" of the cloud role "painter" in Oslo with ""
    When the instance "web-1" gets the tags "SvcRole={once}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When an operator deletes the access list entry "web-1" in Oslo
    And the instance "web-1" logs in to Oslo as "painter"
    Then the login of the instance "web-1" has no nonce
    When an operator deletes the access list entry "web-1" in Oslo
    And the instance "web-1" gets the tags "SvcRole={often}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    And the instance "web-1" gets the tags "SvcRole={once}"
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"

  @CLOUD-TAG-12 @CLOUD-TAG-12:reauthentication @needs-instances @needs-cloud
  Scenario Outline: Where a role disallows reauthentication, no tag of it permits it: <option>
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator writes the cloud role "painter" in Oslo with "disallow_reauthentication=true"
    And an operator creates the role tag "often" of the cloud role "painter" in Oslo with "<option>"
    When the instance "web-1" gets the tags "SvcRole={often}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When the pending time of the instance "web-1" moves by 5 minutes
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "other"

    Examples:
      | option                          |
      | disallow_reauthentication=false |
      | allow_instance_migration=true   |

  @CLOUD-TAG-15 @CLOUD-TAG-15:altered-policies @CLOUD-TAG-15:altered-max-ttl @CLOUD-TAG-15:altered-end @needs-instances @needs-cloud
  Scenario: A value that differs from a tag in one character, at any position, admits no instance
    Given cloud login for instances is configured in Oslo
    And an operator writes the cloud role "painter" in Oslo with "token_policies=a,b"
    And the instance "web-1" with "image=ami-1"
    And an operator creates the role tag "good" of the cloud role "painter" in Oslo with "policies=a, max_ttl=10m"
    Then the instance "web-1" cannot log in to Oslo as "painter" with a value of the tag "SvcRole" that differs from "good" in one character
    When the instance "web-1" gets the tags "SvcRole={good}"
    And the instance "web-1" logs in to Oslo as "painter"
    Then the token of the instance "web-1" has "policies=a, default, lease_duration=600"

  @needs-instances @needs-cloud
  Scenario Outline: An instance whose tag is no valid tag of its role does not log in: <tag>
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator creates the role tag "good" of the cloud role "painter" in Oslo with "policies=drawing, max_ttl=10m"
    And an operator creates the role tag "foreign" of the cloud role "sculptor" in Oslo with ""
    And an operator creates the role tag "empty" of the cloud role "sculptor" in Oslo with "policies=[]"
    And an operator writes the cloud role "painters" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole, token_policies=drawing,painting"
    And an operator creates the role tag "alike" of the cloud role "painters" in Oslo with "policies=drawing"
    When the instance "web-1" gets the tags "SvcRole=<tag>"
    Then the instance "web-1" cannot log in to Oslo as "painter"
    When the instance "web-1" gets the tags "SvcRole={good}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, drawing"
    When the instance "web-1" gets the tags "SvcRole=<tag>"
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"

    @CLOUD-TAG-14
    Examples: tags of other roles
      | tag       |
      | {foreign} |
      | {empty}   |
      | {alike}   |

    @CLOUD-TAG-15
    Examples: altered tags
      | tag                            |
      | {good, altered at its end}     |
      | {good, altered at its middle}  |
      | {good without its last letter} |

    @CLOUD-TAG-15 @CLOUD-TAG-15:not-generated
    Examples: values that were never created
      | tag |
      |     |
      | v1  |

  @CLOUD-ACCESS-03 @needs-instances @needs-cloud
  Scenario Outline: An instance whose tag is no valid tag of its role gets no access list entry: <tag>
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator creates the role tag "good" of the cloud role "painter" in Oslo with "policies=drawing, max_ttl=10m"
    And an operator creates the role tag "foreign" of the cloud role "sculptor" in Oslo with ""
    And an operator creates the role tag "empty" of the cloud role "sculptor" in Oslo with "policies=[]"
    And an operator writes the cloud role "painters" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole, token_policies=drawing,painting"
    And an operator creates the role tag "alike" of the cloud role "painters" in Oslo with "policies=drawing"
    When the instance "web-1" gets the tags "SvcRole=<tag>"
    Then the instance "web-1" cannot log in to Oslo as "painter"
    And there are no access list entries in Oslo
    When the instance "web-1" gets the tags "SvcRole={good}"
    And the instance "web-1" logs in to Oslo as "painter"
    Then the access list entries in Oslo are "web-1"

    Examples:
      | tag                            |
      | {foreign}                      |
      | {empty}                        |
      | {alike}                        |
      | {good, altered at its end}     |
      | {good, altered at its middle}  |
      | {good without its last letter} |
      |                                |
      | v1                             |

  @CLOUD-TAG-16 @CLOUD-TAG-12 @CLOUD-TAG-12:policies @needs-instances @needs-cloud
  Scenario: A tag with a policy that its role has lost admits no instance, until the role has it again
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator creates the role tag "drawing" of the cloud role "painter" in Oslo with "policies=drawing"
    And an operator creates the role tag "both" of the cloud role "painter" in Oslo with "policies=drawing,painting"
    When the instance "web-1" gets the tags "SvcRole={drawing}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    And an operator writes the cloud role "painter" in Oslo with "token_policies=painting"
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When an operator deletes the access list entry "web-1" in Oslo
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When the instance "web-1" gets the tags "SvcRole={both}"
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When an operator writes the cloud role "painter" in Oslo with "token_policies=drawing"
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When an operator writes the cloud role "painter" in Oslo with "token_policies=drawing,painting"
    Then the instance "web-1" can log in to Oslo as "painter" with the nonce "mine"

  @CLOUD-TAG-17 @CLOUD-TAG-17:newer-time @CLOUD-TAG-17:equal-time @CLOUD-TAG-17:role-permits @needs-instances @needs-cloud
  Scenario: A tag that allows migration does so for an instance that was started later, and only while its role does
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator writes the cloud role "painter" in Oslo with "allow_instance_migration=true"
    And an operator creates the role tag "moving" of the cloud role "painter" in Oslo with "allow_instance_migration=true"
    When the instance "web-1" gets the tags "SvcRole={moving}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "other"
    When the pending time of the instance "web-1" moves by 5 minutes
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "other"
    And an operator writes the cloud role "painter" in Oslo with "allow_instance_migration=false"
    And the pending time of the instance "web-1" moves by 5 minutes
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "other"

  @CLOUD-TAG-12 @CLOUD-TAG-12:migration @needs-instances @needs-cloud
  Scenario: A tag does not allow a migration that its role does not allow
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator creates the role tag "moving" of the cloud role "painter" in Oslo with "allow_instance_migration=true"
    When the instance "web-1" gets the tags "SvcRole={moving}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    And the pending time of the instance "web-1" moves by 5 minutes
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "other"
    And the instance "web-1" can log in to Oslo as "painter" with the nonce "mine"

  @CLOUD-DENY-07 @CLOUD-DENY-07:first-login @CLOUD-DENY-07:reauthentication @needs-instances @needs-replication @needs-cloud
  Scenario: A tag that is denied admits no instance any more, on both clusters
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And the instance "web-2" with "image=ami-1"
    And an operator creates the role tag "denied" of the cloud role "painter" in Oslo with ""
    And an operator creates the role tag "other" of the cloud role "painter" in Oslo with ""
    When the instance "web-1" gets the tags "SvcRole={denied}"
    And the instance "web-1" logs in to Lima as "painter" with the nonce "mine"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    And the instance "web-2" gets the tags "SvcRole={other}"
    And the instance "web-2" logs in to Oslo as "painter"
    And an operator writes the denylist entry "denied" in Oslo with ""
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    And the instance "web-1" cannot log in to Lima as "painter" with the nonce "mine"
    And the instance "web-1" cannot log in to Oslo as "painter" with the nonce "other"
    When an operator deletes the access list entry "web-1" in Lima
    Then the instance "web-1" cannot log in to Lima as "painter"
    When the instance "web-2" gets the tags "SvcRole={denied}"
    And an operator deletes the access list entry "web-2" in Oslo
    Then the instance "web-2" cannot log in to Oslo as "painter"

  @CLOUD-DENY-08 @needs-instances @needs-cloud
  Scenario: Denying a tag takes no token away
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator creates the role tag "denied" of the cloud role "painter" in Oslo with ""
    When the instance "web-1" gets the tags "SvcRole={denied}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    And an operator writes the denylist entry "denied" in Oslo with ""
    Then Oslo accepts the token of the instance "web-1"
    And the instance "web-1" can renew the token in Oslo

  @CLOUD-DENY-09 @needs-instances @needs-cloud @order
  Scenario Outline: Denying a tag affects this tag, and neither one of the same role nor one of another role: {<form>}
    Given cloud login for instances is configured in Oslo
    And the instance "web-2" with "image=ami-1"
    And an operator creates the role tag "denied" of the cloud role "painter" in Oslo with "<policies>"
    And an operator creates the role tag "other" of the cloud role "painter" in Oslo with "<policies>"
    And an operator creates the role tag "foreign" of the cloud role "sculptor" in Oslo with ""
    When the instance "web-2" gets the tags "SvcRole={other}"
    And an operator writes the object at "auth/cloud/roletag-denylist/{<form>}" in Oslo with ""
    Then the instance "web-2" can log in to Oslo as "painter" with the nonce "mine"
    When the instance "web-2" gets the tags "SvcRole={foreign}"
    Then the instance "web-2" can log in to Oslo as "sculptor" with the nonce "mine"
    When the instance "web-2" gets the tags "SvcRole={denied}"
    Then the instance "web-2" cannot log in to Oslo as "painter" with the nonce "mine"

    Examples:
      | form             | policies         |
      | denied           |                  |
      | denied in base64 | policies=drawing |

  @CLOUD-DENY-04 @needs-instances @needs-cloud
  Scenario Outline: A tag that is taken off the deny list admits its instance again: {<form>}
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator creates the role tag "denied" of the cloud role "painter" in Oslo with "policies=drawing"
    And the instance "web-1" gets the tags "SvcRole={denied}"
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    When an operator writes the object at "auth/cloud/roletag-denylist/{<form>}" in Oslo with ""
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
    When an operator deletes the object at "auth/cloud/roletag-denylist/{<form>}" in Oslo
    And the instance "web-1" logs in to Oslo as "painter" with the nonce "mine"
    Then Oslo accepts the token of the instance "web-1"

    Examples:
      | form             |
      | denied           |
      | denied in base64 |

  @CLOUD-DENY-05 @needs-instances @needs-cloud
  Scenario: A tag that is denied in base64 admits no instance
    Given cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-1"
    And an operator creates the role tag "denied" of the cloud role "painter" in Oslo with "policies=drawing"
    And the instance "web-2" with "image=ami-1"
    And the instance "web-1" gets the tags "SvcRole={denied}"
    And the instance "web-2" gets the tags "SvcRole={denied}"
    When the instance "web-2" logs in to Oslo as "painter"
    And an operator writes the object at "auth/cloud/roletag-denylist/{denied in base64}" in Oslo with ""
    Then the instance "web-1" cannot log in to Oslo as "painter" with the nonce "mine"
