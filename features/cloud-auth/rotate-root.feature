@needs-cloud
Feature: Rotation of cloud login's access key
  The service replaces its own access key at the provider. Afterwards only the service has the secret key in use.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And an operator writes the client configuration in Oslo with "access_key={access key of the administrator}, secret_key={secret key of the administrator}, endpoint={cloud}, iam_endpoint={cloud}"
    And the IAM user Bob
    And the IAM user Ada
    And an operator writes the client configuration in Oslo with "access_key={access key of Bob}, secret_key={secret key of Bob}, endpoint={cloud}"

  @CLOUD-ROTATE-01 @needs-replication @order
  @CLOUD-ROTATE-01:created @CLOUD-ROTATE-01:returned
  Scenario Outline: A rotation in <cluster> creates a new access key, and returns it without its secret key
    When an operator tries to rotate the access key of cloud login in <cluster>
    Then the response has a new access key of Bob, and no secret key
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    Then Ada can log in to Oslo as "private"

    Examples:
      | cluster |
      | Oslo    |
      | Lima    |

  @CLOUD-ROTATE-02 @needs-stand-ins @needs-replication @order
  @CLOUD-ROTATE-02:calls @CLOUD-ROTATE-02:read
  Scenario Outline: After a rotation in <cluster> the service uses the new access key, and no other
    Given the IAM role "web" with "path=/team/"
    And an operator writes the cloud role "team" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:role/team/*"
    And Jane is in the session "one" of the IAM role "web"
    And Jane can log in to Lima as "team"
    And the IAM role "app" with "path=/team/"
    And Olga is in the session "one" of the IAM role "app"
    When an operator tries to rotate the access key of cloud login in <cluster>
    Then the client configuration in Oslo has "access_key={the new access key}"
    When an operator writes the client configuration in Oslo with:
      | iam_endpoint | {stand-in:iam} |
    And an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    Then all calls to the stand-in "iam" have "access_key={the new access key}"
    And the client configuration in Lima has "access_key={the new access key}"
    And Jane can log in to Lima as "team"
    # The service has not looked up this IAM role before.
    And Olga can log in to Lima as "team"
    And the last call to the stand-in "iam" has "action=GetRole, access_key={the new access key}"
    And all calls to the stand-in "iam" have "access_key={the new access key}"

    Examples:
      | cluster |
      | Oslo    |
      | Lima    |

  @CLOUD-ROTATE-02 @needs-instances @needs-stand-ins @needs-replication
  Scenario Outline: After a rotation instances can log in to <cluster>, which looks them up with the new access key
    Given cloud login for instances is configured in Oslo
    And an operator writes the client configuration in Oslo with "access_key={access key of Bob}, secret_key={secret key of Bob}, endpoint={stand-in:ec2}"
    And the instance "web-1" with "image=ami-0web"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    And the instance "web-1" can log in to <cluster> as "web" with the nonce "mine"
    When an operator tries to rotate the access key of cloud login in Oslo
    Then the request succeeds
    And the instance "web-1" can log in to <cluster> as "web" with the nonce "mine"
    And the last call to the stand-in "ec2" has "action=DescribeInstances, access_key={the new access key}"

    Examples:
      | cluster |
      | Oslo    |
      | Lima    |

  @CLOUD-ROTATE-03
  Scenario: A rotation fails when the IAM user has two access keys
    Given the cloud's administrator creates an access key for Bob
    When an operator tries to rotate the access key of cloud login in Oslo
    Then the request is refused

  @CLOUD-ROTATE-04
  @CLOUD-ROTATE-04:configured @CLOUD-ROTATE-04:in-use
  Scenario: A rotation that fails because the IAM user has two access keys leaves the configured one in use
    Given the cloud's administrator creates an access key for Bob
    When an operator tries to rotate the access key of cloud login in Oslo
    Then the request is refused
    And the client configuration in Oslo has "access_key={access key of Bob}"
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    Then Ada can log in to Oslo as "private"

  @CLOUD-ROTATE-04 @needs-stand-ins @order
  @CLOUD-ROTATE-04:configured @CLOUD-ROTATE-04:in-use
  Scenario Outline: A rotation fails when IAM <fails>, and leaves the configured access key in use
    Given an operator writes the client configuration in Oslo with:
      | iam_endpoint | {stand-in:iam} |
      | max_retries  | 0              |
    And the stand-in "iam" <fails>
    When an operator tries to rotate the access key of cloud login in Oslo
    Then the request is refused
    When the stand-in "iam" works again
    Then the client configuration in Oslo has "access_key={access key of Bob}"
    And Bob has 1 access key
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    Then Ada can log in to Oslo as "private"

    Examples:
      | fails              |
      | refuses everything |
      | is out of order    |

  @CLOUD-ROTATE-04 @needs-cloud-faults @order
  @CLOUD-ROTATE-04:configured @CLOUD-ROTATE-04:in-use
  Scenario Outline: A rotation fails when CreateAccessKey fails with <fault>, and leaves the configured access key in use
    Given an operator writes the client configuration in Oslo with:
      | max_retries | 0 |
    And the cloud answers "CreateAccessKey" with "<fault>"
    When an operator tries to rotate the access key of cloud login in Oslo
    Then the request is refused
    When the cloud answers "CreateAccessKey" again
    Then the client configuration in Oslo has "access_key={access key of Bob}"
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    Then Ada can log in to Oslo as "private"

    Examples:
      | fault           |
      | AccessDenied    |
      | InternalFailure |

  @CLOUD-ROTATE-05 @order
  @CLOUD-ROTATE-05:single @CLOUD-ROTATE-05:again
  Scenario: After a rotation the IAM user has one access key, so that it can be rotated again
    When an operator rotates the access key of cloud login in Oslo
    Then Bob has 1 access key
    When an operator tries to rotate the access key of cloud login in Oslo
    Then the request succeeds
    And Bob has 1 access key
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    Then Ada can log in to Oslo as "private"

  @OWN-ROTATE-01 @order
  Scenario: A rotation is refused without a client configuration, and with one that has no access key
    When an operator deletes the client configuration in Oslo
    And an operator tries to rotate the access key of cloud login in Oslo
    Then the request is refused with status 400
    When an operator writes the client configuration in Oslo with "endpoint={cloud}, iam_endpoint={cloud}"
    And an operator tries to rotate the access key of cloud login in Oslo
    Then the request is refused with status 400
    And Bob has 1 access key
    When an operator writes the client configuration in Oslo with "access_key={access key of Bob}, secret_key={secret key of Bob}"
    And an operator tries to rotate the access key of cloud login in Oslo
    Then the request succeeds

  @OWN-ROTATE-02
  @needs-restart @needs-move-time @order
  Scenario Outline: After a crash in a rotation <moment>, the next rotation succeeds and leaves one access key
    Given Oslo will crash <moment> and be restarted
    When an operator tries to rotate the access key of cloud login in Oslo
    Then Bob has 2 access keys
    When an operator tries to rotate the access key of cloud login in Oslo
    Then the response has a new access key of Bob, and no secret key
    And Bob has 1 access key
    And the client configuration in Oslo has "access_key={the new access key}"
    When an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    Then Ada can log in to Oslo as "private"

    Examples:
      | moment                                        |
      | once the provider has made the new access key |
      | once the new access key is stored             |

  # LocalStack lets a user have any number of access keys, and refuses none.
  @OWN-ROTATE-02
  @needs-restart @needs-move-time @needs-cloud-faults
  Scenario: After an interrupted rotation, the next one deletes no access key that an administrator created
    Given Oslo will crash before the provider makes the new access key and be restarted
    When an operator tries to rotate the access key of cloud login in Oslo
    And 60 minutes pass
    And the cloud's administrator creates an access key for Bob
    And an operator tries to rotate the access key of cloud login in Oslo
    Then the request is refused, naming "LimitExceeded"
    And Bob has 2 access keys
    And the client configuration in Oslo has "access_key={access key of Bob}"

  @CORE-BODY-03 @CORE-BODY-03:cloud-rotate-root
  Scenario: A rotation needs no body
    Then Oslo accepts these:
      | request                            |
      | POST auth/cloud/config/rotate-root |
