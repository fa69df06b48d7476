Feature: Methods of each path
  Each path serves the methods that the API documents list for it, and no others.

  @CORE-METHOD-01
  @CORE-METHOD-01:cloud-auth @smoke
  Scenario: Cloud login refuses unlisted methods on configuration, role, login and deny list paths, and nothing changes
    Given these are written in Oslo:
      | path           | with       |
      | sys/auth/cloud | type=cloud |
    And these are written in Oslo:
      | path                                       | with                                                                                       |
      | auth/cloud/config/client                   | max_retries=3                                                                              |
      | auth/cloud/config/sts/111122223333         | sts_role=arn:aws:iam::111122223333:role/look                                               |
      | auth/cloud/role/painter                    | resolve_cloud_unique_ids=false, bound_iam_principal_arn=arn:aws:iam::123456789012:user/ada |
      | auth/cloud/role/potter                     | auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole                                        |
      | auth/cloud/config/tidy/identity-accesslist | safety_buffer=1h                                                                           |
      | auth/cloud/config/tidy/roletag-denylist    | safety_buffer=2h                                                                           |
    And an operator writes the cloud certificate "painter" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}"
    And an operator creates the role tag "first" of the cloud role "potter" in Oslo with ""
    And an operator writes the denylist entry "first" in Oslo with ""
    And Olga is an operator of Oslo
    And Olga reads these in Oslo:
      | GET auth/cloud/config/client                   |
      | GET auth/cloud/config/tidy/identity-accesslist |
      | GET auth/cloud/config/tidy/roletag-denylist    |
      | GET auth/cloud/role/painter                    |
      | GET auth/cloud/role/potter                     |
      | GET auth/cloud/config/certificate/painter      |
      | GET auth/cloud/config/sts/111122223333         |
      | GET auth/cloud/roletag-denylist/{first}        |
      | LIST auth/cloud/roles                          |
      | LIST auth/cloud/config/certificates            |
      | LIST auth/cloud/config/sts                     |
      | LIST auth/cloud/roletag-denylist               |
    Then Oslo accepts these:
      | request                                        |
      | GET auth/cloud/config/client                   |
      | GET auth/cloud/config/tidy/identity-accesslist |
      | GET auth/cloud/config/tidy/roletag-denylist    |
      | GET auth/cloud/role/painter                    |
      | GET auth/cloud/role/potter                     |
      | GET auth/cloud/config/certificate/painter      |
      | GET auth/cloud/config/sts/111122223333         |
      | GET auth/cloud/roletag-denylist/{first}        |
      | LIST auth/cloud/roles                          |
      | LIST auth/cloud/config/certificates            |
      | LIST auth/cloud/config/sts                     |
      | LIST auth/cloud/roletag-denylist               |
      | POST auth/cloud/role/potter/tag                |
      | POST auth/cloud/tidy/roletag-denylist          |
    And Oslo refuses these:
      | request                                         |
      | LIST auth/cloud/config/client                   |
      | LIST auth/cloud/config/certificate/painter      |
      | POST auth/cloud/config/certificates             |
      | GET auth/cloud/config/certificates              |
      | DELETE auth/cloud/config/certificates           |
      | LIST auth/cloud/config/sts/111122223333         |
      | POST auth/cloud/config/sts                      |
      | GET auth/cloud/config/sts                       |
      | DELETE auth/cloud/config/sts                    |
      | LIST auth/cloud/config/tidy/identity-accesslist |
      | LIST auth/cloud/config/tidy/roletag-denylist    |
      | LIST auth/cloud/role/painter                    |
      | POST auth/cloud/roles                           |
      | GET auth/cloud/roles                            |
      | DELETE auth/cloud/roles                         |
      | GET auth/cloud/role/potter/tag                  |
      | DELETE auth/cloud/role/potter/tag               |
      | LIST auth/cloud/role/potter/tag                 |
      | GET auth/cloud/login                            |
      | DELETE auth/cloud/login                         |
      | LIST auth/cloud/login                           |
      | LIST auth/cloud/roletag-denylist/{first}        |
      | POST auth/cloud/roletag-denylist                |
      | GET auth/cloud/roletag-denylist                 |
      | DELETE auth/cloud/roletag-denylist              |
      | GET auth/cloud/tidy/roletag-denylist            |
      | DELETE auth/cloud/tidy/roletag-denylist         |
      | LIST auth/cloud/tidy/roletag-denylist           |
      | LIST auth/cloud/config                          |
      | LIST auth/cloud/config/certificate              |
      | LIST auth/cloud/config/tidy                     |
      | LIST auth/cloud/tidy                            |
      | POST auth/cloud/role                            |
      | POST auth/cloud/config/certificate              |
    And what Olga has read is unchanged

  @CORE-METHOD-01 @OWN-REQUEST-05
  @CORE-METHOD-01:cloud-auth
  Scenario: Cloud login refuses unlisted methods on identity, rotate-root and access list paths, and nothing changes
    Given these are written in Oslo:
      | path           | with       |
      | sys/auth/cloud | type=cloud |
    And these are written in Oslo:
      | path                       | with                |
      | auth/cloud/config/identity | iam_alias=unique_id |
    And Olga is an operator of Oslo
    And Olga reads these in Oslo:
      | GET auth/cloud/config/identity      |
      | LIST auth/cloud/identity-accesslist |
    Then Oslo accepts these:
      | request                                  |
      | GET auth/cloud/config/identity           |
      | POST auth/cloud/tidy/identity-accesslist |
    And Oslo refuses these:
      | request                                    |
      | GET auth/cloud/config/rotate-root          |
      | DELETE auth/cloud/config/rotate-root       |
      | LIST auth/cloud/config/rotate-root         |
      | DELETE auth/cloud/config/identity          |
      | LIST auth/cloud/config/identity            |
      | POST auth/cloud/identity-accesslist/i-1    |
      | LIST auth/cloud/identity-accesslist/i-1    |
      | POST auth/cloud/identity-accesslist        |
      | GET auth/cloud/identity-accesslist         |
      | DELETE auth/cloud/identity-accesslist      |
      | GET auth/cloud/tidy/identity-accesslist    |
      | DELETE auth/cloud/tidy/identity-accesslist |
      | LIST auth/cloud/tidy/identity-accesslist   |
    And what Olga has read is unchanged

  @CORE-METHOD-01 @needs-cloud
  @CORE-METHOD-01:cloud-auth
  Scenario: Cloud login refuses unlisted methods on rotate-root, and none of them rotates the access key
    Given cloud login is enabled in Oslo
    And the IAM user Bob
    And an operator writes the client configuration in Oslo with "access_key={access key of Bob}, secret_key={secret key of Bob}, endpoint={cloud}, iam_endpoint={cloud}"
    Then Oslo refuses these:
      | request                              |
      | GET auth/cloud/config/rotate-root    |
      | DELETE auth/cloud/config/rotate-root |
      | LIST auth/cloud/config/rotate-root   |
    And the client configuration in Oslo has "access_key={access key of Bob}"
    And Bob has 1 access key
    And Oslo accepts these:
      | request                            |
      | POST auth/cloud/config/rotate-root |

  @CORE-METHOD-01 @needs-database
  @CORE-METHOD-01:database
  Scenario: The database engine refuses unlisted methods on its paths, and nothing changes
    Given the database is configured in Oslo
    And the database user "app" with a known password
    And these are written in Oslo:
      | path                      | with                                                |
      | database/roles/reader     | db_name=main, creation_statements=["{create user}"] |
      | database/static-roles/app | db_name=main, username={app}, rotation_period=3600  |
    And an operator gives Ada the credentials of the static role "app" in Oslo
    And the database accepts Ada's credentials
    And Olga is an operator of Oslo
    And Olga reads these in Oslo:
      | GET database/config/main      |
      | GET database/roles/reader     |
      | GET database/static-roles/app |
      | LIST database/config          |
      | LIST database/roles           |
      | LIST database/static-roles    |
    Then Oslo accepts these:
      | request                       |
      | GET database/config/main      |
      | GET database/roles/reader     |
      | GET database/static-roles/app |
      | LIST database/config          |
      | LIST database/roles           |
      | LIST database/static-roles    |
      | GET database/creds/reader     |
      | POST database/reset/main      |
    And Oslo refuses these:
      | request                          |
      | LIST database/config/main        |
      | POST database/config             |
      | GET database/config              |
      | DELETE database/config           |
      | GET database/reset/main          |
      | DELETE database/reset/main       |
      | LIST database/reset/main         |
      | GET database/rotate-root/main    |
      | DELETE database/rotate-root/main |
      | LIST database/rotate-root/main   |
      | LIST database/roles/reader       |
      | POST database/roles              |
      | GET database/roles               |
      | DELETE database/roles            |
      | POST database/creds/reader       |
      | DELETE database/creds/reader     |
      | LIST database/creds/reader       |
      | LIST database/static-roles/app   |
      | POST database/static-roles       |
      | GET database/static-roles        |
      | DELETE database/static-roles     |
      | POST database/static-creds/app   |
      | DELETE database/static-creds/app |
      | LIST database/static-creds/app   |
      | GET database/rotate-role/app     |
      | DELETE database/rotate-role/app  |
      | LIST database/rotate-role/app    |
      | LIST database/creds              |
      | GET database/creds               |
      | POST database/creds              |
      | DELETE database/creds            |
      | LIST database/static-creds       |
      | GET database/static-creds        |
      | POST database/static-creds       |
      | DELETE database/static-creds     |
      | LIST database/reset              |
      | POST database/reset              |
      | LIST database/rotate-root        |
      | POST database/rotate-root        |
      | LIST database/rotate-role        |
      | POST database/rotate-role        |
    And what Olga has read is unchanged
    And the credentials of the static role "app" in Oslo are Ada's

  # What does not suit the cluster's role is refused as a bad request, where a path that is not served would not be found.
  @CORE-METHOD-02 @needs-replication
  @CORE-METHOD-02:post @CORE-METHOD-02:get @CORE-METHOD-02:delete
  Scenario: Replication paths serve their listed methods, if only with status 400 for an unsuitable request
    Given Oslo is the primary, and Lima replicates from it
    Then Oslo answers these:
      | request                                                      | status |
      | GET sys/replication/performance/status                       | 200    |
      | POST sys/replication/performance/primary/enable              | 400    |
      | POST sys/replication/performance/primary/secondary-token     | 400    |
      | POST sys/replication/performance/primary/revoke-secondary    | 400    |
      | GET sys/replication/performance/primary/paths-filter/lima    | 404    |
      | POST sys/replication/performance/primary/paths-filter/lima   | 204    |
      | GET sys/replication/performance/primary/paths-filter/lima    | 200    |
      | GET sys/replication/performance/primary/dynamic-filter/lima  | 200    |
      | DELETE sys/replication/performance/primary/paths-filter/lima | 204    |
      | GET sys/replication/performance/primary/paths-filter/lima    | 404    |
      | POST sys/replication/performance/secondary/enable            | 400    |
      | POST sys/replication/performance/secondary/promote           | 400    |
      | POST sys/replication/performance/secondary/disable           | 400    |
      | POST sys/replication/performance/secondary/update-primary    | 400    |
    And Lima answers these:
      | request                                                        | status |
      | GET sys/replication/performance/status                         | 200    |
      | POST sys/replication/performance/primary/demote                | 400    |
      | POST sys/replication/performance/primary/disable               | 400    |
      | GET sys/replication/performance/secondary/dynamic-filter/lima  | 200    |
      | POST sys/replication/performance/secondary/generate-public-key | 200    |

  @CORE-METHOD-01 @CORE-METHOD-01:replication @needs-replication
  Scenario: A primary and a secondary refuse unlisted methods on replication paths, and nothing changes
    Given Oslo is the primary, and Lima replicates from it
    And these are written in Oslo:
      | path                                                  | with                  |
      | sys/replication/performance/primary/paths-filter/lima | mode=deny, paths=app/ |
    And Olga is an operator of Oslo
    And Olga reads these in Oslo:
      | GET sys/replication/performance/primary/paths-filter/lima |
    Then Oslo accepts these:
      | request                                                   | returns               |
      | GET sys/replication/performance/primary/paths-filter/lima | mode=deny, paths=app/ |
    And Oslo refuses these:
      | request                                                          |
      | POST sys/replication/performance/status                          |
      | DELETE sys/replication/performance/status                        |
      | GET sys/replication/performance/primary/enable                   |
      | DELETE sys/replication/performance/primary/enable                |
      | GET sys/replication/performance/primary/demote                   |
      | DELETE sys/replication/performance/primary/demote                |
      | GET sys/replication/performance/primary/disable                  |
      | DELETE sys/replication/performance/primary/disable               |
      | GET sys/replication/performance/primary/secondary-token          |
      | DELETE sys/replication/performance/primary/secondary-token       |
      | GET sys/replication/performance/primary/revoke-secondary         |
      | DELETE sys/replication/performance/primary/revoke-secondary      |
      | POST sys/replication/performance/primary/paths-filter            |
      | GET sys/replication/performance/primary/paths-filter             |
      | DELETE sys/replication/performance/primary/paths-filter          |
      | POST sys/replication/performance/primary/dynamic-filter/lima     |
      | DELETE sys/replication/performance/primary/dynamic-filter/lima   |
      | POST sys/replication/performance/secondary/dynamic-filter/lima   |
      | DELETE sys/replication/performance/secondary/dynamic-filter/lima |
      | GET sys/replication/performance/secondary/generate-public-key    |
      | DELETE sys/replication/performance/secondary/generate-public-key |
      | GET sys/replication/performance/secondary/enable                 |
      | DELETE sys/replication/performance/secondary/enable              |
      | GET sys/replication/performance/secondary/promote                |
      | DELETE sys/replication/performance/secondary/promote             |
      | GET sys/replication/performance/secondary/disable                |
      | DELETE sys/replication/performance/secondary/disable             |
      | GET sys/replication/performance/secondary/update-primary         |
      | DELETE sys/replication/performance/secondary/update-primary      |
    And Lima refuses these:
      | request                                                          |
      | POST sys/replication/performance/secondary/dynamic-filter/lima   |
      | DELETE sys/replication/performance/secondary/dynamic-filter/lima |
      | GET sys/replication/performance/secondary/generate-public-key    |
      | DELETE sys/replication/performance/secondary/generate-public-key |
      | GET sys/replication/performance/secondary/enable                 |
      | DELETE sys/replication/performance/secondary/enable              |
      | GET sys/replication/performance/secondary/promote                |
      | DELETE sys/replication/performance/secondary/promote             |
      | GET sys/replication/performance/secondary/disable                |
      | DELETE sys/replication/performance/secondary/disable             |
      | GET sys/replication/performance/secondary/update-primary         |
      | DELETE sys/replication/performance/secondary/update-primary      |
      | POST sys/replication/performance/status                          |
      | DELETE sys/replication/performance/status                        |
      | GET sys/replication/performance/primary/enable                   |
      | GET sys/replication/performance/primary/demote                   |
      | GET sys/replication/performance/primary/disable                  |
    And an unauthenticated client reads that Oslo is a primary with the secondary Lima
    And an unauthenticated client reads that Lima is a secondary of Oslo
    And what Olga has read is unchanged

  @CORE-METHOD-01 @CORE-METHOD-02 @needs-replication
  @CORE-METHOD-01:replication @CORE-METHOD-02:no-list
  Scenario: A primary and a secondary refuse LIST on replication paths, and nothing changes
    Given Oslo is the primary, and Lima replicates from it
    And these are written in Oslo:
      | path                                                  | with                  |
      | sys/replication/performance/primary/paths-filter/lima | mode=deny, paths=app/ |
    And Olga is an operator of Oslo
    And Olga reads these in Oslo:
      | GET sys/replication/performance/primary/paths-filter/lima |
    Then Oslo accepts these:
      | request                                                   | returns               |
      | GET sys/replication/performance/primary/paths-filter/lima | mode=deny, paths=app/ |
    And Oslo refuses these:
      | request                                                        |
      | LIST sys/replication                                           |
      | LIST sys/replication/performance                               |
      | LIST sys/replication/performance/primary                       |
      | LIST sys/replication/performance/secondary                     |
      | LIST sys/replication/performance/primary/dynamic-filter        |
      | LIST sys/replication/performance/secondary/dynamic-filter      |
      | LIST sys/replication/performance/status                        |
      | LIST sys/replication/performance/primary/enable                |
      | LIST sys/replication/performance/primary/demote                |
      | LIST sys/replication/performance/primary/disable               |
      | LIST sys/replication/performance/primary/secondary-token       |
      | LIST sys/replication/performance/primary/revoke-secondary      |
      | LIST sys/replication/performance/primary/paths-filter          |
      | LIST sys/replication/performance/primary/paths-filter/lima     |
      | LIST sys/replication/performance/primary/dynamic-filter/lima   |
      | LIST sys/replication/performance/secondary/dynamic-filter/lima |
      | LIST sys/replication/performance/secondary/generate-public-key |
      | LIST sys/replication/performance/secondary/enable              |
      | LIST sys/replication/performance/secondary/promote             |
      | LIST sys/replication/performance/secondary/disable             |
      | LIST sys/replication/performance/secondary/update-primary      |
    And Lima refuses these:
      | request                                                        |
      | LIST sys/replication/performance/status                        |
      | LIST sys/replication/performance/primary/paths-filter          |
      | LIST sys/replication/performance/primary/paths-filter/lima     |
      | LIST sys/replication/performance/secondary/dynamic-filter/lima |
      | LIST sys/replication/performance/secondary/generate-public-key |
      | LIST sys/replication/performance/secondary/enable              |
      | LIST sys/replication/performance/secondary/promote             |
      | LIST sys/replication/performance/secondary/disable             |
      | LIST sys/replication/performance/secondary/update-primary      |
    And an unauthenticated client reads that Oslo is a primary with the secondary Lima
    And an unauthenticated client reads that Lima is a secondary of Oslo
    And what Olga has read is unchanged
