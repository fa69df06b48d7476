@needs-database
Feature: Credential types
  A role asks for passwords, RSA keys or client certificates, and its credential_config says of what kind. What a plugin cannot make is refused.
  A role may name a connection before it exists: there is no connection "elsewhere".

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And the database is configured in Oslo

  Scenario Outline: A certificate role is refused, new or changed, with <refused>, and created with <accepted>
    When Olga tries to write the dynamic role "reporting" in Oslo with:
      | db_name             | elsewhere                                                                                                                                                 |
      | creation_statements | {create user with a certificate}                                                                                                                          |
      | credential_type     | client_certificate                                                                                                                                        |
      | credential_config   | {"common_name_template": "{{.RoleName}}.{{random 20}}", "ca_cert": "{the authority's certificate}", "ca_private_key": "{the authority's key}", <refused>} |
    Then the request is refused
    And there is no dynamic role "reporting" in Oslo
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | elsewhere                                                                                                                                                  |
      | creation_statements | {create user with a certificate}                                                                                                                           |
      | credential_type     | client_certificate                                                                                                                                         |
      | credential_config   | {"common_name_template": "{{.RoleName}}.{{random 20}}", "ca_cert": "{the authority's certificate}", "ca_private_key": "{the authority's key}", <accepted>} |
    Then the dynamic roles in Oslo are "reporting"
    When Olga tries to write the dynamic role "reporting" in Oslo with:
      | db_name             | elsewhere                                                                                                                                                 |
      | creation_statements | {create user with a certificate}                                                                                                                          |
      | credential_type     | client_certificate                                                                                                                                        |
      | credential_config   | {"common_name_template": "{{.RoleName}}.{{random 20}}", "ca_cert": "{the authority's certificate}", "ca_private_key": "{the authority's key}", <refused>} |
    Then the request is refused
    And the refused requests have changed nothing

    @DB-CREDCONF-03 @DB-CREDCONF-03:create @DB-CREDCONF-03:update
    Examples: no key_type
      | refused                 | accepted                                  |
      | "key_bits": "2048"      | "key_type": "rsa", "key_bits": "2048"     |
      | "signature_bits": "256" | "key_type": "ec", "signature_bits": "256" |
      | "key_type": ""          | "key_type": "rsa"                         |

    @DB-CREDCONF-04 @DB-CREDCONF-04:rsa @DB-CREDCONF-04:create @DB-CREDCONF-04:update
    Examples: another key_type, rsa accepted
      | refused           | accepted          |
      | "key_type": "dsa" | "key_type": "rsa" |

    @DB-CREDCONF-04 @DB-CREDCONF-04:ec @DB-CREDCONF-04:create @DB-CREDCONF-04:update
    Examples: another key_type, ec accepted
      | refused             | accepted         |
      | "key_type": "RSA2"  | "key_type": "ec" |
      | "key_type": "EC"    | "key_type": "ec" |
      | "key_type": "ecdsa" | "key_type": "ec" |

    @DB-CREDCONF-04 @DB-CREDCONF-04:ed25519 @DB-CREDCONF-04:create @DB-CREDCONF-04:update
    Examples: another key_type, ed25519 accepted
      | refused             | accepted              |
      | "key_type": "RSA"   | "key_type": "ed25519" |
      | "key_type": "ed448" | "key_type": "ed25519" |

    @DB-CREDCONF-06 @DB-CREDCONF-06:bits-2048 @DB-CREDCONF-06:create @DB-CREDCONF-06:update
    Examples: key_bits for RSA, 2048 accepted
      | refused                               | accepted                              |
      | "key_type": "rsa", "key_bits": "1024" | "key_type": "rsa", "key_bits": "2048" |
      | "key_type": "rsa", "key_bits": "2047" | "key_type": "rsa", "key_bits": "2048" |
      | "key_type": "rsa", "key_bits": "521"  | "key_type": "rsa", "key_bits": "2048" |
      | "key_type": "rsa", "key_bits": "many" | "key_type": "rsa", "key_bits": "2048" |

    @DB-CREDCONF-06 @DB-CREDCONF-06:bits-3072 @DB-CREDCONF-06:create @DB-CREDCONF-06:update
    Examples: key_bits for RSA, 3072 accepted
      | refused                              | accepted                              |
      | "key_type": "rsa", "key_bits": "256" | "key_type": "rsa", "key_bits": "3072" |

    @DB-CREDCONF-06 @DB-CREDCONF-06:bits-4096 @DB-CREDCONF-06:create @DB-CREDCONF-06:update
    Examples: key_bits for RSA, 4096 accepted
      | refused                               | accepted                              |
      | "key_type": "rsa", "key_bits": "8192" | "key_type": "rsa", "key_bits": "4096" |

    @DB-CREDCONF-07 @DB-CREDCONF-07:bits-224 @DB-CREDCONF-07:create @DB-CREDCONF-07:update
    Examples: key_bits for EC, 224 accepted
      | refused                             | accepted                            |
      | "key_type": "ec", "key_bits": "512" | "key_type": "ec", "key_bits": "224" |

    @DB-CREDCONF-07 @DB-CREDCONF-07:bits-256 @DB-CREDCONF-07:create @DB-CREDCONF-07:update
    Examples: key_bits for EC, 256 accepted
      | refused                              | accepted                            |
      | "key_type": "ec", "key_bits": "2048" | "key_type": "ec", "key_bits": "256" |
      | "key_type": "ec", "key_bits": "3072" | "key_type": "ec", "key_bits": "256" |
      | "key_type": "ec", "key_bits": "4096" | "key_type": "ec", "key_bits": "256" |

    @DB-CREDCONF-07 @DB-CREDCONF-07:bits-384 @DB-CREDCONF-07:create @DB-CREDCONF-07:update
    Examples: key_bits for EC, 384 accepted
      | refused                             | accepted                            |
      | "key_type": "ec", "key_bits": "520" | "key_type": "ec", "key_bits": "384" |

    @DB-CREDCONF-07 @DB-CREDCONF-07:bits-521 @DB-CREDCONF-07:create @DB-CREDCONF-07:update
    Examples: key_bits for EC, 521 accepted
      | refused                             | accepted                            |
      | "key_type": "ec", "key_bits": "1"   | "key_type": "ec", "key_bits": "521" |
      | "key_type": "ec", "key_bits": "192" | "key_type": "ec", "key_bits": "521" |

    @DB-CREDCONF-08
    Examples: key_bits that are ignored with ed25519
      | refused                               | accepted                                  |
      | "key_type": "rsa", "key_bits": "1024" | "key_type": "ed25519", "key_bits": "1024" |
      | "key_type": "rsa", "key_bits": "1"    | "key_type": "ed25519", "key_bits": "1"    |
      | "key_type": "ec", "key_bits": "2048"  | "key_type": "ed25519", "key_bits": "2048" |

    @DB-CREDCONF-09 @DB-CREDCONF-09:bits-256 @DB-CREDCONF-09:create @DB-CREDCONF-09:update
    Examples: signature_bits, 256 accepted
      | refused                                        | accepted                                       |
      | "key_type": "rsa", "signature_bits": "128"     | "key_type": "rsa", "signature_bits": "256"     |
      | "key_type": "ed25519", "signature_bits": "224" | "key_type": "ed25519", "signature_bits": "256" |
      | "key_type": "rsa", "signature_bits": "255"     | "key_type": "rsa", "signature_bits": "256"     |

    @DB-CREDCONF-09 @DB-CREDCONF-09:bits-384 @DB-CREDCONF-09:create @DB-CREDCONF-09:update
    Examples: signature_bits, 384 accepted
      | refused                                    | accepted                                   |
      | "key_type": "rsa", "signature_bits": "224" | "key_type": "rsa", "signature_bits": "384" |
      | "key_type": "ec", "signature_bits": "521"  | "key_type": "ec", "signature_bits": "384"  |

    @DB-CREDCONF-09 @DB-CREDCONF-09:bits-512 @DB-CREDCONF-09:create @DB-CREDCONF-09:update
    Examples: signature_bits, 512 accepted
      | refused                                   | accepted                                   |
      | "key_type": "rsa", "signature_bits": "1"  | "key_type": "rsa", "signature_bits": "512" |
      | "key_type": "ec", "signature_bits": "224" | "key_type": "ec", "signature_bits": "512"  |

  Scenario Outline: A certificate role with <flaw> is refused, new or changed, and created with the authority's certificate and key
    When Olga tries to write the dynamic role "reporting" in Oslo with:
      | db_name             | elsewhere                                                                                                                                       |
      | creation_statements | {create user with a certificate}                                                                                                                |
      | credential_type     | client_certificate                                                                                                                              |
      | credential_config   | {"key_type": "<key_type>", "common_name_template": "{{.RoleName}}.{{random 20}}", "ca_cert": "<ca_cert>", "ca_private_key": "<ca_private_key>"} |
    Then the request is refused
    And there is no dynamic role "reporting" in Oslo
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | elsewhere                                                                                                                                                                |
      | creation_statements | {create user with a certificate}                                                                                                                                         |
      | credential_type     | client_certificate                                                                                                                                                       |
      | credential_config   | {"key_type": "<key_type>", "common_name_template": "{{.RoleName}}.{{random 20}}", "ca_cert": "{the authority's certificate}", "ca_private_key": "{the authority's key}"} |
    Then the dynamic roles in Oslo are "reporting"
    When Olga tries to write the dynamic role "reporting" in Oslo with:
      | db_name             | elsewhere                                                                                                                                       |
      | creation_statements | {create user with a certificate}                                                                                                                |
      | credential_type     | client_certificate                                                                                                                              |
      | credential_config   | {"key_type": "<key_type>", "common_name_template": "{{.RoleName}}.{{random 20}}", "ca_cert": "<ca_cert>", "ca_private_key": "<ca_private_key>"} |
    Then the request is refused
    And the refused requests have changed nothing

    @DB-CREDCONF-11 @DB-CREDCONF-11:ca-cert-pem
    Examples:
      | flaw                                   | key_type | ca_cert               | ca_private_key        |
      | a text as ca_cert                      | ec       | a certificate         | {the authority's key} |
      | the authority's private key as ca_cert | rsa      | {the authority's key} | {the authority's key} |

    @DB-CREDCONF-11 @DB-CREDCONF-11:ca-private-key-pem
    Examples:
      | flaw                     | key_type | ca_cert                       | ca_private_key |
      | a text as ca_private_key | ec       | {the authority's certificate} | a key          |

    @DB-CREDCONF-11 @DB-CREDCONF-11:key-of-the-certificate
    Examples:
      | flaw                                         | key_type | ca_cert                               | ca_private_key        |
      | a foreign key as ca_private_key              | ec       | {the authority's certificate}         | {a foreign key}       |
      | a foreign authority's certificate as ca_cert | ed25519  | {the foreign authority's certificate} | {the authority's key} |

  @DB-CREDCONF-05
  Scenario Outline: A certificate role has key_bits <bits> by default with the key type <key_type>
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | elsewhere                                                                                                                                                                |
      | creation_statements | {create user with a certificate}                                                                                                                                         |
      | credential_type     | client_certificate                                                                                                                                                       |
      | credential_config   | {"key_type": "<key_type>", "common_name_template": "{{.RoleName}}.{{random 20}}", "ca_cert": "{the authority's certificate}", "ca_private_key": "{the authority's key}"} |
    Then the dynamic role "reporting" in Oslo has:
      | credential_config.key_type | <key_type> |
      | credential_config.key_bits | "<bits>"   |

    @DB-CREDCONF-05:rsa
    Examples:
      | key_type | bits |
      | rsa      | 2048 |

    @DB-CREDCONF-05:ec
    Examples:
      | key_type | bits |
      | ec       | 256  |

  @DB-CREDCONF-09 @DB-CREDCONF-09:default
  Scenario Outline: A certificate role has signature_bits 256 by default with the key type <key_type>
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | elsewhere                                                                                                                                                                |
      | creation_statements | {create user with a certificate}                                                                                                                                         |
      | credential_type     | client_certificate                                                                                                                                                       |
      | credential_config   | {"key_type": "<key_type>", "common_name_template": "{{.RoleName}}.{{random 20}}", "ca_cert": "{the authority's certificate}", "ca_private_key": "{the authority's key}"} |
    Then the dynamic role "reporting" in Oslo has:
      | credential_config.signature_bits | "256" |

    Examples:
      | key_type |
      | rsa      |
      | ec       |

  @DB-CREDCONF-10
  @DB-CREDCONF-10:template-default @DB-CREDCONF-10:ca-default
  Scenario Outline: A certificate role has no common name template and no authority by default with the key type <key_type>
    When Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | elsewhere                        |
      | creation_statements | {create user with a certificate} |
      | credential_type     | client_certificate               |
      | credential_config   | {"key_type": "<key_type>"}       |
    Then the dynamic role "reporting" in Oslo has:
      | credential_config.common_name_template | "" |
      | credential_config.ca_cert              | "" |
      | credential_config.ca_private_key       | "" |
    And Oslo accepts the dynamic role "templated" with each of these:
      | db_name=elsewhere, creation_statements={create user with a certificate}, credential_type=client_certificate, credential_config={"key_type": "<key_type>", "common_name_template": "{{.RoleName}}.{{random 20}}", "ca_cert": "{the authority's certificate}", "ca_private_key": "{the authority's key}"} | credential_config.common_name_template={{.RoleName}}.{{random 20}} |

    Examples:
      | key_type |
      | rsa      |
      | ec       |

  @DB-CREDCONF-11 @DB-CREDCONF-11:issued-certificate @needs-client-certificates
  Scenario Outline: A client certificate is issued by the role's authority for the returned private key: <key_type> <bits>
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main                                                                                                                                                                                           |
      | creation_statements | {create user with a certificate}                                                                                                                                                               |
      | default_ttl         | 1h                                                                                                                                                                                             |
      | credential_type     | client_certificate                                                                                                                                                                             |
      | credential_config   | {"key_type": "<key_type>", "common_name_template": "{{.RoleName}}.{{random 20 \| lowercase}}", "ca_cert": "{the authority's certificate}", "ca_private_key": "{the authority's key}"<options>} |
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the authority has issued Olga's certificate for its private key, as a client certificate

    Examples:
      | key_type | bits | signed | options                                      |
      | rsa      | 2048 | 256    |                                              |
      | ec       | 256  | 256    |                                              |
      | ec       | 521  | 384    | , "key_bits": "521", "signature_bits": "384" |
      | ed25519  | 256  | 512    | , "signature_bits": "512"                    |

  @DB-CREDCONF-10 @DB-CREDCONF-10:common-name @needs-client-certificates
  Scenario Outline: The username and the certificate's common name follow the role's template: <key_type> <bits>
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main                                                                                                                                                                                           |
      | creation_statements | {create user with a certificate}                                                                                                                                                               |
      | default_ttl         | 1h                                                                                                                                                                                             |
      | credential_type     | client_certificate                                                                                                                                                                             |
      | credential_config   | {"key_type": "<key_type>", "common_name_template": "{{.RoleName}}.{{random 20 \| lowercase}}", "ca_cert": "{the authority's certificate}", "ca_private_key": "{the authority's key}"<options>} |
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    Then the username in Olga's credentials matches "reporting\.[a-z0-9]{20}"
    And Olga's certificate has "common_name={user of Olga}"

    Examples:
      | key_type | bits | signed | options                                      |
      | rsa      | 2048 | 256    |                                              |
      | ec       | 256  | 256    |                                              |
      | ec       | 521  | 384    | , "key_bits": "521", "signature_bits": "384" |
      | ed25519  | 256  | 512    | , "signature_bits": "512"                    |

  @DB-CREDCONF-05 @needs-client-certificates
  Scenario Outline: The key of a client certificate is of the role's type <key_type> and has <bits> bits
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main                                                                                                                                                                                           |
      | creation_statements | {create user with a certificate}                                                                                                                                                               |
      | default_ttl         | 1h                                                                                                                                                                                             |
      | credential_type     | client_certificate                                                                                                                                                                             |
      | credential_config   | {"key_type": "<key_type>", "common_name_template": "{{.RoleName}}.{{random 20 \| lowercase}}", "ca_cert": "{the authority's certificate}", "ca_private_key": "{the authority's key}"<options>} |
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    Then Olga's certificate has "key_type=<key_type>, key_bits=<bits>"

    Examples:
      | key_type | bits | signed | options                                      |
      | rsa      | 2048 | 256    |                                              |
      | ec       | 256  | 256    |                                              |
      | ec       | 521  | 384    | , "key_bits": "521", "signature_bits": "384" |
      | ed25519  | 256  | 512    | , "signature_bits": "512"                    |

  @DB-CREDCONF-09 @needs-client-certificates
  Scenario Outline: A client certificate with a <key_type> key of <bits> bits is signed with a hash of <signed> bits
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main                                                                                                                                                                                           |
      | creation_statements | {create user with a certificate}                                                                                                                                                               |
      | default_ttl         | 1h                                                                                                                                                                                             |
      | credential_type     | client_certificate                                                                                                                                                                             |
      | credential_config   | {"key_type": "<key_type>", "common_name_template": "{{.RoleName}}.{{random 20 \| lowercase}}", "ca_cert": "{the authority's certificate}", "ca_private_key": "{the authority's key}"<options>} |
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    Then Olga's certificate has "signature_bits=<signed>"

    Examples:
      | key_type | bits | signed | options                                      |
      | rsa      | 2048 | 256    |                                              |
      | ec       | 256  | 256    |                                              |
      | ec       | 521  | 384    | , "key_bits": "521", "signature_bits": "384" |
      | ed25519  | 256  | 512    | , "signature_bits": "512"                    |

  @OWN-CREDTYPE-02 @needs-client-certificates @order
  Scenario Outline: A client certificate expires with its lease of <ttl>, whose revocation removes the user: <key_type> <bits>
    Given Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main                                                                                                                                                                                           |
      | creation_statements | {create user with a certificate}                                                                                                                                                               |
      | default_ttl         | <ttl>                                                                                                                                                                                          |
      | credential_type     | client_certificate                                                                                                                                                                             |
      | credential_config   | {"key_type": "<key_type>", "common_name_template": "{{.RoleName}}.{{random 20 \| lowercase}}", "ca_cert": "{the authority's certificate}", "ca_private_key": "{the authority's key}"<options>} |
    When Olga requests credentials of the dynamic role "reporting" from Oslo
    Then Olga's certificate is valid as long as the lease
    And the database has Olga's user
    When Olga revokes the lease of Olga's credentials in Oslo
    Then soon the database does not have Olga's user

    Examples:
      | key_type | bits | ttl | options                                      |
      | rsa      | 2048 | 1h  |                                              |
      | ec       | 256  | 20m |                                              |
      | ec       | 521  | 3h  | , "key_bits": "521", "signature_bits": "384" |
      | ed25519  | 256  | 24h | , "signature_bits": "512"                    |

  @OWN-CREDTYPE-01
  Scenario: A role for private keys is refused if the plugin of its connection makes none, and accepted if its connection does not exist
    When Olga tries to write the dynamic role "reporting" in Oslo with:
      | db_name             | main            |
      | creation_statements | {create user}   |
      | credential_type     | rsa_private_key |
    Then the request is refused
    And there is no dynamic role "reporting" in Oslo
    And Oslo accepts the dynamic role "reporting" with each of these:
      | db_name=main, creation_statements={create user}, credential_type=password |
    And Oslo accepts the dynamic role "private" with each of these:
      | db_name=elsewhere, creation_statements={create user}, credential_type=rsa_private_key |
