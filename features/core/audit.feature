@needs-audit
Feature: What is asked and answered is written down, or it is not done

  Background:
    Given Oslo leads, and Lima follows
    And a key-value engine is mounted at "colours" in Oslo
    And Ada wrote "blue" to "colours/sky" in Oslo
    And what is asked of Oslo is written to its audit file

  Scenario: Requests and answers are written down, without the secrets in them
    Given Bob holds a token of Oslo with the policy 'path "colours/*" { capabilities = ["read"] }'
    When Ada wrote "mauve" to "colours/dusk" in Oslo
    And Bob reads "colours/dusk" in Oslo with the token that they hold
    Then that succeeds
    And the audit file of Oslo tells of a read of "colours/dusk", asked and answered
    And neither "mauve" nor the token of Bob stands in the audit file of Oslo

  Scenario: What cannot be written down is not done
    When the audit file of Oslo cannot be written to
    And somebody tries to write "red" to "colours/sky" in Oslo
    Then that is refused
    And Oslo tells anybody that it is a primary which knows Lima
    When the audit file of Oslo can be written to again
    Then Ada reads "blue" from "colours/sky" in Oslo at once
    And Ada reads "blue" from "colours/sky" in Lima
    And Ada can write "red" to "colours/sky" in Oslo

  Scenario: Who asks how replication is going is not written down
    When Oslo tells anybody that it is a primary which knows Lima
    Then the audit file of Oslo tells nothing of "sys/replication/performance/status"

  @needs-restart
  Scenario: What was written down before a crash still is, and all after it
    Given Ada wrote "grey" to "colours/rain" in Oslo
    When Oslo is killed and started again
    Then Ada reads "grey" from "colours/rain" in Oslo at once
    And the audit file of Oslo tells of a read of "colours/rain", asked and answered
