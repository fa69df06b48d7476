@needs-database
Feature: Refused writes
  A write that is refused leaves its object as it was, also the fields that were right, and creates none.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And the database is configured in Oslo
    And the database user "app" with a known password
    And these are written in Oslo:
      | path           | with       |
      | sys/auth/cloud | type=cloud |

  @CORE-ATOMIC-01 @needs-replication
  Scenario Outline: A refused update changes no field: <path>, <wrong>
    Given these are written in Oslo:
      | path   | with   |
      | <path> | <good> |
    And Olga tries to write the object at "<path>" in Oslo with "<wrong>"
    And the request is refused
    Then the refused requests have changed nothing

    @CORE-ATOMIC-01:cloud-auth-update
    Examples: cloud login
      | path                                       | good                                                                                       | wrong                                           |
      | auth/cloud/config/client                   | sts_region=north, max_retries=1                                                            | sts_region=south, max_retries=many              |
      | auth/cloud/config/sts/111122223333         | sts_role=arn:aws:iam::111122223333:role/look                                               | external_id=other, sts_role=                    |
      | auth/cloud/config/tidy/roletag-denylist    | safety_buffer=1h                                                                           | disable_periodic_tidy=true, safety_buffer=soon  |
      | auth/cloud/config/tidy/identity-accesslist | safety_buffer=1h                                                                           | disable_periodic_tidy=true, safety_buffer=soon  |
      | auth/cloud/config/tidy/identity-accesslist | safety_buffer=1h                                                                           | safety_buffer=2h, disable_periodic_tidy=perhaps |
      | auth/cloud/role/painter                    | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada | token_ttl=600, token_max_ttl=soon               |
      | auth/cloud/role/painter                    | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada | token_policies=other, auth_type=ec2             |
      | auth/cloud/role/painter                    | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada | token_policies=other, token_period=9999h        |
      | auth/cloud/role/potter                     | auth_type=ec2, bound_ami_id=ami-1                                                          | role_tag=Other, bound_ami_id=                   |
      | auth/cloud/role/potter                     | auth_type=ec2, bound_ami_id=ami-1                                                          | bound_ami_id=ami-2, token_max_ttl=soon          |
      | auth/cloud/role/painter                    | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada | bound_iam_principal_arn=arn:aws:iam::123456789012:user/bob, token_type=other |
      | auth/cloud/config/client                   | sts_region=north, max_retries=1                                                            | max_retries=2, sts_region=south, allowed_sts_header_values=X-One, max_retries=many |
      | auth/cloud/config/identity                 | iam_alias=unique_id, ec2_alias=instance_id                                                 | iam_alias=full_arn, ec2_alias=other             |
      | auth/cloud/config/identity                 | iam_alias=unique_id, ec2_alias=instance_id                                                 | ec2_alias=image_id, iam_alias=other             |
      | auth/cloud/config/identity                 | iam_alias=unique_id, ec2_alias=instance_id                                                 | iam_metadata=account_id, ec2_metadata=other     |
      | auth/cloud/config/identity                 | iam_alias=unique_id, ec2_alias=instance_id                                                 | iam_alias=full_arn, iam_metadata=other          |
      | auth/cloud/config/identity                 | iam_alias=unique_id, ec2_alias=instance_id                                                 | ec2_metadata=account_id, iam_metadata=other     |

    @CORE-ATOMIC-01:database-update
    Examples: database credentials
      | path                      | good                                                                                                     | wrong                                                                                                             |
      | database/config/spare     | plugin_name=postgresql-database-plugin, verify_connection=false, connection_url=postgresql://a.example/a | connection_url=postgresql://b.example/b, verify_connection=perhaps                                                |
      | database/config/spare     | plugin_name=postgresql-database-plugin, verify_connection=false, connection_url=postgresql://a.example/a | connection_url=postgresql://b.example/b, allowed_roles=other, verify_connection=false, plugin_name=no-such-plugin |
      | database/roles/reader     | db_name=main, creation_statements=CREATE ROLE x                                                          | creation_statements=CREATE ROLE y, default_ttl=soon                                                               |
      | database/roles/reader     | db_name=main, creation_statements=CREATE ROLE x                                                          | creation_statements=CREATE ROLE y, default_ttl=7200, db_name=                                                     |
      | database/static-roles/app | db_name=main, username={app}, rotation_period=3600                                                       | db_name=main, username={app}, rotation_statements=x, rotation_period=4                                            |
      | database/static-roles/app | db_name=main, username={app}, rotation_period=3600                                                       | rotation_period=7200, credential_type=other                                                                       |
      | database/roles/reader     | db_name=main, creation_statements=CREATE ROLE x                                                          | creation_statements=CREATE ROLE y, credential_type=other                                                          |
      | database/roles/reader     | db_name=main, creation_statements=CREATE ROLE x                                                          | max_ttl=3600, creation_statements=                                                                                |
      | database/config/spare     | plugin_name=postgresql-database-plugin, verify_connection=false, connection_url=postgresql://a.example/a | allowed_roles=other, plugin_version=v999.0.0                                                                      |
      | database/config/spare     | plugin_name=postgresql-database-plugin, verify_connection=false, connection_url=postgresql://a.example/a | allowed_roles=other, connection_url=postgresql://127.0.0.1:1/a, verify_connection=true                            |

    @CORE-ATOMIC-01:filter-update
    Examples: replication
      | path                                                  | good                  | wrong                   |
      | sys/replication/performance/primary/paths-filter/lima | mode=deny, paths=app/ | paths=app2/, mode=block |

  @CORE-ATOMIC-01
  Scenario Outline: A refused write creates nothing: <path>, <wrong>
    Given Olga tries to write the object at "<path>" in Oslo with "<wrong>"
    And the request is refused
    Then the refused requests have changed nothing

    @CORE-ATOMIC-01:cloud-auth-create
    Examples: cloud login
      | path                                       | wrong                                                                                        |
      | auth/cloud/config/client                   | sts_region=south, max_retries=many                                                           |
      | auth/cloud/config/sts/111122223333         | external_id=other                                                                            |
      | auth/cloud/config/certificate/dawn         | cloud_public_cert=bm90IGEgY2VydGlmaWNhdGU=                                                   |
      | auth/cloud/config/tidy/roletag-denylist    | disable_periodic_tidy=true, safety_buffer=soon                                               |
      | auth/cloud/config/tidy/identity-accesslist | disable_periodic_tidy=true, safety_buffer=soon                                               |
      | auth/cloud/config/identity                 | iam_alias=full_arn, ec2_alias=other                                                          |
      | auth/cloud/role/potter                     | auth_type=ec2, role_tag=SvcRole                                                              |
      | auth/cloud/role/potter                     | auth_type=ec2, bound_ami_id=ami-1, token_max_ttl=soon                                        |
      | auth/cloud/role/painter                    | token_ttl=600                                                                                |

    @CORE-ATOMIC-01:database-create
    Examples: database credentials
      | path                                       | wrong                                                                                        |
      | database/config/spare                      | plugin_name=postgresql-database-plugin, connection_url=postgresql://127.0.0.1:1/a            |
      | database/roles/reader                      | creation_statements=CREATE ROLE x                                                            |
      | database/static-roles/app                  | db_name=main, username=no_such_user, rotation_period=1h                                      |
      | database/config/spare                      | plugin_name=no-such-plugin, verify_connection=false, connection_url=postgresql://a.example/a |
      | database/roles/reader                      | db_name=main, creation_statements=CREATE ROLE x, default_ttl=soon                            |
      | database/static-roles/app                  | db_name=main, username={app}, rotation_period=4                                              |
      | database/static-roles/app                  | db_name=main, rotation_period=1h                                                             |
      | database/static-roles/app                  | db_name=main, username={app}                                                                 |
      | database/static-roles/app                  | username={app}, rotation_period=1h                                                           |

    @CORE-ATOMIC-01:filter-create @needs-replication
    Examples: replication
      | path | wrong |
      | sys/replication/performance/primary/paths-filter/lima | paths=app/, mode=block |
