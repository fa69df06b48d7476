Feature: Certificates of cloud login
  Instances' identity documents are verified with them.

  Background:
    Given an operator writes the auth method "cloud" in Oslo with "type=cloud"

  @CORE-READ-01:certificate @CORE-UPDATE-01:certificate
  @CLOUD-CERT-01 @CLOUD-CERT-05 @CORE-READ-01 @CORE-UPDATE-01 @order
  @CLOUD-CERT-01:create @CLOUD-CERT-01:update
  Scenario Outline: A certificate is read back as it was registered last: <form>
    # CLOUD-CERT-01, CLOUD-CERT-05
    When the certificate "east" is registered as "first" at "cloud" in Oslo, as <form>
    And the certificate "west" is registered as "second" at "cloud" in Oslo, as <form>
    # CLOUD-CERT-01, CLOUD-CERT-05
    Then the certificate "first" at "cloud", read from Oslo, is "east" of the type "pkcs7"
    And the certificate "second" at "cloud", read from Oslo, is "west" of the type "pkcs7"
    # CORE-UPDATE-01
    When the certificate "west" is registered as "first" at "cloud" in Oslo, as <form>
    # CLOUD-CERT-01, CORE-READ-01, CORE-UPDATE-01
    Then the certificate "first" at "cloud", read from Oslo, is "west" of the type "pkcs7"
    # CORE-UPDATE-01
    And the certificates of Oslo are "first, second"

    Examples:
      | form   |
      | PEM    |
      | base64 |

  @CORE-LIST-02:certificate @CORE-LIST-03:certificate @CORE-DELETE-01:certificate
  @CLOUD-CERT-03 @CLOUD-CERT-06 @CORE-LIST-02 @CORE-LIST-03 @CORE-DELETE-01 @order
  @CLOUD-CERT-03:registered @CLOUD-CERT-06:pkcs7 @CLOUD-CERT-06:identity
  Scenario: The list has the names of the registered certificates, and no built-in one
    # CLOUD-CERT-03
    Then Oslo lists no certificates
    When the certificate "east" is registered as "first" at "cloud" in Oslo, as PEM
    And the certificate "east" is registered as "second" at "cloud" in Oslo, as PEM
    And the certificate "east" is registered as "first" at "cloud" in Oslo, as PEM
    # CLOUD-CERT-03, CORE-LIST-02
    Then the list of certificates in Oslo tells nothing but "first, second"
    When the certificate "first" is deleted in Oslo
    # CORE-DELETE-01
    Then there is no certificate "first" in Oslo
    # CLOUD-CERT-03, CORE-LIST-03
    And the certificates of Oslo are "second"
    # CLOUD-CERT-06
    When the certificate "dsa of us-east-1" is registered in Oslo as "third" of type "pkcs7"
    # CLOUD-CERT-06
    And the certificate "identity of us-east-1" is registered in Oslo as "fourth" of type "identity"
    # CLOUD-CERT-03
    Then the certificates of Oslo are "second, third, fourth"

  @CORE-ATOMIC-01
  Scenario Outline: What is not a certificate of a known type is refused and changes nothing: <what>
    Given the certificate "east" is registered as "first" at "cloud" in Oslo, as PEM
    And an operator has read the certificate "first" and the list of certificates in Oslo
    When an operator tries to register <what> as "first" at "cloud" in Oslo
    Then the request is refused
    When an operator tries to register <what> as "second" at "cloud" in Oslo
    Then the request is refused
    And what an operator has read is unchanged

    @CLOUD-CERT-04 @CLOUD-CERT-04:missing @CLOUD-CERT-04:update
    Examples:
      | what                      |
      | nothing                   |
      | a type and no certificate |

    @CLOUD-CERT-04 @CLOUD-CERT-04:empty @CLOUD-CERT-04:update
    Examples:
      | what                 |
      | an empty certificate |

    @CLOUD-CERT-06 @CLOUD-CERT-06:other @CLOUD-CERT-06:update
    Examples:
      | what                              |
      | a certificate of the type rsa2048 |
      | a certificate of the type PKCS7   |
      | a certificate of the type other   |

    @CLOUD-CERT-07 @CLOUD-CERT-07:text @CLOUD-CERT-07:update
    Examples:
      | what                      |
      | a text that is not base64 |

    @CLOUD-CERT-07 @CLOUD-CERT-07:noise @CLOUD-CERT-07:update
    Examples:
      | what                                        |
      | base64 of random bytes                      |
      | base64 of random bytes of the type identity |
      | base64 of a PEM block with noise            |
      | two certificates                            |
