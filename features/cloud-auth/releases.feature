@needs-cloud @needs-instances
Feature: Cloud login of earlier releases
  Roles and tokens of an earlier release can be used after an upgrade. An earlier release behaves as its own documents specify.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-0web"
    And the IAM user Ada
    And the IAM user Jane

  @CLOUD-SHA1-04 @CLOUD-SHA1-04:identity @CLOUD-SHA1-04:pkcs7 @needs-old-release
  Scenario: Release 1.11 accepts certificates and signatures with SHA-1, and the current release refuses them
    Given an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    And an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1, signed with SHA-1}, type=identity"
    And an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1}, type=pkcs7"
    And an operator writes the cloud certificate "older-dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1, signed with SHA-1}, type=pkcs7"
    When Oslo is started again with "release=1.11"
    And the instance "web-1" logs in to Oslo as "web" with its signed identity document
    Then Oslo accepts the token of the instance "web-1"
    And the instance "web-1" can log in to Oslo as "web" with its DSA signature with SHA-1 and its nonce
    And the instance "web-1" can log in to Oslo as "web" with its DSA signature by a certificate with SHA-1 and its nonce
    When Oslo is started again with "release=current"
    Then the instance "web-1" cannot log in to Oslo as "web" with its signed identity document and its nonce
    And the instance "web-1" cannot log in to Oslo as "web" with its DSA signature with SHA-1 and its nonce
    And the instance "web-1" cannot log in to Oslo as "web" with its DSA signature by a certificate with SHA-1 and its nonce
    And the instance "web-1" can log in to Oslo as "web" with its DSA signature and its nonce

  @CLOUD-SHA1-05 @CLOUD-SHA1-05:identity @CLOUD-SHA1-05:pkcs7 @needs-environment @order
  Scenario: Certificates and signatures with SHA-1 are accepted only with the workaround x509sha1=1 in GODEBUG
    Given an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    And an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1, signed with SHA-1}, type=identity"
    And an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1}, type=pkcs7"
    And an operator writes the cloud certificate "older-dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1, signed with SHA-1}, type=pkcs7"
    Then the instance "web-1" cannot log in to Oslo as "web" with its signed identity document
    When Oslo is started again with "GODEBUG=x509sha1=1"
    And the instance "web-1" logs in to Oslo as "web" with its signed identity document
    Then Oslo accepts the token of the instance "web-1"
    And the instance "web-1" can log in to Oslo as "web" with its DSA signature with SHA-1 and its nonce
    And the instance "web-1" can log in to Oslo as "web" with its DSA signature by a certificate with SHA-1 and its nonce
    When Oslo is started again with "GODEBUG=http2client=0,x509sha1=1"
    Then the instance "web-1" can log in to Oslo as "web" with its signed identity document and its nonce
    When Oslo is started again with "GODEBUG=x509sha1=0"
    Then the instance "web-1" cannot log in to Oslo as "web" with its signed identity document and its nonce
    And the instance "web-1" cannot log in to Oslo as "web" with its DSA signature with SHA-1 and its nonce
    And the instance "web-1" cannot log in to Oslo as "web" with its DSA signature by a certificate with SHA-1 and its nonce

  @CLOUD-RESOLVE-02 @needs-old-release @order
  Scenario: A role that release 0.7 stored is matched by ARN after an upgrade, a new one by unique ID
    Given Oslo is started again with "release=0.7"
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    When Oslo is started again with "release=current"
    Then the cloud role "private" in Oslo has "resolve_cloud_unique_ids=false"
    And Ada can log in to Oslo as "private"
    When the IAM user Ada is deleted and created again
    Then Ada can log in to Oslo as "private"
    Given an operator writes the cloud role "new" in Oslo with "bound_iam_principal_arn={Ada}"
    Then the cloud role "new" in Oslo has "resolve_cloud_unique_ids=true"
    And Ada can log in to Oslo as "new"
    When the IAM user Ada is deleted and created again
    Then Ada cannot log in to Oslo as "new"

  @CLOUD-RESOLVE-13 @needs-old-release
  Scenario: A token of release 0.7 can be renewed after its user's unique ID changed, a newer token cannot
    Given Oslo is started again with "release=0.7"
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada},{Jane}, token_ttl=1h"
    When Ada logs in to Oslo as "private"
    And Oslo is started again with "release=current"
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada},{Jane}, resolve_cloud_unique_ids=true"
    And Jane logs in to Oslo as "private"
    And Jane can renew the token in Oslo
    And the IAM user Ada is deleted and created again
    And the IAM user Jane is deleted and created again
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada},{Jane}"
    Then Ada can renew the token in Oslo
    And Jane cannot renew the token in Oslo

  @CLOUD-ROLE-14 @needs-old-release @order
  Scenario: A role that release 0.6 stored without a type has type ec2 after an upgrade and a change, and admits instances
    Given Oslo is started again with "release=0.6"
    And an operator writes the cloud role "legacy" in Oslo with "bound_ami_id=ami-0web, token_policies=reading"
    When Oslo is started again with "release=current"
    And the instance "web-1" logs in to Oslo as "legacy"
    Then the cloud role "legacy" in Oslo has "auth_type=ec2"
    And the token of the instance "web-1" has "policies=default, reading"
    When an operator writes the cloud role "legacy" in Oslo with "token_policies=writing"
    And the instance "web-1" logs in to Oslo as "legacy" with its nonce
    Then the cloud role "legacy" in Oslo has "auth_type=ec2, bound_ami_id=ami-0web"
    And the token of the instance "web-1" has "policies=default, writing"

  @CLOUD-URL-08 @CLOUD-URL-08:denylist @CLOUD-URL-08:accesslist @CLOUD-URL-08:accesslist-tidy @CLOUD-URL-08:denylist-tidy
  @CLOUD-URL-08:accesslist-config @CLOUD-URL-08:denylist-config @needs-old-release @order
  Scenario: Access list, denylist and tidy have their current paths in release 1.7, with the entries of 1.6, not in 1.6
    Given an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, role_tag=SvcRole"
    And an operator creates the role tag "first" of the cloud role "web" in Oslo with ""
    And the instance "web-1" gets the tags "SvcRole={first}"
    And Oslo is started again with "release=1.6"
    When the instance "web-1" logs in to Oslo as "web"
    And an operator writes the blacklist entry "first" in Oslo with ""
    Then Oslo refuses these:
      | request                                         |
      | LIST auth/cloud/roletag-denylist                |
      | LIST auth/cloud/identity-accesslist             |
      | POST auth/cloud/tidy/identity-accesslist        |
      | POST auth/cloud/tidy/roletag-denylist           |
      | POST auth/cloud/config/tidy/identity-accesslist |
      | POST auth/cloud/config/tidy/roletag-denylist    |
    When Oslo is started again with "release=1.7"
    Then Oslo accepts these:
      | request                                         |
      | LIST auth/cloud/roletag-denylist                |
      | LIST auth/cloud/identity-accesslist             |
      | POST auth/cloud/tidy/identity-accesslist        |
      | POST auth/cloud/tidy/roletag-denylist           |
      | POST auth/cloud/config/tidy/identity-accesslist |
      | POST auth/cloud/config/tidy/roletag-denylist    |
      | GET auth/cloud/config/tidy/identity-accesslist  |
      | GET auth/cloud/config/tidy/roletag-denylist     |
    And the access list entries in Oslo are "web-1"
    And the denylist entries in Oslo are "first"
    And the access list entry "web-1" in Oslo has "role=web"
    And Oslo has the denylist entry "first"
    When an operator deletes the access list entry "web-1" in Oslo
    And an operator deletes the denylist entry "first" in Oslo
    Then there are no access list entries in Oslo
    And there are no denylist entries in Oslo
    When an operator writes the denylist entry "first" in Oslo with ""
    Then the denylist entries in Oslo are "first"
    And Oslo accepts these:
      | request                                           |
      | DELETE auth/cloud/config/tidy/identity-accesslist |
      | DELETE auth/cloud/config/tidy/roletag-denylist    |

  @CLOUD-URL-08 @needs-old-release
  Scenario Outline: The tidy operations of access list and denylist have their current paths in the later release <release>
    When Oslo is started again with "release=<release>"
    Then Oslo accepts these:
      | request                                         |
      | POST auth/cloud/tidy/identity-accesslist        |
      | POST auth/cloud/tidy/roletag-denylist           |
      | POST auth/cloud/config/tidy/identity-accesslist |
      | POST auth/cloud/config/tidy/roletag-denylist    |
      | GET auth/cloud/config/tidy/identity-accesslist  |
      | GET auth/cloud/config/tidy/roletag-denylist     |

    Examples:
      | release |
      | 1.10    |
      | 2.0     |
