@needs-cloud
Feature: Unique IDs of bound principals
  A role is bound to principals by their ARNs. A principal that is deleted and created again has the same ARN, but another unique ID.
  A role resolves its ARNs to unique IDs by IAM, and then admits only principals with these IDs.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And the IAM user Ada

  @CLOUD-RESOLVE-03 @CLOUD-RESOLVE-03:user @needs-replication
  Scenario Outline: An IAM user that is deleted and created again under its ARN cannot log in to <cluster>
    Given an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    Then Ada can log in to <cluster> as "private"
    When the IAM user Ada is deleted and created again
    Then Ada cannot log in to <cluster> as "private"

    Examples:
      | cluster |
      | Oslo    |
      | Lima    |

  @CLOUD-RESOLVE-03 @CLOUD-RESOLVE-03:user @CLOUD-ROLE-10 @CLOUD-ROLE-10:principals
  Scenario: Only the bound user that is created again is refused, also if an ARN with a wildcard is bound
    Given the IAM user Jane
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada},arn:aws:iam::{account}:role/*,{Jane}"
    Then Ada can log in to Oslo as "private"
    And Jane can log in to Oslo as "private"
    When the IAM user Ada is deleted and created again
    Then Ada cannot log in to Oslo as "private"
    And Jane can log in to Oslo as "private"

  @CLOUD-PRINC-01
  Scenario: A role admits the users that its current bound_iam_principal_arn matches, and no others
    Given the IAM user Jane
    And the IAM user Bob
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada},{Jane}"
    Then Ada can log in to Oslo as "private"
    And Jane can log in to Oslo as "private"
    And Bob cannot log in to Oslo as "private"
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Jane},{Bob}"
    Then Bob can log in to Oslo as "private"
    And Jane can log in to Oslo as "private"
    And Ada cannot log in to Oslo as "private"
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/A*"
    Then Ada can log in to Oslo as "private"
    And Jane cannot log in to Oslo as "private"

  @CLOUD-RESOLVE-03 @CLOUD-RESOLVE-03:role
  Scenario: A session of an IAM role that is deleted and created again under its ARN cannot log in
    Given the IAM role "web" with "path=/team/"
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={role:web}"
    When Ada is in the session "one" of the IAM role "web"
    Then Ada can log in to Oslo as "private"
    When the IAM role "web" is deleted and created again
    And Ada is in the session "one" of the IAM role "web"
    Then Ada cannot log in to Oslo as "private"

  @CLOUD-RESOLVE-04 @CLOUD-RESOLVE-04:user @CLOUD-RESOLVE-04:role @order
  Scenario: With resolve_cloud_unique_ids=false, a user or IAM role that is created again can log in
    Given an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}, resolve_cloud_unique_ids=false"
    Then Ada can log in to Oslo as "private"
    When the IAM user Ada is deleted and created again
    Then Ada can log in to Oslo as "private"
    Given the IAM role "web"
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={role:web}"
    And the IAM role "web" is deleted and created again
    And Jane is in the session "one" of the IAM role "web"
    Then Jane can log in to Oslo as "private"

  @CLOUD-RESOLVE-05 @CLOUD-RESOLVE-05:write @CLOUD-RESOLVE-05:login @needs-stand-ins @order
  Scenario: An ARN with a wildcard is accepted while IAM refuses calls, and admits a user that is created again
    Given an operator writes the client configuration in Oslo with:
      | iam_endpoint | {stand-in:iam} |
    And the stand-in "iam" refuses everything
    When an operator writes the cloud role "team" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:*, resolve_cloud_unique_ids=true"
    Then Ada can log in to Oslo as "team"
    When the IAM user Ada is deleted and created again
    Then Ada can log in to Oslo as "team"
    When the stand-in "iam" works again
    And the IAM role "web"
    And an operator writes the cloud role "team" in Oslo with "bound_iam_principal_arn={role:web},arn:aws:iam::{account}:user/A*"
    Then Ada can log in to Oslo as "team"
    When the IAM user Ada is deleted and created again
    Then Ada can log in to Oslo as "team"

  @CLOUD-RESOLVE-06 @CLOUD-RESOLVE-06:unknown-user @CORE-ATOMIC-01
  Scenario: A new or existing role cannot be bound to the ARN of a user that does not exist
    When an operator tries to write the cloud role "private" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/Absent"
    Then the request is refused
    And there is no cloud role "private" in Oslo
    When an operator tries to write the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    Then the request succeeds
    When an operator tries to write the cloud role "private" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/Absent"
    Then the request is refused
    And the refused requests have changed nothing

  @CLOUD-RESOLVE-06 @CLOUD-RESOLVE-06:unknown-user @CLOUD-RESOLVE-06:unknown-role @CLOUD-RESOLVE-06:iam-refuses @needs-stand-ins
  Scenario: A write is refused unless IAM resolves every ARN without a wildcard, of a user or of an IAM role
    Given the IAM role "web"
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={role:web}"
    And an operator writes the client configuration in Oslo with:
      | max_retries | 0 |
    Then Oslo refuses the cloud role "private" with each of these:
      | bound_iam_principal_arn=arn:aws:iam::{account}:role/absent                               |
      | bound_iam_principal_arn={Ada},arn:aws:iam::{account}:role/absent                         |
      | bound_iam_principal_arn={role:web},arn:aws:iam::{account}:user/Absent                    |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/Absent,{Ada}                         |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/Absent,arn:aws:iam::{account}:user/* |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*,arn:aws:iam::{account}:role/absent |
    And Oslo refuses the cloud role "new" with each of these:
      | bound_iam_principal_arn=arn:aws:iam::{account}:role/absent                               |
      | bound_iam_principal_arn={Ada},arn:aws:iam::{account}:role/absent                         |
      | bound_iam_principal_arn={role:web},arn:aws:iam::{account}:user/Absent                    |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/Absent,{Ada}                         |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/Absent,arn:aws:iam::{account}:user/* |
      | bound_iam_principal_arn=arn:aws:iam::{account}:user/*,arn:aws:iam::{account}:role/absent |
    When an operator writes the client configuration in Oslo with:
      | iam_endpoint | {stand-in:iam} |
    And the stand-in "iam" refuses everything
    Then Oslo refuses the cloud role "private" with each of these:
      | bound_iam_principal_arn={Ada}      |
      | bound_iam_principal_arn={role:web} |
    And Oslo refuses the cloud role "new" with each of these:
      | bound_iam_principal_arn={Ada}      |
      | bound_iam_principal_arn={role:web} |
    When the stand-in "iam" is out of order
    Then Oslo refuses the cloud role "private" with each of these:
      | bound_iam_principal_arn={Ada}      |
      | bound_iam_principal_arn={role:web} |
    And Oslo refuses the cloud role "new" with each of these:
      | bound_iam_principal_arn={Ada}      |
      | bound_iam_principal_arn={role:web} |
    And the refused requests have changed nothing
    And there is no cloud role "new" in Oslo
    When the stand-in "iam" works again
    Then Oslo accepts the cloud role "new" with each of these:
      | bound_iam_principal_arn={Ada},{role:web} |

  @CLOUD-RESOLVE-07 @CLOUD-RESOLVE-07:user @CLOUD-RESOLVE-07:role @needs-stand-ins @order
  Scenario: Setting resolve_cloud_unique_ids to true resolves the ARNs that the role has, and enforces their unique IDs
    Given the IAM role "web"
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada},{role:web}, resolve_cloud_unique_ids=false"
    And an operator writes the client configuration in Oslo with:
      | iam_endpoint | {stand-in:iam} |
    When an operator writes the cloud role "private" in Oslo with "resolve_cloud_unique_ids=true"
    Then all calls to the stand-in "iam" have "action=GetRole, GetUser"
    And Ada can log in to Oslo as "private"
    When Jane is in the session "one" of the IAM role "web"
    Then Jane can log in to Oslo as "private"
    When the IAM user Ada is deleted and created again
    Then Ada cannot log in to Oslo as "private"
    And Jane can log in to Oslo as "private"
    When the IAM role "web" is deleted and created again
    And Jane is in the session "one" of the IAM role "web"
    Then Jane cannot log in to Oslo as "private"

  @CLOUD-RESOLVE-08
  Scenario Outline: resolve_cloud_unique_ids cannot be set to true if a bound ARN does not exist: <bound>
    Given an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn=<bound>, resolve_cloud_unique_ids=false"
    And an operator writes the cloud role "own" in Oslo with "bound_iam_principal_arn={Ada}, resolve_cloud_unique_ids=false"
    When an operator tries to write the cloud role "private" in Oslo with "resolve_cloud_unique_ids=true"
    Then the request is refused
    And the refused requests have changed nothing
    And the cloud role "private" in Oslo has "resolve_cloud_unique_ids=false"
    And Oslo accepts the cloud role "own" with each of these:
      | resolve_cloud_unique_ids=true |
    When the IAM user Ada is deleted and created again
    Then Ada can log in to Oslo as "private"

    @CLOUD-RESOLVE-08:first-arn
    Examples: the first ARN does not exist
      | bound                                    |
      | arn:aws:iam::{account}:user/Absent,{Ada} |

    @CLOUD-RESOLVE-08:second-arn
    Examples: the second ARN does not exist
      | bound                                    |
      | {Ada},arn:aws:iam::{account}:user/Absent |
      | {Ada},arn:aws:iam::{account}:role/absent |

  @CLOUD-RESOLVE-08 @CLOUD-RESOLVE-08:iam-refuses @needs-stand-ins
  Scenario Outline: resolve_cloud_unique_ids cannot be set to true while IAM <fails>
    Given an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}, resolve_cloud_unique_ids=false"
    And an operator writes the client configuration in Oslo with:
      | iam_endpoint | {stand-in:iam} |
      | max_retries  | 0              |
    And the stand-in "iam" <fails>
    When an operator tries to write the cloud role "private" in Oslo with "resolve_cloud_unique_ids=true"
    Then the request is refused
    And the refused requests have changed nothing
    When the IAM user Ada is deleted and created again
    Then Ada can log in to Oslo as "private"
    Given the stand-in "iam" works again
    Then Oslo accepts the cloud role "private" with each of these:
      | resolve_cloud_unique_ids=true |

    Examples:
      | fails              |
      | refuses everything |
      | is out of order    |

  @CLOUD-RESOLVE-09
  Scenario: resolve_cloud_unique_ids cannot be changed to false, and unique IDs are still enforced
    Given an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    And an operator writes the cloud role "team" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*"
    Then Ada can log in to Oslo as "private"
    When an operator tries to write the cloud role "private" in Oslo with "resolve_cloud_unique_ids=false"
    Then the request is refused
    When an operator tries to write the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}, resolve_cloud_unique_ids=false"
    Then the request is refused
    When an operator tries to write the cloud role "team" in Oslo with "resolve_cloud_unique_ids=false, token_ttl=1h"
    Then the request is refused
    And the refused requests have changed nothing
    And the cloud role "private" in Oslo has "resolve_cloud_unique_ids=true"
    And the cloud role "team" in Oslo has "resolve_cloud_unique_ids=true"
    When the IAM user Ada is deleted and created again
    Then Ada cannot log in to Oslo as "private"
    And Ada can log in to Oslo as "team"

  @CLOUD-RESOLVE-10 @order
  Scenario: A role that is deleted and created again can have resolve_cloud_unique_ids=false
    Given an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    When an operator deletes the cloud role "private" in Oslo
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}, resolve_cloud_unique_ids=false"
    Then the cloud role "private" in Oslo has "resolve_cloud_unique_ids=false"
    When the IAM user Ada is deleted and created again
    Then Ada can log in to Oslo as "private"

  @CLOUD-RESOLVE-11 @CLOUD-RESOLVE-11:user
  Scenario: Writing the same ARN of a user again refreshes its unique ID, and writing another field does not
    Given an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    When the IAM user Ada is deleted and created again
    Then Ada cannot log in to Oslo as "private"
    When an operator writes the cloud role "private" in Oslo with "token_ttl=5m"
    Then Ada cannot log in to Oslo as "private"
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    Then Ada can log in to Oslo as "private"

  @CLOUD-RESOLVE-11 @CLOUD-RESOLVE-11:old-id @needs-stand-ins @order
  Scenario: After the same ARN is written again, its earlier unique ID is refused and its new one is accepted
    Given an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    And an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:sts} |
    # The stand-in goes on to answer with the identity that Ada has at this time.
    And the stand-in "sts" answers every call with the identity of Ada
    When the IAM user Ada is deleted and created again
    Then Ada can log in to Oslo as "private"
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    Then Ada cannot log in to Oslo as "private"
    When the stand-in "sts" works again
    Then Ada can log in to Oslo as "private"

  @CLOUD-RESOLVE-11 @CLOUD-RESOLVE-11:role
  Scenario: Writing the same ARN of an IAM role again refreshes its unique ID
    Given the IAM role "web"
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={role:web}"
    When the IAM role "web" is deleted and created again
    And Ada is in the session "one" of the IAM role "web"
    Then Ada cannot log in to Oslo as "private"
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={role:web}"
    Then Ada can log in to Oslo as "private"

  @CLOUD-RESOLVE-12 @CLOUD-RESOLVE-12:user @needs-stand-ins
  Scenario Outline: While IAM <fails>, writing the same ARN of a user again fails and keeps its unique ID
    Given an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    And an operator writes the client configuration in Oslo with:
      | iam_endpoint | {stand-in:iam} |
      | max_retries  | 0              |
    And the stand-in "iam" <fails>
    When an operator tries to write the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}, token_ttl=5m"
    Then the request is refused
    And the refused requests have changed nothing
    And Ada can log in to Oslo as "private"
    When the IAM user Ada is deleted and created again
    Then Ada cannot log in to Oslo as "private"
    Given the stand-in "iam" works again
    Then Oslo accepts the cloud role "private" with each of these:
      | bound_iam_principal_arn={Ada}, token_ttl=5m | token_ttl=300 |
    And Ada can log in to Oslo as "private"

    Examples:
      | fails              |
      | refuses everything |
      | is out of order    |

  @CLOUD-RESOLVE-12 @CLOUD-RESOLVE-12:role @needs-stand-ins
  Scenario Outline: While IAM <fails>, writing the same ARN of an IAM role again fails and keeps its unique ID
    Given the IAM role "web"
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={role:web}"
    And an operator writes the client configuration in Oslo with:
      | iam_endpoint | {stand-in:iam} |
      | max_retries  | 0              |
    And the stand-in "iam" <fails>
    When an operator tries to write the cloud role "private" in Oslo with "bound_iam_principal_arn={role:web}, token_ttl=5m"
    Then the request is refused
    And the refused requests have changed nothing
    When Ada is in the session "one" of the IAM role "web"
    Then Ada can log in to Oslo as "private"
    When the IAM role "web" is deleted and created again
    And Ada is in the session "two" of the IAM role "web"
    Then Ada cannot log in to Oslo as "private"
    Given the stand-in "iam" works again
    Then Oslo accepts the cloud role "private" with each of these:
      | bound_iam_principal_arn={role:web}, token_ttl=5m | token_ttl=300 |
    And Ada can log in to Oslo as "private"

    Examples:
      | fails              |
      | refuses everything |
      | is out of order    |

  @CLOUD-RESOLVE-14 @CLOUD-RESOLVE-14:user @CLOUD-RESOLVE-14:role @order
  Scenario: A renewal is refused once the bound user or IAM role has another unique ID than at login
    Given an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    When Ada logs in to Oslo as "private"
    Then Ada can renew the token in Oslo
    When the IAM user Ada is deleted and created again
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    Then Ada cannot renew the token in Oslo
    When Ada logs in to Oslo as "private"
    Then Ada can renew the token in Oslo
    Given the IAM role "web"
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada},{role:web}"
    And Jane is in the session "one" of the IAM role "web"
    And Jane logs in to Oslo as "private"
    Then Jane can renew the token in Oslo
    When the IAM role "web" is deleted and created again
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={role:web},{Ada}"
    Then Jane cannot renew the token in Oslo
    And Ada can renew the token in Oslo

  @CLOUD-CLIENT-13 @needs-stand-ins
  Scenario: IAM is called at the configured endpoint, with the configured access key
    Given an operator writes the client configuration in Oslo with:
      | iam_endpoint | {stand-in:iam} |
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    Then all calls to the stand-in "iam" have "action=GetUser"
    And all calls to the stand-in "iam" have "access_key={access key of the administrator}"

  @CLOUD-CLIENT-11 @CLOUD-CLIENT-11:sts @needs-stand-ins
  Scenario: An STS role is assumed with the configured access key
    Given the IAM user Jane with "account=210987654321"
    And the IAM role "look" with 'account=210987654321, trusts=["210987654321","{account}"]'
    And an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/look"
    And an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:sts} |
      | sts_region   | eu-west-3      |
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Jane}"
    Then all calls to the stand-in "sts" have "access_key={access key of the administrator}"

  @CLOUD-CLIENT-16 @needs-stand-ins
  Scenario: An STS role is assumed for the region in sts_region
    Given the IAM user Jane with "account=210987654321"
    And the IAM role "look" with 'account=210987654321, trusts=["210987654321","{account}"]'
    And an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/look"
    And an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:sts} |
      | sts_region   | eu-west-3      |
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Jane}"
    Then all calls to the stand-in "sts" have "region=eu-west-3"

  @CLOUD-CLIENT-14 @CLOUD-CLIENT-14:lookup @CLOUD-CLIENT-14:assume-role @needs-stand-ins @order
  Scenario: STS roles are assumed and logins verified at sts_endpoint, and IAM is called at iam_endpoint
    Given the IAM user Jane with "account=210987654321"
    And the IAM role "look" with 'account=210987654321, trusts=["210987654321","{account}"]'
    And an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/look"
    And an operator writes the client configuration in Oslo with:
      | iam_endpoint | {stand-in:iam} |
      | sts_endpoint | {stand-in:sts} |
      | sts_region   | eu-west-3      |
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Jane}"
    Then all calls to the stand-in "sts" have "action=AssumeRole"
    And Jane can log in to Oslo as "private"
    And all calls to the stand-in "sts" have "action=AssumeRole, GetCallerIdentity"
    And all calls to the stand-in "iam" have "action=GetUser"
    When an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:other} |
      | sts_region   |                  |
    Then Jane can log in to Oslo as "private"
    And all calls to the stand-in "other" have "action=GetCallerIdentity"

  @CLOUD-CLIENT-18 @CLOUD-CLIENT-18:sts-region @needs-stand-ins @order
  Scenario: After sts_region is changed, the next STS role is assumed for the new region
    Given the IAM user Jane with "account=210987654321"
    And the IAM role "look" with 'account=210987654321, trusts=["210987654321","{account}"]'
    And an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/look"
    And an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:sts} |
      | sts_region   | eu-west-3      |
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Jane}"
    And an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:other} |
      | sts_region   |                  |
    And an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:third} |
      | sts_region   | eu-west-1        |
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Jane}"
    Then all calls to the stand-in "third" have "region=eu-west-1"
