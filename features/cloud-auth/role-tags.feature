Feature: Tags narrow a role for the instances that carry them, until they are denied

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And these are mounted in Oslo:
      | path       | type  |
      | auth/cloud | cloud |
    And these are written in Oslo:
      | path                     | with                                                                                 |
      | auth/cloud/role/painter  | auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole, token_policies=drawing,painting |
      | auth/cloud/role/sculptor | auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole, token_policies=carving          |
      | auth/cloud/role/plain    | auth_type=ec2, bound_ami_id=ami-1                                                    |

  @CLOUD-TAG-01
  Scenario: A tag is made of some of the role's policies, on the lead and through a follower
    When somebody asks Oslo for a tag of the role "painter" with "policies=drawing"
    Then there is a tag for "SvcRole"
    When somebody asks Lima for a tag of the role "painter" with "policies=painting"
    Then there is a tag for "SvcRole"

  @CLOUD-TAG-02
  Scenario: There are no tags of a role that is not there, or has none
    When somebody asks Oslo for a tag of the role "potter" with ""
    Then there is no tag
    When somebody asks Oslo for a tag of the role "plain" with ""
    Then there is no tag

  @CLOUD-TAG-03
  Scenario Outline: A tag with a policy that its role has not is refused: <policies>
    When somebody asks <cluster> for a tag of the role "painter" with "policies=<policies>"
    Then there is no tag

    Examples:
      | cluster | policies                 |
      | Oslo    | carving                  |
      | Oslo    | drawing,carving          |
      | Lima    | drawing,painting,carving |

  @CLOUD-TAG-10
  Scenario: A tag does not allow another nonce and forbid a second login at once
    When somebody asks Oslo for a tag of the role "painter" with "allow_instance_migration=true, disallow_reauthentication=true"
    Then there is no tag

  @CLOUD-DENY-01 @CLOUD-DENY-02 @CLOUD-DENY-03
  Scenario: A tag is denied without a word, and both clusters know it
    Given the tag "first" of the role "painter", made in Oslo with ""
    And the tag "second" of the role "sculptor", made in Oslo with ""
    And the tag "third" of the role "painter", made in Oslo with ""
    # CLOUD-DENY-01
    When the tag "first" is put on the "roletag-denylist" in Oslo, as it is
    # CLOUD-DENY-01
    And the tag "second" is put on the "roletag-denylist" in Lima, as it is
    # CLOUD-DENY-01, CLOUD-DENY-03
    Then the "roletag-denylist" in Oslo has the tags "first, second"
    # CLOUD-DENY-03
    And the "roletag-denylist" in Lima soon has the tags "first, second"
    # CLOUD-DENY-02
    And the tag "first" is found on the "roletag-denylist" in Oslo, as it is
    # CLOUD-DENY-02
    And the tag "second" is found on the "roletag-denylist" in Lima, as it is
    # CLOUD-DENY-02
    And the tag "third" is not found on the "roletag-denylist" in Oslo, as it is
    When the tag "first" is taken off the "roletag-denylist" in Lima, as it is
    Then the "roletag-denylist" in Oslo has the tags "second"

  @CLOUD-DENY-05 @CLOUD-DENY-06
  Scenario Outline: A tag is one and the same as it is and in base64: <one>, then <other>
    Given the tag "first" of the role "painter", made in Oslo with ""
    When the tag "first" is put on the "roletag-denylist" in Oslo, <one>
    Then the "roletag-denylist" in Oslo has the tags "first"
    And the tag "first" is found on the "roletag-denylist" in Oslo, <one>
    And the tag "first" is found on the "roletag-denylist" in Oslo, <other>
    When the tag "first" is put on the "roletag-denylist" in Oslo, <other>
    Then the "roletag-denylist" in Oslo has the tags "first"
    When the tag "first" is taken off the "roletag-denylist" in Oslo, <other>
    Then the "roletag-denylist" in Oslo has the tags ""
    And the tag "first" is not found on the "roletag-denylist" in Oslo, <one>
    And the tag "first" is not found on the "roletag-denylist" in Oslo, <other>

    Examples:
      | one       | other     |
      | as it is  | in base64 |
      | in base64 | as it is  |

  @CORE-ATOMIC-01
  Scenario Outline: A tag that was altered at its <place> is not denied
    Given the tag "first" of the role "painter", made in Oslo with "policies=drawing"
    When somebody tries to put the tag "first", altered at its <place>, on the "roletag-denylist" in <cluster>
    Then that is refused
    # CORE-ATOMIC-01
    And nothing has changed
    And the "roletag-denylist" in Oslo has the tags ""

    Examples:
      | place  | cluster |
      | end    | Oslo    |
      | middle | Lima    |

  @CORE-ATOMIC-01
  Scenario: A tag of a role that is there no more is not denied
    Given the tag "first" of the role "painter", made in Oslo with "policies=drawing"
    When the role "painter" is deleted
    And somebody tries to put the tag "first" on the "roletag-denylist" in Oslo
    Then that is refused
    # CORE-ATOMIC-01
    And nothing has changed
    And the "roletag-denylist" in Oslo has the tags ""

  @CLOUD-URL-01
  Scenario Outline: The deny list is there under its old name, too: written as <one>
    Given the tag "first" of the role "painter", made in Oslo with ""
    When the tag "first" is put on the "<one>" in Oslo, as it is
    Then the "<other>" in Oslo has the tags "first"
    And the tag "first" is found on the "<other>" in Oslo, as it is
    And the tag "first" is found on the "<one>" in Oslo, as it is
    When the tag "first" is taken off the "<other>" in Oslo, as it is
    Then the "<one>" in Oslo has the tags ""
    And the tag "first" is not found on the "<one>" in Oslo, as it is

    Examples:
      | one               | other             |
      | roletag-blacklist | roletag-denylist  |
      | roletag-denylist  | roletag-blacklist |
