Feature: Entities, aliases and groups
  Entities, their aliases and groups are changed and found by name and by id. Their policies apply to the tokens of the entities.

  Background:
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    And Ada writes "green" to "colours/sea" in Oslo
    And an operator writes the auth method "staff" in Oslo with "type=userpass"
    And an operator writes the auth method "crew" in Oslo with "type=userpass"
    And Bob is a user of "staff" in Oslo
    And Jane is a user of "crew" in Oslo
    And the accessor of the object at "sys/auth/staff" in Oslo is called "accessor of staff"
    And the accessor of the object at "sys/auth/crew" in Oslo is called "accessor of crew"
    And these are written in Oslo:
      | path                      | with              |
      | identity/entity/name/bob  | metadata=team=red |
      | identity/entity/name/jane | metadata=team=sea |
    And the id of the object at "identity/entity/name/bob" in Oslo is called "id of Bob"
    And the id of the object at "identity/entity/name/jane" in Oslo is called "id of Jane"
    And these are written in Oslo:
      | path                  | with                                                                                            |
      | identity/entity-alias | name=bob, mount_accessor={accessor of staff}, canonical_id={id of Bob}, custom_metadata=floor=1 |
      | identity/entity-alias | name=jane, mount_accessor={accessor of crew}, canonical_id={id of Jane}                         |
    And the aliases.0.id of the object at "identity/entity/name/bob" in Oslo is called "alias of Bob"
    And an operator writes the policy "reading" in Oslo with 'policy=path "colours/*" { capabilities = ["read"] }'

  @OWN-IDENTITY-06
  Scenario Outline: An update of an entity changes the given fields only: <path>, <with>
    Given these are written in Oslo:
      | path                           | with                                     |
      | identity/entity/id/{id of Bob} | policies=reading,painting, disabled=true |
      | <path>                         | <with>                                   |
    Then the object at "identity/entity/id/{id of Bob}" in Oslo has 'id={id of Bob}, <returns>'

    Examples:
      | path                           | with                             | returns                                                                        |
      | identity/entity/id/{id of Bob} | policies=drawing                 | policies=drawing, disabled=true, metadata={"team":"red"}, name=bob             |
      | identity/entity/id/{id of Bob} | metadata=floor=2                 | policies=painting,reading, disabled=true, metadata={"floor":"2"}               |
      | identity/entity/id/{id of Bob} | disabled=false                   | policies=painting,reading, disabled=false, metadata={"team":"red"}, name=bob   |
      | identity/entity/id/{id of Bob} | name=robert                      | policies=painting,reading, disabled=true, metadata={"team":"red"}, name=robert |
      | identity/entity/id/{id of Bob} | policies=                        | policies=, disabled=true, metadata={"team":"red"}, name=bob                    |
      | identity/entity/name/bob       | policies=drawing                 | policies=drawing, disabled=true, metadata={"team":"red"}, name=bob             |
      | identity/entity/name/Bob       | metadata=floor=2, disabled=false | policies=painting,reading, disabled=false, metadata={"floor":"2"}              |
      | identity/entity                | id={id of Bob}, disabled=false   | policies=painting,reading, disabled=false, metadata={"team":"red"}, name=bob   |
      | identity/entity                | name=bob, policies=drawing       | policies=drawing, disabled=true, metadata={"team":"red"}, name=bob             |

  @OWN-IDENTITY-06
  Scenario Outline: An update of an alias changes the given fields only: <with>
    Given these are written in Oslo:
      | path                   | with             |
      | identity/entity/name/x | policies=reading |
    And the id of the object at "identity/entity/name/x" in Oslo is called "id of x"
    And these are written in Oslo:
      | path   | with   |
      | <path> | <with> |
    Then the object at "identity/entity-alias/id/{alias of Bob}" in Oslo has '<returns>'
    And the object at "identity/entity-alias/id/{alias of Bob}" in Oslo has '<keeps>'

    Examples:
      | path                                    | with                                                                  | returns                           | keeps                                                                                       |
      | identity/entity-alias/id/{alias of Bob} | name=robert                                                           | name=robert                       | custom_metadata={"floor":"1"}, mount_accessor={accessor of staff}, canonical_id={id of Bob} |
      | identity/entity-alias/id/{alias of Bob} | custom_metadata=floor=2                                               | custom_metadata={"floor":"2"}     | name=bob, mount_accessor={accessor of staff}, canonical_id={id of Bob}                      |
      | identity/entity-alias/id/{alias of Bob} | mount_accessor={accessor of crew}                                     | mount_accessor={accessor of crew} | custom_metadata={"floor":"1"}, name=bob, canonical_id={id of Bob}                           |
      | identity/entity-alias/id/{alias of Bob} | canonical_id={id of x}                                                | canonical_id={id of x}            | custom_metadata={"floor":"1"}, name=bob, mount_accessor={accessor of staff}                 |
      | identity/entity-alias/id/{alias of Bob} | entity_id={id of x}, name=robert                                      | canonical_id={id of x}            | custom_metadata={"floor":"1"}, name=robert, mount_accessor={accessor of staff}              |
      | identity/entity-alias                   | id={alias of Bob}, custom_metadata=room=5                             | custom_metadata={"room":"5"}      | name=bob, mount_accessor={accessor of staff}, canonical_id={id of Bob}                      |
      | identity/entity-alias                   | name=BOB, mount_accessor={accessor of staff}, custom_metadata=floor=2 | custom_metadata={"floor":"2"}     | mount_accessor={accessor of staff}, canonical_id={id of Bob}                                |
      | identity/entity-alias                   | name=bob, mount_accessor={accessor of staff}, canonical_id={id of x}  | canonical_id={id of x}            | custom_metadata={"floor":"1"}, name=bob, mount_accessor={accessor of staff}                 |

  @OWN-IDENTITY-06
  Scenario Outline: An update of a group changes the given fields only: <path>, <with>
    Given these are written in Oslo:
      | path                       | with            |
      | identity/group/name/guests | policies=seeing |
    And the id of the object at "identity/group/name/guests" in Oslo is called "id of guests"
    And these are written in Oslo:
      | path                         | with                                                                                                                     |
      | identity/group/name/painters | policies=reading,painting, metadata=floor=3, member_entity_ids={id of Bob},{id of Jane}, member_group_ids={id of guests} |
    And the id of the object at "identity/group/name/painters" in Oslo is called "id of painters"
    And these are written in Oslo:
      | path   | with   |
      | <path> | <with> |
    Then the object at "identity/group/id/{id of painters}" in Oslo has 'id={id of painters}, type=internal, <returns>'
    And the object at "identity/group/id/{id of painters}" in Oslo has '<keeps>'

    Examples:
      | path                               | with                               | returns                                       | keeps                                                                                                  |
      | identity/group/id/{id of painters} | policies=drawing                   | policies=drawing, name=painters               | metadata={"floor":"3"}, member_entity_ids={id of Bob},{id of Jane}, member_group_ids={id of guests}    |
      | identity/group/id/{id of painters} | metadata=floor=4                   | metadata={"floor":"4"}, name=painters         | policies=painting,reading, member_entity_ids={id of Bob},{id of Jane}, member_group_ids={id of guests} |
      | identity/group/id/{id of painters} | member_entity_ids={id of Jane}     | member_entity_ids={id of Jane}, name=painters | policies=painting,reading, metadata={"floor":"3"}, member_group_ids={id of guests}                     |
      | identity/group/id/{id of painters} | member_group_ids=                  | member_group_ids=null, name=painters          | policies=painting,reading, metadata={"floor":"3"}, member_entity_ids={id of Bob},{id of Jane}          |
      | identity/group/id/{id of painters} | name=drawers                       | name=drawers                                  | policies=painting,reading, metadata={"floor":"3"}, member_group_ids={id of guests}                     |
      | identity/group/name/painters       | policies=drawing, metadata=floor=4 | policies=drawing, metadata={"floor":"4"}      | member_entity_ids={id of Bob},{id of Jane}, member_group_ids={id of guests}                            |
      | identity/group                     | id={id of painters}, policies=     | policies=null, name=painters                  | metadata={"floor":"3"}, member_entity_ids={id of Bob},{id of Jane}                                     |
      | identity/group                     | name=painters, member_entity_ids=  | member_entity_ids=null, name=painters         | policies=painting,reading, metadata={"floor":"3"}, member_group_ids={id of guests}                     |

  @OWN-IDENTITY-02
  @order
  Scenario: An entity's tokens have its policies and those of its direct and nested groups, only while it has them
    Given Bob logs in to Oslo by userpass at "staff"
    And Bob cannot read "colours/sky" in Oslo
    When these are written in Oslo:
      | path                     | with             |
      | identity/entity/name/bob | policies=reading |
    Then soon Bob can read "colours/sky" in Oslo
    When these are written in Oslo:
      | path                     | with      |
      | identity/entity/name/bob | policies= |
    Then soon Bob cannot read "colours/sky" in Oslo
    When these are written in Oslo:
      | path                      | with                          |
      | identity/group/name/inner | member_entity_ids={id of Bob} |
    And the id of the object at "identity/group/name/inner" in Oslo is called "id of inner"
    And these are written in Oslo:
      | path                       | with                           |
      | identity/group/name/middle | member_group_ids={id of inner} |
    And the id of the object at "identity/group/name/middle" in Oslo is called "id of middle"
    And these are written in Oslo:
      | path                      | with                                              |
      | identity/group/name/outer | member_group_ids={id of middle}, policies=reading |
    Then soon Bob can read "colours/sky" in Oslo
    And the object at "identity/entity/name/bob" in Oslo has "direct_group_ids={id of inner}"
    When these are written in Oslo:
      | path                       | with              |
      | identity/group/name/middle | member_group_ids= |
    Then soon Bob cannot read "colours/sky" in Oslo
    When these are written in Oslo:
      | path                      | with                                       |
      | identity/group/name/outer | member_entity_ids={id of Bob},{id of Jane} |
    Then soon Bob can read "colours/sky" in Oslo
    When these are written in Oslo:
      | path                      | with                           |
      | identity/group/name/outer | member_entity_ids={id of Jane} |
    Then soon Bob cannot read "colours/sky" in Oslo
    When these are written in Oslo:
      | path                      | with                           |
      | identity/group/name/outer | member_group_ids={id of inner} |
    Then soon Bob can read "colours/sky" in Oslo
    When an operator deletes the object at "identity/group/name/inner" in Oslo
    Then soon Bob cannot read "colours/sky" in Oslo
    And the object at "identity/group/name/outer" in Oslo has "member_group_ids=null, member_entity_ids={id of Jane}"

  @OWN-IDENTITY-07
  @order
  Scenario: Tokens of an entity are refused while it is disabled, and once it is deleted
    Given Bob logs in to Oslo by userpass at "staff"
    And Jane logs in to Oslo by userpass at "crew"
    When these are written in Oslo:
      | path                     | with          |
      | identity/entity/name/bob | disabled=true |
    Then Oslo refuses Bob's token of Oslo
    And Oslo accepts Jane's token of Oslo
    When these are written in Oslo:
      | path                           | with           |
      | identity/entity/id/{id of Bob} | disabled=false |
    Then Oslo accepts Bob's token of Oslo
    When an operator deletes the object at "identity/entity/id/{id of Bob}" in Oslo
    Then Oslo refuses Bob's token of Oslo
    And Oslo accepts Jane's token of Oslo
    When an operator deletes the object at "identity/entity/name/jane" in Oslo
    Then Oslo refuses Jane's token of Oslo

  @OWN-IDENTITY-08
  Scenario: A merge moves an entity's aliases, groups and tokens to another entity, and deletes the first one
    Given Jane logs in to Oslo by userpass at "crew"
    And these are written in Oslo:
      | path                        | with                           |
      | identity/entity/name/bob    | policies=reading               |
      | identity/group/name/sailors | member_entity_ids={id of Jane} |
    And the id of the object at "identity/group/name/sailors" in Oslo is called "id of sailors"
    And Jane cannot read "colours/sky" in Oslo
    When these are written in Oslo:
      | path                  | with                                                   |
      | identity/entity/merge | from_entity_ids={id of Jane}, to_entity_id={id of Bob} |
    Then soon Jane can read "colours/sky" in Oslo
    And the object at "identity/entity/name/bob" in Oslo has 'merged_entity_ids={id of Jane}, metadata={"team":"red"}, policies=reading'
    And the object at "identity/entity/name/bob" in Oslo has "direct_group_ids={id of sailors}"
    And the object at "identity/group/name/sailors" in Oslo has "member_entity_ids={id of Bob}"
    And Oslo accepts these:
      | request                     | with                                                     | returns        |
      | POST identity/lookup/entity | alias_name=jane, alias_mount_accessor={accessor of crew} | id={id of Bob} |
      | POST identity/lookup/entity | alias_name=bob, alias_mount_accessor={accessor of staff} | id={id of Bob} |
    And Oslo answers these:
      | request                             | status |
      | GET identity/entity/id/{id of Jane} | 404    |
      | GET identity/entity/name/jane       | 404    |

  @OWN-IDENTITY-08
  Scenario: A merge needs existing, different entities and, if both have an alias of one mount, the choice of one to keep
    Given these are written in Oslo:
      | path                        | with             |
      | identity/entity/name/bertha | policies=reading |
    And the id of the object at "identity/entity/name/bertha" in Oslo is called "id of Bertha"
    And these are written in Oslo:
      | path                  | with                                                                         |
      | identity/entity-alias | name=bertha, mount_accessor={accessor of staff}, canonical_id={id of Bertha} |
    And the aliases.0.id of the object at "identity/entity/name/bertha" in Oslo is called "alias of Bertha"
    Then Oslo refuses these:
      | request                    | with                                                                                                  |
      | POST identity/entity/merge | from_entity_ids={id of Bertha}, to_entity_id={id of Bob}                                              |
      | POST identity/entity/merge | from_entity_ids={id of Bob}, to_entity_id={id of Bob}                                                 |
      | POST identity/entity/merge | from_entity_ids={id of Jane},{id of Bob}, to_entity_id={id of Bob}                                    |
      | POST identity/entity/merge | from_entity_ids=no-such-id, to_entity_id={id of Bob}                                                  |
      | POST identity/entity/merge | from_entity_ids={id of Jane},no-such-id, to_entity_id={id of Bob}                                     |
      | POST identity/entity/merge | from_entity_ids={id of Bertha}, to_entity_id=no-such-entity                                           |
      | POST identity/entity/merge | from_entity_ids={id of Bertha}, to_entity_id={id of Bob}, conflicting_alias_ids_to_keep=no-such-alias |
    When these are written in Oslo:
      | path                  | with                                                                                                      |
      | identity/entity/merge | from_entity_ids={id of Bertha}, to_entity_id={id of Bob}, conflicting_alias_ids_to_keep={alias of Bertha} |
    Then Oslo accepts these:
      | request                     | with                                                        | returns         |
      | POST identity/lookup/entity | alias_name=bertha, alias_mount_accessor={accessor of staff} | id={id of Bob}  |
      | POST identity/lookup/entity | alias_name=jane, alias_mount_accessor={accessor of crew}    | id={id of Jane} |
    And Oslo answers these:
      | request                                     | status |
      | GET identity/entity/id/{id of Bertha}       | 404    |
      | GET identity/entity-alias/id/{alias of Bob} | 404    |

  @OWN-IDENTITY-09
  Scenario: An entity is found by its id, its current name in any case and its current alias, and not by its old name
    Given these are written in Oslo:
      | path                                    | with        |
      | identity/entity/id/{id of Bob}          | name=robert |
      | identity/entity-alias/id/{alias of Bob} | name=bobby  |
    Then Oslo accepts these:
      | request                         | with                                                       | returns                     |
      | POST identity/lookup/entity     | id={id of Bob}                                             | id={id of Bob}, name=robert |
      | POST identity/lookup/entity     | name=Robert                                                | id={id of Bob}              |
      | POST identity/lookup/entity     | alias_id={alias of Bob}                                    | id={id of Bob}              |
      | POST identity/lookup/entity     | alias_name=bobby, alias_mount_accessor={accessor of staff} | id={id of Bob}              |
      | GET identity/entity/name/robert |                                                            | id={id of Bob}              |
      | GET identity/entity/name/ROBERT |                                                            | id={id of Bob}              |
      | LIST identity/entity/name       |                                                            | keys=jane,robert            |
    And Oslo refuses these:
      | request                            | with                                     |
      | POST identity/lookup/entity        |                                          |
      | POST identity/lookup/entity        | id={id of Bob}, name=robert              |
      | POST identity/lookup/entity        | alias_name=bobby                         |
      | POST identity/lookup/entity        | alias_mount_accessor={accessor of staff} |
      | GET identity/entity/name/bob       |                                          |
      | POST identity/entity/id/no-such-id | policies=reading                         |
    When an operator deletes the object at "identity/entity-alias/id/{alias of Bob}" in Oslo
    Then the object at "identity/entity/name/robert" in Oslo has "aliases=, id={id of Bob}"
    And Oslo answers these:
      | request                                     | status |
      | GET identity/entity-alias/id/{alias of Bob} | 404    |

  @OWN-IDENTITY-09
  Scenario: A group is found by its id and its current name in any case, and not by its old name or once it is deleted
    Given these are written in Oslo:
      | path                         | with             |
      | identity/group/name/painters | policies=reading |
    And the id of the object at "identity/group/name/painters" in Oslo is called "id of painters"
    And these are written in Oslo:
      | path                               | with         |
      | identity/group/id/{id of painters} | name=drawers |
    Then Oslo accepts these:
      | request                         | with                | returns                           |
      | POST identity/lookup/group      | id={id of painters} | id={id of painters}, name=drawers |
      | POST identity/lookup/group      | name=DRAWERS        | id={id of painters}               |
      | GET identity/group/name/drawers |                     | id={id of painters}               |
      | LIST identity/group/name        |                     | keys=drawers                      |
    And Oslo refuses these:
      | request                          | with |
      | GET identity/group/name/painters |      |
      | POST identity/lookup/group       |      |
    When an operator deletes the object at "identity/group/id/{id of painters}" in Oslo
    Then Oslo answers these:
      | request                                | status |
      | GET identity/group/id/{id of painters} | 404    |
      | GET identity/group/name/drawers        | 404    |

  @OWN-IDENTITY-09
  Scenario: Invalid identity writes are refused: duplicates, unknown ids, cycles, the root policy, and the like
    Given these are written in Oslo:
      | path                       | with            |
      | identity/group/name/guests | policies=seeing |
    And the id of the object at "identity/group/name/guests" in Oslo is called "id of guests"
    And these are written in Oslo:
      | path                         | with                            |
      | identity/group/name/painters | member_group_ids={id of guests} |
      | identity/group/name/outside  | type=external                   |
    And the id of the object at "identity/group/name/painters" in Oslo is called "id of painters"
    Then Oslo refuses these:
      | request                                      | with                                                                     |
      | POST identity/entity/id/{id of Bob}          | name=jane, policies=reading                                              |
      | POST identity/entity/id/{id of Bob}          | policies=reading,root                                                    |
      | POST identity/entity-alias                   | name=other, mount_accessor={accessor of staff}, canonical_id={id of Bob} |
      | POST identity/entity-alias                   | name=other, mount_accessor=no-such-mount, canonical_id={id of Jane}      |
      | POST identity/entity-alias                   | name=other, mount_accessor={accessor of staff}, canonical_id=no-such-id  |
      | POST identity/entity-alias                   | name=other, canonical_id={id of Jane}                                    |
      | POST identity/entity-alias/id/{alias of Bob} | name=jane, mount_accessor={accessor of crew}                             |
      | POST identity/entity-alias/id/{alias of Bob} | mount_accessor=no-such-mount                                             |
      | POST identity/entity-alias/id/no-such-id     | name=other                                                               |
      | POST identity/group/id/{id of painters}      | name=guests                                                              |
      | POST identity/group/id/{id of painters}      | policies=Root                                                            |
      | POST identity/group/id/{id of painters}      | type=external                                                            |
      | POST identity/group/id/{id of painters}      | member_entity_ids=no-such-entity                                         |
      | POST identity/group/id/{id of painters}      | member_group_ids=no-such-group                                           |
      | POST identity/group/id/{id of painters}      | member_group_ids={id of painters}                                        |
      | POST identity/group/id/{id of guests}        | member_group_ids={id of painters}                                        |
      | POST identity/group/name/outside             | member_entity_ids={id of Bob}                                            |
      | POST identity/group/name/outside             | member_group_ids={id of guests}                                          |
    And the object at "identity/entity/id/{id of Bob}" in Oslo has "name=bob, policies="
    And the object at "identity/group/id/{id of painters}" in Oslo has "name=painters, policies=null, member_group_ids={id of guests}"
    And Oslo accepts these:
      | request                    | with                                                                      | returns                   |
      | POST identity/entity-alias | name=other, mount_accessor={accessor of staff}, canonical_id={id of Jane} | canonical_id={id of Jane} |

  @OWN-POLICY-05
  @order
  Scenario Outline: A policy's path may contain the current value of a field of the token's entity or its group: <field>
    Given Bob is a client of Oslo with the policy:
      """
      path "colours/{{identity.<field>}}" { capabilities = ["read"] }
      """
    And these are written in Oslo:
      | path                                    | with                                             |
      | identity/entity/name/bob                | policies=of-bob, metadata=team=sky, name=sky     |
      | identity/entity/id/{id of Bob}          | name=sky                                         |
      | identity/entity-alias/id/{alias of Bob} | custom_metadata=place=sky                        |
      | identity/group/name/place               | metadata=team=sky, member_entity_ids={id of Bob} |
    And Bob logs in to Oslo by userpass at "staff"
    Then soon Bob can read "colours/sky" in Oslo
    And Bob cannot read "colours/sea" in Oslo
    When these are written in Oslo:
      | path                                    | with                        |
      | identity/entity/id/{id of Bob}          | metadata=team=sea, name=sea |
      | identity/entity-alias/id/{alias of Bob} | custom_metadata=place=sea   |
      | identity/group/name/place               | metadata=team=sea           |
    Then soon Bob can read "colours/sea" in Oslo
    And soon Bob cannot read "colours/sky" in Oslo

    Examples:
      | field                                                    |
      | entity.name                                              |
      | entity.metadata.team                                     |
      | entity.aliases.{accessor of staff}.custom_metadata.place |
      | groups.names.place.metadata.team                         |
