@needs-cloud
Feature: The signed request of an IAM login
  An IAM login sends the method, URL, body and headers of a signed identity lookup, each in prescribed forms.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And an operator writes the client configuration in Oslo with "iam_server_id_header_value=oslo.example"
    And the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=20m"

  @CLOUD-IAM-01
  Scenario Outline: A login without <field> is refused
    When Ada tries to log in to Oslo as "painter" with no field <field>
    Then the request is refused
    And Ada can log in to Oslo as "painter"

    @CLOUD-IAM-01:method
    Examples: no method
      | field                   |
      | iam_http_request_method |

    @CLOUD-IAM-01:url
    Examples: no URL
      | field           |
      | iam_request_url |

    @CLOUD-IAM-01:body
    Examples: no body
      | field            |
      | iam_request_body |

    @CLOUD-IAM-01:headers
    Examples: no headers
      | field               |
      | iam_request_headers |

  @CLOUD-IAM-02 @needs-stand-ins
  Scenario Outline: The method of the signed request must be POST: <method> is refused, whatever STS answers
    Given an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:sts} |
    And the stand-in "sts" answers every call with the identity of Ada
    When Ada tries to log in to Oslo as "painter" with the method "<method>"
    Then the request is refused
    When Ada tries to log in to Oslo as "painter" with the method "POST"
    Then the request succeeds

    @CLOUD-IAM-02:get
    Examples: GET
      | method |
      | GET    |

    @CLOUD-IAM-02:other-methods
    Examples: other methods
      | method |
      | PUT    |
      | post   |

  @CLOUD-IAM-02 @CLOUD-IAM-02:get @needs-signatures @smoke
  Scenario: A GET request is refused although its signature, with the action in the URL, is valid at the provider
    Then Ada cannot log in to Oslo as "painter" with a signed GET request
    And Ada can log in to Oslo as "painter"

  @CLOUD-IAM-03
  Scenario Outline: The field <field> must be in base64: plain text is refused
    When Ada tries to log in to Oslo as "painter" with <field> as plain text
    Then the request is refused
    And Ada can log in to Oslo as "painter"

    @CLOUD-IAM-03:url
    Examples: the URL
      | field           |
      | iam_request_url |

    @CLOUD-IAM-03:body
    Examples: the body
      | field            |
      | iam_request_body |

  @CLOUD-IAM-04 @needs-stand-ins @needs-replication
  Scenario Outline: <cluster> refuses a signed body other than the identity lookup, whatever STS answers: <body>
    Given an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:sts} |
    And the stand-in "sts" answers every call with the identity of Ada
    When Ada tries to log in to <cluster> as "painter" with the signed body "<body>"
    Then the request is refused
    When Ada tries to log in to <cluster> as "painter" with the signed body "Action=GetCallerIdentity&Version=2011-06-15"
    Then the request succeeds

    @CLOUD-IAM-04:action
    Examples: another action, or none
      | cluster | body                                           |
      | Oslo    | Action=GetSessionToken&Version=2011-06-15      |
      | Lima    | Action=GetSessionToken&Version=2011-06-15      |
      | Oslo    | Version=2011-06-15                             |
      | Oslo    | Action=GetCallerIdentityToo&Version=2011-06-15 |
      | Oslo    | Version=2011-06-15&Action=GetCallerIdentityToo |

    @CLOUD-IAM-04:second-action
    Examples: more than an action and a version
      | cluster | body                                                               |
      | Oslo    | Action=GetCallerIdentity&Version=2011-06-15&Action=GetSessionToken |
      | Oslo    | Action=GetSessionToken&Action=GetCallerIdentity&Version=2011-06-15 |
      | Oslo    | Action=GetCallerIdentity&Version=2011-06-15&RoleSessionName=ada    |
      | Oslo    | Action=GetCallerIdentity&Version=2011-06-15&                       |

    @CLOUD-IAM-04:version
    Examples: another version, or none
      | cluster | body                                              |
      | Oslo    | Action=GetCallerIdentity                          |
      | Oslo    | Action=GetCallerIdentity&Version=2010-05-08       |
      | Oslo    | Action=GetCallerIdentity&Version=2011-06-15x      |
      | Oslo    | Action=GetCallerIdentity&Action=GetCallerIdentity |

  @CLOUD-IAM-04 @CLOUD-IAM-10 @CLOUD-IAM-10:body @needs-signatures
  Scenario: The version in the signed body may come before the action
    When Ada tries to log in to Oslo as "painter" with the signed body "Version=2011-06-15&Action=GetCallerIdentity"
    Then the request succeeds

  @CLOUD-IAM-05 @needs-replication
  Scenario Outline: <cluster> accepts the headers as <form>
    When Ada tries to log in to <cluster> as "painter" with the headers as <form>
    Then the request succeeds

    @CLOUD-IAM-05:base64
    Examples: in base64
      | cluster | form                    |
      | Oslo    | base64 of a JSON object |
      | Lima    | base64 of a JSON object |

    @CLOUD-IAM-05:object
    Examples: as an object
      | cluster | form          |
      | Oslo    | a JSON object |
      | Lima    | a JSON object |

  @CLOUD-IAM-05
  Scenario Outline: The headers as <form> are refused
    When Ada tries to log in to Oslo as "painter" with the headers as <form>
    Then the request is refused
    And the refusal contains no secret
    And Ada can log in to Oslo as "painter" with the headers as base64 of a JSON object

    Examples:
      | form                   |
      | text that is no base64 |
      | base64 of an array     |

  @CLOUD-IAM-05 @needs-stand-ins
  Scenario: The headers as an empty object are refused, whatever STS answers, also if no server ID is configured
    Given an operator writes the client configuration in Oslo with:
      | iam_server_id_header_value |                |
      | sts_endpoint               | {stand-in:sts} |
    And the stand-in "sts" answers every call with the identity of Ada
    When Ada tries to log in to Oslo as "painter" with the headers as an empty object
    Then the request is refused
    And the refusal contains no secret
    And Ada can log in to Oslo as "painter" with the headers as a JSON object

  @CLOUD-IAM-06 @needs-signatures
  Scenario Outline: A header's value may be a text or an array of texts: <form>
    When Ada tries to log in to Oslo as "painter" with the headers as <form>
    Then the request succeeds

    @CLOUD-IAM-06:string
    Examples: texts
      | form                   |
      | a JSON object of texts |

    @CLOUD-IAM-06:array
    Examples: arrays
      | form                              |
      | a JSON object of arrays           |
      | base64 of a JSON object of arrays |

    @CLOUD-IAM-06:mixed
    Examples: texts and arrays
      | form                                        |
      | a JSON object of texts and arrays           |
      | base64 of a JSON object of texts and arrays |

  @CLOUD-IAM-06 @CLOUD-IAM-06:array @needs-signatures
  Scenario Outline: STS receives both values of a signed header that has two: <form>
    When Ada tries to log in to Oslo as "painter" with a signed header with two values and the headers as <form>
    Then the request succeeds

    Examples:
      | form                              |
      | a JSON object of arrays           |
      | base64 of a JSON object of arrays |

  @CLOUD-NONCE-10 @CLOUD-NONCE-10:different-nonces @CLOUD-NONCE-10:no-nonce @order
  Scenario Outline: A nonce has no effect on IAM logins: first "<first>", then "<second>", then none
    When Ada tries to log in to Oslo as "painter" with the nonce "<first>"
    Then the request succeeds
    And the login of Ada has no nonce
    When Ada tries to log in to Oslo as "painter" with the nonce "<second>"
    Then the request succeeds
    And Ada can log in to Oslo as "painter"

    Examples:
      | first | second |
      | one   | two    |
      | one   |        |

  @CLOUD-LOGIN-10 @CLOUD-LOGIN-10:iam @needs-replication
  Scenario Outline: A refused login to <cluster> returns no token, no nonce and no secret: <flaw>
    Then Ada cannot log in to <cluster> as "painter" with <flaw> and the nonce "once-only"
    And the response does not contain "client_token"
    And the response does not contain "once-only"
    And the refusal contains no secret
    And Ada can log in to <cluster> as "painter"

    @needs-signatures
    Examples: a wrong secret key or date
      | cluster | flaw                         |
      | Oslo    | another user's secret key    |
      | Oslo    | a date of twenty minutes ago |

    Examples: a wrong server ID, or none
      | cluster | flaw                           |
      | Oslo    | the ID of another server       |
      | Oslo    | a server ID that is not signed |
      | Lima    | no server ID                   |
