@needs-cloud
Feature: The signed request of an IAM login
  What a login has to send of the request that it signed, and in which forms.

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
    Examples:
      | field                   |
      | iam_http_request_method |

    @CLOUD-IAM-01:url
    Examples:
      | field           |
      | iam_request_url |

    @CLOUD-IAM-01:body
    Examples:
      | field            |
      | iam_request_body |

    @CLOUD-IAM-01:headers
    Examples:
      | field               |
      | iam_request_headers |

  @CLOUD-IAM-02
  Scenario Outline: The method of the signed request is POST: <method> is refused
    When Ada tries to log in to Oslo as "painter" with the method "<method>"
    Then the request is refused
    When Ada tries to log in to Oslo as "painter" with the method "POST"
    Then the request succeeds

    @CLOUD-IAM-02:get
    Examples:
      | method |
      | GET    |

    @CLOUD-IAM-02:other-methods
    Examples:
      | method |
      | PUT    |
      | post   |

  @CLOUD-IAM-02 @CLOUD-IAM-02:get @needs-signatures
  Scenario: A GET request that is signed as such is refused
    Then Ada cannot log in to Oslo as "painter" with a signed GET request

  @CLOUD-IAM-03
  Scenario Outline: The <field> is base64: as plain text it is refused
    When Ada tries to log in to Oslo as "painter" with <field> as plain text
    Then the request is refused
    And Ada can log in to Oslo as "painter"

    @CLOUD-IAM-03:url
    Examples:
      | field           |
      | iam_request_url |

    @CLOUD-IAM-03:body
    Examples:
      | field            |
      | iam_request_body |

  @CLOUD-IAM-04 @needs-stand-ins @needs-replication
  Scenario Outline: A body is an identity lookup and nothing else: <body> is refused, whatever the provider would say
    Given an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:sts} |
    And the stand-in "sts" answers every call with the identity of Ada
    When Ada tries to log in to <cluster> as "painter" with the signed body "<body>"
    Then the request is refused
    When Ada tries to log in to <cluster> as "painter" with the signed body "Action=GetCallerIdentity&Version=2011-06-15"
    Then the request succeeds

    @CLOUD-IAM-04:action
    Examples:
      | cluster | body                                           |
      | Oslo    | Action=GetSessionToken&Version=2011-06-15      |
      | Lima    | Action=GetSessionToken&Version=2011-06-15      |
      | Oslo    | Version=2011-06-15                             |
      | Oslo    | Action=GetCallerIdentityToo&Version=2011-06-15 |
      | Oslo    | Version=2011-06-15&Action=GetCallerIdentityToo |

    @CLOUD-IAM-04:second-action
    Examples:
      | cluster | body                                                               |
      | Oslo    | Action=GetCallerIdentity&Version=2011-06-15&Action=GetSessionToken |
      | Oslo    | Action=GetSessionToken&Action=GetCallerIdentity&Version=2011-06-15 |
      | Oslo    | Action=GetCallerIdentity&Version=2011-06-15&RoleSessionName=ada    |
      | Oslo    | Action=GetCallerIdentity&Version=2011-06-15&                       |

    @CLOUD-IAM-04:version
    Examples:
      | cluster | body                                              |
      | Oslo    | Action=GetCallerIdentity                          |
      | Oslo    | Action=GetCallerIdentity&Version=2010-05-08       |
      | Oslo    | Action=GetCallerIdentity&Version=2011-06-15x      |
      | Oslo    | Action=GetCallerIdentity&Action=GetCallerIdentity |

  @CLOUD-IAM-04 @CLOUD-IAM-10 @CLOUD-IAM-10:body @needs-signatures
  Scenario: The fields of the body may come in either order
    When Ada tries to log in to Oslo as "painter" with the signed body "Version=2011-06-15&Action=GetCallerIdentity"
    Then the request succeeds

  @CLOUD-IAM-05 @needs-replication
  Scenario Outline: The headers are a JSON object, or base64 of one: <form>
    When Ada tries to log in to <cluster> as "painter" with the headers as <form>
    Then the request succeeds

    @CLOUD-IAM-05:base64
    Examples:
      | cluster | form                    |
      | Oslo    | base64 of a JSON object |
      | Lima    | base64 of a JSON object |

    @CLOUD-IAM-05:object
    Examples:
      | cluster | form          |
      | Oslo    | a JSON object |
      | Lima    | a JSON object |

  @CLOUD-IAM-05
  Scenario Outline: Headers in another form are refused: <form>
    When Ada tries to log in to Oslo as "painter" with the headers as <form>
    Then the request is refused
    And the refusal contains no secret

    Examples:
      | form                   |
      | text that is no base64 |
      | base64 of an array     |
      | an empty object        |

  @CLOUD-IAM-06 @needs-signatures
  Scenario Outline: A header's value is a text or an array of texts: <form>
    When Ada tries to log in to Oslo as "painter" with the headers as <form>
    Then the request succeeds

    @CLOUD-IAM-06:string
    Examples:
      | form                   |
      | a JSON object of texts |

    @CLOUD-IAM-06:array
    Examples:
      | form                              |
      | a JSON object of arrays           |
      | base64 of a JSON object of arrays |

    @CLOUD-IAM-06:mixed
    Examples:
      | form                                        |
      | a JSON object of texts and arrays           |
      | base64 of a JSON object of texts and arrays |

  @CLOUD-IAM-06 @CLOUD-IAM-06:array @needs-signatures
  Scenario Outline: An array of a header's values is sent whole: <form>
    When Ada tries to log in to Oslo as "painter" with a signed header with two values and the headers as <form>
    Then the request succeeds

    Examples:
      | form                              |
      | a JSON object of arrays           |
      | base64 of a JSON object of arrays |

  @CLOUD-NONCE-10 @CLOUD-NONCE-10:different-nonces @CLOUD-NONCE-10:no-nonce @order
  Scenario Outline: A nonce is without effect on an IAM login
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
  Scenario Outline: A login that fails gives out nothing: <flaw>
    Then Ada cannot log in to <cluster> as "painter" with <flaw>
    And the refusal contains no secret

    @needs-signatures
    Examples:
      | cluster | flaw                         |
      | Oslo    | another user's secret key    |
      | Oslo    | a date of twenty minutes ago |

    Examples:
      | cluster | flaw                           |
      | Oslo    | the ID of another server       |
      | Oslo    | a server ID that is not signed |
      | Lima    | no server ID                   |
