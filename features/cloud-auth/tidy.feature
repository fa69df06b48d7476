Feature: Tidy of the role tag deny list
  An entry expires when the tokens of its tag have expired. Tidy removes it once a safety buffer has passed as well: on demand, or once an hour. Each of
  cloud login's two lists has a tidy configuration of its own.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the auth method "cloud" in Oslo with "type=cloud"
    And an operator writes the tuning of auth method "cloud" in Oslo with "max_lease_ttl=59m"
    And an operator writes the cloud role "painter" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole"
    And an operator creates the role tag "first" of the cloud role "painter" in Oslo with ""
    And an operator creates the role tag "second" of the cloud role "painter" in Oslo with ""
    And an operator creates the role tag "third" of the cloud role "painter" in Oslo with ""

  @needs-replication @order
  Scenario Outline: The tidy configuration of the <list> is read as it was written, on the primary and on a secondary
    When an operator writes the tidy configuration "<list>" in Lima with "safety_buffer=5h, disable_periodic_tidy=true"
    Then the tidy configuration "<list>" in Lima has "safety_buffer=18000, disable_periodic_tidy=true"
    And the tidy configuration "<list>" in Oslo has "safety_buffer=18000, disable_periodic_tidy=true"
    When an operator writes the tidy configuration "<list>" in Oslo with "safety_buffer=60"
    Then the tidy configuration "<list>" in Oslo has "safety_buffer=60, disable_periodic_tidy=true"
    And the tidy configuration "<list>" in Lima has "safety_buffer=60, disable_periodic_tidy=true"
    When an operator writes the tidy configuration "<list>" in Oslo with "disable_periodic_tidy=false"
    Then the tidy configuration "<list>" in Oslo has "safety_buffer=60, disable_periodic_tidy=false"
    And the tidy configuration "<list>" in Lima has "safety_buffer=60, disable_periodic_tidy=false"
    When an operator writes the tidy configuration "<list>" in Oslo with "safety_buffer=0s, disable_periodic_tidy=true"
    Then the tidy configuration "<list>" in Oslo has "safety_buffer=0, disable_periodic_tidy=true"
    And the tidy configuration "<list>" in Lima has "safety_buffer=0, disable_periodic_tidy=true"

    @CLOUD-TIDYCFG-01 @CLOUD-TIDYCFG-01:safety-buffer @CLOUD-TIDYCFG-01:disable-periodic-tidy
    Examples:
      | list                |
      | identity-accesslist |

    @CLOUD-TIDYCFG-03 @CLOUD-TIDYCFG-03:safety-buffer @CLOUD-TIDYCFG-03:disable-periodic-tidy
    Examples:
      | list             |
      | roletag-denylist |

  @order
  Scenario Outline: A deleted tidy configuration of the <list> is gone, and the next one has none of its values
    When an operator writes the tidy configuration "<list>" in Oslo with "safety_buffer=5h, disable_periodic_tidy=true"
    And an operator deletes the tidy configuration "<list>" in Oslo
    Then there is no tidy configuration "<list>" in Oslo
    When an operator writes the tidy configuration "<list>" in Oslo with "disable_periodic_tidy=true"
    Then the tidy configuration "<list>" in Oslo has "safety_buffer=259200, disable_periodic_tidy=true"
    When an operator deletes the tidy configuration "<list>" in Oslo
    And an operator writes the tidy configuration "<list>" in Oslo with "safety_buffer=2h"
    Then the tidy configuration "<list>" in Oslo has "safety_buffer=7200, disable_periodic_tidy=false"

    @CLOUD-TIDYCFG-02
    Examples:
      | list                |
      | identity-accesslist |

    @CLOUD-TIDYCFG-04
    Examples:
      | list             |
      | roletag-denylist |

  @CLOUD-TIDYCFG-05
  Scenario Outline: The safety_buffer in the tidy configuration of the <list> is three days by default
    When an operator writes the tidy configuration "<list>" in Oslo with "disable_periodic_tidy=true"
    Then the tidy configuration "<list>" in Oslo has "safety_buffer=259200, disable_periodic_tidy=true"

    @CLOUD-TIDYCFG-05:access-list
    Examples:
      | list                |
      | identity-accesslist |

    @CLOUD-TIDYCFG-05:deny-list
    Examples:
      | list             |
      | roletag-denylist |

  @CLOUD-TIDYCFG-06
  Scenario Outline: In the tidy configuration of the <list>, disable_periodic_tidy is false by default
    When an operator writes the tidy configuration "<list>" in Oslo with "safety_buffer=1h"
    Then the tidy configuration "<list>" in Oslo has "safety_buffer=3600, disable_periodic_tidy=false"

    @CLOUD-TIDYCFG-06:access-list
    Examples:
      | list                |
      | identity-accesslist |

    @CLOUD-TIDYCFG-06:deny-list
    Examples:
      | list             |
      | roletag-denylist |

  @CLOUD-TIDYCFG-07 @CLOUD-TIDYCFG-07:write @CLOUD-TIDYCFG-07:read @CLOUD-TIDYCFG-07:delete @order
  Scenario Outline: The tidy configuration of the <one> is independent of that of the <other>
    When an operator writes the tidy configuration "<one>" in Oslo with "safety_buffer=1h"
    Then there is no tidy configuration "<other>" in Oslo
    When an operator writes the tidy configuration "<other>" in Oslo with "safety_buffer=2h, disable_periodic_tidy=true"
    Then the tidy configuration "<one>" in Oslo has "safety_buffer=3600, disable_periodic_tidy=false"
    When an operator deletes the tidy configuration "<one>" in Oslo
    Then there is no tidy configuration "<one>" in Oslo
    And the tidy configuration "<other>" in Oslo has "safety_buffer=7200, disable_periodic_tidy=true"

    Examples:
      | one                 | other               |
      | identity-accesslist | roletag-denylist    |
      | roletag-denylist    | identity-accesslist |

  @CLOUD-TIDYCFG-13 @CLOUD-TIDYCFG-13:access-list @CLOUD-TIDYCFG-13:deny-list @CORE-ATOMIC-01 @smoke
  Scenario: A safety_buffer that is no duration, or an invalid disable_periodic_tidy, is refused and changes nothing
    Given an operator writes the tidy configuration "roletag-denylist" in Oslo with "safety_buffer=1h"
    Then Oslo refuses the tidy configuration "roletag-denylist" with each of these:
      | safety_buffer=soon                             |
      | safety_buffer=-1h                              |
      | safety_buffer=2h, disable_periodic_tidy=seldom |
    And Oslo refuses the tidy configuration "identity-accesslist" with each of these:
      | safety_buffer=soon |
    When an operator writes the tidy configuration "identity-accesslist" in Oslo with "safety_buffer=1h"
    Then Oslo refuses the tidy configuration "identity-accesslist" with each of these:
      | safety_buffer=soon                             |
      | safety_buffer=-1h                              |
      | safety_buffer=3 fortnights                     |
      | safety_buffer=2h, disable_periodic_tidy=seldom |
    And Oslo refuses the tidy configuration "roletag-denylist" with each of these:
      | safety_buffer=3 fortnights |
    And the refused requests have changed nothing
    When an operator tries to tidy the "identity-accesslist" in Oslo with "safety_buffer=soon"
    Then the request is refused
    When an operator tries to tidy the "roletag-denylist" in Oslo with "safety_buffer=soon"
    Then the request is refused
    When an operator tidies the "identity-accesslist" in Oslo with "safety_buffer=3h"
    And an operator tidies the "roletag-denylist" in Oslo with "safety_buffer=3h"
    Then the tidy configuration "roletag-denylist" in Oslo has "safety_buffer=3600, disable_periodic_tidy=false"
    And the tidy configuration "identity-accesslist" in Oslo has "safety_buffer=3600, disable_periodic_tidy=false"

  @order
  Scenario Outline: The tidy configuration of the <current> can also be used by the old name <old>
    When an operator writes the tidy configuration "<old>" in Oslo with "safety_buffer=5h, disable_periodic_tidy=true"
    Then the tidy configuration "<current>" in Oslo has "safety_buffer=18000, disable_periodic_tidy=true"
    When an operator writes the tidy configuration "<current>" in Oslo with "safety_buffer=6h"
    Then the tidy configuration "<old>" in Oslo has "safety_buffer=21600, disable_periodic_tidy=true"
    When an operator deletes the tidy configuration "<old>" in Oslo
    Then there is no tidy configuration "<current>" in Oslo
    When an operator writes the tidy configuration "<old>" in Oslo with "disable_periodic_tidy=false"
    Then the tidy configuration "<current>" in Oslo has "safety_buffer=259200, disable_periodic_tidy=false"
    When an operator deletes the tidy configuration "<current>" in Oslo
    Then there is no tidy configuration "<old>" in Oslo

    @CLOUD-URL-05 @CLOUD-URL-05:post @CLOUD-URL-05:get @CLOUD-URL-05:delete @CLOUD-URL-07 @CLOUD-URL-07:accesslist-config
    Examples:
      | current             | old                |
      | identity-accesslist | identity-whitelist |

    @CLOUD-URL-06 @CLOUD-URL-06:post @CLOUD-URL-06:get @CLOUD-URL-06:delete @CLOUD-URL-07 @CLOUD-URL-07:denylist-config
    Examples:
      | current          | old               |
      | roletag-denylist | roletag-blacklist |

  @CLOUD-TIDY-01 @CLOUD-TIDY-04 @CLOUD-TIDY-04:deny-list-buffer @CLOUD-TIDY-04:deny-list-unexpired
  @CLOUD-TIDY-06 @CLOUD-TIDY-06:deny-list @CLOUD-TIDYCFG-10 @CLOUD-TIDYCFG-10:deny-list
  @needs-move-time @needs-replication @order
  Scenario Outline: On demand in <cluster>, the list is tidied with the buffer of the request, also if periodic tidy is off
    Given an operator writes the tidy configuration "roletag-denylist" in Oslo with "safety_buffer=1000h, disable_periodic_tidy=true"
    When an operator writes the denylist entry "first" in Oslo with ""
    And 2 minutes pass
    And an operator writes the denylist entry "second" in Oslo with ""
    And 118 minutes pass
    And an operator writes the denylist entry "third" in Oslo with ""
    Then the denylist entries in Oslo are "first, second, third"
    When an operator tidies the "roletag-denylist" in <cluster> with "safety_buffer=1h"
    Then soon the denylist entries in Oslo are "second, third"
    And after a while the denylist entries in Oslo are "second, third"
    When an operator tidies the "roletag-denylist" in <cluster> with "safety_buffer=0s"
    Then soon the denylist entries in Oslo are "third"
    And after a while the denylist entries in Oslo are "third"
    And soon the denylist entries in Lima are "third"
    And the tidy configuration "roletag-denylist" in Oslo has "safety_buffer=3600000, disable_periodic_tidy=true"
    When an operator writes the denylist entry "first" in Oslo with ""
    And 2 hours pass
    And an operator tidies the "roletag-denylist" in <cluster> with "safety_buffer=0s"
    Then soon there are no denylist entries in Oslo

    Examples:
      | cluster |
      | Oslo    |
      | Lima    |

  @CLOUD-URL-04 @needs-move-time
  Scenario: The list can be tidied on demand by its old name
    When an operator writes the denylist entry "first" in Oslo with ""
    And 2 minutes pass
    And an operator writes the denylist entry "second" in Oslo with ""
    And 118 minutes pass
    And an operator tidies the "roletag-blacklist" in Oslo with "safety_buffer=1h"
    Then soon the denylist entries in Oslo are "second"
    And after a while the denylist entries in Oslo are "second"

  @OWN-TIDY-01
  @needs-move-time
  Scenario: A tidy on demand without a buffer uses three days, not the configured buffer
    Given an operator writes the tidy configuration "roletag-denylist" in Oslo with "safety_buffer=1h, disable_periodic_tidy=true"
    When an operator writes the denylist entry "first" in Oslo with ""
    And 2 hours pass
    And an operator writes the denylist entry "second" in Oslo with ""
    And 72 hours pass
    And an operator tidies the "roletag-denylist" in Oslo with ""
    Then soon the denylist entries in Oslo are "second"
    And after a while the denylist entries in Oslo are "second"

  @OWN-TIDY-01
  @needs-move-time @needs-replication
  Scenario: Without a configuration, periodic tidy removes an entry three days after it expired
    When an operator writes the denylist entry "first" in Oslo with ""
    And 3 hours pass
    And an operator writes the denylist entry "second" in Oslo with ""
    And 72 hours pass
    Then soon the denylist entries in Oslo are "second"
    And soon the denylist entries in Lima are "second"

  @OWN-TIDY-01
  @needs-move-time @order
  Scenario: Periodic tidy uses the configured buffer, and removes nothing while it is disabled
    Given an operator writes the tidy configuration "roletag-denylist" in Oslo with "safety_buffer=1h, disable_periodic_tidy=true"
    When an operator writes the denylist entry "first" in Oslo with ""
    And 10 hours pass
    And an operator writes the denylist entry "second" in Oslo with ""
    And 2 hours pass
    Then after a while the denylist entries in Oslo are "first, second"
    When an operator writes the tidy configuration "roletag-denylist" in Oslo with "safety_buffer=5h, disable_periodic_tidy=false"
    And 2 hours pass
    Then soon the denylist entries in Oslo are "second"

  @CLOUD-TIDYCFG-11 @CLOUD-TIDYCFG-11:deny-list @needs-move-time @order
  Scenario: After its configuration is deleted, the list is tidied periodically with the default buffer again
    Given an operator writes the tidy configuration "roletag-denylist" in Oslo with "safety_buffer=1000h, disable_periodic_tidy=true"
    When an operator writes the denylist entry "first" in Oslo with ""
    And 4 hours pass
    And an operator writes the denylist entry "second" in Oslo with ""
    And 70 hours pass
    Then after a while the denylist entries in Oslo are "first, second"
    When an operator deletes the tidy configuration "roletag-denylist" in Oslo
    And 2 hours pass
    Then soon the denylist entries in Oslo are "second"

  @OWN-TIDY-02
  @needs-move-time @needs-replication @order
  Scenario: After a failover, the new primary tidies the list
    When an operator writes the denylist entry "first" in Oslo with ""
    And an operator demotes Oslo
    And eventually an operator promotes Lima
    Then the denylist entries in Lima are "first"
    When 75 hours pass
    Then soon there are no denylist entries in Lima
