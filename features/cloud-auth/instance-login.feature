@needs-cloud
Feature: Login of instances
  An instance shows what the provider has signed for it: its identity document with a signature, or a PKCS#7 message that holds it. The service
  asks the provider about the instance, and remembers it, so that its next login has to know what the first one was told.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-0web"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, token_policies=reading, token_ttl=20m"

  @CLOUD-EC2-03 @CLOUD-CERT-09 @CLOUD-SHA1-03 @CLOUD-LOGIN-01 @CLOUD-LOGIN-01:ec2 @CLOUD-LOGIN-02 @CLOUD-LOGIN-02:ec2 @CLOUD-TOKEN-03 @CLOUD-TOKEN-03:ec2 @needs-instances @needs-replication
  Scenario Outline: An instance logs in with its PKCS#7 signature, on the primary and on a secondary: <cluster>
    # CLOUD-EC2-03, CLOUD-CERT-09, CLOUD-SHA1-03, CLOUD-LOGIN-01, CLOUD-LOGIN-02
    When the instance "web-1" logs in to <cluster> as "web"
    # CLOUD-EC2-03, CLOUD-CERT-09, CLOUD-SHA1-03, CLOUD-TOKEN-03
    Then the token of the instance "web-1" has "policies=default, reading, lease_duration=1200"
    # CLOUD-LOGIN-01
    And the token of the instance "web-1" has the metadata "account_id, auth_type" and no other
    # CLOUD-LOGIN-01
    And <cluster> accepts the token of the instance "web-1"
    And <other> refuses the token of the instance "web-1"

    Examples:
      | cluster | other |
      | Oslo    | Lima  |
      | Lima    | Oslo  |

  @CLOUD-EC2-01 @CLOUD-EC2-01:identity-alone @CLOUD-EC2-01:signature-alone
  @CLOUD-EC2-02 @CLOUD-EC2-02:pkcs7 @CLOUD-EC2-02:document @CLOUD-EC2-02:neither
  @CLOUD-EC2-04 @CLOUD-EC2-05 @CLOUD-EC2-05:other-digest @CLOUD-EC2-05:not-base64
  @CLOUD-EC2-06 @CLOUD-EC2-06:document @CLOUD-CERT-10 @needs-instances
  Scenario: An instance logs in with its identity document and the document's signature, and with nothing less
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    # CLOUD-EC2-01
    Then the instance "web-1" cannot log in to Oslo as "web" with only its identity document
    # CLOUD-EC2-01
    And the instance "web-1" cannot log in to Oslo as "web" with only the signature of its identity document
    # CLOUD-EC2-02
    And the instance "web-1" cannot log in to Oslo as "web" with no identity document
    # CLOUD-EC2-04
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document not in base64
    # CLOUD-EC2-06
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document with another instanceId
    # CLOUD-EC2-06
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document with another accountId
    # CLOUD-EC2-06
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document with another pendingTime
    # CLOUD-EC2-06
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document with another imageId
    # CLOUD-EC2-06
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document with another region
    # CLOUD-EC2-05
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document, signed with SHA-1
    # CLOUD-EC2-05
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document, signed with SHA-512
    # CLOUD-EC2-05
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document, with a signature not in base64
    # CLOUD-EC2-01, CLOUD-EC2-02, CLOUD-EC2-04, CLOUD-EC2-05, CLOUD-EC2-06, CLOUD-CERT-10
    When the instance "web-1" logs in to Oslo as "web" with its identity document, signed and the nonce "n-1"
    # CLOUD-EC2-01, CLOUD-EC2-02, CLOUD-EC2-04, CLOUD-EC2-05, CLOUD-EC2-06, CLOUD-CERT-10
    Then the token of the instance "web-1" has "policies=default, reading"
    # CLOUD-EC2-02
    And the instance "web-1" can log in to Oslo as "web" with the nonce "n-1"
    # CLOUD-EC2-06
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document with another instanceId
    # CLOUD-EC2-06
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document with another accountId
    # CLOUD-EC2-06
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document with another pendingTime and the nonce "n-1"
    # CLOUD-EC2-05
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document, signed with SHA-1 and the nonce "n-1"
    # CLOUD-EC2-01
    And the instance "web-1" cannot log in to Oslo as "web" with only its identity document and the nonce "n-1"
    # CLOUD-EC2-02
    And the instance "web-1" cannot log in to Oslo as "web" with no identity document and the nonce "n-1"

  @CLOUD-EC2-06 @CLOUD-EC2-06:pkcs7 @needs-instances
  Scenario: A PKCS#7 message whose identity document is another than the signed one is refused, before a good login and after it
    Then the instance "web-1" cannot log in to Oslo as "web" with a PKCS#7 signature of something else
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the instance "web-1" cannot log in to Oslo as "web" with a PKCS#7 signature of something else and the nonce "mine"

  @CLOUD-EC2-07 @CLOUD-ACCESS-03 @needs-instances
  Scenario Outline: An instance that is <state> does not log in
    When the instance "web-1" changes to "state=<state>"
    # CLOUD-EC2-07
    Then the instance "web-1" cannot log in to Oslo as "web"
    # CLOUD-ACCESS-03
    And there are no access list entries in Oslo
    When the instance "web-1" changes to "state=running"
    # CLOUD-EC2-07
    And the instance "web-1" logs in to Oslo as "web"
    # CLOUD-EC2-07
    Then the access list entries in Oslo are "web-1"

    Examples:
      | state         |
      | pending       |
      | stopping      |
      | stopped       |
      | shutting-down |
      | terminated    |

  @CLOUD-EC2-09 @needs-instances @order
  Scenario Outline: An instance that is <state> does not log in again
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
  Scenario: An instance that the provider does not know to be the account's logs in to nothing
    Given the instance "stranger" with "account=210987654321"
    And an operator writes the cloud role "any" in Oslo with "auth_type=ec2, bound_region=us-east-1"
    Then the instance "stranger" cannot log in to Oslo as "any"
    And there are no access list entries in Oslo
    When the instance "web-1" logs in to Oslo as "any"
    Then the access list entries in Oslo are "web-1"

  @CLOUD-LOGIN-03 @CLOUD-LOGIN-03:ec2-evidence @CLOUD-LOGIN-03:iam-evidence @CLOUD-LOGIN-04 @CLOUD-LOGIN-07 @CLOUD-LOGIN-07:instance @CLOUD-LOGIN-08 @needs-instances
  Scenario: Without a role the role is the one named as the image, and no other; a role for principals is none for instances
    When the instance "web-1" tries to log in to Oslo without a role
    # CLOUD-LOGIN-07
    Then the request is refused
    And there are no access list entries in Oslo
    Given an operator writes the cloud role "ami-0web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, token_policies=of-the-image, token_ttl=5m"
    # CLOUD-LOGIN-04, CLOUD-LOGIN-07
    When the instance "web-1" logs in to Oslo without a role
    # CLOUD-LOGIN-04, CLOUD-LOGIN-07
    Then the token of the instance "web-1" has "policies=default, of-the-image, lease_duration=300"
    # CLOUD-LOGIN-08
    And the instance "web-1" cannot log in to Oslo as "no-such-role" with its nonce
    # CLOUD-LOGIN-08
    And the instance "web-1" cannot log in to Oslo as "ami-0we" with its nonce
    Given an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=5m"
    # CLOUD-LOGIN-03
    Then the instance "web-1" cannot log in to Oslo as "painter" with its nonce
    Given an operator writes the cloud role "infer" in Oslo with "bound_ami_id=ami-0web, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    # CLOUD-LOGIN-03
    Then the instance "web-1" cannot log in to Oslo as "infer" with its nonce
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    # CLOUD-LOGIN-03
    Then the instance "web-1" cannot log in to Oslo as "painter" with its identity document, signed and its nonce
    # CLOUD-LOGIN-03
    And the instance "web-1" cannot log in to Oslo as "infer" with its identity document, signed and its nonce
    Given the IAM user Ada
    When Ada tries to log in to Oslo without a role
    # CLOUD-LOGIN-07
    Then the request is refused
    # CLOUD-LOGIN-03
    Then Ada cannot log in to Oslo as "web"
    # CLOUD-LOGIN-03
    And Ada can log in to Oslo as "painter"
    # CLOUD-LOGIN-03
    And Oslo accepts the token of Ada
    # CLOUD-LOGIN-03
    When the instance "web-1" logs in to Oslo as "web" with its nonce
    # CLOUD-LOGIN-03
    Then Oslo accepts the token of the instance "web-1"
    When an operator writes the cloud role "infer" in Oslo with "bound_ami_id=ami-0web, inferred_entity_type=ec2_instance, inferred_cloud_region=us-east-1"
    # CLOUD-LOGIN-03
    Then the instance "web-1" cannot log in to Oslo as "infer" with its nonce

  @CLOUD-ROLE-03 @CLOUD-ROLE-03:ec2-login @needs-instances
  Scenario: A deleted role admits no instance
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    And an operator deletes the cloud role "Web" in Oslo
    Then the instance "web-1" cannot log in to Oslo as "web" with the nonce "mine"
    And there is no cloud role "web" in Oslo

  @CLOUD-LOGIN-08 @CLOUD-LOGIN-08:instance @CLOUD-ROLE-06 @CLOUD-ROLE-06:ec2-login @needs-instances
  Scenario: An instance names its role in any case, and gets no other where there is none
    Given an operator writes the cloud role "ami-0web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, token_policies=of-the-image"
    # CLOUD-ROLE-06
    When the instance "web-1" logs in to Oslo as "WEB" with the nonce "mine"
    # CLOUD-ROLE-06
    Then the token of the instance "web-1" has "policies=default, reading"
    # CLOUD-LOGIN-08
    And the instance "web-1" cannot log in to Oslo as "no-such-role" with the nonce "mine"
    And the instance "web-1" can log in to Oslo as "ami-0web" with the nonce "mine"

  @CLOUD-LOGIN-10 @CLOUD-LOGIN-10:ec2-token @CLOUD-LOGIN-10:ec2-nonce @CLOUD-ACCESS-03 @needs-instances
  Scenario: A login that is refused gives neither token nor nonce, and is not remembered
    Given the instance "other" with "image=ami-0other"
    # CLOUD-LOGIN-10
    Then the instance "other" cannot log in to Oslo as "web"
    # CLOUD-LOGIN-10
    And the instance "other" cannot log in to Oslo as "web" with the nonce "mine"
    # CLOUD-LOGIN-10
    And the instance "web-1" cannot log in to Oslo as "no-such-role"
    # CLOUD-LOGIN-10
    And the instance "web-1" cannot log in to Oslo as "web" with a PKCS#7 signature of an impostor
    Given an operator writes the cloud role "tagged" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, role_tag=SvcRole"
    # CLOUD-LOGIN-10
    Then the instance "web-1" cannot log in to Oslo as "tagged"
    Given an operator writes the cloud role "elsewhere" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, token_bound_cidrs=192.0.2.0/24"
    # CLOUD-LOGIN-10
    Then the instance "web-1" cannot log in to Oslo as "elsewhere"
    # CLOUD-ACCESS-03
    And there are no access list entries in Oslo
    # CLOUD-LOGIN-10
    When the instance "web-1" logs in to Oslo as "web"
    # CLOUD-LOGIN-10
    Then the login of the instance "web-1" has a nonce
    # CLOUD-ACCESS-03
    And the access list entries in Oslo are "web-1"
    # CLOUD-LOGIN-10
    And the instance "web-1" cannot log in to Oslo as "web" with the nonce "guessed"
    # CLOUD-LOGIN-10
    And the response does not contain "{nonce of web-1}"
    # CLOUD-LOGIN-10
    And the instance "web-1" cannot log in to Oslo as "web"
    # CLOUD-LOGIN-10
    And the response does not contain "{nonce of web-1}"

  @CLOUD-SRVID-06 @needs-instances
  @CLOUD-SRVID-06:iam @CLOUD-SRVID-06:ec2
  Scenario: The server ID is asked of principals, not of instances
    Given an operator writes the client configuration in Oslo with "iam_server_id_header_value=oslo.example"
    And the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=5m"
    Then Ada cannot log in to Oslo as "painter" with no server ID
    And the instance "web-1" can log in to Oslo as "web" with the nonce "mine"
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    Then the instance "web-1" can log in to Oslo as "web" with its identity document, signed and the nonce "mine"

  @CLOUD-IDENT-15 @needs-instances
  @CLOUD-IDENT-15:read @CLOUD-IDENT-15:login
  Scenario: The metadata of a login says whose it is, and no more
    Then the identity configuration in Oslo has:
      | ec2_metadata | ["account_id","auth_type"] |
    When the instance "web-1" logs in to Oslo as "web"
    Then the login of the instance "web-1" has a nonce
    And the token of the instance "web-1" has the metadata "account_id, auth_type" and no other
    And the token of the instance "web-1" has "account_id={account}, auth_type=ec2, role=web, role_tag_max_ttl=0s, role_id="
