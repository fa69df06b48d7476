Feature: Mount paths
  A secrets engine or an auth method serves its paths below its mount, wherever that is, and nowhere else.

  @CORE-BASE-01 @needs-replication @needs-database @needs-cloud
  @CORE-BASE-01:cloud-auth @CORE-BASE-01:database @CORE-BASE-01:replication
  Scenario: One path each of cloud login, databases and replication is served below /v1, and not outside of it
    Given an operator enables Oslo as a primary
    And the database is configured in Oslo
    And cloud login is enabled in Oslo
    And an operator writes the client configuration in Oslo with "iam_server_id_header_value=oslo.example"
    Then Oslo answers these:
      | request                                | status |
      | GET auth/cloud/config/client           | 200    |
      | GET database/config/main               | 200    |
      | GET sys/replication/performance/status | 200    |
    And Oslo serves none of these outside of its API:
      | request                                |
      | GET auth/cloud/config/client           |
      | GET database/config/main               |
      | GET sys/replication/performance/status |

  @needs-signatures @CORE-MOUNT-01 @needs-cloud @order
  @CORE-MOUNT-01:client-configuration @CORE-MOUNT-01:certificates @CORE-MOUNT-01:sts-roles @CORE-MOUNT-01:roles @CORE-MOUNT-01:login
  Scenario Outline: Cloud login at <place>: a user logs in, and configuration is written, read, listed and deleted
    Given these are written in Oslo:
      | path             | with       |
      | sys/auth/<place> | type=cloud |
    And the IAM user Ada
    And an operator writes the client configuration at "<place>" in Oslo with "sts_endpoint={cloud}, sts_region=us-west-2, iam_server_id_header_value=oslo.example"
    And an operator writes the cloud role "painter" at "<place>" in Oslo with "bound_iam_principal_arn={Ada}, resolve_cloud_unique_ids=false"
    When Ada tries to log in to Oslo as "painter" at "<place>" with the server ID "oslo.example"
    Then the request succeeds
    And the objects at "auth/<place>/roles" in Oslo are "painter"
    And the object at "auth/<place>/role/painter" in Oslo has "resolve_cloud_unique_ids=false"
    And the object at "auth/<place>/config/client" in Oslo has "iam_server_id_header_value=oslo.example"
    When an operator writes the cloud certificate "dawn" at "<place>" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}"
    And these are written in Oslo:
      | path                                         | with                                                |
      | auth/<place>/config/sts/111122223333         | sts_role=arn:aws:iam::111122223333:role/look        |
      | auth/<place>/config/identity                 | iam_alias=unique_id                                 |
      | auth/<place>/config/tidy/roletag-denylist    | safety_buffer=1h                                    |
      | auth/<place>/config/tidy/identity-accesslist | safety_buffer=1h                                    |
      | auth/<place>/role/sculptor                   | auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole |
    Then the cloud certificate "dawn" at "<place>" in Oslo has "cloud_public_cert={certificate:identity of us-east-1}, type=pkcs7"
    And the objects at "auth/<place>/config/certificates" in Oslo are "dawn"
    And the object at "auth/<place>/config/sts/111122223333" in Oslo has "sts_role=arn:aws:iam::111122223333:role/look"
    And the objects at "auth/<place>/config/sts" in Oslo are "111122223333"
    And the objects at "auth/<place>/roles" in Oslo are "painter, sculptor"
    And the object at "auth/<place>/config/identity" in Oslo has "iam_alias=unique_id"
    When an operator deletes the object at "auth/<place>/role/painter" in Oslo
    And an operator deletes the object at "auth/<place>/role/sculptor" in Oslo
    And an operator deletes the object at "auth/<place>/config/client" in Oslo
    And an operator deletes the object at "auth/<place>/config/certificate/dawn" in Oslo
    And an operator deletes the object at "auth/<place>/config/sts/111122223333" in Oslo
    Then Oslo refuses these:
      | request                               |
      | LIST auth/<place>/roles               |
      | GET auth/<place>/config/client        |
      | LIST auth/<place>/config/certificates |
      | LIST auth/<place>/config/sts          |

    Examples:
      | place       |
      | clouds      |
      | team/clouds |

  @needs-signatures @CORE-MOUNT-02 @needs-cloud
  @CORE-MOUNT-02:auth-method @CORE-MOUNT-02:other-location
  Scenario Outline: Cloud login at <place> serves and stores nothing at cloud, and serves nothing at <place>-too
    Given these are written in Oslo:
      | path             | with       |
      | sys/auth/<place> | type=cloud |
    And the IAM user Ada
    And an operator writes the client configuration at "<place>" in Oslo with "sts_endpoint={cloud}, sts_region=us-west-2, iam_server_id_header_value=oslo.example"
    And an operator writes the cloud role "painter" at "<place>" in Oslo with "bound_iam_principal_arn={Ada}, resolve_cloud_unique_ids=false"
    And an operator writes the cloud certificate "dawn" at "<place>" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}"
    And these are written in Oslo:
      | path                                         | with                                                |
      | auth/<place>/config/sts/111122223333         | sts_role=arn:aws:iam::111122223333:role/look        |
      | auth/<place>/config/identity                 | iam_alias=unique_id                                 |
      | auth/<place>/config/tidy/roletag-denylist    | safety_buffer=1h                                    |
      | auth/<place>/config/tidy/identity-accesslist | safety_buffer=1h                                    |
      | auth/<place>/role/sculptor                   | auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole |
    When Ada tries to log in to Oslo as "painter" at "cloud" with the server ID "oslo.example"
    Then the request is refused
    And Oslo refuses these:
      | request                                         | with                                                                                       |
      | GET auth/cloud/role/painter                     |                                                                                            |
      | LIST auth/cloud/roles                           |                                                                                            |
      | GET auth/cloud/config/certificate/dawn          |                                                                                            |
      | LIST auth/cloud/config/certificates             |                                                                                            |
      | GET auth/cloud/config/sts/111122223333          |                                                                                            |
      | LIST auth/cloud/config/sts                      |                                                                                            |
      | GET auth/cloud/config/client                    |                                                                                            |
      | DELETE auth/cloud/config/client                 |                                                                                            |
      | POST auth/cloud/config/client                   | sts_region=north                                                                           |
      | POST auth/cloud/config/rotate-root              |                                                                                            |
      | POST auth/cloud/config/identity                 | iam_alias=full_arn                                                                         |
      | GET auth/cloud/config/identity                  |                                                                                            |
      | POST auth/cloud/config/tidy/roletag-denylist    | safety_buffer=2h                                                                           |
      | GET auth/cloud/config/tidy/roletag-denylist     |                                                                                            |
      | POST auth/cloud/config/tidy/identity-accesslist | safety_buffer=2h                                                                           |
      | GET auth/cloud/config/tidy/identity-accesslist  |                                                                                            |
      | POST auth/cloud/tidy/roletag-denylist           |                                                                                            |
      | POST auth/cloud/tidy/identity-accesslist        |                                                                                            |
      | POST auth/cloud/role/sculptor/tag               |                                                                                            |
      | LIST auth/cloud/roletag-denylist                |                                                                                            |
      | LIST auth/cloud/identity-accesslist             |                                                                                            |
      | DELETE auth/cloud/identity-accesslist/i-1       |                                                                                            |
      | DELETE auth/cloud/config/certificate/dawn       |                                                                                            |
      | DELETE auth/cloud/config/sts/111122223333       |                                                                                            |
      | POST auth/cloud/role/potter                     | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada |
      | POST auth/cloud/config/sts/111122223333         | sts_role=arn:aws:iam::111122223333:role/see                                                |
      | DELETE auth/cloud/role/painter                  |                                                                                            |
      | GET auth/<place>-too/role/painter               |                                                                                            |
      | LIST auth/<place>-too/roles                     |                                                                                            |
      | GET auth/<place>-too/config/client              |                                                                                            |
      | POST auth/<place>-too/config/client             | sts_region=north                                                                           |
      | POST auth/<place>-too/config/identity           | iam_alias=full_arn                                                                         |
      | POST auth/<place>-too/role/potter               | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada |
    And Ada cannot log in to Oslo as "painter" at "<place>-too" with the server ID "oslo.example"
    And Ada can log in to Oslo as "painter" at "<place>" with the server ID "oslo.example"
    And the objects at "auth/<place>/roles" in Oslo are "painter, sculptor"
    And the object at "auth/<place>/config/identity" in Oslo has "iam_alias=unique_id"
    And the object at "auth/<place>/config/client" in Oslo has "iam_server_id_header_value=oslo.example"
    Given these are written in Oslo:
      | path           | with       |
      | sys/auth/cloud | type=cloud |
    Then Oslo refuses these:
      | request                                        |
      | LIST auth/cloud/roles                          |
      | GET auth/cloud/config/client                   |
      | LIST auth/cloud/config/certificates            |
      | LIST auth/cloud/config/sts                     |
      | GET auth/cloud/config/tidy/roletag-denylist    |
      | GET auth/cloud/config/tidy/identity-accesslist |
    And the object at "auth/cloud/config/identity" in Oslo has "iam_alias=role_id, ec2_alias=role_id"

    Examples:
      | place       |
      | clouds      |
      | team/clouds |

  @CORE-MOUNT-01
  @CORE-MOUNT-01:client-configuration @CORE-MOUNT-01:identity-configuration @CORE-MOUNT-01:certificates @CORE-MOUNT-01:sts-roles
  @CORE-MOUNT-01:tidy @CORE-MOUNT-01:roles @smoke
  Scenario Outline: Cloud login at <place> accepts requests to its configuration, roles, role tags, access list and tidy
    Given these are written in Oslo:
      | path             | with       |
      | sys/auth/<place> | type=cloud |
    When an operator writes the cloud certificate "dawn" at "<place>" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}"
    Then Oslo accepts these:
      | request                                             | with                                                                                       |
      | POST auth/<place>/role/potter                       | auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole                                        |
      | POST auth/<place>/role/painter                      | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada |
      | GET auth/<place>/role/painter                       |                                                                                            |
      | DELETE auth/<place>/role/painter                    |                                                                                            |
      | POST auth/<place>/config/identity                   | iam_alias=unique_id                                                                        |
      | GET auth/<place>/config/identity                    |                                                                                            |
      | POST auth/<place>/tidy/identity-accesslist          |                                                                                            |
      | DELETE auth/<place>/identity-accesslist/i-1         |                                                                                            |
      | POST auth/<place>/config/client                     | sts_region=north                                                                           |
      | GET auth/<place>/config/client                      |                                                                                            |
      | DELETE auth/<place>/config/client                   |                                                                                            |
      | GET auth/<place>/config/certificate/dawn            |                                                                                            |
      | LIST auth/<place>/config/certificates               |                                                                                            |
      | DELETE auth/<place>/config/certificate/dawn         |                                                                                            |
      | POST auth/<place>/config/sts/111122223333           | sts_role=arn:aws:iam::111122223333:role/look                                               |
      | GET auth/<place>/config/sts/111122223333            |                                                                                            |
      | LIST auth/<place>/config/sts                        |                                                                                            |
      | DELETE auth/<place>/config/sts/111122223333         |                                                                                            |
      | POST auth/<place>/config/tidy/roletag-denylist      | safety_buffer=1h                                                                           |
      | GET auth/<place>/config/tidy/roletag-denylist       |                                                                                            |
      | DELETE auth/<place>/config/tidy/roletag-denylist    |                                                                                            |
      | POST auth/<place>/config/tidy/identity-accesslist   | safety_buffer=1h                                                                           |
      | GET auth/<place>/config/tidy/identity-accesslist    |                                                                                            |
      | DELETE auth/<place>/config/tidy/identity-accesslist |                                                                                            |
      | GET auth/<place>/role/potter                        |                                                                                            |
      | LIST auth/<place>/roles                             |                                                                                            |
      | POST auth/<place>/role/potter/tag                   |                                                                                            |
      | POST auth/<place>/tidy/roletag-denylist             |                                                                                            |
      | DELETE auth/<place>/role/potter                     |                                                                                            |

    Examples:
      | place       |
      | clouds      |
      | team/clouds |

  @CORE-MOUNT-01
  @CORE-MOUNT-01:role-tags
  Scenario Outline: The deny list of role tags is served at the mount of cloud login: <place>
    Given these are written in Oslo:
      | path             | with       |
      | sys/auth/<place> | type=cloud |
    And these are written in Oslo:
      | path                     | with                                                |
      | auth/<place>/role/potter | auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole |
    And an operator creates the role tag "first" of the cloud role "potter" at "<place>" in Oslo with ""
    Then Oslo accepts these:
      | request                                      |
      | POST auth/<place>/roletag-denylist/{first}   |
      | GET auth/<place>/roletag-denylist/{first}    |
      | LIST auth/<place>/roletag-denylist           |
      | DELETE auth/<place>/roletag-denylist/{first} |

    Examples:
      | place       |
      | clouds      |
      | team/clouds |

  @CORE-MOUNT-01 @needs-cloud @needs-instances
  @CORE-MOUNT-01:access-list @CORE-MOUNT-01:login-ec2
  Scenario Outline: An instance that logs in at the mount <place> is put on, and removed from, the access list of this mount only
    Given cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-0web"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    And an operator moves the mount "auth/cloud" to "auth/<place>" in Oslo
    And cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    When the instance "web-1" logs in to Oslo as "web" at "<place>"
    Then Oslo accepts these:
      | request                                               |
      | LIST auth/<place>/identity-accesslist                 |
      | GET auth/<place>/identity-accesslist/{instance:web-1} |
    And there are no access list entries in Oslo
    And the instance "web-1" can log in to Oslo as "web"
    And Oslo accepts these:
      | request                                                  |
      | DELETE auth/<place>/identity-accesslist/{instance:web-1} |
    And Oslo refuses these:
      | request                                               |
      | LIST auth/<place>/identity-accesslist                 |
      | GET auth/<place>/identity-accesslist/{instance:web-1} |
    And the access list entries in Oslo are "web-1"

    Examples:
      | place       |
      | clouds      |
      | team/clouds |

  @CORE-MOUNT-01 @needs-cloud
  @CORE-MOUNT-01:rotate-root
  Scenario Outline: The access key of cloud login at <place> is rotated, unless its user already has two access keys
    Given cloud login is enabled in Oslo
    And an operator writes the client configuration in Oslo with "access_key={access key of the administrator}, secret_key={secret key of the administrator}, endpoint={cloud}, iam_endpoint={cloud}"
    And the IAM user Bob
    And an operator writes the client configuration in Oslo with "access_key={access key of Bob}, secret_key={secret key of Bob}, endpoint={cloud}"
    And an operator moves the mount "auth/cloud" to "auth/<place>" in Oslo
    Then Oslo accepts these:
      | request                              |
      | POST auth/<place>/config/rotate-root |
    Given the cloud's administrator creates an access key for Bob
    # A user cannot have a third access key.
    Then Oslo refuses these:
      | request                              |
      | POST auth/<place>/config/rotate-root |

    Examples:
      | place       |
      | clouds      |
      | team/clouds |

  @CORE-MOUNT-04 @needs-database
  @CORE-MOUNT-04:connections @CORE-MOUNT-04:dynamic-roles @CORE-MOUNT-04:static-roles @CORE-MOUNT-04:dynamic-credentials
  @CORE-MOUNT-04:static-credentials @CORE-MOUNT-04:reset @CORE-MOUNT-04:rotate-root @CORE-MOUNT-04:rotate-role @smoke
  Scenario Outline: A database engine at <place> serves connections, roles, credentials, resets and rotations
    Given the database user "app" with a known password
    And the database user "batch" with a known password
    And the database user "dbadmin", who may create users with the password "dbadmin's"
    And these are written in Oslo:
      | path               | with          |
      | sys/mounts/<place> | type=database |
    And an operator writes the connection "main" at "<place>" in Oslo with "plugin_name={the plugin}, connection_url={the database}, username={the administrator}, password={the administrator's password}, allowed_roles=*"
    And these are written in Oslo:
      | path                     | with                                                                                                                     |
      | <place>/roles/reader     | db_name=main, creation_statements=CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}' |
      | <place>/static-roles/app | db_name=main, username={app}, rotation_period=3600                                                                       |
    When an operator gives Ada the credentials of the dynamic role "reader" at "<place>" in Oslo
    And an operator gives Bob the credentials of the static role "app" at "<place>" in Oslo
    Then the database accepts Ada's credentials
    And the database accepts Bob's credentials
    And the objects at "<place>/config" in Oslo are "main"
    And the objects at "<place>/roles" in Oslo are "reader"
    And the objects at "<place>/static-roles" in Oslo are "app"
    And Oslo accepts these:
      | request                      |
      | GET <place>/config/main      |
      | GET <place>/roles/reader     |
      | GET <place>/static-roles/app |
      | POST <place>/rotate-role/app |
      | POST <place>/reset/main      |
    And Oslo accepts these:
      | request                        | with                                                                                                                             |
      | POST <place>/config/other      | plugin_name={the plugin}, connection_url={the database}, username={dbadmin}, password={the password of dbadmin}, allowed_roles=* |
      | POST <place>/rotate-root/other |                                                                                                                                  |
      | POST <place>/roles/writer      | db_name=other, creation_statements={create user}                                                                                 |
      | GET <place>/creds/writer       |                                                                                                                                  |
      | POST <place>/static-roles/job  | db_name=main, username={batch}, rotation_period=3600                                                                             |
    And the database refuses the known password of "dbadmin"
    And the objects at "<place>/roles" in Oslo are "reader, writer"
    And the objects at "<place>/static-roles" in Oslo are "app, job"
    And Oslo accepts these:
      | request                         |
      | DELETE <place>/roles/reader     |
      | DELETE <place>/static-roles/app |
      | DELETE <place>/config/main      |
    And there is no object at "<place>/config/main" in Oslo
    And there is no object at "<place>/roles/reader" in Oslo
    And there is no object at "<place>/static-roles/app" in Oslo

    Examples:
      | place          |
      | databases      |
      | team/databases |

  @CORE-MOUNT-02 @needs-database
  @CORE-MOUNT-02:engine @CORE-MOUNT-02:other-location
  Scenario Outline: A database engine at <place> serves and stores nothing at database, and serves nothing at <place>-too
    Given the database user "app" with a known password
    And the database user "dbadmin", who may create users with the password "dbadmin's"
    And these are written in Oslo:
      | path               | with          |
      | sys/mounts/<place> | type=database |
    And an operator writes the connection "main" at "<place>" in Oslo with "plugin_name={the plugin}, connection_url={the database}, username={the administrator}, password={the administrator's password}, allowed_roles=*"
    And these are written in Oslo:
      | path                     | with                                                                                                                     |
      | <place>/roles/reader     | db_name=main, creation_statements=CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}' |
      | <place>/static-roles/app | db_name=main, username={app}, rotation_period=3600                                                                       |
    And an operator writes the connection "other" at "<place>" in Oslo with "plugin_name={the plugin}, connection_url={the database}, username={dbadmin}, password={the password of dbadmin}, allowed_roles=*"
    Then Oslo refuses these:
      | request                          |
      | GET database/config/main         |
      | GET database/creds/reader        |
      | GET database/static-creds/app    |
      | POST database/rotate-role/app    |
      | LIST database/roles              |
      | DELETE database/roles/reader     |
      | GET database/roles/reader        |
      | GET database/static-roles/app    |
      | LIST database/config             |
      | LIST database/static-roles       |
      | POST database/reset/main         |
      | POST database/rotate-root/other  |
      | DELETE database/config/main      |
      | DELETE database/static-roles/app |
      | GET <place>-too/config/main      |
      | LIST <place>-too/roles           |
      | GET <place>-too/creds/reader     |
    And Oslo refuses these:
      | request                          | with                                                                             |
      | POST database/config/spare       | plugin_name={the plugin}, connection_url={the database}, verify_connection=false |
      | POST database/roles/clerk        | db_name=main, creation_statements={create user}                                  |
      | POST database/static-roles/clerk | db_name=main, username={app}, rotation_period=3600                               |
      | POST <place>-too/config/spare    | plugin_name={the plugin}, connection_url={the database}, verify_connection=false |
      | POST <place>-too/roles/clerk     | db_name=main, creation_statements={create user}                                  |
    And the objects at "<place>/config" in Oslo are "main, other"
    And the objects at "<place>/roles" in Oslo are "reader"
    And the objects at "<place>/static-roles" in Oslo are "app"
    Given these are written in Oslo:
      | path                | with          |
      | sys/mounts/database | type=database |
    Then Oslo refuses these:
      | request                    |
      | LIST database/config       |
      | LIST database/roles        |
      | LIST database/static-roles |

    Examples:
      | place          |
      | databases      |
      | team/databases |

  @needs-signatures @CORE-MOUNT-03 @needs-cloud @needs-database
  @CORE-MOUNT-03:cloud-configuration @CORE-MOUNT-03:cloud-objects @CORE-MOUNT-03:database-objects
  Scenario: Two mounts of one type share no configuration and no objects
    Given the database user "app" with a known password
    And the database is configured in Oslo
    And these are written in Oslo:
      | path                      | with          |
      | sys/auth/cloud            | type=cloud    |
      | sys/auth/clouds           | type=cloud    |
      | sys/mounts/databases      | type=database |
      | sys/mounts/colours        | type=kv       |
      | sys/mounts/colours-of-old | type=kv       |
    And the IAM user Ada
    And an operator writes the client configuration at "cloud" in Oslo with "sts_endpoint={cloud}, sts_region=us-west-2, iam_server_id_header_value=oslo.example"
    And an operator writes the client configuration at "clouds" in Oslo with "sts_endpoint={cloud}, sts_region=us-west-2, iam_server_id_header_value=lima.example"
    And an operator writes the cloud role "painter" at "cloud" in Oslo with "bound_iam_principal_arn={Ada}, resolve_cloud_unique_ids=false"
    And these are written in Oslo:
      | path                                       | with                                                                                                     |
      | database/config/spare                      | plugin_name=postgresql-database-plugin, verify_connection=false, connection_url=postgresql://a.example/a |
      | database/roles/reader                      | db_name=spare, creation_statements=CREATE ROLE "{{name}}"                                                |
      | colours/sky                                | value=blue                                                                                               |
      | database/static-roles/job                  | db_name=main, username={app}, rotation_period=3600                                                       |
      | auth/cloud/role/potter                     | auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole                                                      |
      | auth/cloud/config/sts/111122223333         | sts_role=arn:aws:iam::111122223333:role/look                                                             |
      | auth/cloud/config/identity                 | iam_alias=full_arn, ec2_alias=image_id                                                                   |
      | auth/cloud/config/tidy/roletag-denylist    | safety_buffer=1h                                                                                         |
      | auth/cloud/config/tidy/identity-accesslist | safety_buffer=1h                                                                                         |
    And an operator writes the cloud certificate "dawn" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}"
    And an operator creates the role tag "first" of the cloud role "potter" in Oslo with ""
    And an operator writes the denylist entry "first" in Oslo with ""
    Then the object at "auth/clouds/config/identity" in Oslo has "iam_alias=role_id, ec2_alias=role_id"
    And Oslo refuses these:
      | request                                         |
      | LIST auth/clouds/config/certificates            |
      | GET auth/clouds/config/certificate/dawn         |
      | LIST auth/clouds/config/sts                     |
      | GET auth/clouds/config/sts/111122223333         |
      | GET auth/clouds/config/tidy/roletag-denylist    |
      | GET auth/clouds/config/tidy/identity-accesslist |
      | LIST auth/clouds/roletag-denylist               |
      | GET auth/clouds/roletag-denylist/{first}        |
      | GET databases/static-roles/job                  |
      | GET databases/static-creds/job                  |
      | LIST databases/static-roles                     |
      | GET auth/clouds/role/painter                    |
      | LIST auth/clouds/roles                          |
      | GET databases/config/spare                      |
      | LIST databases/config                           |
      | GET databases/roles/reader                      |
      | LIST databases/roles                            |
      | GET colours-of-old/sky                          |
      | LIST colours-of-old                             |
    And Ada cannot log in to Oslo as "painter" at "cloud" with the server ID "lima.example"
    And Ada can log in to Oslo as "painter" at "cloud" with the server ID "oslo.example"
    Given an operator writes the cloud role "painter" at "clouds" in Oslo with "bound_iam_principal_arn={Ada}, resolve_cloud_unique_ids=false"
    Then Ada cannot log in to Oslo as "painter" at "clouds" with the server ID "oslo.example"
    And Ada can log in to Oslo as "painter" at "clouds" with the server ID "lima.example"
    When an operator deletes the object at "auth/clouds/role/painter" in Oslo
    And an operator deletes the object at "auth/clouds/config/client" in Oslo
    And an operator deletes the object at "databases/config/main" in Oslo
    And an operator deletes the object at "databases/static-roles/job" in Oslo
    Then Ada can log in to Oslo as "painter" at "cloud" with the server ID "oslo.example"
    And the objects at "database/config" in Oslo are "main, spare"
    And the objects at "database/static-roles" in Oslo are "job"

  @CORE-MOUNT-05 @needs-fresh @needs-replication
  @CORE-MOUNT-05:secrets-engine
  Scenario Outline: An attempt to mount a secrets engine at <place> leaves the paths of replication as they are
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    When Olga tries to write the secrets engine "<place>" in Oslo with "type=kv"
    And Olga tries to write the object at "<place>/status" in Oslo with "value=red"
    And Olga tries to write the object at "<place>/performance/status" in Oslo with "value=red"
    Then an unauthenticated client reads that Oslo is a primary with the secondary Lima
    And an unauthenticated client reads that Lima is a secondary of Oslo
    And Oslo answers these:
      | request                                            | status |
      | POST sys/replication/performance/secondary/disable | 400    |
      | POST sys/replication/performance/primary/demote    | 200    |

    Examples:
      | place                       |
      | replication                 |
      | performance                 |
      | sys/replication             |
      | sys/replication/performance |

  @CORE-MOUNT-05 @CORE-MOUNT-05:auth-method @needs-replication
  Scenario Outline: An auth method mounted at auth/<place> leaves the paths of replication as they are
    Given Oslo is the primary, and Lima replicates from it
    When these are written in Oslo:
      | path             | with       |
      | sys/auth/<place> | type=cloud |
    Then an unauthenticated client reads that Oslo is a primary with the secondary Lima
    And an unauthenticated client reads that Lima is a secondary of Oslo
    And Oslo answers these:
      | request                                            | status |
      | POST sys/replication/performance/secondary/disable | 400    |

    Examples:
      | place                       |
      | replication                 |
      | performance                 |
      | sys/replication/performance |
