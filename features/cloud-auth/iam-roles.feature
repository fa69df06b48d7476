@needs-cloud
Feature: Login of sessions of IAM roles
  A principal that has assumed an IAM role logs in as that role, whatever the session is called.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And the IAM role "WebApp"

  @CLOUD-LOGIN-05 @smoke
  Scenario: A session that names no role logs in against the role named like its IAM role, not like the session
    Given an operator writes the cloud role "webapp" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/*, token_policies=serving"
    And an operator writes the cloud role "one" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/*, token_policies=other"
    When Ada is in the session "one" of the IAM role "WebApp"
    And Ada logs in to Oslo without a role
    Then the token of Ada has "policies=default, serving"

  @CLOUD-LOGIN-07 @CLOUD-LOGIN-07:session
  Scenario: A session that names no role is refused if no role has the name of its IAM role
    Given an operator writes the cloud role "one" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/*, token_policies=other"
    When Ada is in the session "one" of the IAM role "WebApp"
    And Ada tries to log in to Oslo without a role
    Then the request is refused
    And Ada can log in to Oslo as "one"

  @CLOUD-LOGIN-08 @CLOUD-LOGIN-08:session
  Scenario: A session that names a missing role is refused, even if there is a role with the name of its IAM role
    Given an operator writes the cloud role "one" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/*, token_policies=other"
    And an operator writes the cloud role "webapp" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/*, token_policies=serving"
    When Ada is in the session "one" of the IAM role "WebApp"
    Then Ada cannot log in to Oslo as "no-such-role"
    And Ada can log in to Oslo as "webapp"

  @CLOUD-PRINC-02
  @CLOUD-PRINC-02:all-roles @CLOUD-PRINC-02:all-principals @CLOUD-PRINC-02:other-kind @CLOUD-PRINC-02:other-account
  Scenario: A wildcard for an account's roles admits no user, one for the account does; no foreign role is admitted
    Given an operator writes the cloud role "roles" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/*"
    And an operator writes the cloud role "foreign" in Oslo with "bound_iam_principal_arn=arn:aws:iam::210987654321:role/elsewhere, resolve_cloud_unique_ids=false"
    And the IAM role "elsewhere" with "account=210987654321"
    And the IAM user Jane
    When Ada is in the session "one" of the IAM role "WebApp"
    Then Ada can log in to Oslo as "roles"
    And Jane cannot log in to Oslo as "roles"
    When Ada is in the session "one" of the IAM role "elsewhere"
    Then Ada cannot log in to Oslo as "roles"
    And Ada can log in to Oslo as "foreign"
    When an operator writes the cloud role "roles" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:*"
    Then Jane can log in to Oslo as "roles"
    And Ada cannot log in to Oslo as "roles"
    When Ada is in the session "one" of the IAM role "WebApp"
    Then Ada can log in to Oslo as "roles"

  @CLOUD-PRINC-02
  @CLOUD-PRINC-02:prefix
  Scenario Outline: A wildcard is compared with the ARN of the IAM role: a session of WebApp <can> log in with <bound>
    Given an operator writes the cloud role "some" in Oslo with 'bound_iam_principal_arn=<bound>'
    When Ada is in the session "Other" of the IAM role "WebApp"
    Then Ada <can> log in to Oslo as "some"

    Examples:
      | bound                                                          | can    |
      | arn:aws:iam::{account}:role/WebApp*                            | can    |
      | arn:aws:iam::{account}:role/W*                                 | can    |
      | arn:aws:iam::{account}:role/webapp*                            | cannot |
      | arn:aws:iam::{account}:role/WebApp1*                           | cannot |
      | arn:aws:iam::{account}:role/Other*                             | cannot |
      | arn:aws:iam::{account}:user/*,arn:aws:iam::{account}:role/Web* | can    |
      | arn:aws:iam::{account}:role/Web*,arn:aws:iam::{account}:user/* | can    |

  @CLOUD-PRINC-04 @needs-replication
  Scenario Outline: A session matches by its IAM role only: <of>/<session> <can> match WebApp<more>, with unique IDs <resolved>
    Given the IAM role "Other"
    And an operator writes the cloud role "any" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/*"
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={role:WebApp}<more>, resolve_cloud_unique_ids=<resolved>"
    When Ada is in the session "<session>" of the IAM role "<of>"
    Then Ada <can> log in to <cluster> as "private"
    And Ada can log in to <cluster> as "any"

    @CLOUD-PRINC-04:any-session
    Examples: sessions of the bound role
      | session | of     | can | cluster | resolved | more |
      | one     | WebApp | can | Oslo    | true     |      |
      | one     | WebApp | can | Oslo    | false    |      |
      | two     | WebApp | can | Lima    | true     |      |
      | two     | WebApp | can | Lima    | false    |      |
      | Other   | WebApp | can | Oslo    | true     | *    |

    @CLOUD-PRINC-04:other-role
    Examples: sessions of another role, named like the bound role
      | session | of    | can    | cluster | resolved | more |
      | WebApp  | Other | cannot | Oslo    | true     |      |
      | WebApp  | Other | cannot | Oslo    | false    |      |
      | WebApp  | Other | cannot | Oslo    | true     | *    |

  @CLOUD-PRINC-04
  Scenario: Without an access key to look up paths, the service compares a wildcard with the IAM role's name only
    Given an operator writes the client configuration in Oslo with "access_key=, secret_key=, sts_region="
    And the IAM role "Other"
    And an operator writes the cloud role "some" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/WebApp*"
    And an operator writes the cloud role "named" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/WebApp/*"
    When Ada is in the session "one" of the IAM role "WebApp"
    Then Ada can log in to Oslo as "some"
    And Ada cannot log in to Oslo as "named"
    When Ada is in the session "WebApp" of the IAM role "Other"
    Then Ada cannot log in to Oslo as "some"

  @CLOUD-PRINC-05
  @CLOUD-PRINC-05:without-path @CLOUD-PRINC-05:with-path
  Scenario: With resolve_cloud_unique_ids=false, an IAM role matches only a bound ARN without its path
    Given the IAM role "web" with "path=/team/"
    And an operator writes the cloud role "pathless" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/web, resolve_cloud_unique_ids=false"
    And an operator writes the cloud role "pathful" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/team/web, resolve_cloud_unique_ids=false"
    When Ada is in the session "one" of the IAM role "web"
    Then Ada can log in to Oslo as "pathless"
    And Ada cannot log in to Oslo as "pathful"

  @CLOUD-PRINC-02
  Scenario: A wildcard is compared with the ARN of the IAM role that includes its path, which IAM returns
    Given the IAM role "web" with "path=/team/"
    And an operator writes the cloud role "team" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/team/*"
    And an operator writes the cloud role "named" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/we*"
    And an operator writes the cloud role "second" in Oslo with "bound_iam_principal_arn={role:WebApp},arn:aws:iam::{account}:role/team/*"
    When Ada is in the session "one" of the IAM role "web"
    Then Ada can log in to Oslo as "team"
    And Ada can log in to Oslo as "second"
    And Ada cannot log in to Oslo as "named"
    When Ada is in the session "one" of the IAM role "WebApp"
    Then Ada cannot log in to Oslo as "team"
    And Ada can log in to Oslo as "second"

  @OWN-LOGIN-04
  Scenario: A session of an IAM role with the same name in another account cannot log in (CVE-2025-11621)
    Given the IAM role "web" with "path=/team/"
    And an operator writes the cloud role "team" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/team/*"
    When Ada is in the session "one" of the IAM role "web"
    Then Ada can log in to Oslo as "team"
    Given the IAM role "web" with "account=210987654321"
    And an operator writes the cloud role "foreign" in Oslo with "bound_iam_principal_arn=arn:aws:iam::210987654321:role/web, resolve_cloud_unique_ids=false"
    When Mallory is in the session "one" of the IAM role "web"
    Then Mallory cannot log in to Oslo as "team"
    And Mallory can log in to Oslo as "foreign"

  @CLOUD-IDENT-07
  @CLOUD-IDENT-07:role
  Scenario: With iam_alias unique_id a session has the unique ID of its IAM role as alias
    Given an operator writes the cloud role "roles" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/*"
    When an operator writes the identity configuration in Oslo with:
      | iam_alias | unique_id |
    And Ada is in the session "one" of the IAM role "WebApp"
    And Ada logs in to Oslo as "roles"
    Then the alias of Ada in Oslo is "{unique id of Ada}"

  @CLOUD-IDENT-09
  Scenario: With iam_alias full_arn a session has its own ARN as alias, without the path of the IAM role
    Given the IAM role "web" with "path=/team/"
    And an operator writes the cloud role "roles" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/*"
    When an operator writes the identity configuration in Oslo with:
      | iam_alias | full_arn |
    And Ada is in the session "one" of the IAM role "web"
    And Ada logs in to Oslo as "roles"
    Then the alias of Ada in Oslo is "arn:aws:sts::{account}:assumed-role/web/one"

  @CLOUD-IDENT-10
  Scenario: With iam_alias full_arn a session has the same alias and entity after its IAM role is created again
    Given an operator writes the cloud role "roles" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/*"
    When an operator writes the identity configuration in Oslo with:
      | iam_alias | full_arn |
    And Ada is in the session "one" of the IAM role "WebApp"
    And Ada logs in to Oslo as "roles"
    And the IAM role "WebApp" is deleted and created again
    And Jane is in the session "one" of the IAM role "WebApp"
    And Jane logs in to Oslo as "roles"
    Then the alias of Jane in Oslo is "arn:aws:sts::{account}:assumed-role/WebApp/one"
    And Ada and Jane are one entity

  @CLOUD-IDENT-17
  @CLOUD-IDENT-17:canonical-arn @CLOUD-IDENT-17:client-arn @CLOUD-IDENT-17:client-user-id
  Scenario: The ARNs and the unique ID of a session can be chosen as metadata
    Given an operator writes the cloud role "roles" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/*"
    When an operator writes the identity configuration in Oslo with:
      | iam_metadata | canonical_arn,client_arn,client_user_id |
    And Ada is in the session "one" of the IAM role "WebApp"
    And Ada logs in to Oslo as "roles"
    Then the token of Ada has the metadata "canonical_arn, client_arn, client_user_id" and no other
    And the token of Ada has "canonical_arn=arn:aws:iam::{account}:role/WebApp"
    And the token of Ada has "client_arn=arn:aws:sts::{account}:assumed-role/WebApp/one"
    And the token of Ada has "client_user_id={unique id of Ada}"
