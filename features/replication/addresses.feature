@needs-replication
Feature: Addresses of the primary
  A secondary dials the cluster address that the primary was enabled or promoted with. It unwraps its activation token at the API
  address that is in the token. An operator can set other addresses.

  Background:
    Given Olga is an operator of Lima

  @REPL-PENABLE-04 @REPL-PENABLE-04:given
  Scenario: A secondary dials the cluster address that its primary was enabled with
    Given an operator enables Oslo as a primary with "primary_cluster_addr={the cluster address of Kyoto}"
    And an operator creates an activation token in Oslo with "id=lima"
    When Olga tries to enable Lima as a secondary with "token={the activation token}"
    Then the request is refused, naming "{the cluster address of Kyoto}", or Lima dials this address
    And after a while Lima is not connected to a primary

  @REPL-PENABLE-04 @REPL-PENABLE-04:configured
  Scenario: A secondary dials the configured cluster address of a primary that was enabled without one
    Given Oslo is the primary, and Lima replicates from it
    Then Lima dials the cluster address of Oslo

  @REPL-PROMOTE-06 @REPL-PROMOTE-06:given
  Scenario: A secondary dials the cluster address that its primary was promoted with
    Given Oslo is the primary, and Lima replicates from it
    And an operator demotes Oslo
    And eventually an operator promotes Lima with "primary_cluster_addr={the cluster address of Kyoto}"
    When an operator tries to update the primary of Oslo to Lima
    Then the request is refused, naming "{the cluster address of Kyoto}", or Oslo dials this address

  @REPL-PROMOTE-06 @REPL-PROMOTE-06:configured
  Scenario: A secondary dials the configured cluster address of a primary that was promoted without one
    Given Oslo is the primary, and Lima replicates from it
    And an operator enables Kyoto as a secondary of Oslo
    And an operator demotes Oslo
    And eventually an operator promotes Lima
    When an operator updates the primary of Kyoto to Lima
    Then Kyoto dials the cluster address of Lima
    And eventually Kyoto has every log entry of Lima

  @REPL-PROMOTE-06 @REPL-PROMOTE-06:configured
  Scenario: A promotion without a cluster address discards the one that the primary was enabled with before
    Given an operator enables Oslo as a primary with "primary_cluster_addr={the cluster address of Kyoto}"
    And an operator demotes Oslo
    When an operator promotes Oslo
    And an operator enables Lima as a secondary of Oslo
    Then Lima dials the cluster address of Oslo

  @REPL-UPDPRIM-05 @order
  @REPL-UPDPRIM-05:sequence @REPL-UPDPRIM-05:responding @REPL-UPDPRIM-05:others
  Scenario: update_primary_addrs are tried in order, and those that respond are recorded and used
    Given Oslo is the primary, and Lima replicates from it
    And an operator enables Kyoto as a secondary of Oslo
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "*"
    And an operator demotes Oslo
    And eventually an operator promotes Lima with "primary_cluster_addr={the cluster address of Oslo}"
    And Olga tries to update the primary of Kyoto to Lima
    And Kyoto dials the cluster address of Oslo
    When an operator updates the primary of Kyoto with 'update_primary_addrs=["{the cluster address of Oslo}","{the cluster address of Lima}"]'
    And an operator writes the secrets engine "progress" in Lima with "type=kv"
    Then Kyoto dials the cluster address of Lima
    And eventually Kyoto has every log entry of Lima
    When an operator updates the primary of Kyoto with 'update_primary_addrs=["{the cluster address of Lima}","{the cluster address of Oslo}"]'
    Then Kyoto dials the cluster address of Lima
    When Olga tries to update the primary of Kyoto with "update_primary_addrs={the cluster address of Lima}/,{the cluster address of Oslo},{the cluster address of Lima}"
    Then the request succeeds
    And the replication status in Kyoto has "primary_cluster_addr={the cluster address of Lima}/, known_primary_cluster_addrs={the cluster address of Lima}/,{the cluster address of Lima}"
    When Ada writes "red" to "colours/rose" in Lima
    Then eventually Ada reads "red" at "colours/rose" in Kyoto

  @REPL-UPDPRIM-02 @REPL-UPDPRIM-02:addresses
  Scenario: update-primary with addresses keeps the replicated data, local data and tokens of the secondary
    Given Oslo is the primary, and Lima replicates from it
    And an operator enables Kyoto as a secondary of Oslo
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update, delete, list" on "colours/*"
    And Ada is a client of Kyoto who may "create, read, update, delete, list" on "*"
    And an operator writes the secrets engine "own" in Kyoto with "type=kv, local=true"
    And Ada writes "mine" to "own/thing" in Kyoto
    And Ada writes "blue" to "colours/sky" in Oslo
    And eventually Ada reads "blue" at "colours/sky" in Kyoto
    And an operator demotes Oslo
    And eventually an operator promotes Lima with "primary_cluster_addr={the cluster address of Oslo}"
    And Olga tries to update the primary of Kyoto to Lima
    When an operator updates the primary of Kyoto with 'update_primary_addrs=["{the cluster address of Oslo}","{the cluster address of Lima}"]'
    Then Ada reads "blue" at "colours/sky" in Kyoto
    And Ada reads "mine" at "own/thing" in Kyoto
    Given an operator writes the secrets engine "progress" in Lima with "type=kv"
    And eventually Kyoto has every log entry of Lima
    Then Ada reads "mine" at "own/thing" in Kyoto
    And Kyoto accepts Ada's token of Kyoto

  @REPL-UPDPRIM-05
  Scenario: Addresses at which no primary responds are refused, and the secondary still replicates from its primary
    Given Oslo is the primary, and Lima replicates from it
    When Olga tries to update the primary of Lima with 'update_primary_addrs=["{the cluster address of Kyoto}"]'
    Then the request is refused
    And Lima dials the cluster address of Oslo
    When Olga tries to update the primary of Lima with 'update_primary_addrs=["nonsense"]'
    Then the request is refused
    When an operator writes the secrets engine "progress" in Oslo with "type=kv"
    Then eventually Lima has every log entry of Oslo

  @REPL-SENABLE-06 @REPL-SENABLE-06:override @REPL-SENABLE-06:embedded @order
  Scenario: primary_api_addr overrides the API address in the activation token, which is used without it
    Given an operator enables Oslo as a primary
    And an operator creates an activation token in Oslo with "id=lima"
    When Olga tries to enable Lima as a secondary with "token={the activation token}, primary_api_addr={the API address of Kyoto}"
    Then the request is refused
    And an unauthenticated client reads that Lima is neither primary nor secondary
    When Olga tries to enable Lima as a secondary with "token={the activation token}, primary_api_addr={the API address of Oslo}"
    Then the request succeeds
    When an operator enables Kyoto as a secondary of Oslo
    Then Kyoto is a secondary

  @REPL-SENABLE-07 @REPL-SENABLE-07:neither @needs-certified-api
  Scenario Outline: secondary/enable over HTTPS succeeds only with the CA of the primary's API in <field>
    Given an operator enables Oslo as a primary
    And an operator creates an activation token in Oslo with "id=lima"
    When Olga tries to enable Lima as a secondary with "token={the activation token}, primary_api_addr={the HTTPS address of Oslo}"
    Then the request is refused
    When Olga tries to enable Lima as a secondary with "token={the activation token}, primary_api_addr={the HTTPS address of Oslo}, <field>={the wrong CA <place> of Oslo}"
    Then the request is refused
    And an unauthenticated client reads that Lima is neither primary nor secondary
    When Olga enables Lima as a secondary with "token={the activation token}, primary_api_addr={the HTTPS address of Oslo}, <field>={the CA <place> of Oslo}"
    And an operator writes the secrets engine "progress" in Oslo with "type=kv"
    Then eventually Lima has every log entry of Oslo

    @REPL-SENABLE-07:ca-file
    Examples: a file
      | field   | place |
      | ca_file | file  |

    @REPL-SENABLE-07:ca-path
    Examples: a folder
      | field   | place  |
      | ca_path | folder |

  @OWN-ADDRESS-01
  @needs-certified-api
  Scenario: secondary/enable with a missing ca_file is refused, and leaves the cluster's data and the token intact
    Given an operator enables Oslo as a primary
    And an operator creates an activation token in Oslo with "id=lima"
    And an operator writes the secrets engine "colours" in Lima with "type=kv"
    And Ada is a client of Lima who may "create, read" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Lima
    When Olga tries to enable Lima as a secondary with "token={the activation token}, primary_api_addr={the HTTPS address of Oslo}, ca_file={the missing CA file of Oslo}"
    Then the request is refused, naming "ca_file"
    And Ada reads "blue" at "colours/sky" in Lima
    And an unauthenticated client reads that Lima is neither primary nor secondary
    When Olga tries to enable Lima as a secondary with "token={the activation token}, primary_api_addr={the HTTPS address of Oslo}, ca_file={the CA file of Oslo}"
    Then the request succeeds

  @REPL-UPDPRIM-07 @REPL-UPDPRIM-07:neither @needs-certified-api
  Scenario Outline: update-primary over HTTPS succeeds only with the CA of the new primary's API in <field>
    Given Oslo is the primary, and Lima replicates from it
    And an operator enables Kyoto as a secondary of Oslo
    And Olga is an operator of Kyoto
    And an operator demotes Oslo
    And eventually an operator promotes Lima
    And an operator creates an activation token in Lima with "id=kyoto"
    When Olga tries to update the primary of Kyoto with "token={the activation token}, primary_api_addr={the HTTPS address of Lima}"
    Then the request is refused
    When Olga tries to update the primary of Kyoto with "token={the activation token}, primary_api_addr={the HTTPS address of Lima}, <field>={the wrong CA <place> of Lima}"
    Then the request is refused
    And Kyoto dials the cluster address of Oslo
    When Olga updates the primary of Kyoto with "token={the activation token}, primary_api_addr={the HTTPS address of Lima}, <field>={the CA <place> of Lima}"
    And an operator writes the secrets engine "progress" in Lima with "type=kv"
    Then eventually Kyoto has every log entry of Lima

    @REPL-UPDPRIM-07:ca-file
    Examples: a file
      | field   | place |
      | ca_file | file  |

    @REPL-UPDPRIM-07:ca-path
    Examples: a folder
      | field   | place  |
      | ca_path | folder |

  @REPL-UPDPRIM-07 @REPL-UPDPRIM-07:override @REPL-UPDPRIM-07:embedded @order
  Scenario: primary_api_addr of update-primary overrides the API address in the token, which is used without it
    Given Oslo is the primary, and Lima replicates from it
    And an operator enables Kyoto as a secondary of Oslo
    And Olga is an operator of Kyoto
    And an operator demotes Oslo
    And eventually an operator promotes Lima
    And an operator creates an activation token in Lima with "id=kyoto"
    When Olga tries to update the primary of Kyoto with "token={the activation token}, primary_api_addr={the API address of Oslo}"
    Then the request is refused
    When Olga tries to update the primary of Kyoto with "token={the activation token}, primary_api_addr={the API address of Lima}"
    Then the request succeeds
    When an operator writes the secrets engine "progress" in Lima with "type=kv"
    Then eventually Kyoto has every log entry of Lima
    When an operator updates the primary of Oslo to Lima
    Then Oslo dials the cluster address of Lima
