@needs-cloud
Feature: Logging in with a cloud identity
  A principal signs a question to the provider, "who am I?"; the service has the provider answer it.

  Background:
    Given Oslo leads, and Lima follows
    And cloud login is enabled in Oslo for the server "oslo.example"
    And the cloud user Ada
    And the role "painter" for every user of the account, with the policies "drawing, painting" for 20 minutes

  @CLOUD-LOGIN-01 @CLOUD-LOGIN-02 @CLOUD-TOKEN-03 @CLOUD-TOKEN-08 @needs-replication
  Scenario: A signed question gives a token, on the lead and on a follower
    When Ada logs in to Oslo as "painter"
    Then Ada has a token for 1200 seconds with the policies "default, drawing, painting"
    And the token works in Oslo
    When Ada logs in to Lima as "painter"
    Then Ada has a token for 1200 seconds with the policies "default, drawing, painting"
    And the token works in Lima
    And the token does not work in Oslo

  @CLOUD-IAM-10 @needs-signatures
  Scenario: The provider is asked exactly what was signed
    When Ada logs in to Oslo as "painter" with one more header signed
    Then the token works in Oslo

  @CLOUD-IAM-07 @needs-signatures @needs-replication
  Scenario Outline: Whoever signs with <flaw> gets no token, before a good login and after it
    When Ada logs in to <cluster> as "painter" with <flaw>
    Then the login is refused
    And the refusal tells no secret
    When Ada logs in to <cluster> as "painter"
    Then the token works in <cluster>
    When Ada logs in to <cluster> as "painter" with <flaw>
    Then the login is refused

    Examples:
      | cluster | flaw                           |
      | Oslo    | somebody else's secret key     |
      | Lima    | somebody else's secret key     |
      | Oslo    | a header altered after signing |
      | Oslo    | a date of twenty minutes ago   |

  @needs-replication
  Scenario Outline: Evidence with <flaw> gives no token
    When Ada logs in to <cluster> as "painter" with <flaw>
    Then the login is refused
    And the refusal tells no secret

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

    @CLOUD-SRVID-04
    Examples:
      | cluster | flaw                               |
      | Oslo    | the server ID in capitals          |
      | Oslo    | the server ID and something behind |
      | Oslo    | the beginning of the server ID     |

  @CLOUD-SRVID-05 @CLOUD-SRVID-07
  Scenario: The server ID that is asked for can be changed, and left out
    Given cloud login in Oslo asks for the server ""
    When Ada logs in to Oslo as "painter" with no server ID
    Then the token works in Oslo
    When Ada logs in to Oslo as "painter" with the ID of another server
    Then the token works in Oslo
    Given cloud login in Oslo asks for the server "oslo.example"
    When Ada logs in to Oslo as "painter" with no server ID
    Then the login is refused
    When Ada logs in to Oslo as "painter"
    Then the token works in Oslo
    Given cloud login in Oslo asks for the server "lima.example"
    When Ada logs in to Oslo as "painter"
    Then the login is refused
    When Ada logs in to Oslo as "painter" with the ID of another server
    Then the token works in Oslo
    Given cloud login in Oslo asks for the server ""
    When Ada logs in to Oslo as "painter" with no server ID
    Then the token works in Oslo

  @CLOUD-LOGIN-06
  Scenario: Without a role, the role is named as the user
    Given the cloud user Jane with the path "/team/"
    And the role "jane" for every user of the account, with the policies "jane-only" for 5 minutes
    When Jane logs in to Oslo without a role
    Then Jane has a token for 300 seconds with the policies "default, jane-only"

  Scenario: Without a role and without one of that name there is no token
    When Ada logs in to Oslo without a role
    Then the login is refused

  @CLOUD-LOGIN-08
  Scenario: Whoever names a role that is not there gets no other
    Given the role "ada" for every user of the account, with the policies "painting" for 5 minutes
    When Ada logs in to Oslo as "no-such-role"
    Then the login is refused

  @CLOUD-LOGIN-09
  Scenario: The token is as the role has it
    Given the role "guide" for every user of the account, with the policies "guiding" for 5 minutes
    When Ada logs in to Oslo as "painter"
    Then Ada has a token for 1200 seconds with the policies "default, drawing, painting"
    When Ada logs in to Oslo as "guide"
    Then Ada has a token for 300 seconds with the policies "default, guiding"

  @CLOUD-PRINC-01
  Scenario: A role is for those it is bound to
    Given the cloud user Mallory
    And the role "private" only for the user Ada, with the policies "private" for 5 minutes
    When Ada logs in to Oslo as "private"
    Then Ada has a token for 300 seconds with the policies "default, private"
    When Mallory logs in to Oslo as "private"
    Then the login is refused

  @CLOUD-PRINC-01
  Scenario: A role can be for several users, and is for no other
    Given the cloud user Jane
    And the cloud user Mallory
    And the role "private" only for the users Ada and Jane, with the policies "private" for 5 minutes
    When Ada logs in to Oslo as "private"
    Then Ada has a token for 300 seconds with the policies "default, private"
    When Jane logs in to Oslo as "private"
    Then Jane has a token for 300 seconds with the policies "default, private"
    When Mallory logs in to Oslo as "private"
    Then the login is refused

  @CLOUD-PRINC-01
  Scenario Outline: A role is not for those whose ARN is nearly the one that it names: <change>
    Given the role "private" only for a user with the ARN of Ada and <change>, with the policies "private" for 5 minutes
    When Ada logs in to Oslo as "private"
    Then the login is refused
    Given the role "own" only for the user Ada, with the policies "private" for 5 minutes
    When Ada logs in to Oslo as "own"
    Then Ada has a token for 300 seconds with the policies "default, private"

    Examples:
      | change            |
      | one letter more   |
      | one letter less   |
      | another account   |
      | capital letters   |
      | a role for a user |

  @CLOUD-PRINC-02
  Scenario: A role for all users of another account, or for its roles, is for no user of this one
    Given the role "foreign" for every user of another account, with the policies "painting" for 5 minutes
    When Ada logs in to Oslo as "foreign"
    Then the login is refused
    Given the role "roles" for every role of the account, with the policies "painting" for 5 minutes
    When Ada logs in to Oslo as "roles"
    Then the login is refused
    When Ada logs in to Oslo as "painter"
    Then the token works in Oslo

  @CLOUD-PRINC-02
  Scenario: A role can be for all below a path
    Given the cloud user Mallory with the path "/my/team/"
    And the cloud user Jane with the path "/team/"
    And the cloud user Bob with the path "/team/night/"
    And the role "team" for the users below "team/", with the policies "teaming" for 5 minutes
    When Jane logs in to Oslo as "team"
    Then Jane has a token for 300 seconds with the policies "default, teaming"
    When Bob logs in to Oslo as "team"
    Then Bob has a token for 300 seconds with the policies "default, teaming"
    When Ada logs in to Oslo as "team"
    Then the login is refused
    When Mallory logs in to Oslo as "team"
    Then the login is refused
