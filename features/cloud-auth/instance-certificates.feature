@needs-cloud
Feature: Certificates for identity documents
  The signature of an instance's identity document is verified with the certificates that are registered for its type, not with one that it contains.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-0web"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web, allow_instance_migration=false"

  @CLOUD-CERT-08 @needs-instances
  Scenario: A PKCS#7 signature with DSA is accepted once its DSA certificate is registered
    Then the instance "web-1" cannot log in to Oslo as "web" with its DSA signature
    When an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1}, type=pkcs7"
    And the instance "web-1" logs in to Oslo as "web" with its DSA signature
    Then Oslo accepts the token of the instance "web-1"

  @CLOUD-SHA1-02 @CLOUD-SHA1-02:digest @needs-instances
  Scenario: A PKCS#7 signature over a SHA-1 digest is refused, with DSA and with RSA
    Given an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1}, type=pkcs7"
    Then the instance "web-1" cannot log in to Oslo as "web" with its DSA signature with SHA-1
    And the instance "web-1" cannot log in to Oslo as "web" with its RSA signature with SHA-1
    And the instance "web-1" can log in to Oslo as "web" with its DSA signature and the nonce "mine"
    And the instance "web-1" can log in to Oslo as "web" with the nonce "mine"

  @CLOUD-SHA1-02 @CLOUD-SHA1-02:certificate @needs-instances
  Scenario: A PKCS#7 signature is refused if its registered certificate is signed with SHA-1, with DSA and with RSA
    Given an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1}, type=pkcs7"
    When the instance "web-1" logs in to Oslo as "web" with its DSA signature and the nonce "mine"
    And the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    And an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1, signed with SHA-1}, type=pkcs7"
    And an operator writes the cloud certificate "rsa2048" in Oslo with "cloud_public_cert={certificate:rsa2048 of us-east-1, signed with SHA-1}, type=pkcs7"
    Then the instance "web-1" cannot log in to Oslo as "web" with its RSA signature by a certificate with SHA-1 and the nonce "mine"
    And the instance "web-1" cannot log in to Oslo as "web" with its DSA signature by a certificate with SHA-1 and the nonce "mine"

  @CLOUD-CERT-09 @needs-instances
  Scenario: A PKCS#7 signature with RSA-2048 is accepted once its RSA certificate is registered
    Given an operator deletes the cloud certificate "rsa2048" in Oslo
    Then the instance "web-1" cannot log in to Oslo as "web"
    When an operator writes the cloud certificate "rsa2048" in Oslo with "cloud_public_cert={certificate:rsa2048 of us-east-1}, type=pkcs7"
    And the instance "web-1" logs in to Oslo as "web"
    Then Oslo accepts the token of the instance "web-1"

  @CLOUD-CERT-01 @needs-instances @order
  Scenario: Only the certificate and type that were last registered under a name verify signatures
    Given an operator writes the cloud certificate "rsa2048" in Oslo with "cloud_public_cert={certificate:rsa2048 of eu-west-1}, type=pkcs7"
    Then the instance "web-1" cannot log in to Oslo as "web"
    When an operator writes the cloud certificate "rsa2048" in Oslo with "cloud_public_cert={certificate:rsa2048 of us-east-1}, type=identity"
    Then the instance "web-1" cannot log in to Oslo as "web"
    When an operator writes the cloud certificate "rsa2048" in Oslo with "cloud_public_cert={certificate:rsa2048 of us-east-1}, type=pkcs7"
    Then the instance "web-1" can log in to Oslo as "web"

  @CLOUD-CERT-05 @needs-instances
  Scenario: A certificate registered without a type verifies PKCS#7 signatures, and no signed identity documents
    Given an operator writes the cloud certificate "rsa2048" in Oslo with "cloud_public_cert={certificate:rsa2048 of us-east-1}, type=identity"
    Then the instance "web-1" can log in to Oslo as "web" with its identity document signed by the key for PKCS#7 and the nonce "mine"
    When an operator writes the cloud certificate "rsa2048" in Oslo with "cloud_public_cert={certificate:rsa2048 of us-east-1}"
    Then the instance "web-1" can log in to Oslo as "web" with the nonce "mine"
    And the instance "web-1" cannot log in to Oslo as "web" with its identity document signed by the key for PKCS#7 and the nonce "mine"

  @CLOUD-SHA1-01 @needs-instances
  Scenario: A signed identity document is refused if its registered certificate is signed with SHA-1
    Given an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1, signed with SHA-1}, type=identity"
    Then the instance "web-1" cannot log in to Oslo as "web" with its signed identity document
    When an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    And the instance "web-1" logs in to Oslo as "web" with its signed identity document
    Then Oslo accepts the token of the instance "web-1"

  @CLOUD-CERT-11 @needs-instances
  @CLOUD-CERT-11:document @CLOUD-CERT-11:message
  Scenario: A certificate verifies only messages of its type: PKCS#7 signatures or signed identity documents
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
  Scenario: A signature is accepted if any one of the registered certificates verifies it
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
  Scenario: The provider's built-in certificates verify signatures without registration, and beside registered ones
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
  Scenario: The provider's built-in certificates are not listed, neither alone nor beside a registered one
    Given the instance "west-1" with "image=ami-0web, region=us-west-2"
    When an operator deletes the cloud certificate "rsa2048" in Oslo
    Then there are no cloud certificates in Oslo
    And the instance "west-1" can log in to Oslo as "web"
    When an operator writes the cloud certificate "rsa2048" in Oslo with "cloud_public_cert={certificate:rsa2048 of us-east-1}, type=pkcs7"
    Then the cloud certificates in Oslo are "rsa2048"

  @CLOUD-CERT-02 @needs-instances @needs-replication
  @CLOUD-CERT-02:message @CLOUD-CERT-02:document @CLOUD-CERT-02:read @CLOUD-CERT-02:list
  Scenario: A deleted certificate is gone and verifies no signatures on any cluster, and the others still do
    Given an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1}, type=pkcs7"
    And an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    When the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    And the instance "web-1" logs in to Lima as "web" with the nonce "mine"
    And an operator deletes the cloud certificate "rsa2048" in Oslo
    Then the instance "web-1" cannot log in to Oslo as "web" with the nonce "mine"
    And the instance "web-1" cannot log in to Lima as "web" with the nonce "mine"
    And the cloud certificates in Oslo are "document, dsa"
    And the instance "web-1" can log in to Oslo as "web" with its DSA signature and the nonce "mine"
    And the instance "web-1" can log in to Oslo as "web" with its signed identity document and the nonce "mine"
    And the instance "web-1" can log in to Lima as "web" with its signed identity document and the nonce "mine"
    When an operator deletes the cloud certificate "document" in Oslo
    Then the instance "web-1" cannot log in to Oslo as "web" with its signed identity document and the nonce "mine"
    And the instance "web-1" cannot log in to Lima as "web" with its signed identity document and the nonce "mine"
    And the instance "web-1" can log in to Oslo as "web" with its DSA signature and the nonce "mine"
    And the instance "web-1" can log in to Lima as "web" with its DSA signature and the nonce "mine"
    And Oslo has the cloud certificate "dsa"
    When an operator deletes the cloud certificate "dsa" in Oslo
    Then the instance "web-1" cannot log in to Oslo as "web" with its DSA signature and the nonce "mine"
    And the instance "web-1" cannot log in to Lima as "web" with its DSA signature and the nonce "mine"
    And there is no cloud certificate "dsa" in Oslo
    And there are no cloud certificates in Oslo

  @CLOUD-CERT-14 @needs-instances @needs-replication
  Scenario Outline: An impostor's signature is refused by <cluster>: <signed>
    Given an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1}, type=pkcs7"
    And an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    Then the instance "web-1" cannot log in to <cluster> as "web" with <signed>
    And there are no access list entries in <cluster>
    Then the instance "web-1" can log in to <cluster> as "web" with <genuine>
    And the access list entries in <cluster> are "web-1"
    And the instance "web-1" cannot log in to <cluster> as "web" with <signed> and the nonce "mine"

    @CLOUD-CERT-14:message
    Examples: PKCS#7 signatures
      | cluster | signed                                     | genuine                                |
      | Oslo    | a PKCS#7 signature of an impostor          | the nonce "mine"                       |
      | Oslo    | a PKCS#7 signature of an impostor with DSA | its DSA signature and the nonce "mine" |

    @CLOUD-CERT-14:document
    Examples: signed identity documents
      | cluster | signed                                      | genuine                                           |
      | Oslo    | its identity document signed by an impostor | its signed identity document and the nonce "mine" |

    @CLOUD-CERT-14:embedded
    Examples: PKCS#7 signatures with a certificate in them
      | cluster | signed                                                        | genuine          |
      | Oslo    | a PKCS#7 signature of an impostor, whose certificate is in it | the nonce "mine" |
      | Lima    | a PKCS#7 signature of an impostor, whose certificate is in it | the nonce "mine" |

  @OWN-EVIDENCE-03
  @needs-instances @needs-replication
  Scenario Outline: An incomplete or ambiguous PKCS#7 message is refused by <cluster>: <signed>
    Given an operator writes the cloud certificate "dsa" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1}, type=pkcs7"
    And an operator writes the cloud certificate "document" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    Then the instance "web-1" cannot log in to <cluster> as "web" with <signed>
    And there are no access list entries in <cluster>
    Then the instance "web-1" can log in to <cluster> as "web" with the nonce "mine"
    And the instance "web-1" can log in to <cluster> as "web" with its signed identity document and the nonce "mine"
    And the access list entries in <cluster> are "web-1"

    Examples:
      | cluster | signed                                            |
      | Oslo    | a PKCS#7 signature of something else              |
      | Oslo    | a PKCS#7 signature without its content            |
      | Oslo    | a PKCS#7 signature with a second signer           |
      | Oslo    | its PKCS#7 signature beside its identity document |
      | Lima    | a PKCS#7 signature of something else              |

  @OWN-EVIDENCE-04
  @needs-instances
  Scenario: A PKCS#7 signature with line breaks is accepted
    Then the instance "web-1" can log in to Oslo as "web" with its PKCS#7 signature in lines
