package flows

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/hashicorp/vault/api"
	"github.com/lib/pq"
	"github.com/redis/go-redis/v9"
)

type login struct{ Username, Password string }

// product is a database server with users of this client.
type product struct {
	Product    string
	Host       string
	Port       int
	Connection object
	Creation   []string
	// Root can create and change others; no role manages App yet.
	Root, App login
}

func products(t *testing.T) (found []product) {
	t.Helper()
	fine(t, json.Unmarshal([]byte(os.Getenv("UNDERSTUDY_SERVERS")), &found))
	return found
}

// logins log in with each product's driver.
var logins = map[string]func(address string, who login) error{
	"postgresql": func(address string, who login) error {
		host, port, _ := net.SplitHostPort(address)
		return pinged("postgres", fmt.Sprintf("host=%s port=%s user='%s' password='%s' dbname=postgres sslmode=disable",
			host, port, who.Username, who.Password))
	},
	"mariadb": func(address string, who login) error {
		config := mysql.NewConfig()
		config.Net, config.Addr, config.User, config.Passwd = "tcp", address, who.Username, who.Password
		return pinged("mysql", config.FormatDSN())
	},
	"redis": func(address string, who login) error {
		client := redis.NewClient(&redis.Options{
			Addr: address, Username: who.Username, Password: who.Password, DisableIdentity: true,
		})
		defer client.Close()
		return client.Ping(context.Background()).Err()
	},
}

func pinged(driver, name string) error {
	database, err := sql.Open(driver, name)
	if err != nil {
		return err
	}
	defer database.Close()
	return database.Ping()
}

func isRefusal(err error) bool {
	var postgresql *pq.Error
	var mariadb *mysql.MySQLError
	switch {
	case errors.As(err, &postgresql):
		return postgresql.Code == "28P01"
	case errors.As(err, &mariadb):
		return mariadb.SQLState == [5]byte{'2', '8', '0', '0', '0'}
	}
	return strings.HasPrefix(err.Error(), "WRONGPASS")
}

// letsIn returns true if the server accepts these credentials; errors other than a refusal fail the test.
func (server product) letsIn(t *testing.T, who login) bool {
	t.Helper()
	err := logins[server.Product](net.JoinHostPort(server.Host, strconv.Itoa(server.Port)), who)
	if err != nil && !isRefusal(err) {
		t.Fatal(err)
	}
	return err == nil
}

func loginIn(secret *api.Secret) login {
	return login{secret.Data["username"].(string), secret.Data["password"].(string)}
}

func TestTheDatabaseFlowsOnEveryProduct(t *testing.T) {
	for _, server := range products(t) {
		t.Run(server.Product, server.flows)
	}
}

func (server product) flows(t *testing.T) {
	client, path := vault(t), "go-"+server.Product
	in := func(who login) bool { t.Helper(); return server.letsIn(t, who) }
	fine(t, client.Sys().Mount(path, &api.MountInput{Type: "database"}))
	t.Cleanup(func() { fine(t, client.Sys().Unmount(path)) })

	server.Connection["allowed_roles"] = []string{"reader", "app"}
	write(t, client, path+"/config/main", server.Connection)
	role := object{"db_name": "main", "creation_statements": server.Creation, "default_ttl": "10m", "max_ttl": "30m"}
	write(t, client, path+"/roles/reader", role)
	made := read(t, client, path+"/creds/reader")
	same(t, in(loginIn(made)), true)
	renewed, err := client.Sys().Renew(made.LeaseID, 1200)
	fine(t, err)
	same(t, renewed.LeaseDuration, 1200)
	same(t, in(loginIn(made)), true)
	fine(t, client.Sys().Revoke(made.LeaseID))
	same(t, in(loginIn(made)), false)
	_, err = client.Sys().Renew(made.LeaseID, 60)
	refused(t, err, 400, "lease not found")

	same(t, in(server.App), true)
	write(t, client, path+"/static-roles/app", object{"db_name": "main", "username": server.App.Username, "rotation_period": "1h"})
	kept := read(t, client, path+"/static-creds/app")
	same(t, []interface{}{kept.Data["username"], kept.Data["rotation_period"]}, []interface{}{server.App.Username, json.Number("3600")})
	same(t, []bool{in(server.App), in(loginIn(kept))}, []bool{false, true})
	write(t, client, path+"/rotate-role/app", nil)
	rotated := read(t, client, path+"/static-creds/app")
	same(t, []bool{in(loginIn(kept)), in(loginIn(rotated))}, []bool{false, true})

	same(t, in(server.Root), true)
	write(t, client, path+"/rotate-root/main", nil)
	same(t, in(server.Root), false)
	later := read(t, client, path+"/creds/reader")
	same(t, in(loginIn(later)), true)
	fine(t, client.Sys().Revoke(later.LeaseID))
	same(t, in(loginIn(later)), false)
}
