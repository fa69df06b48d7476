@needs-cloud
Feature: Client configuration of cloud login
  How the service calls the provider's APIs, and what it requires of signed requests. A login signs a header with the server ID
  oslo.example, unless the sentence says otherwise. All requests of logins have a date, a content type and a content length, those of sessions
  also a session token.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And an operator deletes the client configuration in Oslo

  @CLOUD-CLIENT-01 @CORE-UPDATE-01 @order
  @CLOUD-CLIENT-01:max-retries @CLOUD-CLIENT-01:access-key @CLOUD-CLIENT-01:secret-key @CLOUD-CLIENT-01:endpoints
  @CLOUD-CLIENT-01:sts-region @CLOUD-CLIENT-01:server-id @CLOUD-CLIENT-01:allowed-headers @CLOUD-CLIENT-01:partial
  Scenario: The configuration is read back without the secret key, and an update changes the given fields only
    When an operator writes the client configuration in Oslo with:
      | max_retries                | 2                         |
      | access_key                 | AKIAOSLO                  |
      | secret_key                 | not-to-be-told            |
      | endpoint                   | http://ec2.example:81     |
      | iam_endpoint               | http://iam.example:82     |
      | sts_endpoint               | http://sts.example:83     |
      | sts_region                 | eu-west-3                 |
      | iam_server_id_header_value | oslo.example              |
      | allowed_sts_header_values  | ["X-Amz-One","X-Amz-Two"] |
    Then the client configuration in Oslo has:
      | max_retries                | 2                         |
      | access_key                 | AKIAOSLO                  |
      | endpoint                   | http://ec2.example:81     |
      | iam_endpoint               | http://iam.example:82     |
      | sts_endpoint               | http://sts.example:83     |
      | sts_region                 | eu-west-3                 |
      | iam_server_id_header_value | oslo.example              |
      | allowed_sts_header_values  | ["X-Amz-One","X-Amz-Two"] |
    And the client configuration in Oslo does not show "not-to-be-told"
    When an operator writes the client configuration in Oslo with:
      | max_retries                | 0                     |
      | access_key                 | AKIALIMA              |
      | secret_key                 | not-to-be-told-either |
      | endpoint                   | http://ec2.example:91 |
      | iam_endpoint               | http://iam.example:92 |
      | sts_endpoint               | http://sts.example:93 |
      | sts_region                 | eu-west-1             |
      | iam_server_id_header_value | lima.example          |
      | allowed_sts_header_values  | X-Amz-Three           |
    Then the client configuration in Oslo has:
      | max_retries                | 0                     |
      | access_key                 | AKIALIMA              |
      | endpoint                   | http://ec2.example:91 |
      | iam_endpoint               | http://iam.example:92 |
      | sts_endpoint               | http://sts.example:93 |
      | sts_region                 | eu-west-1             |
      | iam_server_id_header_value | lima.example          |
      | allowed_sts_header_values  | ["X-Amz-Three"]       |
    When an operator writes the client configuration in Oslo with:
      | access_key   | AKIAKYOTO             |
      | iam_endpoint | http://iam.example:95 |
      | sts_region   | eu-west-2             |
    Then the client configuration in Oslo has:
      | max_retries                | 0                     |
      | access_key                 | AKIAKYOTO             |
      | endpoint                   | http://ec2.example:91 |
      | iam_endpoint               | http://iam.example:95 |
      | sts_endpoint               | http://sts.example:93 |
      | sts_region                 | eu-west-2             |
      | iam_server_id_header_value | lima.example          |
      | allowed_sts_header_values  | ["X-Amz-Three"]       |
    When an operator writes the client configuration in Oslo with:
      | endpoint                   |  |
      | sts_endpoint               |  |
      | iam_server_id_header_value |  |
      | allowed_sts_header_values  |  |
    Then the client configuration in Oslo has:
      | max_retries                | 0                     |
      | access_key                 | AKIAKYOTO             |
      | endpoint                   |                       |
      | iam_endpoint               | http://iam.example:95 |
      | sts_endpoint               |                       |
      | sts_region                 | eu-west-2             |
      | iam_server_id_header_value |                       |
      | allowed_sts_header_values  |                       |
    And the client configuration in Oslo does not show "not-to-be-told"

  @CLOUD-CLIENT-02 @CORE-DELETE-01 @order
  @CLOUD-CLIENT-02:read @CLOUD-CLIENT-02:effect
  Scenario: After its deletion there is no client configuration, and a new one has the defaults and requires no server ID
    Given the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=20m"
    When an operator writes the client configuration in Oslo with:
      | max_retries                | 2              |
      | access_key                 | AKIAOSLO       |
      | secret_key                 | not-to-be-told |
      | sts_endpoint               | {cloud}        |
      | sts_region                 | us-east-1      |
      | iam_server_id_header_value | oslo.example   |
    Then Ada can log in to Oslo as "painter" with the server ID "oslo.example"
    And Ada cannot log in to Oslo as "painter" with no server ID
    When an operator deletes the client configuration in Oslo
    Then there is no client configuration in Oslo
    When an operator writes the client configuration in Oslo with:
      | sts_endpoint | {cloud} |
    Then Ada can log in to Oslo as "painter" with no server ID
    And the client configuration in Oslo has:
      | max_retries                | -1 |
      | access_key                 |    |
      | sts_region                 |    |
      | iam_server_id_header_value |    |

  @CLOUD-CLIENT-03
  Scenario Outline: Every field is optional: a write of "<fields>" is accepted
    When an operator tries to write the client configuration in Oslo with "<fields>"
    Then the request succeeds

    @CLOUD-CLIENT-03:none
    Examples:
      | fields |
      |        |

    @CLOUD-CLIENT-03:max-retries
    Examples:
      | fields        |
      | max_retries=3 |

    @CLOUD-CLIENT-03:access-key
    Examples:
      | fields              |
      | access_key=AKIAOSLO |

    @CLOUD-CLIENT-03:secret-key
    Examples:
      | fields                    |
      | secret_key=not-to-be-told |

    @CLOUD-CLIENT-03:endpoints
    Examples:
      | fields                             |
      | endpoint=http://ec2.example:81     |
      | iam_endpoint=http://iam.example:82 |
      | sts_endpoint=http://sts.example:83 |

    @CLOUD-CLIENT-03:sts-region
    Examples:
      | fields               |
      | sts_region=eu-west-3 |

    @CLOUD-CLIENT-03:server-id
    Examples:
      | fields                                  |
      | iam_server_id_header_value=oslo.example |

    @CLOUD-CLIENT-03:allowed-headers
    Examples:
      | fields                              |
      | allowed_sts_header_values=X-Amz-One |

  @CLOUD-CLIENT-04
  Scenario Outline: max_retries is -1 by default, after a write of "<fields>"
    When an operator writes the client configuration in Oslo with "<fields>"
    Then the client configuration in Oslo has:
      | max_retries | -1 |

    Examples:
      | fields                                                                         |
      |                                                                                |
      | access_key=AKIAOSLO, secret_key=not-to-be-told, endpoint=http://ec2.example:81 |

  @CLOUD-CLIENT-06
  @CLOUD-CLIENT-06:endpoint @CLOUD-CLIENT-06:iam-endpoint @CLOUD-CLIENT-06:sts-endpoint @CLOUD-CLIENT-06:sts-region @smoke
  Scenario: The endpoints and the STS region are empty by default
    When an operator writes the client configuration in Oslo with ""
    Then the client configuration in Oslo has:
      | endpoint     |  |
      | iam_endpoint |  |
      | sts_endpoint |  |
      | sts_region   |  |

  @CLOUD-CLIENT-07
  @CLOUD-CLIENT-07:server-id @CLOUD-CLIENT-07:allowed-headers
  Scenario: The required server ID and the list of allowed headers are empty by default
    When an operator writes the client configuration in Oslo with ""
    Then the client configuration in Oslo has:
      | iam_server_id_header_value |  |
      | allowed_sts_header_values  |  |

  @CLOUD-CLIENT-06
  @CLOUD-CLIENT-06:iam-endpoint @CLOUD-CLIENT-06:sts-endpoint @CLOUD-CLIENT-06:sts-region
  Scenario: A write of the EC2 endpoint with an access key leaves the other endpoints and the STS region empty
    When an operator writes the client configuration in Oslo with:
      | access_key | AKIAOSLO              |
      | secret_key | not-to-be-told        |
      | endpoint   | http://ec2.example:81 |
    Then the client configuration in Oslo has:
      | iam_endpoint |  |
      | sts_endpoint |  |
      | sts_region   |  |

  @CLOUD-CLIENT-06
  Scenario Outline: A write of <written> leaves the other endpoint and region fields empty
    When an operator writes the client configuration in Oslo with:
      | <written> | http://any.example:81 |
    Then the client configuration in Oslo has:
      | <written> | http://any.example:81 |
      | <one>     |                       |
      | <other>   |                       |
      | <third>   |                       |

    @CLOUD-CLIENT-06:endpoint @CLOUD-CLIENT-06:sts-endpoint @CLOUD-CLIENT-06:sts-region
    Examples:
      | written      | one      | other        | third      |
      | iam_endpoint | endpoint | sts_endpoint | sts_region |

    @CLOUD-CLIENT-06:endpoint @CLOUD-CLIENT-06:iam-endpoint @CLOUD-CLIENT-06:sts-region
    Examples:
      | written      | one      | other        | third      |
      | sts_endpoint | endpoint | iam_endpoint | sts_region |

    @CLOUD-CLIENT-06:endpoint @CLOUD-CLIENT-06:iam-endpoint @CLOUD-CLIENT-06:sts-endpoint
    Examples:
      | written    | one      | other        | third        |
      | sts_region | endpoint | iam_endpoint | sts_endpoint |

  @CLOUD-CLIENT-07
  Scenario Outline: A write of <written> leaves <other> empty
    When an operator writes the client configuration in Oslo with:
      | <written> | X-Amz-One |
    Then the client configuration in Oslo has:
      | <written> | X-Amz-One |
      | <other>   |           |

    @CLOUD-CLIENT-07:allowed-headers
    Examples:
      | written                    | other                     |
      | iam_server_id_header_value | allowed_sts_header_values |

    @CLOUD-CLIENT-07:server-id
    Examples:
      | written                   | other                      |
      | allowed_sts_header_values | iam_server_id_header_value |

  @CLOUD-CLIENT-05
  @CLOUD-CLIENT-05:access-key @CLOUD-CLIENT-05:secret-key
  Scenario: By default the access key is empty, and the configuration shows no secret key
    When an operator writes the client configuration in Oslo with:
      | max_retries | 1 |
    Then the client configuration in Oslo has:
      | access_key |  |
      | secret_key |  |

  @OWN-CLIENT-01
  Scenario: A max_retries of -1 or 0 is accepted; one below -1, or no whole number, is refused and changes nothing
    When an operator writes the client configuration in Oslo with:
      | max_retries | 1 |
    Then Oslo refuses the client configuration with each of these:
      | max_retries=-2   |
      | max_retries=many |
      | max_retries=1.5  |
    And the refused requests have changed nothing
    And Oslo accepts the client configuration with each of these:
      | max_retries=-1 |
      | max_retries=0  |

  @CLOUD-STSHDR-01 @needs-signatures @order
  @CLOUD-STSHDR-01:authorization @CLOUD-STSHDR-01:date @CLOUD-STSHDR-01:content-type @CLOUD-STSHDR-01:content-length
  @CLOUD-STSHDR-01:user-agent @CLOUD-STSHDR-01:session-token
  Scenario: The headers that an identity lookup needs are allowed without being configured
    Given the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=20m"
    When an operator writes the client configuration in Oslo with:
      | sts_endpoint | {cloud} |
    Then Ada can log in to Oslo as "painter" with no further header
    And Ada can log in to Oslo as "painter" with the signed headers "X-Amz-User-Agent, X-Amz-Content-Sha256, User-Agent"
    And Ada cannot log in to Oslo as "painter" with the signed headers "X-Amz-User-Agent, X-Amz-Custom"
    Given the IAM role "web"
    And an operator writes the cloud role "roles" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/*, resolve_cloud_unique_ids=false, token_policies=painting, token_ttl=20m"
    When Ada is in the session "one" of the IAM role "web"
    Then Ada can log in to Oslo as "roles" with the signed headers "Accept, X-Amz-User-Agent"

  @CLOUD-STSHDR-02 @needs-stand-ins
  @CLOUD-STSHDR-02:refused @CLOUD-STSHDR-02:not-sent
  Scenario: A signed request with an X-Amz header that is not allowed is refused, and not sent to the provider
    Given the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=20m"
    When an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:sts} |
    Then Ada cannot log in to Oslo as "painter" with the signed headers "X-Amz-Custom"
    And the stand-in "sts" was called 0 times
    And Ada can log in to Oslo as "painter"
    And a call to the stand-in "sts" has "action=GetCallerIdentity, access_key={access key of Ada}"

  @CLOUD-STSHDR-02 @needs-signatures
  @CLOUD-STSHDR-02:refused
  Scenario Outline: A signed request is refused if one of its X-Amz headers is not allowed: <header>
    Given the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=20m"
    When an operator writes the client configuration in Oslo with:
      | sts_endpoint | {cloud} |
    And Ada tries to log in to Oslo as "painter" with the <header>
    Then the request is refused
    And Ada can log in to Oslo as "painter"

    Examples:
      | header                                          |
      | signed headers "X-Amz-Custom"                   |
      | signed headers "x-amz-custom"                   |
      | signed headers "X-Amz-User-Agent, X-Amz-Custom" |
      | signed headers "X-Amz-Custom, X-Amz-User-Agent" |
      | signed headers "X-Amz-Date-Custom"              |
      | signed headers "X-Amz-User"                     |
      | unsigned headers "X-Amz-Custom"                 |

  @CLOUD-STSHDR-03 @needs-signatures @needs-replication
  @CLOUD-STSHDR-03:first @CLOUD-STSHDR-03:last @CLOUD-STSHDR-03:together @CLOUD-STSHDR-03:other
  Scenario: allowed_sts_header_values allows each listed X-Amz header, in any letter case; an unlisted custom one is refused
    Given the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=20m"
    When an operator writes the client configuration in Oslo with:
      | sts_endpoint              | {cloud}                  |
      | allowed_sts_header_values | X-Amz-First,x-amz-second |
    Then Ada can log in to Oslo as "painter" with the signed headers "X-Amz-First"
    And Ada can log in to Oslo as "painter" with the signed headers "X-Amz-Second"
    And Ada can log in to Oslo as "painter" with the signed headers "x-amz-first, X-AMZ-SECOND"
    And Ada can log in to Lima as "painter" with the signed headers "X-Amz-First, X-Amz-Second"
    And Ada cannot log in to Oslo as "painter" with the signed headers "X-Amz-Third"
    And Ada cannot log in to Oslo as "painter" with the signed headers "X-Amz-First, X-Amz-Second, X-Amz-Third"
    And Ada cannot log in to Oslo as "painter" with the signed headers "X-Amz-First-Of-All"
    And Ada cannot log in to Oslo as "painter" with the signed headers "X-Amz-Sec"
    When an operator writes the client configuration in Oslo with:
      | allowed_sts_header_values | X-Amz-Third, X-Amz-Second |
    Then Ada can log in to Oslo as "painter" with the signed headers "X-Amz-Second, X-Amz-Third"
    And Ada cannot log in to Oslo as "painter" with the signed headers "X-Amz-First"

  @CLOUD-STSHDR-04 @needs-signatures
  Scenario: Configured headers are allowed in addition to those that an identity lookup needs
    Given the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=20m"
    When an operator writes the client configuration in Oslo with:
      | sts_endpoint              | {cloud}     |
      | allowed_sts_header_values | X-Amz-First |
    Then Ada can log in to Oslo as "painter" with no further header
    And Ada can log in to Oslo as "painter" with the signed headers "X-Amz-User-Agent, X-Amz-Content-Sha256, User-Agent"
    And Ada can log in to Oslo as "painter" with the signed headers "X-Amz-First, X-Amz-User-Agent"

  @CLOUD-STSHDR-05 @order
  Scenario: The server ID header is allowed without being listed in allowed_sts_header_values
    Given the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=20m"
    When an operator writes the client configuration in Oslo with:
      | sts_endpoint               | {cloud}      |
      | iam_server_id_header_value | oslo.example |
    Then Ada can log in to Oslo as "painter" with the server ID "oslo.example"
    And Ada cannot log in to Oslo as "painter" with no server ID
    When an operator writes the client configuration in Oslo with:
      | allowed_sts_header_values | X-Amz-First |
    Then Ada can log in to Oslo as "painter" with the server ID "oslo.example"

  @CLOUD-CREDS-05 @needs-stand-ins @order
  Scenario: An IAM login succeeds without credentials of the service, and without calls to EC2 and IAM
    Given the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=20m"
    When an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:sts} |
      | endpoint     | {stand-in:ec2} |
      | iam_endpoint | {stand-in:iam} |
    Then Ada can log in to Oslo as "painter"
    Given an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}, resolve_cloud_unique_ids=false, token_policies=drawing, token_ttl=5m"
    Then Ada can log in to Oslo as "private"
    Given the IAM role "web"
    And an operator writes the cloud role "roles" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/*, resolve_cloud_unique_ids=false, token_policies=painting, token_ttl=20m"
    When Ada is in the session "one" of the IAM role "web"
    Then Ada can log in to Oslo as "roles"
    And a call to the stand-in "sts" has "action=GetCallerIdentity, access_key={access key of Ada}"
    And the stand-in "ec2" was called 0 times
    And the stand-in "iam" was called 0 times
    Given an operator writes the client configuration in Oslo with:
      | access_key | {access key of the administrator} |
      | secret_key | {secret key of the administrator} |
    And an operator writes the cloud role "resolved" in Oslo with "bound_iam_principal_arn={role:web}, resolve_cloud_unique_ids=true"
    Then a call to the stand-in "iam" has "action=GetRole, access_key={access key of the administrator}"
