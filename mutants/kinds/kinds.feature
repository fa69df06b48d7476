Feature: Objects of each kind
  One scenario for each kind of objects in scenarios/resources.ts: an object is there, and is gone once it was deleted. Objects of some kinds cannot be
  deleted. Played by kinds.test.ts with services that lose objects or keep deleted ones; it is no part of the features.

  Scenario: policy
    Given an operator writes the policy "kept" in Oslo with 'policy=path "a/*" { capabilities = ["read"] }'
    Then Oslo has the policy "kept"
    When an operator deletes the policy "kept" in Oslo
    Then there is no policy "kept" in Oslo

  @needs-database
  Scenario: connection
    Given the database is configured in Oslo
    Then Oslo has the connection "main"
    When an operator deletes the connection "main" in Oslo
    Then there is no connection "main" in Oslo

  @needs-database
  Scenario: dynamic role
    Given the database is configured in Oslo
    And an operator writes the dynamic role "kept" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    Then Oslo has the dynamic role "kept"
    When an operator deletes the dynamic role "kept" in Oslo
    Then there is no dynamic role "kept" in Oslo

  @needs-database
  Scenario: static role
    Given the database is configured in Oslo
    And the database user "app" with a known password
    And an operator writes the static role "kept" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    Then Oslo has the static role "kept"
    When an operator deletes the static role "kept" in Oslo
    Then there is no static role "kept" in Oslo

  Scenario: password policy
    Given an operator writes the password policy "kept" in Oslo with the field "policy":
      """
      length = 20
      rule "charset" { charset = "abcdefgh" }
      """
    Then Oslo has the password policy "kept"
    When an operator deletes the password policy "kept" in Oslo
    Then there is no password policy "kept" in Oslo

  @needs-namespaces
  Scenario: namespace
    Given an operator writes the namespace "kept" in Oslo with ""
    Then Oslo has the namespace "kept"
    When an operator deletes the namespace "kept" in Oslo
    Then there is no namespace "kept" in Oslo

  Scenario: secrets engine
    Given an operator writes the secrets engine "kept" in Oslo with "type=kv"
    Then Oslo has the secrets engine "kept"
    When an operator deletes the secrets engine "kept" in Oslo
    Then there is no secrets engine "kept" in Oslo

  Scenario: auth method
    Given an operator writes the auth method "kept" in Oslo with "type=userpass"
    Then Oslo has the auth method "kept"
    When an operator deletes the auth method "kept" in Oslo
    Then there is no auth method "kept" in Oslo

  @needs-audit
  Scenario: audit device
    Given an operator writes the audit device "kept" in Oslo with 'type=file, local=true, options={"file_path":"{the audit file of Oslo}"}'
    Then Oslo has the audit device "kept"
    When an operator deletes the audit device "kept" in Oslo
    Then there is no audit device "kept" in Oslo

  Scenario: tuning of auth method
    Given an operator writes the auth method "kept" in Oslo with "type=userpass"
    Then Oslo has the tuning of auth method "kept"

  Scenario: tuning of secrets engine
    Given an operator writes the secrets engine "kept" in Oslo with "type=kv"
    Then Oslo has the tuning of secrets engine "kept"

  @needs-database
  Scenario: database plugin
    Given the database is configured in Oslo
    Then Oslo has the database plugin "{the plugin}"

  Scenario: entity
    Given an operator writes the auth method "staff" in Oslo with "type=userpass"
    And Bob is a user of "staff" in Oslo
    And Bob logs in to Oslo by userpass at "staff"
    Then Oslo has the entity "{entity of Bob}"
    When an operator deletes the entity "{entity of Bob}" in Oslo
    Then there is no entity "{entity of Bob}" in Oslo

  Scenario: group
    Given an operator writes the group "kept" in Oslo with "policies=reading"
    Then Oslo has the group "kept"
    When an operator deletes the group "kept" in Oslo
    Then there is no group "kept" in Oslo

  Scenario: token role
    Given an operator writes the token role "kept" in Oslo with ""
    Then Oslo has the token role "kept"
    When an operator deletes the token role "kept" in Oslo
    Then there is no token role "kept" in Oslo

  Scenario: user
    Given an operator writes the auth method "staff" in Oslo with "type=userpass"
    And Bob is a user of "staff" in Oslo
    Then Oslo has the user "bob" at "staff"
    When an operator deletes the user "bob" at "staff" in Oslo
    Then there is no user "bob" at "staff" in Oslo

  Scenario: AppRole role
    Given an operator writes the auth method "programs" in Oslo with "type=approle"
    And an operator writes the AppRole role "kept" at "programs" in Oslo with "secret_id_num_uses=9"
    Then Oslo has the AppRole role "kept" at "programs"
    When an operator deletes the AppRole role "kept" at "programs" in Oslo
    Then there is no AppRole role "kept" at "programs" in Oslo

  @needs-cloud
  Scenario: cloud role
    Given cloud login is enabled in Oslo
    And an operator writes the cloud role "kept" in Oslo with "auth_type=ec2, bound_ami_id=ami-1"
    Then Oslo has the cloud role "kept"
    When an operator deletes the cloud role "kept" in Oslo
    Then there is no cloud role "kept" in Oslo

  @needs-cloud
  Scenario: cloud certificate
    Given cloud login is enabled in Oslo
    And an operator writes the cloud certificate "kept" in Oslo with "cloud_public_cert={certificate:identity of us-east-1}, type=identity"
    Then Oslo has the cloud certificate "kept"
    When an operator deletes the cloud certificate "kept" in Oslo
    Then there is no cloud certificate "kept" in Oslo

  @needs-cloud
  Scenario: STS role
    Given cloud login is enabled in Oslo
    And an operator writes the STS role "111122223333" in Oslo with "sts_role=arn:aws:iam::111122223333:role/reader"
    Then Oslo has the STS role "111122223333"
    When an operator deletes the STS role "111122223333" in Oslo
    Then there is no STS role "111122223333" in Oslo

  @needs-cloud
  Scenario: tidy configuration
    Given cloud login is enabled in Oslo
    And an operator writes the tidy configuration "identity-accesslist" in Oslo with "safety_buffer=1h"
    Then Oslo has the tidy configuration "identity-accesslist"
    When an operator deletes the tidy configuration "identity-accesslist" in Oslo
    Then there is no tidy configuration "identity-accesslist" in Oslo

  @needs-cloud @needs-instances
  Scenario: access list entry
    Given cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-0web"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    And the instance "web-1" logs in to Oslo as "web"
    Then Oslo has the access list entry "web-1"
    When an operator deletes the access list entry "web-1" in Oslo
    Then there is no access list entry "web-1" in Oslo

  @needs-cloud @needs-instances
  Scenario: whitelist entry
    Given cloud login is enabled in Oslo
    And cloud login for instances is configured in Oslo
    And the instance "web-1" with "image=ami-0web"
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-0web"
    And the instance "web-1" logs in to Oslo as "web"
    Then Oslo has the whitelist entry "web-1"
    When an operator deletes the whitelist entry "web-1" in Oslo
    Then there is no whitelist entry "web-1" in Oslo

  @needs-cloud
  Scenario: denylist entry
    Given cloud login is enabled in Oslo
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole"
    And an operator creates the role tag "first" of the cloud role "web" in Oslo with ""
    And an operator writes the denylist entry "first" in Oslo with ""
    Then Oslo has the denylist entry "first"
    When an operator deletes the denylist entry "first" in Oslo
    Then there is no denylist entry "first" in Oslo

  @needs-cloud
  Scenario: blacklist entry
    Given cloud login is enabled in Oslo
    And an operator writes the cloud role "web" in Oslo with "auth_type=ec2, bound_ami_id=ami-1, role_tag=SvcRole"
    And an operator creates the role tag "first" of the cloud role "web" in Oslo with ""
    And an operator writes the blacklist entry "first" in Oslo with ""
    Then Oslo has the blacklist entry "first"
    When an operator deletes the blacklist entry "first" in Oslo
    Then there is no blacklist entry "first" in Oslo

  @needs-quotas
  Scenario: rate limit quota
    Given an operator writes the secrets engine "kept" in Oslo with "type=kv"
    And an operator writes the rate limit quota "kept" in Oslo with "path=kept, rate=3, interval=10m"
    Then Oslo has the rate limit quota "kept"
    When an operator deletes the rate limit quota "kept" in Oslo
    Then there is no rate limit quota "kept" in Oslo

  @needs-quotas @needs-database
  Scenario: lease count quota
    Given the database is configured in Oslo
    And an operator writes the lease count quota "kept" in Oslo with "path=database, max_leases=2"
    Then Oslo has the lease count quota "kept"
    When an operator deletes the lease count quota "kept" in Oslo
    Then there is no lease count quota "kept" in Oslo

  Scenario: encryption key status
    Then the encryption key status in Oslo has "term=1"

  @needs-replication
  Scenario: replication status
    Given Oslo is the primary, and Lima replicates from it
    Then the replication status in Oslo has "mode=primary"

  Scenario: root token generation
    Given an operator starts the generation of a root token in Oslo
    Then the root token generation in Oslo has "started=true"

  Scenario: seal status
    Then the seal status in Oslo has "sealed=false"

  @needs-cloud
  Scenario: client configuration
    Given cloud login is enabled in Oslo
    And an operator writes the client configuration in Oslo with "max_retries=3"
    Then the client configuration in Oslo has "max_retries=3"
    When an operator deletes the client configuration in Oslo
    Then there is no client configuration in Oslo

  @needs-cloud
  Scenario: identity configuration
    Given cloud login is enabled in Oslo
    And an operator writes the identity configuration in Oslo with "iam_alias=full_arn"
    Then the identity configuration in Oslo has "iam_alias=full_arn"

  Scenario: number of irrevocable leases
    Then the number of irrevocable leases in Oslo has "lease_count=0"

  @needs-replication
  Scenario: paths filter of Lima
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "app" in Oslo with "type=kv"
    And an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app/"]'
    Then the paths filter of Lima in Oslo has "mode=deny"
    When an operator deletes the paths filter of Lima in Oslo
    Then there is no paths filter of Lima in Oslo

  @needs-replication
  Scenario: primary dynamic filter of Lima
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "app" in Oslo with "type=kv"
    And an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app/"]'
    Then the primary dynamic filter of Lima in Oslo has 'dynamic_filtered_mounts=["app/"]'

  @needs-replication
  Scenario: secondary dynamic filter of Lima
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "app" in Oslo with "type=kv"
    And an operator writes the paths filter of Lima in Oslo with 'mode=deny, paths=["app/"]'
    Then eventually the secondary dynamic filter of Lima in Lima has 'dynamic_filtered_mounts=["app/"]'
