@needs-cloud
Feature: Certificates for identity documents
  The signature of an instance's identity document is judged by the certificates that are registered for its type, not by any that it brings along.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-0web"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, allow_instance_migration=false"

  @CLOUD-CERT-08 @needs-instances
  Scenario: A PKCS#7 signature with DSA is judged by a DSA certificate
    Then the instance "web-1" cannot log in to Oslo as "web" with its DSA signature
    When an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1}, type=pkcs7"
    And the instance "web-1" logs in to Oslo as "web" with its DSA signature
    Then Oslo accepts the token of the instance "web-1"

  @CLOUD-SHA1-02 @CLOUD-SHA1-02:digest @needs-instances
  Scenario: A signature with SHA-1 is refused
    Given an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1}, type=pkcs7"
    Then the instance "web-1" cannot log in to Oslo as "web" with its DSA signature with SHA-1
    And the instance "web-1" cannot log in to Oslo as "web" with its RSA signature with SHA-1
    And the instance "web-1" can log in to Oslo as "web" with its DSA signature

  @CLOUD-SHA1-02 @CLOUD-SHA1-02:certificate @needs-instances
  Scenario: A signature by a certificate with SHA-1 is refused
    Given an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1}, type=pkcs7"
    When the instance "web-1" logs in to Oslo as "web" with its DSA signature and the nonce "mine"
    And an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1, signed with SHA-1}, type=pkcs7"
    And an operator writes the cloud certificate "rsa2048" in Oslo with "cloud_public_cert={certificate:rsa2048 of us-east-1, signed with SHA-1}, type=pkcs7"
    Then the instance "web-1" cannot log in to Oslo as "web" with its RSA signature by a certificate with SHA-1 and the nonce "mine"
    And the instance "web-1" cannot log in to Oslo as "web" with its DSA signature by a certificate with SHA-1 and the nonce "mine"

  @CLOUD-CERT-09 @needs-instances
  Scenario: A PKCS#7 signature with RSA-2048 is judged by an RSA certificate
    Given an operator deletes the cloud certificate "rsa2048" in Oslo
    Then the instance "web-1" cannot log in to Oslo as "web"
    When an operator writes the cloud certificate "rsa2048" in Oslo with "cloud_public_cert={certificate:rsa2048 of us-east-1}, type=pkcs7"
    And the instance "web-1" logs in to Oslo as "web"
    Then Oslo accepts the token of the instance "web-1"

  @CLOUD-CERT-01 @needs-instances @order
  Scenario: The certificate that was registered last under a name is the one that counts
    Given an operator writes the cloud certificate "rsa2048" in Oslo with "cloud_public_cert={certificate:rsa2048 of eu-west-1}, type=pkcs7"
    Then the instance "web-1" cannot log in to Oslo as "web"
    When an operator writes the cloud certificate "rsa2048" in Oslo with "cloud_public_cert={certificate:rsa2048 of us-east-1}, type=identity"
    Then the instance "web-1" cannot log in to Oslo as "web"
    When an operator writes the cloud certificate "rsa2048" in Oslo with "cloud_public_cert={certificate:rsa2048 of us-east-1}, type=pkcs7"
    Then the instance "web-1" can log in to Oslo as "web"

  @CLOUD-CERT-05 @needs-instances
  Scenario: A certificate without a type judges PKCS#7 signatures, and no identity documents
    Given an operator writes the cloud certificate "rsa2048" in Oslo with "cloud_public_cert={certificate:rsa2048 of us-east-1}, type=identity"
    When cloud login for instances is configured in Oslo
    Then the instance "web-1" can log in to Oslo as "web" with the nonce "mine"
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document signed by the key for PKCS#7 and the nonce "mine"

  @CLOUD-SHA1-01 @needs-instances
  Scenario: An identity document is not judged by a certificate that is signed with SHA-1
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1, signed with SHA-1}, type=identity"
    Then the instance "web-1" cannot log in to Oslo as "web" with its signed identity document
    When an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    And the instance "web-1" logs in to Oslo as "web" with its signed identity document
    Then Oslo accepts the token of the instance "web-1"

  @CLOUD-CERT-11 @needs-instances
  @CLOUD-CERT-11:document @CLOUD-CERT-11:message
  Scenario: A certificate for PKCS#7 does not judge identity documents, nor the other way round
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    Then the instance "web-1" cannot log in to Oslo as "web" with a PKCS#7 signature by the key for bare signatures
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document signed by the key for PKCS#7
    When an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=pkcs7"
    And an operator writes the cloud certificate "rsa2048" in Oslo with "cloud_public_cert={certificate:rsa2048 of us-east-1}, type=identity"
    And the instance "web-1" logs in to Oslo as "web" with a PKCS#7 signature by the key for bare signatures and the nonce "mine"
    And the instance "web-1" logs in to Oslo as "web" with its identity document signed by the key for PKCS#7 and the nonce "mine"
    Then Oslo accepts the token of the instance "web-1"

  @CLOUD-CERT-13 @needs-instances @needs-replication @order
  @CLOUD-CERT-13:message @CLOUD-CERT-13:document
  Scenario: A signature is good when any of the registered certificates verifies it
    Given the instance "east-1" with "image=ami-0web, region=eu-west-1"
    Then the instance "east-1" cannot log in to Oslo as "web"
    When an operator writes the cloud certificate "another" in Oslo with "cloud_public_cert={certificate:rsa2048 of eu-west-1}, type=pkcs7"
    And the instance "east-1" logs in to Oslo as "web" with the nonce "mine"
    And the instance "web-1" logs in to Lima as "web"
    Then Lima accepts the token of the instance "web-1"
    When an operator writes the cloud certificate "west-dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1}, type=pkcs7"
    And an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of eu-west-1}, type=pkcs7"
    And an operator writes the cloud certificate "another-document" in Oslo with "cloud_public_cert={certificate:identity of eu-west-1}, type=identity"
    And an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    Then the instance "web-1" can log in to Oslo as "web" with its DSA signature and the nonce "mine"
    And the instance "web-1" can log in to Oslo as "web" with its signed identity document and the nonce "mine"
    And the instance "web-1" can log in to Oslo as "web" with the nonce "mine"
    And the instance "east-1" can log in to Oslo as "web" with its DSA signature and the nonce "mine"
    And the instance "east-1" can log in to Oslo as "web" with its signed identity document and the nonce "mine"
    And the instance "east-1" can log in to Oslo as "web" with the nonce "mine"

  @CLOUD-CERT-12 @needs-environment @needs-instances @order
  @CLOUD-CERT-12:unregistered @CLOUD-CERT-12:registered
  Scenario: The provider's own certificates count without being registered, and beside those that are
    Given the instance "west-1" with "image=ami-0web, region=us-west-2"
    When an operator deletes the cloud certificate "rsa2048" in Oslo
    Then the instance "web-1" cannot log in to Oslo as "web"
    When the instance "west-1" logs in to Oslo as "web" with the nonce "mine"
    And the instance "west-1" logs in to Oslo as "web" with its DSA signature and the nonce "mine"
    And the instance "west-1" logs in to Oslo as "web" with its signed identity document and the nonce "mine"
    And an operator writes the cloud certificate "rsa2048" in Oslo with "cloud_public_cert={certificate:rsa2048 of us-east-1}, type=pkcs7"
    And the instance "web-1" logs in to Oslo as "web"
    And the instance "west-1" logs in to Oslo as "web" with the nonce "mine"
    Then Oslo accepts the token of the instance "west-1"
    When an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    And an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1}, type=pkcs7"
    Then the instance "west-1" can log in to Oslo as "web" with the nonce "mine"
    And the instance "west-1" can log in to Oslo as "web" with its DSA signature and the nonce "mine"
    And the instance "west-1" can log in to Oslo as "web" with its signed identity document and the nonce "mine"

  @CLOUD-CERT-03 @needs-environment @needs-instances @order
  @CLOUD-CERT-03:built-in
  Scenario: The provider's own certificates are not listed, nor beside those that are registered
    When an operator deletes the cloud certificate "rsa2048" in Oslo
    Then there are no cloud certificates in Oslo
    When an operator writes the cloud certificate "rsa2048" in Oslo with "cloud_public_cert={certificate:rsa2048 of us-east-1}, type=pkcs7"
    Then the cloud certificates in Oslo are "rsa2048"

  @CLOUD-CERT-02 @needs-instances @needs-replication
  @CLOUD-CERT-02:message @CLOUD-CERT-02:document @CLOUD-CERT-02:read @CLOUD-CERT-02:list
  Scenario: A certificate that is deleted judges nothing any more, and each other one goes on
    Given an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1}, type=pkcs7"
    And an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    And the instance "web-1" logs in to Lima as "web" with the nonce "mine"
    And an operator deletes the cloud certificate "rsa2048" in Oslo
    Then the instance "web-1" cannot log in to Oslo as "web" with the nonce "mine"
    And the instance "web-1" cannot log in to Lima as "web" with the nonce "mine"
    And the instance "web-1" can log in to Oslo as "web" with its DSA signature and the nonce "mine"
    And the instance "web-1" can log in to Lima as "web" with its signed identity document and the nonce "mine"
    When an operator deletes the cloud certificate "document" in Oslo
    Then the instance "web-1" cannot log in to Oslo as "web" with its signed identity document and the nonce "mine"
    And the instance "web-1" cannot log in to Lima as "web" with its signed identity document and the nonce "mine"
    And the instance "web-1" can log in to Oslo as "web" with its DSA signature and the nonce "mine"
    When an operator deletes the cloud certificate "dsa" in Oslo
    Then the instance "web-1" cannot log in to Oslo as "web" with its DSA signature and the nonce "mine"
    And there is no cloud certificate "dsa" in Oslo
    And there are no cloud certificates in Oslo

  @CLOUD-CERT-14 @needs-instances @needs-replication
  Scenario Outline: A signature of an impostor is refused: <signed>
    Given an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1}, type=pkcs7"
    And an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    Then the instance "web-1" cannot log in to <cluster> as "web" with <signed>
    And there are no access list entries in <cluster>
    Then the instance "web-1" can log in to <cluster> as "web" with the nonce "mine"
    And the instance "web-1" cannot log in to <cluster> as "web" with <signed> and the nonce "mine"

    @CLOUD-CERT-14:message
    Examples:
      | cluster | signed                                     |
      | Oslo    | a PKCS#7 signature of an impostor          |
      | Oslo    | a PKCS#7 signature of an impostor with DSA |

    @CLOUD-CERT-14:document
    Examples:
      | cluster | signed                                       |
      | Oslo    | its identity document signed by an impostor |

    @CLOUD-CERT-14:embedded
    Examples:
      | cluster | signed                                                        |
      | Oslo    | a PKCS#7 signature of an impostor, whose certificate is in it |
      | Lima    | a PKCS#7 signature of an impostor, whose certificate is in it |

  @OWN-EVIDENCE-03
  @needs-instances @needs-replication
  Scenario Outline: A PKCS#7 message that shows other than what was signed is refused: <signed>
    Given an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1}, type=pkcs7"
    Then the instance "web-1" cannot log in to <cluster> as "web" with <signed>
    And there are no access list entries in <cluster>
    Then the instance "web-1" can log in to <cluster> as "web"

    Examples:
      | cluster | signed                                            |
      | Oslo    | a PKCS#7 signature of something else              |
      | Oslo    | a PKCS#7 signature without its content            |
      | Oslo    | a PKCS#7 signature with a second signer           |
      | Oslo    | its PKCS#7 signature beside its identity document |
      | Lima    | a PKCS#7 signature of something else              |

  @OWN-EVIDENCE-04
  @needs-instances
  Scenario: A PKCS#7 signature can be in lines
    Then the instance "web-1" can log in to Oslo as "web" with its PKCS#7 signature in lines
