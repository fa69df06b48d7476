@needs-database @needs-database-tls
Feature: Encrypted connections and client certificates
  A server may require TLS. The service trusts the authority that an operator names, and no other; and where a product supports
  client certificates, those that a role issues log in. The connection "main" of a configured database uses TLS and names the
  authority of the server's certificate in tls_ca.

  Background:
    Given Oslo is the primary, and Lima replicates from it
    And Olga is an operator of Oslo
    And Ada is a client of Oslo who may "read" on "database/creds/*"
    And Bob is a client of Oslo who may "read" on "database/creds/*"

  @OWN-DBTLS-01
  Scenario Outline: Credentials of a <product> that requires TLS are issued and revoked; connections without TLS or without its authority are refused
    Given the database server is <product>, which requires TLS
    And the database is configured in Oslo
    And an operator writes the dynamic role "reporting" in Oslo with 'db_name=main, creation_statements=["{create user}"]'
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    Then the database accepts Ada's credentials
    When an operator revokes the lease of Ada's credentials in Oslo
    Then soon the database refuses Ada's credentials
    When Olga tries to write the connection "plain" in Oslo with:
      | plugin_name    | {the plugin}                   |
      | connection_url | {the database}                 |
      | username       | {the administrator}            |
      | password       | {the administrator's password} |
    Then the request is refused
    When Olga tries to write the connection "untrusted" in Oslo with "plugin_name={the plugin}, connection_url={the database}<with TLS>, username={the administrator}, password={the administrator's password}"
    Then the request is refused, naming "<reason>"
    And the connections in Oslo are "main"

    Examples:
      | product    | with TLS             | reason      |
      | PostgreSQL | ?sslmode=verify-full | certificate |

    @needs-mariadb
    Examples:
      | product | with TLS  | reason      |
      | MariaDB | ?tls=true | certificate |

    @needs-redis
    Examples:
      | product | with TLS   | reason  |
      | Redis   | , tls=true | ca_cert |

  @OWN-DBTLS-01
  Scenario Outline: A connection to <product> is refused with a foreign authority's certificate, and stored with that of the server's authority
    Given the database server is <product>, which requires TLS
    And the database is configured in Oslo with its own root user "dbadmin"
    When Olga tries to write the connection "wrong" in Oslo with:
      | plugin_name    | {the plugin}                          |
      | connection_url | {the database}                        |
      | username       | {dbadmin}                             |
      | password       | {the password of dbadmin}             |
      | tls_ca         | {the foreign authority's certificate} |
    Then the request is refused, naming "certificate"
    And the refusal contains no secret
    And the connections in Oslo are "main"
    When Olga writes the connection "right" in Oslo with:
      | plugin_name    | {the plugin}                  |
      | connection_url | {the database}                |
      | username       | {dbadmin}                     |
      | password       | {the password of dbadmin}     |
      | tls_ca         | {the authority's certificate} |
    Then the connections in Oslo are "main, right"

    Examples:
      | product    |
      | PostgreSQL |

    @needs-mariadb
    Examples:
      | product |
      | MariaDB |

    @needs-redis
    Examples:
      | product |
      | Redis   |

  @OWN-CREDTYPE-02
  Scenario Outline: A client certificate (<key_type>) logs in to PostgreSQL as its own user only, until its lease is revoked
    Given the database server is PostgreSQL, which requires TLS
    And the database is configured in Oslo
    And Olga writes the dynamic role "reporting" in Oslo with:
      | db_name             | main                                                 |
      | creation_statements | {create user who proves themselves by a certificate} |
      | credential_type     | client_certificate                                   |
      | credential_config   | {"key_type": "<key_type>", "ca_cert": "{the authority's certificate}", "ca_private_key": "{the authority's key}"} |
    When Ada requests credentials of the dynamic role "reporting" from Oslo
    And Bob requests credentials of the dynamic role "reporting" from Oslo
    Then Ada's certificate has "key_type=<key_type>"
    And the database accepts Ada's credentials
    And the database refuses Bob's credentials as Ada's user
    When an operator revokes the lease of Ada's credentials in Oslo
    Then soon the database refuses Ada's credentials
    And the database accepts Bob's credentials

    Examples:
      | key_type |
      | rsa      |
      | ec       |
      | ed25519  |
