@needs-cloud
Feature: Credentials of the service itself
  The service signs its own calls to the provider with the configured access key; without one, with that of its environment; and without
  that, on an instance, with the credentials of the instance's IAM role.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-0web"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    And the IAM user Ada

  @CLOUD-CREDS-01 @needs-environment @needs-instances @needs-cloud-faults
  @CLOUD-CREDS-01:access-key @CLOUD-CREDS-01:secret-key
  Scenario: Without a configured access key, the service uses the one in its environment
    Given an operator writes the client configuration in Oslo with "access_key=, secret_key=, sts_region="
    Then the instance "web-1" cannot log in to Oslo as "web"
    When Oslo is started again with "CLOUD_ACCESS_KEY={access key of Ada}, CLOUD_SECRET_KEY={secret key of Ada}"
    And the instance "web-1" logs in to Oslo as "web"
    Then the last "DescribeInstances" call to the cloud has "caller=arn:aws:iam::{account}:user/Ada"

  @CLOUD-CREDS-01 @needs-environment @needs-instances @needs-stand-ins @order
  Scenario: Without a client configuration the access key of the environment is used
    When Oslo is started again with "CLOUD_ACCESS_KEY={access key of Ada}, CLOUD_SECRET_KEY={secret key of Ada}, CLOUD_ENDPOINT_URL={stand-in:usual}"
    And an operator writes the client configuration in Oslo with:
      | endpoint | {stand-in:usual} |
    And the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then all calls to the stand-in "usual" have "access_key={access key of the administrator}"
    When an operator deletes the client configuration in Oslo
    And the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the last call to the stand-in "usual" has "access_key={access key of Ada}"

  @CLOUD-CREDS-02 @needs-environment @needs-instances @needs-cloud-faults @order
  Scenario: A configured access key takes precedence over that of the environment
    Given Oslo is started again with "CLOUD_ACCESS_KEY={access key of Ada}, CLOUD_SECRET_KEY={secret key of Ada}"
    When the instance "web-1" logs in to Oslo as "web"
    Then the last "DescribeInstances" call to the cloud has "caller=arn:aws:iam::{account}:user/administrator"
    Given an operator writes the client configuration in Oslo with "access_key=, secret_key=, sts_region="
    When the instance "web-1" logs in to Oslo as "web" with its nonce
    Then the last "DescribeInstances" call to the cloud has "caller=arn:aws:iam::{account}:user/Ada"

  @CLOUD-CREDS-03 @needs-environment @needs-instances @needs-accounts @needs-cloud-faults
  Scenario Outline: With the environment's access key, STS roles are assumed in the region CLOUD_REGION, us-east-1 by default: <region>
    Given the IAM role "reader" with 'account=210987654321, trusts=["{account}"]'
    And an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/reader"
    And the instance "far" with "account=210987654321"
    And an operator writes the cloud role "far" in Oslo with 'auth_type=ec2, bound_account_id=["210987654321"]'
    And an operator writes the client configuration in Oslo with "access_key=, secret_key=, sts_region="
    When Oslo is started again with "CLOUD_ACCESS_KEY={access key of Ada}, CLOUD_SECRET_KEY={secret key of Ada}<and>"
    And the instance "far" logs in to Oslo as "far"
    Then the last "AssumeRole" call to the cloud has "region=<region>"

    Examples:
      | and                      | region    |
      |                          | us-east-1 |
      | , CLOUD_REGION=eu-west-1 | eu-west-1 |

  @CLOUD-CLIENT-16 @needs-environment @needs-instances @needs-accounts @needs-stand-ins
  Scenario: With sts_endpoint set, roles are assumed in sts_region, not in the environment's region
    Given the IAM role "reader" with 'account=210987654321, trusts=["{account}"]'
    And an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/reader"
    And the instance "far" with "account=210987654321"
    And an operator writes the cloud role "far" in Oslo with 'auth_type=ec2, bound_account_id=["210987654321"]'
    And an operator writes the client configuration in Oslo with "access_key=, secret_key=, sts_region="
    When Oslo is started again with "CLOUD_ACCESS_KEY={access key of Ada}, CLOUD_SECRET_KEY={secret key of Ada}, CLOUD_REGION=eu-west-1"
    And an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:sts} |
      | sts_region   | eu-west-3      |
    And the instance "far" logs in to Oslo as "far"
    Then all calls to the stand-in "sts" have "region=eu-west-3"

  @CLOUD-CREDS-04 @needs-environment @needs-instances @needs-cloud-faults @order
  @CLOUD-CREDS-04:configured @CLOUD-CREDS-04:environment @CLOUD-CREDS-04:metadata
  Scenario: The instance's IAM role is used only if neither a configuration nor the environment has an access key
    Given the IAM role "service"
    And the instance "host" with "iam_role=service"
    When Oslo is started again with "CLOUD_EC2_METADATA_SERVICE_ENDPOINT={metadata service of host}"
    And the instance "web-1" logs in to Oslo as "web" with the nonce "mine"
    Then the last "DescribeInstances" call to the cloud has "caller=arn:aws:iam::{account}:user/administrator"
    Given an operator deletes the access list entry "web-1" in Oslo
    And an operator writes the client configuration in Oslo with "access_key=, secret_key=, sts_region="
    When Oslo is started again with "CLOUD_EC2_METADATA_SERVICE_ENDPOINT={metadata service of host}, CLOUD_ACCESS_KEY={access key of Ada}, CLOUD_SECRET_KEY={secret key of Ada}"
    And the instance "web-1" logs in to Oslo as "web"
    Then the last "DescribeInstances" call to the cloud has "caller=arn:aws:iam::{account}:user/Ada"
    When Oslo is started again with "CLOUD_EC2_METADATA_SERVICE_ENDPOINT={metadata service of host}"
    And the instance "web-1" logs in to Oslo as "web" with its nonce
    Then the last "DescribeInstances" call to the cloud has "caller=arn:aws:sts::{account}:assumed-role/service/{instance:host}"

  @OWN-CLIENT-02
  @needs-environment @needs-instances
  Scenario: An instance without an IAM role gives the service no credentials, and one with a role does
    Given an operator writes the client configuration in Oslo with "access_key=, secret_key=, sts_region="
    And the IAM role "service"
    And the instance "host"
    And the instance "other" with "iam_role=service"
    When Oslo is started again with "CLOUD_EC2_METADATA_SERVICE_ENDPOINT={metadata service of host}"
    Then the instance "web-1" cannot log in to Oslo as "web"
    When Oslo is started again with "CLOUD_EC2_METADATA_SERVICE_ENDPOINT={metadata service of other}"
    And the instance "web-1" logs in to Oslo as "web"
    Then Oslo accepts the token of the instance "web-1"

  @CLOUD-CLIENT-17 @needs-environment @needs-instances @needs-accounts @needs-stand-ins @order
  @CLOUD-CLIENT-17:region-alone @CLOUD-CLIENT-17:endpoint-alone
  Scenario: sts_region has effect only together with sts_endpoint, and sts_endpoint also without sts_region
    Given the IAM role "reader" with 'account=210987654321, trusts=["{account}"]'
    And an operator writes the STS role "210987654321" in Oslo with "sts_role=arn:aws:iam::210987654321:role/reader"
    And the instance "far" with "account=210987654321"
    And an operator writes the cloud role "far" in Oslo with 'auth_type=ec2, bound_account_id=["210987654321"]'
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=20m"
    And Oslo is started again with "CLOUD_ENDPOINT_URL={stand-in:usual}"
    When an operator writes the client configuration in Oslo with:
      | sts_endpoint |           |
      | sts_region   | eu-west-3 |
    And the instance "far" logs in to Oslo as "far"
    Then the last call to the stand-in "usual" has "action=AssumeRole, role_arn=arn:aws:iam::210987654321:role/reader"
    And all calls to the stand-in "usual" have "region=us-east-1"
    And Ada can log in to Oslo as "painter"
    And a call to the stand-in "usual" has "action=GetCallerIdentity, access_key={access key of Ada}"
    When an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:sts} |
    And the instance "far" logs in to Oslo as "far" with its nonce
    Then all calls to the stand-in "sts" have "region=eu-west-3"
    When an operator writes the client configuration in Oslo with:
      | sts_endpoint | {stand-in:alone} |
      | sts_region   |                  |
    And the instance "far" logs in to Oslo as "far" with its nonce
    Then the last call to the stand-in "alone" has "action=AssumeRole, role_arn=arn:aws:iam::210987654321:role/reader"
    And Ada can log in to Oslo as "painter"
    And a call to the stand-in "alone" has "action=GetCallerIdentity, access_key={access key of Ada}"
