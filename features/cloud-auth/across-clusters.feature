@needs-replication @needs-cloud
Feature: Cloud login across clusters
  What an operator writes is replicated, and a write on a secondary is forwarded to the primary. A login's token is valid only on its cluster.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And the IAM user Ada

  @OWN-CLUSTERS-01
  Scenario: Roles and configuration that are written on a secondary are stored by the primary
    When an operator writes the cloud role "private" in Lima with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_ttl=600"
    And an operator writes the STS role "210987654321" in Lima with "sts_role=arn:aws:iam::210987654321:role/look"
    And an operator writes the identity configuration in Lima with:
      | iam_alias | unique_id |
    And an operator writes the client configuration in Lima with:
      | max_retries | 1 |
    Then the cloud role "private" in Oslo has "token_ttl=600"
    And the STS role "210987654321" in Oslo has "sts_role=arn:aws:iam::210987654321:role/look"
    And the identity configuration in Oslo has:
      | iam_alias | unique_id |
    And the client configuration in Oslo has:
      | max_retries | 1 |

  @OWN-CLUSTERS-02
  Scenario: A login on a secondary returns a token of this secondary only, and its alias exists in both clusters
    Given an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    And an operator writes the identity configuration in Oslo with:
      | iam_alias | unique_id |
    When Ada logs in to Lima as "private"
    Then Lima accepts the token of Ada
    And Oslo refuses the token of Ada
    And the alias of Ada in Oslo is "{unique id of Ada}"
    And the alias of Ada in Lima is "{unique id of Ada}"

  @OWN-CLUSTERS-03
  Scenario: A secondary that is partitioned from its primary logs in a user who has logged in there before
    Given an operator writes the cloud role "private" in Oslo with "bound_iam_principal_arn={Ada}"
    Then Ada can log in to Lima as "private"
    When the link between Oslo and Lima is partitioned
    Then eventually Lima is not connected to a primary
    And Ada can log in to Lima as "private"
    And Lima accepts the token of Ada
