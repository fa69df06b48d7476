@needs-cloud
Feature: Login of instances
  An instance sends what the provider has signed for it: its identity document with a signature, or a PKCS#7 message that contains the document.
  The service reads the state of the instance from the provider, and stores an access list entry. The next login needs the nonce of the first.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-0web"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, token_policies=reading, token_ttl=20m"

  @CLOUD-EC2-03 @CLOUD-CERT-09 @CLOUD-SHA1-03 @CLOUD-LOGIN-02 @CLOUD-LOGIN-02:ec2 @needs-instances @needs-replication
  Scenario Outline: An instance logs in to <cluster> with its PKCS#7 signature on one line, and without a token
    When the instance "web-1" logs in to <cluster> as "web"
    Then the token of the instance "web-1" has "policies=default, reading"

    Examples:
      | cluster |
      | Oslo    |
      | Lima    |

  @CLOUD-LOGIN-01 @CLOUD-LOGIN-01:ec2 @needs-instances @needs-replication
  Scenario Outline: A login of an instance to <cluster> returns metadata and a token that is valid in this cluster only
    When the instance "web-1" logs in to <cluster> as "web"
    Then the token of the instance "web-1" has the metadata "account_id, auth_type" and no other
    And <cluster> accepts the token of the instance "web-1"
    And after a while <other> refuses the token of the instance "web-1"

    Examples:
      | cluster | other |
      | Oslo    | Lima  |
      | Lima    | Oslo  |

  @CLOUD-TOKEN-03 @CLOUD-TOKEN-03:ec2 @needs-instances @needs-replication
  Scenario Outline: The token of an instance has the TTL of its role, on the primary and on a secondary: <cluster>
    When the instance "web-1" logs in to <cluster> as "web"
    Then the token of the instance "web-1" has "lease_duration=1200"

    Examples:
      | cluster |
      | Oslo    |
      | Lima    |

  @CLOUD-CERT-10 @needs-instances @smoke
  Scenario: A certificate of type identity verifies the signature of an identity document
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    When the instance "web-1" logs in to Oslo as "web" with its signed identity document and the nonce "n-1"
    Then the token of the instance "web-1" has "policies=default, reading"

  @CLOUD-EC2-01 @CLOUD-EC2-01:identity-alone @CLOUD-EC2-01:signature-alone @needs-instances
  Scenario: An identity document without its signature is refused, and so is the signature without its document
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    Then the instance "web-1" cannot log in to Oslo as "web" with only its identity document
    And the instance "web-1" cannot log in to Oslo as "web" with only the signature of its identity document
    When the instance "web-1" logs in to Oslo as "web" with its signed identity document and the nonce "n-1"
    Then the token of the instance "web-1" has "policies=default, reading"
    And the instance "web-1" cannot log in to Oslo as "web" with only its identity document and the nonce "n-1"

  @CLOUD-EC2-02 @CLOUD-EC2-02:pkcs7 @CLOUD-EC2-02:document @CLOUD-EC2-02:neither @needs-instances
  Scenario: An instance logs in with its signed identity document or its PKCS#7 signature, and is refused with neither
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    Then the instance "web-1" cannot log in to Oslo as "web" with no identity document
    When the instance "web-1" logs in to Oslo as "web" with its signed identity document and the nonce "n-1"
    Then the token of the instance "web-1" has "policies=default, reading"
    And the instance "web-1" can log in to Oslo as "web" with the nonce "n-1"
    And the instance "web-1" cannot log in to Oslo as "web" with no identity document and the nonce "n-1"

  @CLOUD-EC2-04 @needs-instances
  Scenario: An identity document that is not in base64 is refused
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    Then the instance "web-1" cannot log in to Oslo as "web" with its identity document not in base64
    When the instance "web-1" logs in to Oslo as "web" with its signed identity document and the nonce "n-1"
    Then the token of the instance "web-1" has "policies=default, reading"

  @CLOUD-EC2-05 @CLOUD-EC2-05:other-digest @CLOUD-EC2-05:not-base64 @needs-instances
  Scenario: The signature of an identity document must be in base64 and made with SHA-256
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    Then the instance "web-1" cannot log in to Oslo as "web" with its identity document signed with SHA-1
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document signed with SHA-512
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document, with a signature not in base64
    When the instance "web-1" logs in to Oslo as "web" with its signed identity document and the nonce "n-1"
    Then the token of the instance "web-1" has "policies=default, reading"
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document signed with SHA-1 and the nonce "n-1"

  @CLOUD-EC2-06 @CLOUD-EC2-06:document @needs-instances @smoke
  Scenario: An identity document that was altered after signing is refused, before a valid login and after it
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    Then the instance "web-1" cannot log in to Oslo as "web" with its identity document with another instanceId
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document with another accountId
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document with another pendingTime
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document with another imageId
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document with another region
    When the instance "web-1" logs in to Oslo as "web" with its signed identity document and the nonce "n-1"
    Then the token of the instance "web-1" has "policies=default, reading"
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document with another instanceId
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document with another accountId and the nonce "n-1"
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document with another pendingTime and the nonce "n-1"

  @CLOUD-EC2-06 @CLOUD-EC2-06:pkcs7 @needs-instances
  Scenario: A PKCS#7 message whose identity document is not the signed one is refused, before a valid login and after it
    Then the instance "web-1" cannot log in to Oslo as "web" with a PKCS#7 signature of something else
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the instance "web-1" cannot log in to Oslo as "web" with a PKCS#7 signature of something else and the nonce "mine"

  @CLOUD-EC2-07 @needs-instances
  Scenario Outline: An instance that is <state> cannot log in until it is running
    When the instance "web-1" changes to "state=<state>"
    Then the instance "web-1" cannot log in to Oslo as "web"
    When the instance "web-1" changes to "state=running"
    And the instance "web-1" logs in to Oslo as "web"
    Then the access list entries in Oslo are "web-1"

    Examples:
      | state         |
      | pending       |
      | stopping      |
      | stopped       |
      | shutting-down |
      | terminated    |

  @CLOUD-ACCESS-03 @needs-instances
  Scenario Outline: A refused login of an instance that is <state> creates no access list entry
    When the instance "web-1" changes to "state=<state>"
    Then the instance "web-1" cannot log in to Oslo as "web"
    And there are no access list entries in Oslo
    When the instance "web-1" changes to "state=running"
    And the instance "web-1" logs in to Oslo as "web"
    Then the access list entries in Oslo are "web-1"

    Examples:
      | state         |
      | pending       |
      | stopping      |
      | stopped       |
      | shutting-down |
      | terminated    |

  @CLOUD-EC2-09 @needs-instances @order
  Scenario Outline: An instance that logged in once and is <state> cannot log in again until it is running
    When the instance "web-1" logs in to Oslo as "web"
    And the instance "web-1" changes to "state=<state>"
    Then the instance "web-1" cannot log in to Oslo as "web" with its nonce
    When the instance "web-1" changes to "state=running"
    And the instance "web-1" logs in to Oslo as "web" with its nonce
    Then Oslo accepts the token of the instance "web-1"

    Examples:
      | state         |
      | pending       |
      | stopping      |
      | stopped       |
      | shutting-down |
      | terminated    |

  @CLOUD-EC2-08 @needs-instances @needs-accounts
  Scenario: An instance that the provider does not list in the account cannot log in, and gets no access list entry
    Given the instance "stranger" with "account=210987654321"
    And an operator writes the cloud role "any" in Oslo with "auth_type=ec2, bound_region=us-east-1"
    Then the instance "stranger" cannot log in to Oslo as "any"
    And there are no access list entries in Oslo
    When the instance "web-1" logs in to Oslo as "any"
    Then the access list entries in Oslo are "web-1"

  @CLOUD-LOGIN-07 @CLOUD-LOGIN-07:instance @needs-instances
  Scenario: A login that names no role is refused if no role has the name of the instance's image or of the principal
    Given the IAM user Ada
    When the instance "web-1" tries to log in to Oslo without a role
    Then the request is refused
    And there are no access list entries in Oslo
    Given an operator writes the cloud role "ami-0web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, token_policies=of-the-image, token_ttl=5m"
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=5m"
    When the instance "web-1" logs in to Oslo without a role
    Then the token of the instance "web-1" has "policies=default, of-the-image, lease_duration=300"
    When Ada tries to log in to Oslo without a role
    Then the request is refused
    And Ada can log in to Oslo as "painter"

  @CLOUD-LOGIN-04 @needs-instances
  Scenario: An instance that names no role logs in against the role that has the name of its image
    Given an operator writes the cloud role "ami-0web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, token_policies=of-the-image, token_ttl=5m"
    When the instance "web-1" logs in to Oslo without a role
    Then the token of the instance "web-1" has "policies=default, of-the-image, lease_duration=300"

  @CLOUD-LOGIN-03 @CLOUD-LOGIN-03:ec2-evidence @CLOUD-LOGIN-03:iam-evidence @needs-instances
  Scenario: A role for principals admits no instance, and a role for instances no principal
    Given an operator writes the cloud role "ami-0web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, token_policies=of-the-image, token_ttl=5m"
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=5m"
    And an operator writes the cloud role "infer" in Oslo with "bound_ami_id=ami-0web, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    And an operator writes the cloud role "of-account" in Oslo with "auth_type=ec2, bound_account_id={account}"
    And an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    And the IAM user Ada
    When the instance "web-1" logs in to Oslo as "web"
    Then the instance "web-1" cannot log in to Oslo as "painter" with its nonce
    And the instance "web-1" cannot log in to Oslo as "infer" with its nonce
    And the instance "web-1" cannot log in to Oslo as "painter" with its signed identity document and its nonce
    And the instance "web-1" cannot log in to Oslo as "infer" with its signed identity document and its nonce
    And Ada cannot log in to Oslo as "web"
    And Ada cannot log in to Oslo as "of-account"
    And Ada can log in to Oslo as "painter"
    And Oslo accepts the token of Ada
    And the instance "web-1" can log in to Oslo as "of-account" with its nonce
    And the instance "web-1" can log in to Oslo as "web" with its nonce
    And Oslo accepts the token of the instance "web-1"
    When an operator writes the cloud role "infer" in Oslo with "bound_ami_id=ami-0web, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    Then the instance "web-1" cannot log in to Oslo as "infer" with its nonce

  @CLOUD-ROLE-03 @CLOUD-ROLE-03:ec2-login @needs-instances
  Scenario: An instance cannot log in against a role that was deleted
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    And an operator deletes the cloud role "Web" in Oslo
    Then the instance "web-1" cannot log in to Oslo as "web" with the nonce "mine"
    And there is no cloud role "web" in Oslo

  @CLOUD-ROLE-06 @CLOUD-ROLE-06:ec2-login @needs-instances
  Scenario: An instance can name its role in capitals, although the role was written in lower case
    Given an operator writes the cloud role "ami-0web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, token_policies=of-the-image"
    When the instance "web-1" logs in to Oslo as "WEB" with the nonce "mine"
    Then the token of the instance "web-1" has "policies=default, reading"

  @CLOUD-LOGIN-08 @CLOUD-LOGIN-08:instance @needs-instances
  Scenario: An instance that names a missing role is refused, even if there is a role with the name of its image
    Given an operator writes the cloud role "ami-0web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, token_policies=of-the-image"
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the instance "web-1" cannot log in to Oslo as "no-such-role" with the nonce "mine"
    And the instance "web-1" cannot log in to Oslo as "ami-0we" with the nonce "mine"
    And the instance "web-1" can log in to Oslo as "ami-0web" with the nonce "mine"

  @CLOUD-LOGIN-10 @CLOUD-LOGIN-10:ec2-token @CLOUD-LOGIN-10:ec2-nonce @needs-instances
  Scenario: A login of an instance that is refused returns neither a token nor a nonce
    Given the instance "other" with "image=ami-0other"
    And an operator writes the cloud role "tagged" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, role_tag=SvcRole"
    And an operator writes the cloud role "elsewhere" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, token_bound_cidrs=192.0.2.0/24"
    Then the instance "other" cannot log in to Oslo as "web"
    And the instance "other" cannot log in to Oslo as "web" with the nonce "mine"
    And the instance "web-1" cannot log in to Oslo as "no-such-role"
    And the instance "web-1" cannot log in to Oslo as "web" with a PKCS#7 signature of an impostor
    And the instance "web-1" cannot log in to Oslo as "tagged"
    And the instance "web-1" cannot log in to Oslo as "elsewhere"
    When the instance "web-1" logs in to Oslo as "web"
    Then the login of the instance "web-1" has a nonce
    And the instance "web-1" cannot log in to Oslo as "web" with the nonce "guessed"
    And the response does not contain "{nonce of web-1}"
    And the instance "web-1" cannot log in to Oslo as "web"
    And the response does not contain "{nonce of web-1}"

  @CLOUD-ACCESS-03 @needs-instances
  Scenario: A login that is refused creates no access list entry
    Given the instance "other" with "image=ami-0other"
    And an operator writes the cloud role "tagged" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, role_tag=SvcRole"
    And an operator writes the cloud role "elsewhere" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, token_bound_cidrs=192.0.2.0/24"
    Then the instance "other" cannot log in to Oslo as "web"
    And the instance "other" cannot log in to Oslo as "web" with the nonce "mine"
    And the instance "web-1" cannot log in to Oslo as "no-such-role"
    And the instance "web-1" cannot log in to Oslo as "web" with a PKCS#7 signature of an impostor
    And the instance "web-1" cannot log in to Oslo as "tagged"
    And the instance "web-1" cannot log in to Oslo as "elsewhere"
    And there are no access list entries in Oslo
    When the instance "web-1" logs in to Oslo as "web"
    Then the access list entries in Oslo are "web-1"

  @CLOUD-SRVID-06 @needs-instances
  @CLOUD-SRVID-06:iam @CLOUD-SRVID-06:ec2
  Scenario: A configured server ID is required in the login of a principal, and not in that of an instance
    Given an operator writes the client configuration in Oslo with "iam_server_id_header_value=oslo.example"
    And the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=5m"
    Then Ada cannot log in to Oslo as "painter" with no server ID
    And Ada can log in to Oslo as "painter" with the server ID "oslo.example"
    And the instance "web-1" can log in to Oslo as "web" with the nonce "mine"
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    Then the instance "web-1" can log in to Oslo as "web" with its signed identity document and the nonce "mine"

  @CLOUD-IDENT-15 @needs-instances
  @CLOUD-IDENT-15:read @CLOUD-IDENT-15:login
  Scenario: By default the selectable metadata of an instance's login are account_id and auth_type only
    Then the identity configuration in Oslo has:
      | ec2_metadata | ["account_id","auth_type"] |
    When the instance "web-1" logs in to Oslo as "web"
    Then the login of the instance "web-1" has a nonce
    And the token of the instance "web-1" has the metadata "account_id, auth_type" and no other
    And the token of the instance "web-1" has "account_id={account}, auth_type=ec2, role=web, role_tag_max_ttl=0s, role_id="
