@needs-cloud
Feature: Reauthentication of instances
  The first login of an instance sends a nonce, or gets one in the response; every later login must send it. The nonce is stored in the identity
  access list, of which each cluster has its own.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-0web"
    And the instance "web-2" with "image=ami-0web"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, token_policies=reading"

  @CLOUD-NONCE-01 @needs-instances @smoke
  Scenario: A first login without a nonce gets one
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    When the instance "web-1" logs in to Oslo as "web"
    Then the login of the instance "web-1" has a nonce
    And the instance "web-2" can log in to Oslo as "web" with its signed identity document
    And the login of the instance "web-2" has a nonce

  @CLOUD-NONCE-03 @needs-instances
  Scenario: Every later login with the nonce of the first one succeeds, with an identity document or a PKCS#7 signature
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    When the instance "web-1" logs in to Oslo as "web"
    Then the instance "web-1" can log in to Oslo as "web" with its nonce
    And the token of the instance "web-1" has "policies=default, reading"
    And the login of the instance "web-1" has no nonce
    And the instance "web-1" can log in to Oslo as "web" with its nonce
    And the instance "web-2" can log in to Oslo as "web" with its signed identity document
    And the instance "web-2" can log in to Oslo as "web" with its signed identity document and its nonce
    And the instance "web-2" can log in to Oslo as "web" with its nonce

  @CLOUD-NONCE-04 @CLOUD-NONCE-04:wrong-nonce @CLOUD-NONCE-04:no-nonce @CLOUD-NONCE-04:right-nonce @needs-instances @smoke
  Scenario: A later login with another nonce or without one is refused, and the right nonce still works
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    When the instance "web-1" logs in to Oslo as "web"
    Then the instance "web-1" cannot log in to Oslo as "web"
    And the instance "web-1" cannot log in to Oslo as "web" with the nonce "guessed"
    And the instance "web-1" cannot log in to Oslo as "web" with the nonce ""
    And the instance "web-1" cannot log in to Oslo as "web" with its nonce in capitals
    And the instance "web-1" cannot log in to Oslo as "web" with the beginning of its nonce
    And the instance "web-1" cannot log in to Oslo as "web" with its nonce with a letter more
    And the instance "web-1" can log in to Oslo as "web" with its nonce
    And the token of the instance "web-1" has "policies=default, reading"
    And the login of the instance "web-1" has no nonce
    And the instance "web-1" cannot log in to Oslo as "web"
    And the instance "web-2" can log in to Oslo as "web" with its signed identity document
    And the instance "web-2" cannot log in to Oslo as "web" with its signed identity document

  @OWN-AUDIT-01 @needs-instances @needs-audit
  Scenario: The audit log has the role of a login, and not the nonce that it got
    Given an operator writes the audit device "file" in Oslo with 'type=file, local=true, options={"file_path":"{the audit file of Oslo}"}'
    When the instance "web-1" logs in to Oslo as "web"
    Then the login of the instance "web-1" has a nonce
    And Oslo accepts the token of the instance "web-1"
    And the audit log of Oslo has the role "web" in at least 3 entries
    And the audit log of Oslo does not contain "{nonce of web-1}"

  @CLOUD-NONCE-02 @CLOUD-NONCE-02:instances @CLOUD-NONCE-02:first-logins @CLOUD-NONCE-02:instance-id @needs-instances
  Scenario: Each first login draws a new nonce, which is not the instance ID
    When the instance "web-1" logs in to Oslo as "web"
    Then the login of the instance "web-1" has a nonce
    And the response does not contain "{instance:web-1}"
    And the instance "web-2" can log in to Oslo as "web"
    And the login of the instance "web-2" has a nonce
    And the response does not contain "{nonce of web-1}"
    And the response does not contain "{instance:web-2}"
    And an operator deletes the access list entry "web-1" in Oslo
    And the instance "web-1" logs in to Oslo as "web"
    And the login of the instance "web-1" has a nonce
    And the response does not contain "{former nonce of web-1}"

  @CLOUD-NONCE-09 @needs-instances
  Scenario: The nonce of one instance is of use to no other, whether it was drawn or sent
    When the instance "web-1" logs in to Oslo as "web"
    And the instance "web-2" logs in to Oslo as "web"
    Then the instance "web-2" cannot log in to Oslo as "web" with the nonce "{nonce of web-1}"
    And the instance "web-2" can log in to Oslo as "web" with its nonce
    When an operator deletes the access list entry "web-1" in Oslo
    And an operator deletes the access list entry "web-2" in Oslo
    And the instance "web-1" logs in to Oslo as "web" with the nonce "one"
    And the instance "web-2" logs in to Oslo as "web" with the nonce "two"
    Then the instance "web-2" cannot log in to Oslo as "web" with the nonce "one"
    And the instance "web-1" cannot log in to Oslo as "web" with the nonce "two"
    And the instance "web-1" can log in to Oslo as "web" with the nonce "one"
    And the instance "web-2" can log in to Oslo as "web" with the nonce "two"

  @CLOUD-NONCE-05 @CLOUD-NONCE-05:same-nonce @CLOUD-NONCE-05:other-nonce @needs-instances
  Scenario: A nonce that the first login sends is required in every later login
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the login of the instance "web-1" has no nonce
    And the instance "web-1" cannot log in to Oslo as "web" with the nonce "yours"
    And the instance "web-1" cannot log in to Oslo as "web" with the nonce "MINE"
    And the instance "web-1" cannot log in to Oslo as "web" with the nonce "min"
    And the instance "web-1" cannot log in to Oslo as "web" with the nonce "mine2"
    And the instance "web-1" cannot log in to Oslo as "web"
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, reading"
    And the instance "web-1" can log in to Oslo as "web" with the nonce "mine"

  @OWN-NONCE-01
  @needs-instances
  Scenario: A nonce has at most 128 characters
    When the instance "web-1" tries to log in to Oslo as "web" with a nonce of 129 characters
    Then the request is refused
    And there are no access list entries in Oslo
    When the instance "web-1" logs in to Oslo as "web" with a nonce of 128 characters
    Then the access list entries in Oslo are "web-1"

  @CLOUD-NONCE-06 @CLOUD-NONCE-06:empty-nonce @CLOUD-NONCE-06:no-nonce @CLOUD-NONCE-06:any-nonce
  @CLOUD-NONCE-06:after-deletion @needs-instances
  Scenario: After a first login with an empty nonce, an instance cannot log in until its access list entry is deleted
    When the instance "web-1" logs in to Oslo as "web" with the nonce ""
    Then the login of the instance "web-1" has no nonce
    And the access list entry "web-1" in Oslo has "client_nonce=, disallow_reauthentication=true"
    And the instance "web-1" cannot log in to Oslo as "web" with the nonce ""
    And the instance "web-1" cannot log in to Oslo as "web"
    And the instance "web-1" cannot log in to Oslo as "web" with the nonce "any"
    When an operator writes the cloud role "web" in Oslo with "allow_instance_migration=true"
    And the pending time of the instance "web-1" moves by 5 minutes
    Then the instance "web-1" cannot log in to Oslo as "web" with the nonce "any"
    And the instance "web-1" cannot log in to Oslo as "web"
    When an operator deletes the access list entry "web-1" in Oslo
    And the instance "web-1" logs in to Oslo as "web"
    Then the login of the instance "web-1" has a nonce

  @CLOUD-NONCE-07 @CLOUD-NONCE-07:role @CLOUD-REAUTH-01 @needs-instances
  Scenario: With a role that disallows reauthentication an instance logs in once, and no nonce opens a second login
    Given an operator writes the cloud role "once" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, disallow_reauthentication=true, token_policies=reading"
    When the instance "web-1" logs in to Oslo as "once" with the nonce "mine"
    Then the instance "web-1" cannot log in to Oslo as "once" with the nonce "mine"
    And the instance "web-1" cannot log in to Oslo as "once"
    And the instance "web-1" cannot log in to Oslo as "web" with the nonce "mine"
    When the pending time of the instance "web-1" moves by 5 minutes
    Then the instance "web-1" cannot log in to Oslo as "once" with the nonce "mine"
    And the instance "web-1" cannot log in to Oslo as "once" with the nonce "other"

  @CLOUD-REAUTH-02 @CLOUD-REAUTH-02:fresh-login @CLOUD-REAUTH-02:only-one @needs-instances
  Scenario: Where reauthentication is disallowed, the deletion of an access list entry permits its instance one more login
    Given an operator writes the cloud role "once" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, disallow_reauthentication=true, token_policies=reading"
    When the instance "web-1" logs in to Oslo as "once" with the nonce "mine"
    And the instance "web-2" logs in to Oslo as "once" with the nonce "yours"
    And an operator deletes the access list entry "web-1" in Oslo
    And the instance "web-1" logs in to Oslo as "once" with the nonce "mine"
    Then the instance "web-1" cannot log in to Oslo as "once" with the nonce "mine"
    And the instance "web-2" cannot log in to Oslo as "once" with the nonce "yours"

  @CLOUD-REAUTH-03 @needs-instances
  Scenario: Where reauthentication is disallowed, each instance can log in, and its first login gets no nonce
    Given an operator writes the cloud role "once" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, disallow_reauthentication=true, token_policies=reading"
    When the instance "web-1" logs in to Oslo as "once" with the nonce "mine"
    And the instance "web-2" logs in to Oslo as "once"
    Then the login of the instance "web-2" has no nonce

  @CLOUD-REAUTH-01 @needs-instances
  Scenario: A role that begins to disallow reauthentication does so for instances that have logged in before
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    And an operator writes the cloud role "web" in Oslo with "disallow_reauthentication=true"
    Then the instance "web-1" cannot log in to Oslo as "web" with the nonce "mine"
    When an operator writes the cloud role "web" in Oslo with "disallow_reauthentication=false"
    And the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, reading"

  @CLOUD-MIGR-03 @CLOUD-MIGR-03:other-nonce @CLOUD-MIGR-03:no-nonce @CLOUD-MIGR-03:remembered-time @needs-instances @order
  Scenario: Where a role allows migration, an instance that was started later need not know the nonce, once for each start
    Given an operator writes the cloud role "moving" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, allow_instance_migration=true"
    When the instance "web-1" logs in to Oslo as "moving" with the nonce "mine"
    And the pending time of the instance "web-1" moves by 5 minutes
    And the instance "web-1" logs in to Oslo as "moving" with the nonce "other"
    Then the instance "web-1" cannot log in to Oslo as "moving" with the nonce "another"
    When the pending time of the instance "web-1" moves by 5 minutes
    And the instance "web-1" logs in to Oslo as "moving"
    Then the instance "web-1" cannot log in to Oslo as "moving"

  @CLOUD-MIGR-04 @CLOUD-MIGR-04:equal-time @needs-instances
  Scenario: A role that allows migration requires the nonce of an instance that was not started again since its last login
    Given an operator writes the cloud role "moving" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, allow_instance_migration=true"
    When the instance "web-1" logs in to Oslo as "moving" with the nonce "mine"
    Then the instance "web-1" cannot log in to Oslo as "moving" with the nonce "other"
    And the instance "web-1" can log in to Oslo as "moving" with the nonce "mine"
    When the pending time of the instance "web-1" moves by 5 minutes
    And the instance "web-1" logs in to Oslo as "moving" with the nonce "mine"
    Then the instance "web-1" cannot log in to Oslo as "moving" with the nonce "other"

  @CLOUD-MIGR-04 @CLOUD-MIGR-04:older-time @needs-instances
  Scenario: A role that allows migration refuses an instance with an earlier pending time, even with its nonce
    Given an operator writes the cloud role "moving" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, allow_instance_migration=true"
    And the instance "web-1" logs in to Oslo as "moving" with the nonce "mine"
    And the pending time of the instance "web-1" moves by 5 minutes
    And the instance "web-1" logs in to Oslo as "moving" with the nonce "mine"
    When the pending time of the instance "web-1" moves by -5 minutes
    Then the instance "web-1" cannot log in to Oslo as "moving" with the nonce "other"
    And the instance "web-1" cannot log in to Oslo as "moving" with the nonce "mine"
    When the pending time of the instance "web-1" moves by 5 minutes
    And the instance "web-1" logs in to Oslo as "moving" with the nonce "mine"
    Then Oslo accepts the token of the instance "web-1"

  @OWN-NONCE-03 @needs-instances
  Scenario: After a login that needed no nonce, the nonce of the first login is still the valid one
    Given an operator writes the cloud role "moving" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, allow_instance_migration=true"
    When the instance "web-1" logs in to Oslo as "moving" with the nonce "mine"
    And the pending time of the instance "web-1" moves by 5 minutes
    And the instance "web-1" logs in to Oslo as "moving" with the nonce "other"
    Then the instance "web-1" cannot log in to Oslo as "moving" with the nonce "other"
    And the instance "web-1" can log in to Oslo as "moving" with the nonce "mine"
    When the pending time of the instance "web-1" moves by 5 minutes
    And the instance "web-1" logs in to Oslo as "moving"
    Then the login of the instance "web-1" has no nonce
    And the instance "web-1" cannot log in to Oslo as "moving"
    And the instance "web-1" can log in to Oslo as "moving" with the nonce "mine"

  @CLOUD-MIGR-05 @needs-instances
  Scenario: Where a role does not allow migration, an instance that was started later has to know the nonce
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    And the pending time of the instance "web-1" moves by 5 minutes
    Then the instance "web-1" cannot log in to Oslo as "web" with the nonce "other"
    And the instance "web-1" cannot log in to Oslo as "web"
    And the instance "web-1" can log in to Oslo as "web" with the nonce "mine"
    When an operator writes the cloud role "web" in Oslo with "allow_instance_migration=true"
    And the pending time of the instance "web-1" moves by 5 minutes
    And the instance "web-1" logs in to Oslo as "web" with the nonce "other"
    And an operator writes the cloud role "web" in Oslo with "allow_instance_migration=false"
    And the pending time of the instance "web-1" moves by 5 minutes
    Then the instance "web-1" cannot log in to Oslo as "web" with the nonce "another"

  @CLOUD-ACCESS-01 @CLOUD-ACCESS-01:pkcs7 @CLOUD-ACCESS-01:document @CLOUD-ACCESS-01:own-nonce @CLOUD-ACCESS-01:generated-nonce
  @needs-instances @needs-replication @order
  Scenario: A login creates the access list entry of the instance
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    And the instance "web-3" with "image=ami-0web"
    Then there are no access list entries in Oslo
    And there is no access list entry "web-2" in Oslo
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the access list entry "web-1" in Oslo has "role=web, client_nonce=mine, disallow_reauthentication=false"
    And the access list entries in Oslo are "web-1"
    When the instance "web-2" logs in to Oslo as "web" with the nonce "yours"
    Then the access list entries in Oslo are "web-1, web-2"
    When the instance "web-3" logs in to Lima as "web" with its signed identity document
    Then the access list entries in Lima are "web-3"

  @CLOUD-ACCESS-02 @CLOUD-ACCESS-02:one-entry @CLOUD-ACCESS-02:update-time @needs-instances
  Scenario: A later login updates the entry of the instance and adds no other
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    And 10 minutes pass
    And the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the access list entries in Oslo are "web-1"
    And the access list entry "web-1" in Oslo was updated 10 minutes after its creation

  @CLOUD-ACCESS-05 @CLOUD-ACCESS-05:same-instance @CLOUD-ACCESS-05:unknown-instance @needs-instances @needs-replication
  Scenario: The access list entry of an instance is read under its ID, in the cluster that it has logged in to
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    And the instance "web-3" with "image=ami-0web"
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the access list entry "web-1" in Oslo has "role=web, client_nonce=mine, disallow_reauthentication=false"
    And there is no access list entry "web-2" in Oslo
    And the instance "web-2" can log in to Oslo as "web" with the nonce "yours"
    And the access list entry "web-2" in Oslo has "role=web, client_nonce=yours, disallow_reauthentication=false"
    And the access list entry "web-1" in Oslo has "client_nonce=mine"
    And the instance "web-3" can log in to Lima as "web" with its signed identity document
    And Lima has the access list entry "web-3"
    And there is no access list entry "web-1" in Lima

  @CLOUD-ACCESS-02 @CLOUD-ACCESS-02:expiry @needs-instances @needs-move-time @order
  Scenario: A later login postpones the expiry of the access list entry
    Given an operator writes the tidy configuration "identity-accesslist" in Oslo with "disable_periodic_tidy=true"
    And an operator writes the tidy configuration "roletag-denylist" in Oslo with "disable_periodic_tidy=true"
    And an operator writes the tuning of auth method "cloud" in Oslo with "max_lease_ttl=1h"
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    And the instance "web-2" logs in to Oslo as "web"
    And 40 minutes pass
    And the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    And 40 minutes pass
    And an operator tidies the "identity-accesslist" in Oslo with "safety_buffer=0s"
    Then eventually the access list entries in Oslo are "web-1"
    When 40 minutes pass
    And an operator tidies the "identity-accesslist" in Oslo with "safety_buffer=0s"
    Then eventually there are no access list entries in Oslo

  @CLOUD-ACCESS-07 @CLOUD-ACCESS-07:no-entry @CLOUD-ACCESS-07:without-nonce @CLOUD-ACCESS-07:new-nonce
  @needs-instances @needs-replication @order
  Scenario: An instance whose access list entry is deleted logs in as if for the first time
    When the instance "web-1" logs in to Oslo as "web"
    And the instance "web-2" logs in to Oslo as "web" with the nonce "mine"
    And an operator deletes the access list entry "web-1" in Oslo
    Then the access list entries in Oslo are "web-2"
    When the instance "web-1" logs in to Oslo as "web"
    Then the login of the instance "web-1" has a nonce
    And the instance "web-1" can log in to Oslo as "web" with its nonce
    And the instance "web-2" cannot log in to Oslo as "web"
    And the instance "web-2" can log in to Oslo as "web" with the nonce "mine"
    When the instance "web-1" logs in to Lima as "web" with the nonce "of Lima"
    And an operator deletes the access list entry "web-1" in Lima
    Then there are no access list entries in Lima
    And the access list entries in Oslo are "web-1, web-2"
    When the instance "web-1" logs in to Lima as "web"
    Then the login of the instance "web-1" has a nonce
    And an operator deletes the access list entry "web-1" in Lima
    And the instance "web-1" logs in to Lima as "web"
    And the response does not contain "{former nonce of web-1}"

  @OWN-CLUSTERS-04
  @needs-instances @needs-replication
  Scenario: Each cluster has an access list of its own, which a failover does not bring along
    When the instance "web-1" logs in to Oslo as "web" with the nonce "of Oslo"
    Then after a while there are no access list entries in Lima
    When the instance "web-1" logs in to Lima as "web" with the nonce "of Lima"
    And an operator demotes Oslo
    And an operator promotes Lima
    Then the instance "web-1" cannot log in to Lima as "web" with the nonce "of Oslo"
    Then the instance "web-1" can log in to Lima as "web" with the nonce "of Lima"

  @CLOUD-ACCESS-04 @CLOUD-ACCESS-04:principal @needs-instances
  Scenario: Principals are not on the access list
    Given the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=5m"
    Then Ada can log in to Oslo as "painter"
    And Oslo accepts the token of Ada
    And there are no access list entries in Oslo
    When the instance "web-1" logs in to Oslo as "web"
    Then the access list entries in Oslo are "web-1"

  @OWN-NONCE-02
  @needs-instances
  Scenario: Of ten simultaneous first logins of an instance exactly one succeeds
    Then one of 10 logins of the instance "web-1" to Oslo as "web" at the same time succeeds
    And the access list entries in Oslo are "web-1"

  @OWN-LOGIN-01
  @needs-instances @needs-restart
  Scenario: A crash in the middle of a first login leaves no instance locked out
    When Oslo will crash once the instance's token is issued and be restarted
    And the instance "web-1" tries to log in to Oslo as "web"
    And the instance "web-1" logs in to Oslo as "web"
    Then the login of the instance "web-1" has a nonce
    Then the instance "web-1" can log in to Oslo as "web" with its nonce

  @OWN-RENEW-01
  @needs-instances
  Scenario: A token is renewed only while its instance runs and is on the access list
    When the instance "web-1" logs in to Oslo as "web"
    And the instance "web-1" renews the token in Oslo
    And the instance "web-1" changes to "state=stopped"
    And the instance "web-1" cannot renew the token in Oslo
    Then the request is refused
    When the instance "web-1" changes to "state=running"
    And the instance "web-1" renews the token in Oslo
    And an operator deletes the access list entry "web-1" in Oslo
    And the instance "web-1" cannot renew the token in Oslo
    Then the request is refused
    And Oslo accepts the token of the instance "web-1"

  @CLOUD-ACCESS-06 @CORE-LIST-01 @CORE-LIST-01:identity-accesslist @needs-instances
  Scenario: The access list has the instances that logged in
    When the instance "web-1" logs in to Oslo as "web"
    And the instance "web-2" logs in to Oslo as "web"
    Then the access list entries in Oslo are "web-1, web-2"
