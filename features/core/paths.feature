Feature: Mount paths
  A secrets engine or an auth method serves its paths below its mount, wherever that is, and nowhere else.

  @CORE-BASE-01 @needs-replication @needs-database @needs-cloud
  Scenario: All documented paths are below /v1
    Given Oslo is enabled as a primary
    And the database is configured in Oslo
    And cloud login is enabled in Oslo for the server "oslo.example"
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

  @needs-signatures @CORE-MOUNT-01 @CORE-MOUNT-02 @needs-cloud
  Scenario Outline: Cloud login is served at its mount, and nowhere else: <place>
    Given these are mounted in Oslo:
      | path         | type  |
      | auth/<place> | cloud |
    And the IAM user Ada
    And cloud login at "<place>" in Oslo asks for the server "oslo.example"
    And the role "painter" at "<place>" in Oslo is for Ada alone
    # CORE-MOUNT-01
    When Ada logs in at "<place>" in Oslo as "painter", meaning the server "oslo.example"
    # CORE-MOUNT-01
    Then the request succeeds
    # CORE-MOUNT-01
    And a LIST of "auth/<place>/roles" in Oslo names "painter"
    # CORE-MOUNT-01
    And what is at "auth/<place>/role/painter" in Oslo has "resolve_cloud_unique_ids=false"
    # CORE-MOUNT-01
    And what is at "auth/<place>/config/client" in Oslo has "iam_server_id_header_value=oslo.example"
    Given the certificate "east" is registered as "dawn" at "<place>" in Oslo, as PEM
    And these are written in Oslo:
      | path                                 | with                                         |
      | auth/<place>/config/sts/111122223333 | sts_role=arn:aws:iam::111122223333:role/look |
    # CORE-MOUNT-01
    Then the certificate "dawn" at "<place>", read from Oslo, is "east" of the type "pkcs7"
    # CORE-MOUNT-01
    And a LIST of "auth/<place>/config/certificates" in Oslo names "dawn"
    # CORE-MOUNT-01
    And what is at "auth/<place>/config/sts/111122223333" in Oslo has "sts_role=arn:aws:iam::111122223333:role/look"
    # CORE-MOUNT-01
    And a LIST of "auth/<place>/config/sts" in Oslo names "111122223333"
    # CORE-MOUNT-02
    When Ada logs in at "cloud" in Oslo as "painter", meaning the server "oslo.example"
    # CORE-MOUNT-02
    Then the request is refused
    # CORE-MOUNT-02
    And Oslo refuses these:
      | request                                 | with                           |
      | GET auth/cloud/role/painter             |                                |
      | LIST auth/cloud/roles                   |                                |
      | GET auth/cloud/config/certificate/dawn  |                                |
      | LIST auth/cloud/config/certificates     |                                |
      | GET auth/cloud/config/sts/111122223333  |                                |
      | LIST auth/cloud/config/sts              |                                |
      | POST auth/cloud/config/client           | sts_region=north               |
      | POST auth/cloud/role/potter             | resolve_cloud_unique_ids=false |
      | POST auth/cloud/config/sts/111122223333 | sts_role=other                 |
      | DELETE auth/cloud/role/painter          |                                |
    # CORE-MOUNT-01
    And a LIST of "auth/<place>/roles" in Oslo names "painter"
    # CORE-MOUNT-01
    When "auth/<place>/role/painter" is deleted in Oslo
    # CORE-MOUNT-01
    And "auth/<place>/config/client" is deleted in Oslo
    # CORE-MOUNT-01
    And "auth/<place>/config/certificate/dawn" is deleted in Oslo
    # CORE-MOUNT-01
    And "auth/<place>/config/sts/111122223333" is deleted in Oslo
    # CORE-MOUNT-01
    Then Oslo refuses these:
      | request                               |
      | LIST auth/<place>/roles               |
      | GET auth/<place>/config/client        |
      | LIST auth/<place>/config/certificates |
      | LIST auth/<place>/config/sts          |
    Given these are mounted in Oslo:
      | path       | type  |
      | auth/cloud | cloud |
    # CORE-MOUNT-02
    Then Oslo refuses these:
      | request                             |
      | LIST auth/cloud/roles               |
      | GET auth/cloud/config/client        |
      | LIST auth/cloud/config/certificates |
      | LIST auth/cloud/config/sts          |

    Examples:
      | place       |
      | clouds      |
      | team/clouds |

  @CORE-MOUNT-01
  Scenario Outline: Every path of cloud login is served at its mount: <place>
    Given these are mounted in Oslo:
      | path         | type  |
      | auth/<place> | cloud |
    And these are written in Oslo:
      | path                     | with                                                |
      | auth/<place>/role/potter | auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole |
    And the certificate "east" is registered as "dawn" at "<place>" in Oslo, as PEM
    Then Oslo accepts these:
      | request                                             | with                                         |
      | POST auth/<place>/config/client                     | sts_region=north                             |
      | GET auth/<place>/config/client                      |                                              |
      | DELETE auth/<place>/config/client                   |                                              |
      | GET auth/<place>/config/certificate/dawn            |                                              |
      | LIST auth/<place>/config/certificates               |                                              |
      | DELETE auth/<place>/config/certificate/dawn         |                                              |
      | POST auth/<place>/config/sts/111122223333           | sts_role=arn:aws:iam::111122223333:role/look |
      | GET auth/<place>/config/sts/111122223333            |                                              |
      | LIST auth/<place>/config/sts                        |                                              |
      | DELETE auth/<place>/config/sts/111122223333         |                                              |
      | POST auth/<place>/config/tidy/roletag-denylist      | safety_buffer=1h                             |
      | GET auth/<place>/config/tidy/roletag-denylist       |                                              |
      | DELETE auth/<place>/config/tidy/roletag-denylist    |                                              |
      | POST auth/<place>/config/tidy/identity-accesslist   | safety_buffer=1h                             |
      | GET auth/<place>/config/tidy/identity-accesslist    |                                              |
      | DELETE auth/<place>/config/tidy/identity-accesslist |                                              |
      | GET auth/<place>/role/potter                        |                                              |
      | LIST auth/<place>/roles                             |                                              |
      | POST auth/<place>/role/potter/tag                   |                                              |
      | POST auth/<place>/tidy/roletag-denylist             |                                              |
      | DELETE auth/<place>/role/potter                     |                                              |

    Examples:
      | place       |
      | clouds      |
      | team/clouds |

  @CORE-MOUNT-01
  Scenario Outline: The deny list is served at the mount of cloud login: <place>
    Given these are mounted in Oslo:
      | path         | type  |
      | auth/<place> | cloud |
    And these are written in Oslo:
      | path                     | with                                                |
      | auth/<place>/role/potter | auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole |
    And the tag "first" of the role "potter" at "<place>", made in Oslo
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

  @CORE-MOUNT-02 @CORE-MOUNT-04 @needs-database
  Scenario Outline: Database credentials are served at their mount, and nowhere else: <place>
    Given the database user "app" with a known password
    And these are mounted in Oslo:
      | path    | type     |
      | <place> | database |
    And the database is configured at "<place>" in Oslo
    And these are written in Oslo:
      | path                     | with                                                                                                                     |
      | <place>/roles/reader     | db_name=main, creation_statements=CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}' |
      | <place>/static-roles/app | db_name=main, username={app}, rotation_period=3600                                                                       |
    # CORE-MOUNT-04
    When Ada asks for the credentials at "<place>/creds/reader" in Oslo
    # CORE-MOUNT-04
    Then the database accepts Ada's credentials
    # CORE-MOUNT-04
    When Bob asks for the credentials at "<place>/static-creds/app" in Oslo
    # CORE-MOUNT-04
    Then the database accepts Bob's credentials
    # CORE-MOUNT-04
    And a LIST of "<place>/config" in Oslo names "main"
    # CORE-MOUNT-04
    And a LIST of "<place>/roles" in Oslo names "reader"
    # CORE-MOUNT-04
    And a LIST of "<place>/static-roles" in Oslo names "app"
    # CORE-MOUNT-04
    And Oslo accepts these:
      | request                      |
      | GET <place>/config/main      |
      | GET <place>/roles/reader     |
      | GET <place>/static-roles/app |
      | POST <place>/rotate-role/app |
      | POST <place>/reset/main      |
    # CORE-MOUNT-02
    And Oslo refuses these:
      | request                       |
      | GET database/config/main      |
      | GET database/creds/reader     |
      | GET database/static-creds/app |
      | POST database/rotate-role/app |
      | LIST database/roles           |
      | DELETE database/roles/reader  |
    # CORE-MOUNT-04
    And Oslo accepts these:
      | request                         |
      | DELETE <place>/roles/reader     |
      | DELETE <place>/static-roles/app |
      | DELETE <place>/config/main      |
    # CORE-MOUNT-04
    And nothing is at "<place>/config/main" in Oslo
    Given these are mounted in Oslo:
      | path     | type     |
      | database | database |
    # CORE-MOUNT-02
    Then Oslo refuses these:
      | request              |
      | LIST database/config |
      | LIST database/roles  |

    Examples:
      | place          |
      | databases      |
      | team/databases |

  @needs-signatures @CORE-MOUNT-03 @needs-cloud
  Scenario: Two mounts of one type share nothing
    Given these are mounted in Oslo:
      | path           | type     |
      | auth/cloud     | cloud    |
      | auth/clouds    | cloud    |
      | database       | database |
      | databases      | database |
      | colours        | kv       |
      | colours-of-old | kv       |
    And the IAM user Ada
    And cloud login at "cloud" in Oslo asks for the server "oslo.example"
    And cloud login at "clouds" in Oslo asks for the server "lima.example"
    And the role "painter" at "cloud" in Oslo is for Ada alone
    And these are written in Oslo:
      | path                  | with                                                                                                     |
      | database/config/spare | plugin_name=postgresql-database-plugin, verify_connection=false, connection_url=postgresql://a.example/a |
      | database/roles/reader | db_name=spare, creation_statements=CREATE ROLE "{{name}}"                                                |
      | colours/sky           | value=blue                                                                                               |
    Then Oslo refuses these:
      | request                      |
      | GET auth/clouds/role/painter |
      | LIST auth/clouds/roles       |
      | GET databases/config/spare   |
      | LIST databases/config        |
      | GET databases/roles/reader   |
      | LIST databases/roles         |
      | GET colours-of-old/sky       |
      | LIST colours-of-old          |
    And Ada cannot log in at "cloud" in Oslo as "painter", meaning the server "lima.example"
    And Ada can log in at "cloud" in Oslo as "painter", meaning the server "oslo.example"
    Given the role "painter" at "clouds" in Oslo is for Ada alone
    Then Ada cannot log in at "clouds" in Oslo as "painter", meaning the server "oslo.example"
    And Ada can log in at "clouds" in Oslo as "painter", meaning the server "lima.example"
    When "auth/clouds/role/painter" is deleted in Oslo
    And "auth/clouds/config/client" is deleted in Oslo
    Then Ada can log in at "cloud" in Oslo as "painter", meaning the server "oslo.example"

  @CORE-MOUNT-05 @needs-fresh @needs-replication
  Scenario Outline: No mount takes the paths of replication: <place>
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    When Olga tries to mount "<place>" in Oslo with "type=kv"
    And Olga tries to write "red" to "<place>/status" in Oslo
    And Olga tries to write "red" to "<place>/performance/status" in Oslo
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
