package flows

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/vault/api"
	_ "github.com/lib/pq"
)

const createUser = `CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'`

func server(t *testing.T) *url.URL {
	t.Helper()
	address, err := url.Parse(up.Databases[0].URL)
	fine(t, err)
	return address
}

// mountDatabase mounts the engine with the PostgreSQL beside the clusters, and creates one role.
func mountDatabase(t *testing.T, path string) {
	t.Helper()
	fine(t, vault(t).Sys().Mount(path, &api.MountInput{Type: "database"}))
	t.Cleanup(func() { fine(t, vault(t).Sys().Unmount(path)) })
	address := server(t)
	password, _ := address.User.Password()
	write(t, vault(t), path+"/config/main", object{
		"plugin_name":    "postgresql-database-plugin",
		"connection_url": fmt.Sprintf("postgresql://{{username}}:{{password}}@%s/postgres", address.Host),
		"username":       address.User.Username(),
		"password":       password,
		"allowed_roles":  []string{"reader", "nightly"},
	})
	role := object{"db_name": "main", "creation_statements": createUser, "default_ttl": "10m", "max_ttl": "30m"}
	write(t, vault(t), path+"/roles/reader", role)
}

// letsIn returns true if PostgreSQL accepts these credentials.
func letsIn(t *testing.T, credentials object) bool {
	t.Helper()
	address := server(t)
	address.User = url.UserPassword(credentials["username"].(string), credentials["password"].(string))
	address.RawQuery = "sslmode=disable"
	database, err := sql.Open("postgres", address.String())
	fine(t, err)
	defer database.Close()
	return database.Ping() == nil
}

// isShutOut waits until PostgreSQL rejects the credentials, because some leases are revoked with a delay.
func isShutOut(t *testing.T, credentials object) {
	t.Helper()
	eventually(t, func() error {
		if letsIn(t, credentials) {
			return fmt.Errorf("PostgreSQL still lets %s in", credentials["username"])
		}
		return nil
	})
}

func TestConnectionAndRoleAreReadWithoutThePassword(t *testing.T) {
	mountDatabase(t, "go-database")
	password, _ := server(t).User.Password()
	connection := read(t, vault(t), "go-database/config/main")
	if strings.Contains(fmt.Sprint(connection.Data), password) {
		t.Fatal("the password is shown")
	}
	role := read(t, vault(t), "go-database/roles/reader")
	same(t, role.Data["creation_statements"], []interface{}{createUser})
	same(t, []interface{}{role.Data["default_ttl"], role.Data["max_ttl"]}, []interface{}{json.Number("600"), json.Number("1800")})
	same(t, keys(t, vault(t), "go-database/roles"), []interface{}{"reader"})
	_, err := vault(t).Logical().Read("go-database/creds/none")
	refused(t, err, 400, "unknown role: none")
}

func TestCredentialsWorkAreRenewedAndEndWhenRevoked(t *testing.T) {
	mountDatabase(t, "go-leases")
	secret := read(t, vault(t), "go-leases/creds/reader")
	same(t, []interface{}{secret.LeaseDuration, secret.Renewable}, []interface{}{600, true})
	same(t, letsIn(t, secret.Data), true)
	looked, err := vault(t).Sys().Lookup(secret.LeaseID)
	fine(t, err)
	same(t, []interface{}{looked.Data["id"], looked.Data["last_renewal"]}, []interface{}{secret.LeaseID, nil})
	renewed, err := vault(t).Sys().Renew(secret.LeaseID, 1200)
	fine(t, err)
	same(t, renewed.LeaseDuration, 1200)
	capped, err := vault(t).Sys().Renew(secret.LeaseID, 86400)
	fine(t, err)
	same(t, len(capped.Warnings), 1)
	fine(t, vault(t).Sys().Revoke(secret.LeaseID))
	same(t, letsIn(t, secret.Data), false)
	_, err = vault(t).Sys().Lookup(secret.LeaseID)
	refused(t, err, 400, "invalid lease")
	_, err = vault(t).Sys().Renew(secret.LeaseID, 60)
	refused(t, err, 400, "lease not found")
}

func TestTheLibraryKeepsALeaseAlive(t *testing.T) {
	mountDatabase(t, "go-watched")
	client := vault(t)
	watcher, err := client.NewLifetimeWatcher(&api.LifetimeWatcherInput{Secret: read(t, client, "go-watched/creds/reader")})
	fine(t, err)
	go watcher.Start()
	defer watcher.Stop()
	select {
	case renewal := <-watcher.RenewCh():
		same(t, renewal.Secret.LeaseDuration, 600)
	case err := <-watcher.DoneCh():
		t.Fatalf("it gave up: %v", err)
	case <-time.After(10 * time.Second):
		t.Fatal("it did not renew")
	}
}

func TestLeasesAreRevokedByPrefixByForceAndLater(t *testing.T) {
	mountDatabase(t, "go-prefix")
	one, other := read(t, vault(t), "go-prefix/creds/reader"), read(t, vault(t), "go-prefix/creds/reader")
	same(t, len(keys(t, vault(t), "sys/leases/lookup/go-prefix/creds/reader")), 2)
	fine(t, vault(t).Sys().RevokePrefix("go-prefix/creds/reader"))
	same(t, []bool{letsIn(t, one.Data), letsIn(t, other.Data)}, []bool{false, false})
	later := read(t, vault(t), "go-prefix/creds/reader")
	fine(t, vault(t).Sys().RevokeWithOptions(&api.RevokeOptions{LeaseID: later.LeaseID, Sync: false}))
	isShutOut(t, later.Data)
	forced := read(t, vault(t), "go-prefix/creds/reader")
	fine(t, vault(t).Sys().RevokeForce("go-prefix/creds/reader"))
	_, err := vault(t).Sys().Lookup(forced.LeaseID)
	refused(t, err, 400, "invalid lease")
}

func TestCredentialsEndWithTheirToken(t *testing.T) {
	mountDatabase(t, "go-owned")
	token := tokenWith(t, "go-owned", `path "go-owned/creds/*" { capabilities = ["read"] }`)
	secret := read(t, vaultWith(t, token), "go-owned/creds/reader")
	same(t, letsIn(t, secret.Data), true)
	fine(t, vault(t).Auth().Token().RevokeTree(token))
	isShutOut(t, secret.Data)
}

func TestAStaticRoleHasItsUsersPasswordChanged(t *testing.T) {
	mountDatabase(t, "go-static")
	first := read(t, vault(t), "go-static/creds/reader")
	role := object{"db_name": "main", "username": first.Data["username"], "rotation_period": "1h"}
	write(t, vault(t), "go-static/static-roles/nightly", role)
	kept := read(t, vault(t), "go-static/static-creds/nightly")
	same(t, []bool{letsIn(t, first.Data), letsIn(t, kept.Data)}, []bool{false, true})
	write(t, vault(t), "go-static/rotate-role/nightly", nil)
	same(t, letsIn(t, kept.Data), false)
	same(t, letsIn(t, read(t, vault(t), "go-static/static-creds/nightly").Data), true)
	remove(t, vault(t), "go-static/static-roles/nightly")
}
