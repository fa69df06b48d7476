@needs-cloud
Feature: Identity configuration of cloud login
  The identity configuration selects the alias under which a login belongs to an entity, and the metadata of its token and alias. A sentence with
  "and no other" is about the metadata that iam_metadata or ec2_metadata select: it does not look at nonce, role, role_id and role_tag_max_ttl.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And cloud login is enabled in Oslo
    And the IAM user Ada with "path=/team/"
    And the IAM user Jane
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=20m"
    And an operator writes the cloud role "sculptor" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=carving, token_ttl=20m"

  @CLOUD-IDENT-01 @CORE-UPDATE-01 @needs-replication @order
  @CLOUD-IDENT-01:iam-alias @CLOUD-IDENT-01:iam-metadata @CLOUD-IDENT-01:ec2-alias @CLOUD-IDENT-01:ec2-metadata @CLOUD-IDENT-01:partial
  Scenario: Settings are read back on both clusters, and those that a later write omits are unchanged
    When an operator writes the identity configuration in Oslo with:
      | iam_alias    | unique_id                |
      | iam_metadata | client_arn,account_id    |
      | ec2_alias    | image_id                 |
      | ec2_metadata | ["region","instance_id"] |
    Then the identity configuration in Oslo has:
      | iam_alias    | unique_id                   |
      | iam_metadata | ["client_arn","account_id"] |
      | ec2_alias    | image_id                    |
      | ec2_metadata | ["region","instance_id"]    |
    And the identity configuration in Lima has:
      | iam_alias    | unique_id                   |
      | iam_metadata | ["client_arn","account_id"] |
      | ec2_alias    | image_id                    |
      | ec2_metadata | ["region","instance_id"]    |
    When an operator writes the identity configuration in Lima with:
      | iam_alias | full_arn    |
      | ec2_alias | instance_id |
    Then the identity configuration in Oslo has:
      | iam_alias    | full_arn                    |
      | iam_metadata | ["client_arn","account_id"] |
      | ec2_alias    | instance_id                 |
      | ec2_metadata | ["region","instance_id"]    |
    When an operator writes the identity configuration in Oslo with:
      | iam_metadata | canonical_arn |
    Then the identity configuration in Oslo has:
      | iam_alias    | full_arn                 |
      | iam_metadata | ["canonical_arn"]        |
      | ec2_alias    | instance_id              |
      | ec2_metadata | ["region","instance_id"] |
    When an operator writes the identity configuration in Oslo with:
      | ec2_metadata | ["ami_id"] |
    Then the identity configuration in Oslo has:
      | iam_alias    | full_arn          |
      | iam_metadata | ["canonical_arn"] |
      | ec2_alias    | instance_id       |
      | ec2_metadata | ["ami_id"]        |

  @CLOUD-IDENT-02
  @CLOUD-IDENT-02:iam-alias @CLOUD-IDENT-02:ec2-alias
  Scenario: iam_alias and ec2_alias are role_id by default, also after another setting is written
    Then the identity configuration in Oslo has:
      | iam_alias | role_id |
      | ec2_alias | role_id |
    When an operator writes the identity configuration in Oslo with:
      | iam_metadata | account_id |
    Then the identity configuration in Oslo has:
      | iam_alias | role_id |
      | ec2_alias | role_id |

  @CLOUD-IDENT-03
  @CLOUD-IDENT-03:role-id @CLOUD-IDENT-03:unique-id @CLOUD-IDENT-03:full-arn @CLOUD-IDENT-03:other @smoke
  Scenario: iam_alias accepts role_id, unique_id and full_arn, and refuses other values
    Then Oslo refuses the identity configuration with each of these:
      | iam_alias=instance_id |
      | iam_alias=ROLE_ID     |
      | iam_alias=other       |
    And the refused requests have changed nothing
    And Oslo accepts the identity configuration with each of these:
      | iam_alias=unique_id |
      | iam_alias=full_arn  |
      | iam_alias=role_id   |

  @CLOUD-IDENT-04
  @CLOUD-IDENT-04:role-id @CLOUD-IDENT-04:instance-id @CLOUD-IDENT-04:image-id @CLOUD-IDENT-04:other
  Scenario: ec2_alias accepts role_id, instance_id and image_id, and refuses other values
    Then Oslo refuses the identity configuration with each of these:
      | ec2_alias=unique_id |
      | ec2_alias=full_arn  |
      | ec2_alias=other     |
      | ec2_alias=Image_ID  |
    And the refused requests have changed nothing
    And Oslo accepts the identity configuration with each of these:
      | ec2_alias=instance_id |
      | ec2_alias=image_id    |
      | ec2_alias=role_id     |

  @CLOUD-IDENT-05
  @CLOUD-IDENT-05:role-id @CLOUD-IDENT-05:shared
  Scenario: With iam_alias role_id, two users of one role are one entity, whose alias is the ID of the role
    When Ada logs in to Oslo as "painter"
    And Jane logs in to Oslo as "painter"
    Then the alias of Ada in Oslo is the ID of the cloud role "painter"
    And the alias of Jane in Oslo is the ID of the cloud role "painter"
    And Ada and Jane are one entity

  @CLOUD-IDENT-05
  @CLOUD-IDENT-05:per-role
  Scenario: With iam_alias role_id, users of two roles are two entities, each with the ID of its role as alias
    When Ada logs in to Oslo as "painter"
    And Jane logs in to Oslo as "sculptor"
    Then the alias of Ada in Oslo is the ID of the cloud role "painter"
    And the alias of Jane in Oslo is the ID of the cloud role "sculptor"
    And Ada and Jane are two entities

  @CLOUD-IDENT-06 @order
  @CLOUD-IDENT-06:iam
  Scenario: With iam_alias role_id, a role that is deleted and created again has another alias and entity
    When Ada logs in to Oslo as "painter"
    And Jane logs in to Oslo as "painter"
    Then Ada and Jane are one entity
    When an operator deletes the cloud role "painter" in Oslo
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=painting, token_ttl=20m"
    And Jane logs in to Oslo as "painter"
    Then the alias of Jane in Oslo is the ID of the cloud role "painter"
    And Ada and Jane are two entities

  @CLOUD-IDENT-07
  @CLOUD-IDENT-07:user
  Scenario: With iam_alias unique_id, two users of one role are two entities, each with its unique ID as alias
    When an operator writes the identity configuration in Oslo with:
      | iam_alias | unique_id |
    And Ada logs in to Oslo as "painter"
    And Jane logs in to Oslo as "painter"
    Then the alias of Ada in Oslo is "{unique id of Ada}"
    And the alias of Jane in Oslo is "{unique id of Jane}"
    And Ada and Jane are two entities

  @CLOUD-IDENT-08 @needs-replication
  Scenario: With iam_alias full_arn, the alias of a user is its ARN with the path, at a login to a secondary
    When an operator writes the identity configuration in Oslo with:
      | iam_alias | full_arn |
    And Ada logs in to Lima as "painter"
    Then the alias of Ada in Lima is "arn:aws:iam::{account}:user/team/Ada"

  @CLOUD-IDENT-14
  @CLOUD-IDENT-14:read @CLOUD-IDENT-14:login
  Scenario: By default, the token of an IAM login has the metadata account_id and auth_type and no other
    Then the identity configuration in Oslo has:
      | iam_metadata | ["account_id","auth_type"] |
    When Ada logs in to Oslo as "painter"
    Then the token of Ada has the metadata "account_id, auth_type" and no other

  @CLOUD-IDENT-21 @order
  @CLOUD-IDENT-21:iam
  Scenario: The single entry "default" restores the defaults of iam_metadata and ec2_metadata
    When an operator writes the identity configuration in Oslo with:
      | iam_metadata | client_arn,canonical_arn |
      | ec2_metadata | region                   |
    And Ada logs in to Oslo as "painter"
    Then the token of Ada has the metadata "client_arn, canonical_arn" and no other
    When an operator writes the identity configuration in Oslo with:
      | iam_metadata | ["default"] |
      | ec2_metadata | default     |
    Then the identity configuration in Oslo has:
      | iam_metadata | ["account_id","auth_type"] |
      | ec2_metadata | ["account_id","auth_type"] |
    When Ada logs in to Oslo as "painter"
    Then the token of Ada has the metadata "account_id, auth_type" and no other

  @CLOUD-IDENT-20
  @CLOUD-IDENT-20:iam-login @CLOUD-IDENT-20:iam-read
  Scenario: An empty iam_metadata gives IAM logins no selectable metadata, and leaves ec2_metadata at its default
    When an operator writes the identity configuration in Oslo with:
      | iam_metadata | [] |
    And Ada logs in to Oslo as "painter"
    Then the identity configuration in Oslo has:
      | iam_metadata | []                         |
      | ec2_metadata | ["account_id","auth_type"] |
    And the token of Ada has the metadata "" and no other

  @CLOUD-IDENT-20
  @CLOUD-IDENT-20:ec2-read @CLOUD-IDENT-20:ec2-only
  Scenario Outline: ec2_metadata written as an empty <form> is read as an empty list, and IAM logins keep their metadata
    When an operator writes the identity configuration in Oslo with:
      | ec2_metadata | <empty> |
    And Ada logs in to Oslo as "painter"
    Then the identity configuration in Oslo has:
      | iam_metadata | ["account_id","auth_type"] |
      | ec2_metadata | []                         |
    And the token of Ada has the metadata "account_id, auth_type" and no other

    Examples:
      | form  | empty |
      | text  |       |
      | array | []    |

  @CLOUD-IDENT-22 @CORE-ATOMIC-01
  @CLOUD-IDENT-22:iam @CLOUD-IDENT-22:ec2
  Scenario: In iam_metadata and ec2_metadata, the entry "default" is refused beside other entries, and accepted alone
    Given an operator writes the identity configuration in Oslo with:
      | iam_metadata | client_arn |
      | ec2_metadata | region     |
    Then Oslo refuses the identity configuration with each of these:
      | iam_metadata=["default","canonical_arn"] |
      | iam_metadata=canonical_arn,default       |
      | ec2_metadata=["default","ami_id"]        |
      | ec2_metadata=["region","default"]        |
      | ec2_metadata="ami_id, default"           |
    And the refused requests have changed nothing
    And Oslo accepts the identity configuration with each of these:
      | iam_metadata=["canonical_arn"] | iam_metadata=["canonical_arn"]          |
      | ec2_metadata=["ami_id"]        | ec2_metadata=["ami_id"]                 |
      | iam_metadata=["default"]       | iam_metadata=["account_id","auth_type"] |
      | ec2_metadata=["default"]       | ec2_metadata=["account_id","auth_type"] |

  @CLOUD-IDENT-23
  @CLOUD-IDENT-23:iam-foreign @CLOUD-IDENT-23:iam-unknown @CLOUD-IDENT-23:ec2-foreign @CLOUD-IDENT-23:ec2-unknown
  Scenario: iam_metadata and ec2_metadata accept the fields of their type of login, and refuse all others
    Given an operator writes the identity configuration in Oslo with:
      | iam_metadata | client_arn |
      | ec2_metadata | region     |
    Then Oslo refuses the identity configuration with each of these:
      | iam_metadata=["ami_id"]            |
      | iam_metadata=account_id,nonsense   |
      | iam_metadata=instance_id           |
      | iam_metadata=client_arn,region     |
      | ec2_metadata=["client_arn"]        |
      | ec2_metadata=canonical_arn         |
      | ec2_metadata=region,client_user_id |
      | ec2_metadata=inferred_cloud_region |
      | ec2_metadata=inferred_entity_id    |
      | ec2_metadata=inferred_entity_type  |
      | ec2_metadata=nonsense              |
    And the refused requests have changed nothing
    And Oslo accepts the identity configuration with each of these:
      | iam_metadata=["account_id","auth_type","canonical_arn","client_arn"]         |
      | iam_metadata=["client_user_id","inferred_cloud_region","inferred_entity_id"] |
      | iam_metadata=["inferred_entity_type"]                                        |
      | ec2_metadata=["account_id","auth_type","ami_id","instance_id","region"]      |

  @CLOUD-IDENT-24 @order
  @CLOUD-IDENT-24:token @CLOUD-IDENT-24:alias
  Scenario: The alias has the same metadata as the token, also after other metadata is chosen
    When an operator writes the identity configuration in Oslo with:
      | iam_alias    | unique_id                            |
      | iam_metadata | account_id,client_arn,client_user_id |
    And Ada logs in to Oslo as "painter"
    Then the token of Ada has the metadata "account_id, client_arn, client_user_id" and no other
    And the alias of Ada in Oslo has the metadata of the token
    When an operator writes the identity configuration in Oslo with:
      | iam_metadata | canonical_arn |
    And Ada logs in to Oslo as "painter"
    Then the token of Ada has the metadata "canonical_arn" and no other
    And the alias of Ada in Oslo has the metadata of the token

  @CLOUD-IDENT-25 @needs-audit
  @CLOUD-IDENT-25:iam
  Scenario: The audit entry of an IAM login has the chosen metadata and no other
    Given an operator writes the audit device "file" in Oslo with 'type=file, local=true, options={"file_path":"{the audit file of Oslo}"}'
    And an operator writes the identity configuration in Oslo with:
      | iam_metadata | client_arn,account_id |
    When Ada logs in to Oslo as "painter"
    Then the audit entry of the login of Ada in Oslo has the metadata "client_arn, account_id" and no other

  @CLOUD-IDENT-17
  @CLOUD-IDENT-17:client-arn @CLOUD-IDENT-17:client-user-id
  Scenario: A user's canonical_arn (without path), client_arn (with path) and client_user_id can be chosen as metadata
    When an operator writes the identity configuration in Oslo with:
      | iam_metadata | canonical_arn,client_arn,client_user_id |
    And Ada logs in to Oslo as "painter"
    Then the token of Ada has the metadata "canonical_arn, client_arn, client_user_id" and no other
    And the token of Ada has "canonical_arn=arn:aws:iam::{account}:user/Ada"
    And the token of Ada has "client_arn=arn:aws:iam::{account}:user/team/Ada"
    And the token of Ada has "client_user_id={unique id of Ada}"

  @CLOUD-IDENT-16
  @CLOUD-IDENT-16:iam-account @CLOUD-IDENT-16:iam-type
  Scenario: In the metadata of an IAM login, account_id is the user's account and auth_type is iam
    When Ada logs in to Oslo as "painter"
    Then the token of Ada has "account_id={account}"
    And the token of Ada has "auth_type=iam"
