Feature: Certificates of cloud login
  Certificates verify the identity documents of instances.

  Background:
    Given an operator writes the auth method "cloud" in Oslo with "type=cloud"

  @CORE-READ-01:certificate
  @CLOUD-CERT-01 @CORE-READ-01 @order
  @CLOUD-CERT-01:create @CLOUD-CERT-01:update
  Scenario Outline: A certificate is read back as PEM, as it was last registered: <form>
    When an operator writes the cloud certificate "first" in Oslo with "cloud_public_cert=<east>"
    And an operator writes the cloud certificate "second" in Oslo with "cloud_public_cert=<west>"
    Then the cloud certificate "first" in Oslo has "cloud_public_cert={certificate:identity of us-east-1}"
    And the cloud certificate "second" in Oslo has "cloud_public_cert={certificate:identity of eu-west-1}"
    When an operator writes the cloud certificate "first" in Oslo with "cloud_public_cert=<west>"
    Then the cloud certificate "first" in Oslo has "cloud_public_cert={certificate:identity of eu-west-1}"

    Examples:
      | form   | east                                          | west                                          |
      | PEM    | {certificate:identity of us-east-1}           | {certificate:identity of eu-west-1}           |
      | base64 | {base64 of certificate:identity of us-east-1} | {base64 of certificate:identity of eu-west-1} |

  @CLOUD-CERT-05 @order
  Scenario Outline: A certificate is of the type pkcs7 by default: <form>
    When an operator writes the cloud certificate "first" in Oslo with "cloud_public_cert=<east>"
    And an operator writes the cloud certificate "second" in Oslo with "cloud_public_cert=<west>"
    Then the cloud certificate "first" in Oslo has "type=pkcs7"
    And the cloud certificate "second" in Oslo has "type=pkcs7"
    When an operator writes the cloud certificate "first" in Oslo with "cloud_public_cert=<west>"
    Then the cloud certificate "first" in Oslo has "type=pkcs7"

    Examples:
      | form   | east                                          | west                                          |
      | PEM    | {certificate:identity of us-east-1}           | {certificate:identity of eu-west-1}           |
      | base64 | {base64 of certificate:identity of us-east-1} | {base64 of certificate:identity of eu-west-1} |

  @CORE-UPDATE-01 @CORE-UPDATE-01:certificate
  Scenario Outline: A certificate that is registered again is changed, and no further one is added: <form>
    Given an operator writes the cloud certificate "first" in Oslo with "cloud_public_cert=<east>"
    And an operator writes the cloud certificate "second" in Oslo with "cloud_public_cert=<west>"
    When an operator writes the cloud certificate "first" in Oslo with "cloud_public_cert=<west>"
    Then the cloud certificate "first" in Oslo has "cloud_public_cert={certificate:identity of eu-west-1}, type=pkcs7"
    And the cloud certificates in Oslo are "first, second"

    Examples:
      | form   | east                                          | west                                          |
      | PEM    | {certificate:identity of us-east-1}           | {certificate:identity of eu-west-1}           |
      | base64 | {base64 of certificate:identity of us-east-1} | {base64 of certificate:identity of eu-west-1} |

  @CORE-LIST-02:certificate @CORE-LIST-03:certificate
  @CLOUD-CERT-03 @CORE-LIST-02 @CORE-LIST-03 @order
  @CLOUD-CERT-03:registered
  Scenario: The list has the name of each registered certificate once, and no deleted or built-in one
    Then there are no cloud certificates in Oslo
    When an operator writes the cloud certificate "first" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}"
    And an operator writes the cloud certificate "second" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}"
    And an operator writes the cloud certificate "first" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}"
    Then the list of the cloud certificates in Oslo shows nothing but "first, second"
    When an operator deletes the cloud certificate "first" in Oslo
    Then the cloud certificates in Oslo are "second"
    When an operator writes the cloud certificate "third" in Oslo with "cloud_public_cert={certificate:dsa of us-east-1}, type=pkcs7"
    And an operator writes the cloud certificate "fourth" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    Then the cloud certificates in Oslo are "second, third, fourth"

  @CORE-DELETE-01 @CORE-DELETE-01:certificate @smoke
  Scenario: A deleted certificate cannot be read, and another one still can
    Given an operator writes the cloud certificate "first" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}"
    And an operator writes the cloud certificate "second" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}"
    And Oslo has the cloud certificate "first"
    When an operator deletes the cloud certificate "first" in Oslo
    Then there is no cloud certificate "first" in Oslo
    And the cloud certificate "second" in Oslo has "cloud_public_cert={certificate:identity of us-east-1}"

  @CLOUD-CERT-06
  Scenario Outline: A certificate can be of the type <type>
    When an operator tries to write the cloud certificate "first" in Oslo with "cloud_public_cert={certificate:<certificate> of us-east-1}, type=<type>"
    Then the request succeeds
    And the cloud certificate "first" in Oslo has "type=<type>"

    @CLOUD-CERT-06:pkcs7
    Examples:
      | type  | certificate |
      | pkcs7 | dsa         |

    @CLOUD-CERT-06:identity
    Examples:
      | type     | certificate |
      | identity | identity    |

  @CORE-ATOMIC-01
  Scenario Outline: The registration of a certificate with <what> is refused, and changes nothing
    Given an operator writes the cloud certificate "first" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}"
    When an operator tries to write the cloud certificate "first" in Oslo with "<fields>"
    Then the request is refused
    When an operator tries to write the cloud certificate "second" in Oslo with "<fields>"
    Then the request is refused
    And the refused requests have changed nothing
    And the cloud certificates in Oslo are "first"

    @CLOUD-CERT-04 @CLOUD-CERT-04:missing @CLOUD-CERT-04:update
    Examples: no certificate
      | what                      | fields        |
      | nothing                   |               |
      | a type and no certificate | type=identity |

    @CLOUD-CERT-04 @CLOUD-CERT-04:empty @CLOUD-CERT-04:update
    Examples: an empty certificate
      | what                 | fields             |
      | an empty certificate | cloud_public_cert= |

    @CLOUD-CERT-06 @CLOUD-CERT-06:other @CLOUD-CERT-06:update
    Examples: another type
      | what                              | fields                                                              |
      | a certificate of the type rsa2048 | cloud_public_cert={certificate:identity of eu-west-1}, type=rsa2048 |
      | a certificate of the type PKCS7   | cloud_public_cert={certificate:identity of eu-west-1}, type=PKCS7   |
      | a certificate of the type other   | cloud_public_cert={certificate:identity of eu-west-1}, type=other   |

    @CLOUD-CERT-07 @CLOUD-CERT-07:text @CLOUD-CERT-07:update
    Examples: not base64
      | what                      | fields                       |
      | a text that is not base64 | cloud_public_cert=no base64! |

    @CLOUD-CERT-07 @CLOUD-CERT-07:noise @CLOUD-CERT-07:update
    Examples: base64 of no certificate, or two certificates
      | what                                        | fields                                                                                                                             |
      | base64 of random bytes                      | cloud_public_cert=c2l4dGVlbiByYW5kb20gYnl0ZXMgYXJlIG5vIGNlcnRpZmljYXRl                                                             |
      | base64 of random bytes of the type identity | cloud_public_cert=c2l4dGVlbiByYW5kb20gYnl0ZXMgYXJlIG5vIGNlcnRpZmljYXRl, type=identity                                              |
      | base64 of a PEM block with noise            | cloud_public_cert=LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCmJtOXBjMlVnYjJZZ1lTQm1aWGNnWW5sMFpYTT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQ== |
      | two certificates                            | cloud_public_cert={certificate:identity of eu-west-1}{certificate:identity of us-east-1}                                           |
