Feature: What was denied long ago is cleared away

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And these are mounted in Oslo:
      | path       | type  |
      | auth/cloud | cloud |
    And these are written in Oslo:
      | path                    | with                                                |
      | sys/auth/cloud/tune     | max_lease_ttl=1h                                    |
      | auth/cloud/role/painter | auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole |
    And the tag "first" of the role "painter", made in Oslo with ""
    And the tag "second" of the role "painter", made in Oslo with ""
    And the tag "third" of the role "painter", made in Oslo with ""

  @needs-replication @order
  Scenario Outline: How the <list> is tidied is told as it was written, here and on a secondary
    When these are written in Lima:
      | path                          | with                                         |
      | auth/cloud/config/tidy/<list> | safety_buffer=5h, disable_periodic_tidy=true |
    Then what is at "auth/cloud/config/tidy/<list>" in Lima has "safety_buffer=18000, disable_periodic_tidy=true"
    And what is at "auth/cloud/config/tidy/<list>" in Oslo has "safety_buffer=18000, disable_periodic_tidy=true"
    When these are written in Oslo:
      | path                          | with             |
      | auth/cloud/config/tidy/<list> | safety_buffer=60 |
    Then what is at "auth/cloud/config/tidy/<list>" in Oslo has "safety_buffer=60, disable_periodic_tidy=true"

    @CLOUD-TIDYCFG-01
    Examples:
      | list                |
      | identity-accesslist |

    @CLOUD-TIDYCFG-03
    Examples:
      | list             |
      | roletag-denylist |

  Scenario Outline: How the <list> is tidied can be forgotten
    When these are written in Oslo:
      | path                          | with                                         |
      | auth/cloud/config/tidy/<list> | safety_buffer=5h, disable_periodic_tidy=true |
    And "auth/cloud/config/tidy/<list>" is deleted in Oslo
    Then nothing is at "auth/cloud/config/tidy/<list>" in Oslo

    @CLOUD-TIDYCFG-02
    Examples:
      | list                |
      | identity-accesslist |

    @CLOUD-TIDYCFG-04
    Examples:
      | list             |
      | roletag-denylist |

  @CLOUD-TIDYCFG-05 @CLOUD-TIDYCFG-06 @order
  Scenario Outline: What is not said of the <list> is as usual
    When these are written in Oslo:
      | path                          | with                       |
      | auth/cloud/config/tidy/<list> | disable_periodic_tidy=true |
    # CLOUD-TIDYCFG-05
    Then what is at "auth/cloud/config/tidy/<list>" in Oslo has "safety_buffer=259200, disable_periodic_tidy=true"
    When "auth/cloud/config/tidy/<list>" is deleted in Oslo
    And these are written in Oslo:
      | path                          | with             |
      | auth/cloud/config/tidy/<list> | safety_buffer=1h |
    # CLOUD-TIDYCFG-06
    Then what is at "auth/cloud/config/tidy/<list>" in Oslo has "safety_buffer=3600, disable_periodic_tidy=false"

    Examples:
      | list                |
      | identity-accesslist |
      | roletag-denylist    |

  @CLOUD-TIDYCFG-07 @order
  Scenario Outline: How the <one> is tidied says nothing of the <other>
    When these are written in Oslo:
      | path                         | with             |
      | auth/cloud/config/tidy/<one> | safety_buffer=1h |
    Then nothing is at "auth/cloud/config/tidy/<other>" in Oslo
    When these are written in Oslo:
      | path                           | with                                         |
      | auth/cloud/config/tidy/<other> | safety_buffer=2h, disable_periodic_tidy=true |
    Then what is at "auth/cloud/config/tidy/<one>" in Oslo has "safety_buffer=3600, disable_periodic_tidy=false"
    When "auth/cloud/config/tidy/<one>" is deleted in Oslo
    Then nothing is at "auth/cloud/config/tidy/<one>" in Oslo
    And what is at "auth/cloud/config/tidy/<other>" in Oslo has "safety_buffer=7200, disable_periodic_tidy=true"

    Examples:
      | one                 | other               |
      | identity-accesslist | roletag-denylist    |
      | roletag-denylist    | identity-accesslist |

  @CLOUD-TIDYCFG-13 @CORE-ATOMIC-01
  Scenario: A buffer that is no time is refused and changes nothing
    Given these are written in Oslo:
      | path                                    | with             |
      | auth/cloud/config/tidy/roletag-denylist | safety_buffer=1h |
    And an operator has read these in Oslo:
      | GET auth/cloud/config/tidy/roletag-denylist    |
      | GET auth/cloud/config/tidy/identity-accesslist |
    Then Oslo refuses these:
      | request                                         | with                                           |
      | POST auth/cloud/config/tidy/roletag-denylist    | safety_buffer=soon                             |
      | POST auth/cloud/config/tidy/roletag-denylist    | safety_buffer=-1h                              |
      | POST auth/cloud/config/tidy/roletag-denylist    | safety_buffer=2h, disable_periodic_tidy=seldom |
      | POST auth/cloud/config/tidy/identity-accesslist | safety_buffer=soon                             |
      | POST auth/cloud/tidy/roletag-denylist           | safety_buffer=soon                             |
    # CORE-ATOMIC-01
    And what an operator has read is unchanged

  @order
  Scenario Outline: How a list is tidied is there under its old name, too: <current>
    When these are written in Oslo:
      | path                         | with                                         |
      | auth/cloud/config/tidy/<old> | safety_buffer=5h, disable_periodic_tidy=true |
    Then what is at "auth/cloud/config/tidy/<current>" in Oslo has "safety_buffer=18000, disable_periodic_tidy=true"
    When these are written in Oslo:
      | path                             | with             |
      | auth/cloud/config/tidy/<current> | safety_buffer=6h |
    Then what is at "auth/cloud/config/tidy/<old>" in Oslo has "safety_buffer=21600, disable_periodic_tidy=true"
    When "auth/cloud/config/tidy/<old>" is deleted in Oslo
    Then nothing is at "auth/cloud/config/tidy/<current>" in Oslo

    @CLOUD-URL-05 @CLOUD-URL-07
    Examples:
      | current             | old                |
      | identity-accesslist | identity-whitelist |

    @CLOUD-URL-06 @CLOUD-URL-07
    Examples:
      | current          | old               |
      | roletag-denylist | roletag-blacklist |

  @CLOUD-TIDY-01 @CLOUD-TIDY-04 @CLOUD-TIDY-06 @CLOUD-TIDYCFG-10 @needs-move-time @needs-replication @order
  Scenario Outline: The request says how long ago is long ago, in <cluster>
    Given these are written in Oslo:
      | path                                    | with                                            |
      | auth/cloud/config/tidy/roletag-denylist | safety_buffer=1000h, disable_periodic_tidy=true |
    When the tag "first" is put on the "roletag-denylist" in Oslo, as it is
    And 2 minutes pass
    And the tag "second" is put on the "roletag-denylist" in Oslo, as it is
    And 119 minutes pass
    And the tag "third" is put on the "roletag-denylist" in Oslo, as it is
    Then the "roletag-denylist" in Oslo has the tags "first, second, third"
    When the "roletag-denylist" is tidied in <cluster> with "safety_buffer=1h"
    Then the "roletag-denylist" in Oslo soon has the tags "second, third"
    When the "roletag-denylist" is tidied in <cluster> with "safety_buffer=0s"
    Then the "roletag-denylist" in Oslo soon has the tags "third"
    And the "roletag-denylist" in Lima soon has the tags "third"
    And what is at "auth/cloud/config/tidy/roletag-denylist" in Oslo has "safety_buffer=3600000, disable_periodic_tidy=true"

    Examples:
      | cluster |
      | Oslo    |
      | Lima    |

  @CLOUD-URL-04 @needs-move-time
  Scenario: The list can be tidied by its old name
    When the tag "first" is put on the "roletag-denylist" in Oslo, as it is
    And 121 minutes pass
    And the "roletag-blacklist" is tidied in Oslo with "safety_buffer=1h"
    Then the "roletag-denylist" in Oslo soon has the tags ""

  # CLOUD-TIDY-03 speaks of both lists, and there is no access list yet.
  @needs-move-time
  Scenario: A request without a buffer means three days
    Given these are written in Oslo:
      | path                                    | with                                         |
      | auth/cloud/config/tidy/roletag-denylist | safety_buffer=1h, disable_periodic_tidy=true |
    When the tag "first" is put on the "roletag-denylist" in Oslo, as it is
    And 2 hours pass
    And the tag "second" is put on the "roletag-denylist" in Oslo, as it is
    And 72 hours pass
    And the "roletag-denylist" is tidied in Oslo with ""
    Then the "roletag-denylist" in Oslo soon has the tags "second"

  # CLOUD-TIDY-07, CLOUD-TIDYCFG-08 and CLOUD-TIDYCFG-12 speak of both lists, and there is no access list yet.
  @needs-move-time @needs-replication
  Scenario: Without a word, the list is tidied three days after the end
    When the tag "first" is put on the "roletag-denylist" in Oslo, as it is
    And 20 hours pass
    And the tag "second" is put on the "roletag-denylist" in Oslo, as it is
    And 55 hours pass
    Then the "roletag-denylist" in Oslo soon has the tags "second"
    And the "roletag-denylist" in Lima soon has the tags "second"

  @needs-move-time @order
  Scenario: The list is tidied by itself as is set, and not at all where that is set
    Given these are written in Oslo:
      | path                                    | with                                         |
      | auth/cloud/config/tidy/roletag-denylist | safety_buffer=1h, disable_periodic_tidy=true |
    When the tag "first" is put on the "roletag-denylist" in Oslo, as it is
    And 10 hours pass
    And the tag "second" is put on the "roletag-denylist" in Oslo, as it is
    And 2 hours pass
    Then the "roletag-denylist" in Oslo has the tags "first, second"
    When these are written in Oslo:
      | path                                    | with                                          |
      | auth/cloud/config/tidy/roletag-denylist | safety_buffer=5h, disable_periodic_tidy=false |
    And 2 hours pass
    Then the "roletag-denylist" in Oslo soon has the tags "second"

  @CLOUD-TIDYCFG-11 @needs-move-time @order
  Scenario: When what was set is forgotten, the list is tidied as usual
    Given these are written in Oslo:
      | path                                    | with                                            |
      | auth/cloud/config/tidy/roletag-denylist | safety_buffer=1000h, disable_periodic_tidy=true |
    When the tag "first" is put on the "roletag-denylist" in Oslo, as it is
    And 10 hours pass
    And the tag "second" is put on the "roletag-denylist" in Oslo, as it is
    And 65 hours pass
    Then the "roletag-denylist" in Oslo has the tags "first, second"
    When "auth/cloud/config/tidy/roletag-denylist" is deleted in Oslo
    And 2 hours pass
    Then the "roletag-denylist" in Oslo soon has the tags "second"

  @needs-move-time @needs-replication
  Scenario: The next primary tidies the list
    When the tag "first" is put on the "roletag-denylist" in Oslo, as it is
    And Oslo is demoted and Lima is promoted
    And 75 hours pass
    Then the "roletag-denylist" in Lima soon has the tags ""
