@needs-database
Feature: Named resources
  Roles, connections, certificates and the like are written, read, listed and deleted by the name in their path.

  Background:
    Given an operator enables Oslo as a primary
    And the database is configured in Oslo
    And the database user "app" with a known password
    And these are written in Oslo:
      | path               | with          |
      | sys/auth/cloud     | type=cloud    |
      | sys/auth/people    | type=userpass |
      | sys/auth/programs  | type=approle  |
      | sys/mounts/stock   | type=database |
      | sys/mounts/colours | type=kv       |

  @CORE-UPDATE-01
  Scenario Outline: A second write changes the <kind>, and adds none to the list
    Given these are written in Oslo:
      | path        | with         |
      | <one>/first | <with><also> |
    When these are written in Oslo:
      | path        | with          |
      | <one>/first | <again><also> |
    Then the object at "<one>/first" in Oslo has '<again>'
    And the objects at "<list>" in Oslo are "first"

    @CORE-UPDATE-01:cloud-role
    Examples: cloud roles
      | kind                     | list             | one             | with                                                                                       | again              | also |
      | cloud role for users     | auth/cloud/roles | auth/cloud/role | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada | token_ttl=600      |      |
      | cloud role for instances | auth/cloud/roles | auth/cloud/role | auth_type=ec2, bound_ami_id=ami-1                                                          | bound_ami_id=ami-2 |      |

    @CORE-UPDATE-01:sts-role
    Examples: STS roles
      | kind     | list                  | one                   | with                                         | again                                       | also |
      | STS role | auth/cloud/config/sts | auth/cloud/config/sts | sts_role=arn:aws:iam::111122223333:role/look | sts_role=arn:aws:iam::111122223333:role/see |      |

    @CORE-UPDATE-01:connection
    Examples: connections
      | kind       | list         | one          | with                                                                            | again                                   | also                      |
      | connection | stock/config | stock/config | plugin_name=postgresql-database-plugin, connection_url=postgresql://a.example/a | connection_url=postgresql://b.example/b | , verify_connection=false |

    @CORE-UPDATE-01:dynamic-role
    Examples: dynamic roles
      | kind         | list           | one            | with                                            | again                     | also |
      | dynamic role | database/roles | database/roles | db_name=main, creation_statements=CREATE ROLE x | db_name=main, max_ttl=600 |      |

    @CORE-UPDATE-01:static-role
    Examples: static roles
      | kind        | list                  | one                   | with                                               | again                                | also |
      | static role | database/static-roles | database/static-roles | db_name=main, username={app}, rotation_period=3600 | username={app}, rotation_period=7200 |      |

    Examples: resources that the documents do not name
      | kind            | list                  | one                   | with                                                  | again                                                 | also |
      | AppRole role    | auth/programs/role    | auth/programs/role    | token_ttl=60                                          | token_ttl=600                                         |      |
      | password policy | sys/policies/password | sys/policies/password | policy=length = 20 rule "charset" { charset = "abc" } | policy=length = 30 rule "charset" { charset = "abc" } |      |
      | secret          | colours               | colours               | value=blue                                            | value=green                                           |      |

  @CORE-LIST-02
  Scenario Outline: Each <kind> is listed once, also after a second write
    Given these are written in Oslo:
      | path         | with    |
      | <one>/first  | <with>  |
      | <one>/second | <with>  |
      | <one>/first  | <again> |
    Then the objects at "<list>" in Oslo are "first, second"

    @CORE-LIST-02:cloud-role
    Examples: cloud roles
      | kind                     | list             | one             | with                                                                                       | again              |
      | cloud role for users     | auth/cloud/roles | auth/cloud/role | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada | token_ttl=600      |
      | cloud role for instances | auth/cloud/roles | auth/cloud/role | auth_type=ec2, bound_ami_id=ami-1                                                          | bound_ami_id=ami-2 |

    @CORE-LIST-02:sts-role
    Examples: STS roles
      | kind     | list                  | one                   | with                                         | again                                       |
      | STS role | auth/cloud/config/sts | auth/cloud/config/sts | sts_role=arn:aws:iam::111122223333:role/look | sts_role=arn:aws:iam::111122223333:role/see |

    @CORE-LIST-02:connection
    Examples: connections
      | kind       | list         | one          | with                                                                                                     | again                                                            |
      | connection | stock/config | stock/config | plugin_name=postgresql-database-plugin, verify_connection=false, connection_url=postgresql://a.example/a | verify_connection=false, connection_url=postgresql://b.example/b |

    @CORE-LIST-02:dynamic-role
    Examples: dynamic roles
      | kind         | list           | one            | with                                            | again                     |
      | dynamic role | database/roles | database/roles | db_name=main, creation_statements=CREATE ROLE x | db_name=main, max_ttl=600 |

    Examples: resources that the documents do not name
      | kind            | list                  | one                   | with                                                  | again                                                 |
      | AppRole role    | auth/programs/role    | auth/programs/role    | token_ttl=60                                          | token_ttl=600                                         |
      | password policy | sys/policies/password | sys/policies/password | policy=length = 20 rule "charset" { charset = "abc" } | policy=length = 30 rule "charset" { charset = "abc" } |
      | secret          | colours               | colours               | value=blue                                            | value=green                                           |

  @CORE-LIST-02 @CORE-LIST-02:static-role
  Scenario: Each static role is listed once, also after a second write
    Given the database user "batch" with a known password
    And these are written in Oslo:
      | path                         | with                                                 |
      | database/static-roles/first  | db_name=main, username={app}, rotation_period=3600   |
      | database/static-roles/second | db_name=main, username={batch}, rotation_period=3600 |
      | database/static-roles/first  | username={app}, rotation_period=7200                 |
    Then the objects at "database/static-roles" in Oslo are "first, second"

  @CORE-DELETE-01
  Scenario Outline: A deleted <kind> can no longer be read, and another still can
    Given these are written in Oslo:
      | path         | with         |
      | <one>/first  | <with><also> |
      | <one>/second | <with><also> |
    When an operator deletes the object at "<one>/first" in Oslo
    Then there is no object at "<one>/first" in Oslo
    And the object at "<one>/second" in Oslo has '<with>'
    When an operator deletes the object at "<one>/second" in Oslo
    Then Oslo refuses these:
      | request          |
      | GET <one>/second |

    @CORE-DELETE-01:cloud-role
    Examples: cloud roles
      | kind                     | one             | with                                                                                       | also |
      | cloud role for users     | auth/cloud/role | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada |      |
      | cloud role for instances | auth/cloud/role | auth_type=ec2, bound_ami_id=ami-1                                                          |      |

    @CORE-DELETE-01:sts-role
    Examples: STS roles
      | kind     | one                   | with                                         | also |
      | STS role | auth/cloud/config/sts | sts_role=arn:aws:iam::111122223333:role/look |      |

    @CORE-DELETE-01:connection
    Examples: connections
      | kind       | one          | with                                                                            | also                      |
      | connection | stock/config | plugin_name=postgresql-database-plugin, connection_url=postgresql://a.example/a | , verify_connection=false |

    @CORE-DELETE-01:dynamic-role
    Examples: dynamic roles
      | kind         | one            | with                                            | also |
      | dynamic role | database/roles | db_name=main, creation_statements=CREATE ROLE x |      |

    Examples: resources that the documents do not name
      | kind            | one                   | with                                                  | also |
      | AppRole role    | auth/programs/role    | token_ttl=60                                          |      |
      | password policy | sys/policies/password | policy=length = 20 rule "charset" { charset = "abc" } |      |
      | secret          | colours               | value=blue                                            |      |

  @CORE-LIST-03
  Scenario Outline: A deleted <kind> is no longer listed, and another still is
    Given these are written in Oslo:
      | path         | with         |
      | <one>/first  | <with><also> |
      | <one>/second | <with><also> |
    When an operator deletes the object at "<one>/first" in Oslo
    Then the objects at "<list>" in Oslo are "second"
    And the object at "<one>/second" in Oslo has '<with>'
    When an operator deletes the object at "<one>/second" in Oslo
    Then Oslo refuses these:
      | request     |
      | LIST <list> |

    @CORE-LIST-03:cloud-role
    Examples: cloud roles
      | kind                     | list             | one             | with                                                                                       | also |
      | cloud role for users     | auth/cloud/roles | auth/cloud/role | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada |      |
      | cloud role for instances | auth/cloud/roles | auth/cloud/role | auth_type=ec2, bound_ami_id=ami-1                                                          |      |

    @CORE-LIST-03:sts-role
    Examples: STS roles
      | kind     | list                  | one                   | with                                         | also |
      | STS role | auth/cloud/config/sts | auth/cloud/config/sts | sts_role=arn:aws:iam::111122223333:role/look |      |

    @CORE-LIST-03:connection
    Examples: connections
      | kind       | list         | one          | with                                                                            | also                      |
      | connection | stock/config | stock/config | plugin_name=postgresql-database-plugin, connection_url=postgresql://a.example/a | , verify_connection=false |

    @CORE-LIST-03:dynamic-role
    Examples: dynamic roles
      | kind         | list           | one            | with                                            | also |
      | dynamic role | database/roles | database/roles | db_name=main, creation_statements=CREATE ROLE x |      |

    Examples: resources that the documents do not name
      | kind            | list                  | one                   | with                                                  | also |
      | AppRole role    | auth/programs/role    | auth/programs/role    | token_ttl=60                                          |      |
      | password policy | sys/policies/password | sys/policies/password | policy=length = 20 rule "charset" { charset = "abc" } |      |
      | secret          | colours               | colours               | value=blue                                            |      |

  @CORE-DELETE-01 @CORE-DELETE-01:static-role @CORE-LIST-03 @CORE-LIST-03:static-role
  Scenario: A deleted static role can no longer be read and is no longer listed, and another still is
    Given the database user "batch" with a known password
    And these are written in Oslo:
      | path                         | with                                                 |
      | database/static-roles/first  | db_name=main, username={app}, rotation_period=3600   |
      | database/static-roles/second | db_name=main, username={batch}, rotation_period=3600 |
    When an operator deletes the object at "database/static-roles/first" in Oslo
    Then there is no object at "database/static-roles/first" in Oslo
    And the objects at "database/static-roles" in Oslo are "second"
    And the object at "database/static-roles/second" in Oslo has "db_name=main, username={batch}, rotation_period=3600"
    When an operator deletes the object at "database/static-roles/second" in Oslo
    Then Oslo refuses these:
      | request                          |
      | GET database/static-roles/second |
      | LIST database/static-roles       |

  @CORE-DELETE-01 @CORE-DELETE-01:paths-filter @needs-replication
  Scenario: A deleted paths filter can no longer be read, and another still can
    Given these are written in Oslo:
      | path                                                   | with                      |
      | sys/replication/performance/primary/paths-filter/lima  | mode=deny, paths=colours/ |
      | sys/replication/performance/primary/paths-filter/kyoto | mode=deny, paths=colours/ |
    When an operator deletes the object at "sys/replication/performance/primary/paths-filter/lima" in Oslo
    Then there is no object at "sys/replication/performance/primary/paths-filter/lima" in Oslo
    And the object at "sys/replication/performance/primary/paths-filter/kyoto" in Oslo has "mode=deny, paths=colours/"

  @CORE-LIST-05 @CORE-LIST-01
  @CORE-LIST-05:connection @CORE-LIST-05:role @CORE-LIST-05:static-role
  Scenario: A list shows the names of its objects, and none of their fields
    Given these are written in Oslo:
      | path                               | with                                                                                                                                   |
      | database/config/spare              | plugin_name=postgresql-database-plugin, verify_connection=false, connection_url=postgresql://a.example/a, username=app, password=sharp |
      | database/roles/reader              | db_name=main, creation_statements=CREATE ROLE "{{name}}" -- marked                                                                     |
      | database/static-roles/app          | db_name=main, username={app}, rotation_period=3600                                                                                     |
      | auth/cloud/role/painter            | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada                                             |
      | auth/cloud/config/sts/111122223333 | sts_role=arn:aws:iam::111122223333:role/look                                                                                           |
      | auth/programs/role/web             | token_ttl=600                                                                                                                          |
      | auth/people/users/ada              | password=correct horse                                                                                                                 |
    And an operator writes the cloud certificate "dawn" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}"
    Then the list of the objects at "database/config" in Oslo shows nothing but "main, spare"
    And the list of the objects at "database/roles" in Oslo shows nothing but "reader"
    And the list of the objects at "database/static-roles" in Oslo shows nothing but "app"
    And the list of the objects at "auth/cloud/roles" in Oslo shows nothing but "painter"
    And the list of the objects at "auth/cloud/config/sts" in Oslo shows nothing but "111122223333"
    And the list of the objects at "auth/cloud/config/certificates" in Oslo shows nothing but "dawn"
    And the list of the objects at "auth/programs/role" in Oslo shows nothing but "web"
    And the list of the objects at "auth/people/users" in Oslo shows nothing but "ada"

  @CORE-LIST-01 @CORE-LIST-04
  @CORE-LIST-01:certificates @CORE-LIST-01:sts-roles @CORE-LIST-01:roles @CORE-LIST-01:roletag-denylist @CORE-LIST-04:cloud-role
  @CORE-LIST-04:certificate @CORE-LIST-04:sts-role @CORE-LIST-04:denylist-entry @smoke
  Scenario: The lists of certificates, STS roles, roles and denied role tags each have all names of their kind, no others
    Given an operator writes the cloud certificate "dawn" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}"
    And an operator writes the cloud certificate "dusk" in Oslo with "cloud_public_cert={certificate:identity of eu-west-1}"
    And these are written in Oslo:
      | path                                       | with                                                                                       |
      | auth/cloud/config/client                   | max_retries=3                                                                              |
      | auth/cloud/config/sts/111122223333         | sts_role=arn:aws:iam::111122223333:role/look                                               |
      | auth/cloud/config/sts/444455556666         | sts_role=arn:aws:iam::444455556666:role/look                                               |
      | auth/cloud/config/sts/dawn                 | sts_role=arn:aws:iam::444455556666:role/look                                               |
      | auth/cloud/config/identity                 | iam_alias=unique_id                                                                        |
      | auth/cloud/config/tidy/roletag-denylist    | safety_buffer=1h                                                                           |
      | auth/cloud/config/tidy/identity-accesslist | safety_buffer=1h                                                                           |
      | auth/cloud/role/dawn                       | auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole                                        |
      | auth/cloud/role/painter                    | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada |
      | auth/cloud/role/sculptor                   | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada |
    And an operator creates the role tag "first" of the cloud role "dawn" in Oslo with ""
    And an operator creates the role tag "second" of the cloud role "dawn" in Oslo with "max_ttl=50m"
    And an operator writes the denylist entry "first" in Oslo with ""
    And an operator writes the denylist entry "second" in Oslo with ""
    Then the objects at "auth/cloud/config/certificates" in Oslo are "dawn, dusk"
    And the objects at "auth/cloud/config/sts" in Oslo are "111122223333, 444455556666, dawn"
    And the objects at "auth/cloud/roles" in Oslo are "dawn, painter, sculptor"
    And the denylist entries in Oslo are "first, second"

  @CORE-LIST-01 @CORE-LIST-01:roles
  Scenario: The list of cloud roles has the name of the only cloud role
    Given these are written in Oslo:
      | path                    | with                                                                                       |
      | auth/cloud/role/painter | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada |
    Then the objects at "auth/cloud/roles" in Oslo are "painter"

  @CORE-LIST-04
  @CORE-LIST-04:connection @CORE-LIST-04:dynamic-role @CORE-LIST-04:static-role
  Scenario: Each list of the database engine has the names of its kind, and no others
    Given these are written in Oslo:
      | path                      | with                                                                                                     |
      | database/config/spare     | plugin_name=postgresql-database-plugin, verify_connection=false, connection_url=postgresql://a.example/a |
      | database/roles/reader     | db_name=main, creation_statements=CREATE ROLE "{{name}}"                                                 |
      | database/static-roles/app | db_name=main, username={app}, rotation_period=3600                                                       |
    Then the objects at "database/config" in Oslo are "main, spare"
    And the objects at "database/roles" in Oslo are "reader"
    And the objects at "database/static-roles" in Oslo are "app"

  @CORE-READ-01 @CORE-BODY-01 @CORE-UPDATE-01 @needs-replication
  @CORE-READ-01:cloud-configuration @CORE-READ-01:sts-role @CORE-READ-01:cloud-role @CORE-READ-01:connection @CORE-READ-01:dynamic-role
  @CORE-READ-01:static-role @CORE-READ-01:paths-filter @CORE-BODY-01:cloud-auth @CORE-BODY-01:database @CORE-BODY-01:replication
  @CORE-UPDATE-01:cloud-configuration @CORE-UPDATE-01:paths-filter
  Scenario: A read returns each of these fields as it was last written
    Given these are written in Oslo:
      | path                      | with                                                                                                               |
      | auth/cloud/role/painter   | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada                         |
      | auth/cloud/role/potter    | auth_type=ec2, bound_ami_id=ami-0                                                                                  |
      | auth/cloud/role/sculptor  | resolve_cloud_unique_ids=false, inferred_entity_type=ec2_instance, inferred_cloud_region=north, bound_ami_id=ami-0 |
      | database/config/spare     | plugin_name=postgresql-database-plugin, connection_url=postgresql://a/a, verify_connection=false                   |
      | database/static-roles/app | db_name=main, username={app}, rotation_period=3600                                                                 |
    Then Oslo returns the fields of the object at "auth/cloud/config/client" as they were last written:
      | field                      | first            | then             |
      | max_retries                | 1                | 2                |
      | access_key                 | one              | two              |
      | endpoint                   | http://a.example | http://b.example |
      | iam_endpoint               | http://c.example | http://d.example |
      | sts_endpoint               | http://e.example | http://f.example |
      | sts_region                 | north            | south            |
      | iam_server_id_header_value | oslo             | lima             |
      | allowed_sts_header_values  | X-One            | X-Two,X-Three    |
    And Oslo returns the fields of the object at "auth/cloud/config/identity" as they were last written:
      | field        | first       | then          |
      | iam_alias    | unique_id   | full_arn      |
      | iam_metadata | account_id  | canonical_arn |
      | ec2_alias    | instance_id | image_id      |
      | ec2_metadata | account_id  | instance_id   |
    And Oslo returns the fields of the object at "auth/cloud/config/sts/111122223333" as they were last written:
      | field    | first                               | then                               |
      | sts_role | arn:aws:iam::111122223333:role/look | arn:aws:iam::111122223333:role/see |
    And Oslo returns the fields of the object at "sys/replication/performance/primary/paths-filter/lima" as they were last written:
      | field | first | then         |
      | mode  | allow | deny         |
      | paths | app/  | app2/,other/ |
    And Oslo returns the fields of the object at "auth/cloud/role/painter" as they were last written:
      | field                   | first                              | then                               |
      | bound_iam_principal_arn | arn:aws:iam::123456789012:user/ada | arn:aws:iam::123456789012:user/bob |
      | token_ttl               | 1                                  | 2                                  |
      | token_max_ttl           | 10                                 | 20                                 |
      | token_explicit_max_ttl  | 100                                | 200                                |
      | token_period            | 1                                  | 2                                  |
      | token_num_uses          | 1                                  | 2                                  |
      | token_policies          | one                                | three,two                          |
      | token_bound_cidrs       | 10.0.0.1                           | 10.0.0.2                           |
      | token_no_default_policy | false                              | true                               |
      | token_type              | default                            | service                            |
    And Oslo returns the fields of the object at "auth/cloud/role/potter" as they were last written:
      | field                          | first                                        | then                                         |
      | bound_ami_id                   | ami-1                                        | ami-2                                        |
      | bound_account_id               | ["111122223333"]                             | ["444422223333"]                             |
      | bound_region                   | eu-west-3                                    | eu-west-1                                    |
      | bound_vpc_id                   | vpc-1                                        | vpc-2                                        |
      | bound_subnet_id                | subnet-1                                     | subnet-2                                     |
      | bound_iam_role_arn             | arn:aws:iam::111122223333:role/a             | arn:aws:iam::111122223333:role/b             |
      | bound_iam_instance_profile_arn | arn:aws:iam::111122223333:instance-profile/a | arn:aws:iam::111122223333:instance-profile/b |
      | bound_ec2_instance_id          | i-1                                          | i-2                                          |
      | role_tag                       | One                                          | Two                                          |
      | disallow_reauthentication      | true                                         | false                                        |
      | allow_instance_migration       | false                                        | true                                         |
    And Oslo returns the fields of the object at "auth/cloud/role/sculptor" as they were last written:
      | field                 | first | then |
      | inferred_cloud_region | east  | west |
    And Oslo returns the fields of the object at "auth/cloud/config/tidy/roletag-denylist" as they were last written:
      | field                 | first | then |
      | safety_buffer         | 1     | 2    |
      | disable_periodic_tidy | false | true |
    And Oslo returns the fields of the object at "auth/cloud/config/tidy/identity-accesslist" as they were last written:
      | field                 | first | then  |
      | safety_buffer         | 3     | 4     |
      | disable_periodic_tidy | true  | false |
    # A write without verify_connection=false may be verified.
    And Oslo returns the fields of the object at "database/config/spare" as they were last written:
      | field                    | first            | then             |
      | verify_connection        | false            | false            |
      | connection_url           | postgresql://b/b | postgresql://c/c |
      | root_rotation_statements | one              | two              |
      | username_template        | one{{random 20}} | two{{random 20}} |
      | max_open_connections     | 2                | 3                |
      | username                 | one              | two              |
      | allowed_roles            | one              | two,three        |
      | password_policy          | one              | two              |
      | disable_escaping         | false            | true             |
    And Oslo returns the fields of the object at "database/roles/reader" as they were last written:
      | field                 | first    | then            |
      | db_name               | main     | other           |
      | creation_statements   | one      | two             |
      | revocation_statements | one      | two             |
      | rollback_statements   | one      | two             |
      | renew_statements      | one      | two             |
      | default_ttl           | 1        | 2               |
      | max_ttl               | 10       | 20              |
      | credential_type       | password | rsa_private_key |
    # A static role requires its username.
    And Oslo returns the fields of the object at "database/static-roles/app" as they were last written:
      | field               | first | then  |
      | username            | {app} | {app} |
      | rotation_period     | 60    | 7200  |
      | rotation_statements | one   | two   |

  @CORE-BODY-02
  Scenario Outline: With <what> as the body no cloud role is changed, and none is added
    Given these are written in Oslo:
      | path                    | with                                                                                       |
      | auth/cloud/role/painter | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada |
    And Olga is an operator of Oslo
    And Olga tries to send an empty object to "auth/cloud/role/painter" in Oslo
    And the request succeeds
    And Olga reads these in Oslo:
      | GET auth/cloud/role/painter |
      | LIST auth/cloud/roles       |
    When Olga tries to send <what> to "auth/cloud/role/painter" in Oslo
    Then the request is refused
    When Olga tries to send <what> to "auth/cloud/role/potter" in Oslo
    Then the request is refused
    And what Olga has read is unchanged

    @CORE-BODY-02:broken-json
    Examples: malformed JSON
      | what        |
      | broken JSON |

    @CORE-BODY-02:array
    Examples: a JSON array
      | what     |
      | an array |

    @CORE-BODY-02:bare-string
    Examples: a JSON string
      | what        |
      | a bare text |

    Examples: another JSON value
      | what     |
      | a number |

  @CORE-BODY-02
  @CORE-BODY-02:broken-json @CORE-BODY-02:array @CORE-BODY-02:bare-string
  Scenario Outline: Broken JSON, an array or a bare text does not change <what>, to which an empty object may be sent
    Given these are written in Oslo:
      | path   | with   |
      | <path> | <with> |
    And Olga is an operator of Oslo
    And Olga tries to send an empty object to "<path>" in Oslo
    And the request succeeds
    And Olga reads these in Oslo:
      | GET <path> |
    When Olga tries to send broken JSON to "<path>" in Oslo
    Then the request is refused
    When Olga tries to send an array to "<path>" in Oslo
    Then the request is refused
    When Olga tries to send a bare text to "<path>" in Oslo
    Then the request is refused
    And what Olga has read is unchanged

    Examples:
      | what                       | path                                    | with                |
      | the client configuration   | auth/cloud/config/client                | max_retries=3       |
      | the identity configuration | auth/cloud/config/identity              | iam_alias=unique_id |
      | a tidy configuration       | auth/cloud/config/tidy/roletag-denylist | safety_buffer=1h    |

  @CORE-BODY-02 @needs-replication
  @CORE-BODY-02:broken-json @CORE-BODY-02:array @CORE-BODY-02:bare-string
  Scenario Outline: Broken JSON, an array or a bare text as the body is refused and does not change <what>
    Given these are written in Oslo:
      | path   | with   |
      | <path> | <with> |
    And Olga is an operator of Oslo
    And Olga reads these in Oslo:
      | GET <path> |
    When Olga tries to send broken JSON to "<path>" in Oslo
    Then the request is refused
    When Olga tries to send an array to "<path>" in Oslo
    Then the request is refused
    When Olga tries to send a bare text to "<path>" in Oslo
    Then the request is refused
    And what Olga has read is unchanged

    Examples:
      | what           | path                                                  | with                                                                                                     |
      | a connection   | database/config/spare                                 | plugin_name=postgresql-database-plugin, verify_connection=false, connection_url=postgresql://a.example/a |
      | a dynamic role | database/roles/reader                                 | db_name=main, creation_statements=CREATE ROLE x                                                          |
      | a static role  | database/static-roles/app                             | db_name=main, username={app}, rotation_period=3600                                                       |
      | a paths filter | sys/replication/performance/primary/paths-filter/lima | mode=deny, paths=app/                                                                                    |

  @CORE-BODY-03 @needs-replication
  @CORE-BODY-03:denylist @CORE-BODY-03:database-reset @CORE-BODY-03:database-rotate-root @CORE-BODY-03:database-rotate-role
  @CORE-BODY-03:primary-demote @CORE-BODY-03:replication-disable @CORE-BODY-03:generate-public-key
  Scenario: Operations that require no field work without a body
    Given an operator enables Lima as a secondary of Oslo
    And the database user "dbadmin", who may create users with the password "dbadmin's"
    And these are written in Oslo:
      | path                      | with                                                                                                            |
      | database/config/other     | plugin_name={the plugin}, connection_url={the database}, username={dbadmin}, password={the password of dbadmin} |
      | database/static-roles/app | db_name=main, username={app}, rotation_period=3600                                                              |
      | auth/cloud/role/potter    | auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole                                                             |
    And an operator creates the role tag "first" of the cloud role "potter" in Oslo with "max_ttl=1h"
    Then Oslo answers these:
      | request                                         | status |
      | POST auth/cloud/role/potter/tag                 | 200    |
      | POST auth/cloud/roletag-denylist/{first}        | 204    |
      | POST auth/cloud/config/tidy/roletag-denylist    | 204    |
      | POST auth/cloud/tidy/roletag-denylist           | 202    |
      | POST auth/cloud/tidy/identity-accesslist        | 202    |
      | POST auth/cloud/config/tidy/identity-accesslist | 204    |
      | POST auth/cloud/config/client                   | 204    |
      | POST auth/cloud/config/identity                 | 204    |
      | POST database/reset/main                        | 204    |
      | POST database/rotate-root/other                 | 204    |
      | POST database/rotate-role/app                   | 204    |
      | POST sys/replication/performance/primary/demote | 200    |
    And Lima answers these:
      | request                                                        | status |
      | POST sys/replication/performance/secondary/generate-public-key | 200    |
      | POST sys/replication/performance/secondary/disable             | 200    |
      | POST sys/replication/performance/secondary/generate-public-key | 200    |
      | POST sys/replication/performance/primary/enable                | 200    |
      | POST sys/replication/performance/primary/disable               | 200    |

  @CORE-KEY-01 @needs-replication
  @CORE-KEY-01:cloud-role @CORE-KEY-01:certificate @CORE-KEY-01:sts-role @CORE-KEY-01:connection @CORE-KEY-01:dynamic-role @CORE-KEY-01:static-role
  @CORE-KEY-01:paths-filter
  Scenario: An object gets its name from the path, never from the body
    Then Oslo names each of these objects by its path, not by its body:
      | path                                                  | with                                                                                                                 | not as                                                 |
      | auth/cloud/role/here                                  | role=there, resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada               | auth/cloud/role/there                                  |
      | auth/cloud/config/sts/here                            | account_id=there, sts_role=arn:aws:iam::111122223333:role/look                                                       | auth/cloud/config/sts/there                            |
      | auth/cloud/config/certificate/here                    | cert_name=there, cloud_public_cert={the authority's certificate}                                                     | auth/cloud/config/certificate/there                    |
      | database/config/here                                  | name=there, plugin_name=postgresql-database-plugin, verify_connection=false, connection_url=postgresql://a.example/a | database/config/there                                  |
      | database/roles/here                                   | name=there, db_name=main, creation_statements=CREATE ROLE "{{name}}"                                                 | database/roles/there                                   |
      | database/static-roles/app                             | name=there, db_name=main, username={app}, rotation_period=3600                                                       | database/static-roles/there                            |
      | auth/people/users/here                                | username=there, password=correct horse                                                                               | auth/people/users/there                                |
      | auth/programs/role/here                               | role_name=there                                                                                                      | auth/programs/role/there                               |
      | sys/policies/acl/here                                 | name=there, policy=path "x" { capabilities = ["read"] }                                                              | sys/policies/acl/there                                 |
      | sys/replication/performance/primary/paths-filter/here | id=there, mode=deny, paths=colours/                                                                                  | sys/replication/performance/primary/paths-filter/there |

  Rule: Role tags on the deny list

    Background:
      Given these are written in Oslo:
        | path                   | with                                                |
        | auth/cloud/role/potter | auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole |
      And an operator creates the role tag "first" of the cloud role "potter" in Oslo with ""
      And an operator creates the role tag "second" of the cloud role "potter" in Oslo with "max_ttl=1h"
      And an operator writes the denylist entry "first" in Oslo with ""
      And an operator writes the denylist entry "second" in Oslo with ""

    @CORE-LIST-02 @CORE-LIST-02:denylist-entry
    Scenario: A role tag that is denied twice is listed once
      When an operator writes the denylist entry "first" in Oslo with ""
      Then the denylist entries in Oslo are "first, second"

    @CORE-DELETE-01 @CORE-DELETE-01:denylist-entry
    Scenario: A role tag that is deleted from the deny list can no longer be read there, and another still can
      When an operator deletes the denylist entry "first" in Oslo
      Then there is no denylist entry "first" in Oslo
      And Oslo has the denylist entry "second"

    @CORE-LIST-03 @CORE-LIST-03:denylist-entry
    Scenario: A role tag that is deleted from the deny list is no longer listed, and another still is
      When an operator deletes the denylist entry "first" in Oslo
      Then the denylist entries in Oslo are "second"
