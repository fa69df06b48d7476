@needs-cloud
Feature: Login of IAM principals
  A principal signs a request that looks up its own identity. The service sends it to the provider, and the provider's answer
  identifies the principal.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And an operator writes the client configuration in Oslo with "iam_server_id_header_value=oslo.example"
    And the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=drawing,painting, token_ttl=20m"

  @CLOUD-LOGIN-01 @CLOUD-LOGIN-01:iam @needs-replication
  Scenario: A signed request gives metadata and a token of the cluster that it is sent to
    Then Ada can log in to Oslo as "painter"
    And the token of Ada has "policies=default, drawing, painting, lease_duration=1200, renewable=true, token_type=service, auth_type=iam, account_id={account}"
    And Oslo accepts the token of Ada
    And Ada can log in to Lima as "painter"
    And the token of Ada has "policies=default, drawing, painting, lease_duration=1200, renewable=true, token_type=service, auth_type=iam, account_id={account}"
    And Lima accepts the token of Ada
    And Oslo refuses the token of Ada

  @CLOUD-LOGIN-02 @CLOUD-LOGIN-02:iam @needs-replication
  Scenario: A login needs no token, on the primary and on a secondary
    Then Ada can log in to Oslo as "painter"
    And the token of Ada has "policies=default, drawing, painting, lease_duration=1200, renewable=true, token_type=service, auth_type=iam, account_id={account}"
    And Ada can log in to Lima as "painter"
    And the token of Ada has "policies=default, drawing, painting, lease_duration=1200, renewable=true, token_type=service, auth_type=iam, account_id={account}"

  @CLOUD-TOKEN-03 @CLOUD-TOKEN-03:iam @needs-replication
  Scenario: A token has the TTL of the role, on the primary and on a secondary
    Then Ada can log in to Oslo as "painter"
    And the token of Ada has "lease_duration=1200"
    And Ada can log in to Lima as "painter"
    And the token of Ada has "lease_duration=1200"

  @CLOUD-TOKEN-08 @CLOUD-TOKEN-08:iam @needs-replication
  Scenario: A token has the policies of the role, on the primary and on a secondary
    Then Ada can log in to Oslo as "painter"
    And the token of Ada has "policies=default, drawing, painting"
    And Ada can log in to Lima as "painter"
    And the token of Ada has "policies=default, drawing, painting"

  @CLOUD-IAM-10 @CLOUD-IAM-10:method @CLOUD-IAM-10:headers @needs-signatures
  Scenario: The provider receives exactly what was signed, also an additional or an empty header
    Then Ada can log in to Oslo as "painter" with one more header signed
    And Ada can log in to Oslo as "painter" with a header without a value signed

  @CLOUD-IAM-07 @needs-signatures @needs-replication
  Scenario Outline: A login to <cluster> with <flaw> is refused, before a valid login and after it
    Then Ada cannot log in to <cluster> as "painter" with <flaw>
    And the refusal contains no secret
    Then Ada can log in to <cluster> as "painter"
    And Ada cannot log in to <cluster> as "painter" with <flaw>

    @CLOUD-IAM-07:bad-signature
    Examples:
      | cluster | flaw                           |
      | Oslo    | another user's secret key      |
      | Lima    | another user's secret key      |
      | Oslo    | a header altered after signing |

    @CLOUD-IAM-07:expired
    Examples:
      | cluster | flaw                         |
      | Oslo    | a date of twenty minutes ago |

  @needs-replication
  Scenario Outline: An otherwise valid login to <cluster> is refused with <flaw>
    Then Ada cannot log in to <cluster> as "painter" with <flaw>
    And the refusal contains no secret
    And Ada can log in to <cluster> as "painter"

    @CLOUD-SRVID-01
    Examples:
      | cluster | flaw         |
      | Oslo    | no server ID |
      | Lima    | no server ID |

    @CLOUD-SRVID-02
    Examples:
      | cluster | flaw                     |
      | Oslo    | the ID of another server |
      | Lima    | the ID of another server |

    @CLOUD-SRVID-03
    Examples:
      | cluster | flaw                                                       |
      | Oslo    | a server ID that is not signed                             |
      | Lima    | a server ID that is not signed                             |
      | Oslo    | a server ID that is not signed, beside one like it that is |

    @CLOUD-SRVID-04 @CLOUD-SRVID-04:case
    Examples:
      | cluster | flaw                      |
      | Oslo    | the server ID in capitals |

    @CLOUD-SRVID-04 @CLOUD-SRVID-04:suffix
    Examples:
      | cluster | flaw                               |
      | Oslo    | the server ID and something behind |

    @CLOUD-SRVID-04 @CLOUD-SRVID-04:shortened
    Examples:
      | cluster | flaw                           |
      | Oslo    | the beginning of the server ID |

    @CLOUD-SRVID-04 @CLOUD-SRVID-04:contained
    Examples:
      | cluster | flaw                           |
      | Oslo    | something before the server ID |

  @CLOUD-SRVID-05
  @CLOUD-SRVID-05:no-header @CLOUD-SRVID-05:any-value @smoke
  Scenario: Without a configured server ID the server ID header is not required, and its value is not checked
    When an operator writes the client configuration in Oslo with "iam_server_id_header_value="
    Then Ada can log in to Oslo as "painter" with no server ID
    And Oslo accepts the token of Ada
    And Ada can log in to Oslo as "painter" with the ID of another server
    And Oslo accepts the token of Ada

  @CLOUD-SRVID-07 @order
  @CLOUD-SRVID-07:set @CLOUD-SRVID-07:changed @CLOUD-SRVID-07:cleared
  Scenario: A change of the configured server ID applies to the next login
    When an operator writes the client configuration in Oslo with "iam_server_id_header_value="
    Then Ada can log in to Oslo as "painter" with no server ID
    And Oslo accepts the token of Ada
    When an operator writes the client configuration in Oslo with "iam_server_id_header_value=oslo.example"
    Then Ada cannot log in to Oslo as "painter" with no server ID
    And Ada can log in to Oslo as "painter"
    And Oslo accepts the token of Ada
    When an operator writes the client configuration in Oslo with "iam_server_id_header_value=lima.example"
    Then Ada cannot log in to Oslo as "painter"
    And Ada can log in to Oslo as "painter" with the ID of another server
    And Oslo accepts the token of Ada
    When an operator writes the client configuration in Oslo with "iam_server_id_header_value="
    Then Ada can log in to Oslo as "painter" with no server ID
    And Oslo accepts the token of Ada

  @CLOUD-LOGIN-06 @order
  Scenario: A login without a role uses the role named as the user, without the user's path
    Given the IAM user Jane with "path=/team/"
    And an operator writes the cloud role "jane" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=jane-only, token_ttl=5m"
    When Jane logs in to Oslo without a role
    Then the token of Jane has "policies=default, jane-only, lease_duration=300, renewable=true, token_type=service, auth_type=iam, account_id={account}"
    Given the IAM user Bob with "path=/team/night/"
    And an operator writes the cloud role "bob" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=bob-only, token_ttl=5m"
    When Bob logs in to Oslo without a role
    Then the token of Bob has "policies=default, bob-only, lease_duration=300, renewable=true, token_type=service, auth_type=iam, account_id={account}"

  @CLOUD-LOGIN-07 @CLOUD-LOGIN-07:user @OWN-LOGIN-03
  Scenario: A login without a role is refused while there is no role named as the user
    When Ada tries to log in to Oslo without a role
    Then the request is refused
    Given an operator writes the cloud role "ada" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=5m"
    When Ada tries to log in to Oslo without a role
    Then the request succeeds

  @CLOUD-LOGIN-08 @CLOUD-LOGIN-08:user
  Scenario: A login with a role that does not exist is refused, although there is a role named as the user
    Given an operator writes the cloud role "ada" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=5m"
    Then Ada cannot log in to Oslo as "no-such-role"
    And Ada can log in to Oslo without a role

  @CLOUD-LOGIN-09 @CLOUD-LOGIN-09:iam @smoke
  Scenario: A token has the policies and the TTL of the role that the login names
    Given an operator writes the cloud role "guide" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=guiding, token_ttl=5m"
    Then Ada can log in to Oslo as "painter"
    And the token of Ada has "policies=default, drawing, painting, lease_duration=1200, renewable=true, token_type=service, auth_type=iam, account_id={account}"
    And Ada can log in to Oslo as "guide"
    And the token of Ada has "policies=default, guiding, lease_duration=300, renewable=true, token_type=service, auth_type=iam, account_id={account}"

  @CLOUD-PRINC-01 @smoke
  Scenario: A role admits only the principal that it is bound to, also when the binding is changed
    Given the IAM user Mallory
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}, resolve_cloud_unique_ids=false, token_policies=drawing, token_ttl=5m"
    When Ada logs in to Oslo as "private"
    Then the token of Ada has "policies=default, drawing, lease_duration=300, renewable=true, token_type=service, auth_type=iam, account_id={account}"
    And Mallory cannot log in to Oslo as "private"
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Mallory}"
    Then Mallory can log in to Oslo as "private"
    And Ada cannot log in to Oslo as "private"

  @CLOUD-PRINC-01 @CLOUD-ROLE-10 @CLOUD-ROLE-10:principals
  Scenario: A role bound to several principals admits each of them, and no other
    Given the IAM user Jane
    And the IAM user Mallory
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada},{Jane}, resolve_cloud_unique_ids=false, token_policies=drawing, token_ttl=5m"
    When Ada logs in to Oslo as "private"
    Then the token of Ada has "policies=default, drawing, lease_duration=300, renewable=true, token_type=service, auth_type=iam, account_id={account}"
    When Jane logs in to Oslo as "private"
    Then the token of Jane has "policies=default, drawing, lease_duration=300, renewable=true, token_type=service, auth_type=iam, account_id={account}"
    And Mallory cannot log in to Oslo as "private"
    And Mallory can log in to Oslo as "painter"

  @CLOUD-PRINC-01
  Scenario Outline: A role does not admit a principal whose ARN is nearly the one that it is bound to: <change>
    Given an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn=<arn>, resolve_cloud_unique_ids=false, token_policies=drawing, token_ttl=5m"
    Then Ada cannot log in to Oslo as "private"
    Given an operator writes the cloud role "own" in Oslo with "bound_iam_principal_arn={Ada}, resolve_cloud_unique_ids=false, token_policies=drawing, token_ttl=5m"
    When Ada logs in to Oslo as "own"
    Then the token of Ada has "policies=default, drawing, lease_duration=300, renewable=true, token_type=service, auth_type=iam, account_id={account}"

    Examples:
      | change            | arn                                     |
      | one letter more   | {Ada}x                                  |
      | one letter less   | arn:aws:iam::{account}:user/Ad          |
      | another account   | arn:aws:iam::{another account}:user/Ada |
      | another partition | arn:aws-cn:iam::{account}:user/Ada      |
      | capital letters   | arn:aws:iam::{account}:user/aDA         |
      | a role for a user | arn:aws:iam::{account}:role/Ada         |

  @CLOUD-PRINC-02
  @CLOUD-PRINC-02:other-kind @CLOUD-PRINC-02:other-account
  Scenario: A wildcard for the users of another account, or for roles, admits no user of this account
    Given an operator writes the cloud role "foreign" in Oslo with "bound_iam_principal_arn=arn:aws:iam::210987654321:user/*, resolve_cloud_unique_ids=false, token_policies=painting, token_ttl=5m"
    Then Ada cannot log in to Oslo as "foreign"
    Given an operator writes the cloud role "roles" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/*, resolve_cloud_unique_ids=false, token_policies=painting, token_ttl=5m"
    Then Ada cannot log in to Oslo as "roles"
    Then Ada can log in to Oslo as "painter"

  @CLOUD-PRINC-02
  @CLOUD-PRINC-02:prefix
  Scenario: A wildcard for a path admits all users below the path, and no others
    Given the IAM user Mallory with "path=/my/team/"
    And the IAM user Jane with "path=/team/"
    And the IAM user Bob with "path=/team/night/"
    And an operator writes the cloud role "team" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/team/*, token_policies=teaming, token_ttl=5m"
    When Jane logs in to Oslo as "team"
    Then the token of Jane has "policies=default, teaming, lease_duration=300, renewable=true, token_type=service, auth_type=iam, account_id={account}"
    When Bob logs in to Oslo as "team"
    Then the token of Bob has "policies=default, teaming, lease_duration=300, renewable=true, token_type=service, auth_type=iam, account_id={account}"
    And Ada cannot log in to Oslo as "team"
    And Mallory cannot log in to Oslo as "team"
    And Ada can log in to Oslo as "painter"
    And Mallory can log in to Oslo as "painter"
