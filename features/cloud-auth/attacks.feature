@needs-cloud
Feature: Attacks on IAM logins
  What an attacker can try with another user's signed request, or with a response of the provider that the attacker controls.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And an operator writes the client configuration in Oslo with "iam_server_id_header_value=oslo.example"
    And the IAM user Ada
    And the IAM user Mallory
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}, resolve_cloud_unique_ids=false, token_policies=drawing, token_ttl=5m"

  @OWN-EVIDENCE-01
  @needs-move-time @needs-signatures
  Scenario: Another user's signed request is accepted at first, and refused 16 minutes after it was signed
    When Ada signs a request with the server ID "oslo.example"
    And Mallory tries to log in to Oslo as "private" with the request of Ada
    Then the request succeeds
    When 16 minutes pass
    And Mallory tries to log in to Oslo as "private" with the request of Ada
    Then the request is refused
    And Ada can log in to Oslo as "private"

  @OWN-EVIDENCE-01
  Scenario: A signed request with another server's ID is refused until that ID is configured
    When Ada signs a request with the server ID "lima.example"
    And Mallory tries to log in to Oslo as "private" with the request of Ada
    Then the request is refused
    When an operator writes the client configuration in Oslo with "iam_server_id_header_value=lima.example"
    And Mallory tries to log in to Oslo as "private" with the request of Ada
    Then the request succeeds

  @OWN-EVIDENCE-01 @needs-replication @needs-fresh
  Scenario: A signed request for one cluster is refused by another, which has a role of the same name for the same user
    Given cloud login is enabled in Kyoto
    And an operator writes the client configuration in Kyoto with "iam_server_id_header_value=kyoto.example"
    And an operator writes the cloud role "private" in Kyoto with "bound_iam_principal_arn={Ada}, resolve_cloud_unique_ids=false, token_policies=drawing, token_ttl=5m"
    When Ada signs a request with the server ID "kyoto.example"
    And Mallory tries to log in to Oslo as "private" with the request of Ada
    Then the request is refused
    When Mallory tries to log in to Kyoto as "private" with the request of Ada
    Then the request succeeds
    And Ada can log in to Oslo as "private"

  @OWN-EVIDENCE-01
  @needs-signatures
  Scenario Outline: A signed request that was changed is refused: <change>
    When Ada signs a request with the server ID "oslo.example"
    And Mallory tries to log in to Oslo as "private" with the request of Ada with <change>
    Then the request is refused
    When Mallory tries to log in to Oslo as "private" with the request of Ada
    Then the request succeeds

    Examples:
      | change                                        |
      | the server ID taken out of the signed headers |
      | a second Host header                          |
      | a Host header of another host                 |
      | a second server ID                            |
      | another action in the query                   |
      | another version in the query                  |
      | another action in the body                    |
      | a second action in the body                   |
      | a body that its hash is not of                |
      | a header that was not signed                  |
      | another version in the body                   |
      | one more parameter in the body                |
      | the URL of another host                       |
      | a path that climbs out of the endpoint        |
      | the signature in the query                    |
      | a presigned URL of another host               |
      | a second Authorization header                 |
      | the content type of JSON                      |
      | the action twice in the body                  |
      | the action in escapes in the body             |
      | a header that is folded over two lines        |
      | a line break and another header in a header   |
      | another region in the scope                   |
      | a later date                                  |
      | the access key of Mallory in the scope        |
      | a second list of signed headers               |
      | a name and password in the URL                |

  @OWN-EVIDENCE-01
  @needs-signatures
  Scenario: A body that does not match its signed hash is refused
    Then Ada cannot log in to Oslo as "private" with the hash of another body
    And Ada can log in to Oslo as "private" with the signed headers "X-Amz-Content-Sha256"

  @CLOUD-IAM-08 @needs-signatures
  Scenario Outline: A request with <claim> is refused for a role of another user, and accepted for a role of its signer
    Given an operator writes the cloud role "ada" in Oslo with "bound_iam_principal_arn={Ada}, resolve_cloud_unique_ids=false, token_policies=drawing, token_ttl=5m"
    And an operator writes the cloud role "mallory" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=default, token_ttl=5m"
    When Mallory tries to log in to Oslo as "ada" with <claim>
    Then the request is refused
    And Mallory can log in to Oslo as "mallory" with <claim>
    And the token of Mallory has "account_id={account}"
    And Ada can log in to Oslo as "ada"

    @CLOUD-IAM-08:header
    Examples:
      | claim                          |
      | a signed header that names Ada |

    @CLOUD-IAM-08:role
    Examples:
      | claim                        |
      | a server ID and nothing else |

  @CLOUD-IAM-09 @CLOUD-IAM-09:configured @needs-stand-ins @needs-replication
  Scenario: A signed request is sent to the configured endpoint, whatever host it names
    Given the stand-in "mallory" answers every call with the identity of Ada
    When Mallory tries to log in to Oslo as "private" with a request to the stand-in "mallory"
    Then the request is refused
    And the stand-in "mallory" was called 0 times
    When Mallory tries to log in to Lima as "private" with a request to the stand-in "mallory"
    Then the request is refused
    And the stand-in "mallory" was called 0 times
    And Ada can log in to Oslo as "private"
    Given an operator writes the client configuration in Oslo with "sts_endpoint={stand-in:mallory}"
    Then Mallory can log in to Oslo as "private" with a request to the stand-in "mallory"
    And a call to the stand-in "mallory" has "action=GetCallerIdentity"

  @CLOUD-IAM-09 @CLOUD-IAM-09:provider @needs-stand-ins @needs-environment
  Scenario: Without a configured endpoint a signed request is sent to the provider's, whatever host it names
    Given the stand-in "mallory" answers every call with the identity of Ada
    And Oslo is started again with "CLOUD_ENDPOINT_URL={stand-in:usual}"
    When an operator writes the client configuration in Oslo with:
      | sts_endpoint |  |
    And Mallory tries to log in to Oslo as "private" with a request to the stand-in "mallory"
    Then the request is refused
    And the stand-in "mallory" was called 0 times
    And Ada can log in to Oslo as "private"
    And all calls to the stand-in "usual" have "action=GetCallerIdentity"

  @OWN-EVIDENCE-02
  @needs-stand-ins
  Scenario Outline: A login is refused when the provider answers the identity lookup with <answer>
    Given an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:sts} |
      | max_retries  | 0              |
    And the stand-in "sts" answers Mallory with <answer>
    Then Mallory cannot log in to Oslo as "private"
    And the refusal contains no secret
    When the stand-in "sts" answers every call with the identity of Ada
    Then Ada can log in to Oslo as "private"

    Examples:
      | answer                                         |
      | Ada's identity in JSON                         |
      | Ada's identity in an error                     |
      | Ada's identity in the answer to another action |
      | Ada's identity in a comment                    |
      | Ada's identity in an attribute                 |
      | Ada's identity before Mallory's                |
      | Mallory's identity before Ada's                |
      | Ada's ARN and the account of Mallory's choice  |
      | Ada's identity with another content type       |
      | Ada's identity behind a document type          |
      | an entity that grows a billion times           |
      | an entity that reads a file                    |
      | ten megabytes of XML                           |
      | a thousand nested elements                     |
      | a redirect to the stand-in mallory             |
      | nothing                                        |
