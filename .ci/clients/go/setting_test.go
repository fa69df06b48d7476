// Package flows tests clusters of understudy with the unmodified Go client library.
package flows

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/vault/api"
)

// performance is the path of the replication endpoints.
const performance = "sys/replication/performance/"

type object = map[string]interface{}

// raised is the output of `understudy up --json`.
type raised struct {
	Clusters  []struct{ Name, API, Token string }
	Databases []struct{ URL string }
	Cloud     struct {
		URL             string
		Region          string
		Account         string
		AccessKeyID     string `json:"access_key_id"`
		SecretAccessKey string `json:"secret_access_key"`
	}
}

var background = context.Background()

// up are the unsealed clusters; untouched are the uninitialised ones.
var up, untouched = readRaised("UNDERSTUDY_RAISED"), readRaised("UNDERSTUDY_SEALED")

func readRaised(name string) (found raised) {
	if err := json.Unmarshal([]byte(os.Getenv(name)), &found); err != nil {
		panic(fmt.Sprintf("%s: %s", name, err))
	}
	return found
}

// vaultAt returns the library's client for a cluster, without retries, so that refusals are visible.
func vaultAt(t *testing.T, clusters raised, name string, token string) *api.Client {
	t.Helper()
	for _, cluster := range clusters.Clusters {
		if cluster.Name == name {
			config := api.DefaultConfig()
			config.Address = cluster.API
			config.MaxRetries = 0
			client, err := api.NewClient(config)
			fine(t, err)
			client.SetToken(token)
			return client
		}
	}
	t.Fatalf("there is no cluster %s", name)
	return nil
}

// vault returns a client of Oslo with the root token.
func vault(t *testing.T) *api.Client {
	t.Helper()
	return vaultAt(t, up, "Oslo", up.Clusters[0].Token)
}

// vaultWith returns a client of Oslo with this token.
func vaultWith(t *testing.T, token string) *api.Client {
	t.Helper()
	return vaultAt(t, up, "Oslo", token)
}

// tokenWith creates a token with one policy with these rules.
func tokenWith(t *testing.T, policy, rules string) string {
	t.Helper()
	fine(t, vault(t).Sys().PutPolicy(policy, rules))
	return createToken(t, &api.TokenCreateRequest{Policies: []string{policy}}).ClientToken
}

func createToken(t *testing.T, request *api.TokenCreateRequest) *api.SecretAuth {
	t.Helper()
	secret, err := vault(t).Auth().Token().Create(request)
	fine(t, err)
	return secret.Auth
}

func write(t *testing.T, client *api.Client, path string, data object) *api.Secret {
	t.Helper()
	secret, err := client.Logical().Write(path, data)
	fine(t, err)
	return secret
}

// read returns nil for a missing object, like the library.
func read(t *testing.T, client *api.Client, path string) *api.Secret {
	t.Helper()
	secret, err := client.Logical().Read(path)
	fine(t, err)
	return secret
}

func remove(t *testing.T, client *api.Client, path string) {
	t.Helper()
	_, err := client.Logical().Delete(path)
	fine(t, err)
}

func keys(t *testing.T, client *api.Client, path string) []interface{} {
	t.Helper()
	secret, err := client.Logical().List(path)
	fine(t, err)
	if secret == nil {
		return nil
	}
	return secret.Data["keys"].([]interface{})
}

func fine(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, got, want interface{}) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got %#v, not %#v", got, want)
	}
}

func holds(t *testing.T, list interface{}, wanted string) {
	t.Helper()
	if !strings.Contains(fmt.Sprint(list), wanted) {
		t.Fatalf("%v does not hold %s", list, wanted)
	}
}

// refused expects a response with this status and first error.
func refused(t *testing.T, err error, status int, text string) {
	t.Helper()
	var response *api.ResponseError
	if !errors.As(err, &response) {
		t.Fatalf("that was not refused: %v", err)
	}
	if response.StatusCode != status || (len(response.Errors) == 0 && text != "") || (text != "" && response.Errors[0] != text) {
		t.Fatalf("refused with %d %q, not %d %q", response.StatusCode, response.Errors, status, text)
	}
}

// eventually repeats a check for at most ten seconds.
func eventually(t *testing.T, look func() error) {
	t.Helper()
	var err error
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if err = look(); err == nil {
			return
		}
	}
	t.Fatal(err)
}
