Feature: Logging in with a cloud identity
  A principal signs a question to the provider, "who am I?"; the service has the provider answer it.

  Background:
    Given Oslo leads, and Lima follows
    And cloud login is enabled in Oslo for the server "oslo.example"
    And the cloud user Ada
    And the role "painter" for every user of the account, with the policies "painting" for 20 minutes

  @CLOUD-LOGIN-01 @CLOUD-LOGIN-02 @CLOUD-TOKEN-03 @CLOUD-TOKEN-08 @CLOUD-IAM-07 @needs-signatures
  Scenario: A signed question gives a token, on the lead and on a follower
    When Ada logs in to Oslo as "painter"
    Then Ada has a token for 1200 seconds with the policies "default, painting"
    And the token works in Oslo
    When Ada logs in to Lima as "painter"
    Then Ada has a token for 1200 seconds with the policies "default, painting"
    And the token works in Lima
    And the token does not work in Oslo

  @CLOUD-LOGIN-06
  Scenario: Without a role, the role is named as the user
    Given the cloud user Jane with the path "/team/"
    And the role "jane" for every user of the account, with the policies "jane-only" for 5 minutes
    When Jane logs in to Oslo without a role
    Then Jane has a token for 300 seconds with the policies "default, jane-only"

  @CLOUD-LOGIN-07
  Scenario: Without a role and without one of that name there is no token
    When Ada logs in to Oslo without a role
    Then the login is refused

  @CLOUD-TOKEN-05 @CLOUD-TOKEN-14 @needs-move-time
  Scenario: The token ends when its time is over
    When Ada logs in to Oslo as "painter"
    And 19 minutes pass
    Then the token works in Oslo
    When 2 minutes pass
    Then the token does not work in Oslo

  @CLOUD-IAM-07 @CLOUD-SRVID-01 @CLOUD-SRVID-02 @CLOUD-SRVID-03 @needs-signatures
  Scenario Outline: Whoever signs with <flaw> gets no token
    When Ada logs in to <cluster> as "painter" with <flaw>
    Then the login is refused
    And the refusal tells no secret

    Examples:
      | cluster | flaw                             |
      | Oslo    | somebody else's secret key       |
      | Lima    | somebody else's secret key       |
      | Oslo    | a header altered after signing   |
      | Oslo    | a date of twenty minutes ago     |
      | Oslo    | the ID of another server         |
      | Lima    | the ID of another server         |
      | Oslo    | no server ID                     |
      | Oslo    | a server ID that is not signed   |

  @CLOUD-PRINC-01 @CLOUD-PRINC-02
  Scenario: A role is for those it is bound to
    Given the cloud user Mallory
    And the role "private" only for the user Ada, with the policies "private" for 5 minutes
    When Ada logs in to Oslo as "private"
    Then Ada has a token for 300 seconds with the policies "default, private"
    When Mallory logs in to Oslo as "private"
    Then the login is refused

  @CLOUD-ROLE-04 @CLOUD-ROLE-05 @CLOUD-ROLE-07 @CLOUD-ROLE-13
  Scenario: Roles are known in lower case, need a bound, and a refused write changes nothing
    When the role "Sculptor" is written with "bound_iam_principal_arn=arn:aws:iam::123456789012:user/*, token_ttl=1h"
    And the role "SCULPTOR" is written with "token_ttl=2h"
    Then the roles are "painter, sculptor"
    And the role "sCulptor" has the "token_ttl" 7200
    When somebody tries to write the role "sculptor" with "auth_type=other"
    Then that is refused as a bad request
    When somebody tries to write the role "potter" with "token_ttl=1h"
    Then that is refused as a bad request
    And the roles are "painter, sculptor"
    And the role "sculptor" has the "token_ttl" 7200
