package flows

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/vault/api"
)

func TestAnEngineIsEnabledTunedMovedAndDisabled(t *testing.T) {
	sys := vault(t).Sys()
	fine(t, sys.Mount("go-mount", &api.MountInput{Type: "kv", Description: "ours", Config: api.MountConfigInput{MaxLeaseTTL: "2h"}}))
	mounts, err := sys.ListMounts()
	fine(t, err)
	same(t, []interface{}{mounts["go-mount/"].Type, mounts["go-mount/"].Description}, []interface{}{"kv", "ours"})
	one, err := sys.GetMount("go-mount")
	fine(t, err)
	same(t, one.Accessor, mounts["go-mount/"].Accessor)
	description := "theirs"
	fine(t, sys.TuneMount("go-mount", api.MountConfigInput{DefaultLeaseTTL: "1h", Description: &description}))
	tuned, err := sys.MountConfig("go-mount")
	fine(t, err)
	same(t, []int{tuned.DefaultLeaseTTL, tuned.MaxLeaseTTL}, []int{3600, 7200})
	refused(t, sys.Mount("go-mount", &api.MountInput{Type: "kv"}), 400, "path is already in use at go-mount/")
	write(t, vault(t), "go-mount/a", object{"n": 1})
	// The library polls the status until it is done.
	fine(t, sys.Remount("go-mount", "go-moved"))
	same(t, read(t, vault(t), "go-moved/a").Data, object{"n": json.Number("1")})
	fine(t, sys.Unmount("go-moved"))
	_, err = sys.GetMount("go-moved")
	refused(t, err, 400, "No secret engine mount at go-moved/")
	refused(t, sys.Mount("go-none", &api.MountInput{Type: "nonsense"}), 400, "plugin not found in the catalog: nonsense")
}

func TestALoginMethodIsEnabledTunedAndDisabled(t *testing.T) {
	sys := vault(t).Sys()
	fine(t, sys.EnableAuthWithOptions("go-auth", &api.EnableAuthOptions{Type: "userpass", Description: "ours"}))
	methods, err := sys.ListAuth()
	fine(t, err)
	same(t, []interface{}{methods["go-auth/"].Type, methods["token/"].Type}, []interface{}{"userpass", "token"})
	fine(t, sys.TuneMount("auth/go-auth", api.MountConfigInput{DefaultLeaseTTL: "30m", ListingVisibility: "unauth"}))
	tuned, err := sys.MountConfig("auth/go-auth")
	fine(t, err)
	same(t, []interface{}{tuned.DefaultLeaseTTL, tuned.ListingVisibility}, []interface{}{1800, "unauth"})
	fine(t, sys.DisableAuth("go-auth"))
}

func TestPluginsAreListed(t *testing.T) {
	plugins, err := vault(t).Sys().ListPlugins(&api.ListPluginsInput{Type: api.PluginTypeDatabase})
	fine(t, err)
	holds(t, plugins.PluginsByType[api.PluginTypeDatabase], "postgresql-database-plugin")
	one, err := vault(t).Sys().GetPlugin(&api.GetPluginInput{Name: "kv", Type: api.PluginTypeSecrets})
	fine(t, err)
	same(t, one.Builtin, true)
}

// The reference's command line sends this request before it reads or writes a secret, to get the engine's version.
func TestTheMountOfASecretsPathIsReturned(t *testing.T) {
	token := tokenWith(t, "go-preflight", `path "secret/data/go/*" { capabilities = ["read"] }`)
	secret := read(t, vaultWith(t, token), "sys/internal/ui/mounts/secret/go/sky")
	same(t, secret.Data["path"], "secret/")
	same(t, secret.Data["options"], object{"version": "2"})
	_, err := vaultWith(t, token).Logical().Read("sys/internal/ui/mounts/go-none")
	refused(t, err, 403, `preflight capability check returned 403, please ensure client's policies grant access to path "go-none/"`)
}

func TestOtherOriginsAreAccepted(t *testing.T) {
	sys := vault(t).Sys()
	fine(t, sys.ConfigureCORS(&api.CORSRequest{AllowedOrigins: []string{"https://go.example"}, AllowedHeaders: []string{"X-Go"}}))
	status, err := sys.CORSStatus()
	fine(t, err)
	same(t, []interface{}{status.Enabled, status.AllowedOrigins}, []interface{}{true, []string{"https://go.example"}})
	fine(t, sys.DisableCORS())
	status, err = sys.CORSStatus()
	fine(t, err)
	same(t, status.Enabled, false)
}

func TestAnOperationBegunWithTheKeysIsCancelled(t *testing.T) {
	sys := vault(t).Sys()
	started, err := sys.GenerateRootInit("", "")
	fine(t, err)
	same(t, []interface{}{started.Started, started.Required, started.OTPLength}, []interface{}{true, 1, len(started.OTP)})
	_, err = sys.GenerateRootInit("", "")
	refused(t, err, 400, "root generation already in progress")
	fine(t, sys.GenerateRootCancel())
	generation, err := sys.GenerateRootStatus()
	fine(t, err)
	same(t, generation.Started, false)
	rekey, err := sys.RekeyInit(&api.RekeyInitRequest{SecretShares: 3, SecretThreshold: 2})
	fine(t, err)
	same(t, []interface{}{rekey.Started, rekey.N, rekey.T}, []interface{}{true, 3, 2})
	fine(t, sys.RekeyCancelWithNonce(rekey.Nonce))
	rekey, err = sys.RekeyStatus()
	fine(t, err)
	same(t, rekey.Started, false)
	nodes, err := sys.HAStatus()
	fine(t, err)
	same(t, []interface{}{len(nodes.Nodes), nodes.Nodes[0].ActiveNode}, []interface{}{1, true})
	fine(t, sys.StepDown())
}

func TestANamespaceHasItsOwnObjects(t *testing.T) {
	write(t, vault(t), "sys/namespaces/go-team", nil)
	holds(t, keys(t, vault(t), "sys/namespaces"), "go-team/")
	inside := vault(t).WithNamespace("go-team")
	fine(t, inside.Sys().Mount("inner", &api.MountInput{Type: "kv"}))
	write(t, inside, "inner/a", object{"n": 1})
	same(t, read(t, vault(t), "go-team/inner/a").Data, object{"n": json.Number("1")})
	_, err := vault(t).Logical().Read("inner/a")
	fine(t, err)
	token, err := inside.Auth().Token().Create(&api.TokenCreateRequest{Policies: []string{"default"}})
	fine(t, err)
	child := vaultWith(t, token.Auth.ClientToken)
	_, err = child.WithNamespace("go-team").Auth().Token().LookupSelf()
	fine(t, err)
	_, err = child.KVv2("secret").Get(background, "go/sky")
	refused(t, err, 403, "")
	fine(t, inside.Sys().Unmount("inner"))
	remove(t, vault(t), "sys/namespaces/go-team")
}

func TestAnAuditDeviceLogsRequestsWithoutTheirSecrets(t *testing.T) {
	file := filepath.Join(t.TempDir(), "audit.log")
	sys := vault(t).Sys()
	fine(t, sys.EnableAuditWithOptions("go-audit", &api.EnableAuditOptions{Type: "file", Options: map[string]string{"file_path": file}}))
	devices, err := sys.ListAudit()
	fine(t, err)
	same(t, devices["go-audit/"].Type, "file")
	write(t, vault(t), "secret/data/go/audited", object{"data": object{"secret": "open-sesame"}})
	hash, err := sys.AuditHash("go-audit", "open-sesame")
	fine(t, err)
	fine(t, sys.DisableAudit("go-audit"))
	log, err := os.ReadFile(file)
	fine(t, err)
	holds(t, string(log), hash)
	if strings.Contains(string(log), "open-sesame") {
		t.Fatal("the log contains the secret")
	}
}

func TestTheLibraryWaitsForAQuotaAndTriesAgain(t *testing.T) {
	fine(t, vault(t).Sys().Mount("go-quota", &api.MountInput{Type: "kv"}))
	write(t, vault(t), "sys/quotas/rate-limit/go-quota", object{"path": "go-quota/", "rate": 1, "interval": "1s"})
	patient := vault(t)
	patient.SetMaxRetries(2)
	seen := []int{}
	patient = patient.WithResponseCallbacks(func(response *api.Response) { seen = append(seen, response.StatusCode) })
	for range 2 {
		read(t, patient, "go-quota/x")
	}
	same(t, seen, []int{404, 404})
	write(t, vault(t), "sys/quotas/rate-limit/go-quota", object{"path": "go-quota/", "rate": 1, "interval": "60s"})
	read(t, vault(t), "go-quota/x")
	_, err := vault(t).Logical().Read("go-quota/x")
	refused(t, err, 429, `request path "go-quota/x": rate limit quota exceeded`)
	remove(t, vault(t), "sys/quotas/rate-limit/go-quota")
	fine(t, vault(t).Sys().Unmount("go-quota"))
}

func TestErrorsAreThoseOfTheReference(t *testing.T) {
	_, err := vaultWith(t, "hvs.unknown").Sys().ListMounts()
	refused(t, err, 403, "permission denied")
	_, err = vault(t).Logical().Write("go-nomount/x", object{})
	refused(t, err, 404, `no handler for route "go-nomount/x". route entry not found.`)
	_, err = vault(t).Logical().Delete("sys/capabilities-self")
	refused(t, err, 405, "1 error occurred:\n\t* unsupported operation\n\n")
	_, err = vault(t).Logical().Write("auth/token/create", object{"ttl": "bogus"})
	refused(t, err, 400, `time: invalid duration "bogus"`)
	_, err = vault(t).Logical().WriteBytes("secret/data/go/x", []byte(`{"data":`))
	refused(t, err, 400, "error parsing JSON")
}

func TestAnUnsealedClusterReportsIt(t *testing.T) {
	sys := vault(t).Sys()
	health, err := sys.Health()
	fine(t, err)
	same(t, []bool{health.Initialized, health.Sealed, health.Standby}, []bool{true, false, false})
	status, err := sys.SealStatus()
	fine(t, err)
	same(t, []interface{}{status.Type, status.Sealed, status.T, status.N}, []interface{}{"shamir", false, 1, 1})
	_, err = sys.Leader()
	fine(t, err)
	before, err := sys.KeyStatus()
	fine(t, err)
	fine(t, sys.Rotate())
	after, err := sys.KeyStatus()
	fine(t, err)
	same(t, after.Term, before.Term+1)
}

func TestAClusterIsInitialisedOpenedSealedRekeyedAndGivesARootToken(t *testing.T) {
	client := vaultAt(t, untouched, "Kyoto", "")
	sys := client.Sys()
	health, err := sys.Health()
	fine(t, err)
	same(t, []bool{health.Initialized, health.Sealed}, []bool{false, true})
	made, err := sys.Init(&api.InitRequest{SecretShares: 3, SecretThreshold: 2})
	fine(t, err)
	same(t, []int{len(made.Keys), len(made.KeysB64)}, []int{3, 3})
	_, err = sys.Init(&api.InitRequest{SecretShares: 1, SecretThreshold: 1})
	refused(t, err, 400, "Vault is already initialized")
	client.SetToken(made.RootToken)
	_, err = sys.ListMounts()
	refused(t, err, 503, "Vault is sealed")

	status, err := sys.Unseal(made.Keys[0])
	fine(t, err)
	same(t, []interface{}{status.Sealed, status.Progress}, []interface{}{true, 1})
	status, err = sys.ResetUnsealProcess()
	fine(t, err)
	same(t, status.Progress, 0)
	for _, key := range made.KeysB64[1:] {
		status, err = sys.Unseal(key)
		fine(t, err)
	}
	same(t, status.Sealed, false)
	fine(t, sys.Mount("kept", &api.MountInput{Type: "kv"}))
	write(t, client, "kept/a", object{"n": 1})

	generation, err := sys.GenerateRootInit("", "")
	fine(t, err)
	done := generation
	for _, key := range made.Keys[:2] {
		done, err = sys.GenerateRootUpdate(key, generation.Nonce)
		fine(t, err)
	}
	same(t, done.Complete, true)
	token, err := base64.RawStdEncoding.DecodeString(done.EncodedToken)
	fine(t, err)
	for index := range token {
		token[index] ^= generation.OTP[index]
	}
	own, err := vaultAt(t, untouched, "Kyoto", string(token)).Auth().Token().LookupSelf()
	fine(t, err)
	same(t, own.Data["policies"], []interface{}{"root"})

	rekey, err := sys.RekeyInit(&api.RekeyInitRequest{SecretShares: 1, SecretThreshold: 1})
	fine(t, err)
	var rekeyed *api.RekeyUpdateResponse
	for _, key := range made.Keys[:2] {
		rekeyed, err = sys.RekeyUpdate(key, rekey.Nonce)
		fine(t, err)
	}
	same(t, []interface{}{rekeyed.Complete, len(rekeyed.Keys)}, []interface{}{true, 1})
	fine(t, sys.Seal())
	_, err = client.Logical().Read("kept/a")
	refused(t, err, 503, "Vault is sealed")
	status, err = sys.Unseal(rekeyed.Keys[0])
	fine(t, err)
	same(t, status.Sealed, false)
	same(t, read(t, client, "kept/a").Data, object{"n": json.Number("1")})
}

func TestASecondaryJoinsWithAWrappedTokenAndIsPromoted(t *testing.T) {
	root := up.Clusters[0].Token
	lima, kyoto := vaultAt(t, up, "Lima", root), vaultAt(t, up, "Kyoto", root)
	becomes := func(client *api.Client, mode, state string) {
		t.Helper()
		eventually(t, func() error {
			status, err := client.Sys().ReplicationPerformanceStatusWithContext(background)
			if err != nil {
				return err
			}
			if status.Mode != mode || (state != "" && status.State != state) {
				return fmt.Errorf("it is %s, %s, not %s, %s", status.Mode, status.State, mode, state)
			}
			return nil
		})
	}
	write(t, lima, performance+"primary/enable", nil)
	becomes(lima, "primary", "")
	activation := write(t, lima, performance+"primary/secondary-token", object{"id": "go-kyoto"}).WrapInfo
	same(t, activation.TTL, 1800)
	write(t, kyoto, performance+"secondary/enable", object{"token": activation.Token})
	becomes(kyoto, "secondary", "stream-wals")
	_, err := kyoto.KVv2("secret").Put(background, "go/forwarded", object{"n": "1"})
	fine(t, err)
	got, err := lima.KVv2("secret").Get(background, "go/forwarded")
	fine(t, err)
	same(t, got.Data, object{"n": "1"})
	status, err := lima.Sys().ReplicationPerformanceStatusWithContext(background)
	fine(t, err)
	same(t, status.KnownSecondaries, []string{"go-kyoto"})

	var state string
	write(t, kyoto.WithResponseCallbacks(api.RecordState(&state)), "secret/data/go/carried", object{"data": object{"n": "2"}})
	carried, err := api.ParseReplicationState(state, nil)
	fine(t, err)
	same(t, carried.ClusterID, status.ClusterID)
	there := read(t, lima.WithRequestCallbacks(api.RequireState(state)), "secret/data/go/carried")
	same(t, there.Data["data"], object{"n": "2"})
	ahead := fmt.Sprintf("v1:%s:0:%d:%064x", carried.ClusterID, carried.ReplicatedIndex+1000, 0)
	_, err = lima.WithRequestCallbacks(api.RequireState(base64.StdEncoding.EncodeToString([]byte(ahead)))).Logical().Read("secret/data/go/carried")
	refused(t, err, 412, "required index state not present")

	write(t, lima, performance+"primary/demote", nil)
	becomes(lima, "secondary", "")
	eventually(t, func() error {
		_, err := kyoto.Logical().Write(performance+"secondary/promote", nil)
		return err
	})
	becomes(kyoto, "primary", "")
	write(t, lima, performance+"secondary/disable", nil)
	write(t, kyoto, performance+"primary/disable", nil)
	becomes(lima, "disabled", "")
	becomes(kyoto, "disabled", "")
}
