package flows

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/vault/api"
)

const denied = "1 error occurred:\n\t* permission denied\n\n"

func TestATokenIsMadeAsAskedAndLookedUp(t *testing.T) {
	auth := createToken(t, &api.TokenCreateRequest{
		Policies: []string{"default"}, TTL: "1h", DisplayName: "go", Metadata: map[string]string{"for": "tests"}, NumUses: 5,
	})
	same(t, []interface{}{auth.LeaseDuration, auth.Renewable, auth.Orphan}, []interface{}{3600, true, false})
	same(t, auth.TokenPolicies, []string{"default"})
	secret, err := vault(t).Auth().Token().Lookup(auth.ClientToken)
	fine(t, err)
	same(t, secret.Data["display_name"], "token-go")
	same(t, secret.Data["num_uses"], json.Number("5"))
	metadata, err := secret.TokenMetadata()
	fine(t, err)
	same(t, metadata, map[string]string{"for": "tests"})
	ttl, err := secret.TokenTTL()
	fine(t, err)
	if ttl > time.Hour || ttl < time.Hour-time.Minute {
		t.Fatalf("it lives for %s", ttl)
	}
	own, err := vaultWith(t, auth.ClientToken).Auth().Token().LookupSelf()
	fine(t, err)
	id, err := own.TokenID()
	fine(t, err)
	same(t, id, auth.ClientToken)
	byAccessor, err := vault(t).Auth().Token().LookupAccessor(auth.Accessor)
	fine(t, err)
	same(t, []interface{}{byAccessor.Data["id"], byAccessor.Data["path"]}, []interface{}{"", "auth/token/create"})
	holds(t, keys(t, vault(t), "auth/token/accessors"), auth.Accessor)
}

func TestATokenIsRenewedByEveryWay(t *testing.T) {
	auth := createToken(t, &api.TokenCreateRequest{Policies: []string{"default"}, TTL: "10m"})
	renewed, err := vault(t).Auth().Token().Renew(auth.ClientToken, 300)
	fine(t, err)
	same(t, renewed.Auth.LeaseDuration, 300)
	own, err := vaultWith(t, auth.ClientToken).Auth().Token().RenewSelf(360)
	fine(t, err)
	same(t, own.Auth.LeaseDuration, 360)
	byAccessor, err := vault(t).Auth().Token().RenewAccessor(auth.Accessor, 420)
	fine(t, err)
	same(t, []interface{}{byAccessor.Auth.LeaseDuration, byAccessor.Auth.ClientToken}, []interface{}{420, ""})
	_, err = vault(t).Auth().Token().RenewSelf(60)
	refused(t, err, 400, "lease is not renewable")
}

func TestTheLibraryKeepsATokenAlive(t *testing.T) {
	client := vaultWith(t, createToken(t, &api.TokenCreateRequest{Policies: []string{"default"}, TTL: "1h"}).ClientToken)
	secret, err := client.Auth().Token().RenewSelf(60)
	fine(t, err)
	watcher, err := client.NewLifetimeWatcher(&api.LifetimeWatcherInput{Secret: secret})
	fine(t, err)
	go watcher.Start()
	defer watcher.Stop()
	select {
	case renewal := <-watcher.RenewCh():
		same(t, renewal.Secret.Auth.ClientToken, client.Token())
	case err := <-watcher.DoneCh():
		t.Fatalf("it gave up: %v", err)
	case <-time.After(10 * time.Second):
		t.Fatal("it did not renew")
	}
}

func TestARevokedTokenAndItsChildrenAreInvalid(t *testing.T) {
	parent := createToken(t, &api.TokenCreateRequest{Policies: []string{"root"}, TTL: "1h"}).ClientToken
	child, err := vaultWith(t, parent).Auth().Token().Create(&api.TokenCreateRequest{Policies: []string{"default"}})
	fine(t, err)
	fine(t, vault(t).Auth().Token().RevokeTree(parent))
	for _, token := range []string{parent, child.Auth.ClientToken} {
		_, err = vaultWith(t, token).Auth().Token().LookupSelf()
		refused(t, err, 403, "permission denied")
		_, err = vault(t).Auth().Token().Lookup(token)
		refused(t, err, 403, "bad token")
	}
}

func TestATokenIsRevokedByOtherWays(t *testing.T) {
	parent := createToken(t, &api.TokenCreateRequest{Policies: []string{"root"}, TTL: "1h"})
	child, err := vaultWith(t, parent.ClientToken).Auth().Token().Create(&api.TokenCreateRequest{Policies: []string{"default"}})
	fine(t, err)
	fine(t, vault(t).Auth().Token().RevokeOrphan(parent.ClientToken))
	own, err := vaultWith(t, child.Auth.ClientToken).Auth().Token().LookupSelf()
	fine(t, err)
	same(t, own.Data["orphan"], true)
	fine(t, vault(t).Auth().Token().RevokeAccessor(child.Auth.Accessor))
	_, err = vaultWith(t, child.Auth.ClientToken).Auth().Token().LookupSelf()
	refused(t, err, 403, "permission denied")
	orphan, err := vault(t).Auth().Token().CreateOrphan(&api.TokenCreateRequest{Policies: []string{"default"}})
	fine(t, err)
	same(t, orphan.Auth.Orphan, true)
	fine(t, vaultWith(t, orphan.Auth.ClientToken).Auth().Token().RevokeSelf(""))
	_, err = vaultWith(t, orphan.Auth.ClientToken).Auth().Token().LookupSelf()
	refused(t, err, 403, "permission denied")
}

func TestABatchTokenWorksAndHasNoAccessor(t *testing.T) {
	auth := createToken(t, &api.TokenCreateRequest{Type: "batch", Policies: []string{"default"}, TTL: "20m"})
	same(t, []interface{}{auth.Accessor, auth.Renewable, strings.HasPrefix(auth.ClientToken, "hvb.")}, []interface{}{"", false, true})
	own, err := vaultWith(t, auth.ClientToken).Auth().Token().LookupSelf()
	fine(t, err)
	same(t, own.Data["type"], "batch")
	_, err = vault(t).Auth().Token().Renew(auth.ClientToken, 60)
	refused(t, err, 400, "batch tokens cannot be renewed")
}

func TestARoleBoundsItsTokens(t *testing.T) {
	write(t, vault(t), "auth/token/roles/go-role", object{"allowed_policies": "default", "orphan": true, "token_period": "1h"})
	role := read(t, vault(t), "auth/token/roles/go-role")
	same(t, []interface{}{role.Data["token_period"], role.Data["orphan"]}, []interface{}{json.Number("3600"), true})
	holds(t, keys(t, vault(t), "auth/token/roles"), "go-role")
	made, err := vault(t).Auth().Token().CreateWithRole(&api.TokenCreateRequest{}, "go-role")
	fine(t, err)
	same(t, []interface{}{made.Auth.Orphan, made.Auth.LeaseDuration}, []interface{}{true, 3600})
	_, err = vault(t).Auth().Token().CreateWithRole(&api.TokenCreateRequest{Policies: []string{"go-other"}}, "go-role")
	refused(t, err, 400, `token policies (["default" "go-other"]) must be subset of the role's allowed policies (["default"]) or glob policies ([])`)
	remove(t, vault(t), "auth/token/roles/go-role")
	same(t, read(t, vault(t), "auth/token/roles/go-role"), (*api.Secret)(nil))
}

func TestPoliciesAreWrittenReadListedAndDeleted(t *testing.T) {
	rules := `path "secret/*" { capabilities = ["read"] }`
	fine(t, vault(t).Sys().PutPolicy("go-rules", rules))
	got, err := vault(t).Sys().GetPolicy("go-rules")
	fine(t, err)
	same(t, got, rules)
	names, err := vault(t).Sys().ListPolicies()
	fine(t, err)
	holds(t, names, "go-rules")
	fine(t, vault(t).Sys().DeletePolicy("go-rules"))
	got, err = vault(t).Sys().GetPolicy("go-rules")
	fine(t, err)
	same(t, got, "")
	err = vault(t).Sys().PutPolicy("go-bad", `path "x" { capabilities = ["bogus"] }`)
	refused(t, err, 400, `failed to parse policy: path "x": invalid capability "bogus"`)
}

func TestATokenDoesWhatItsPolicyAllowsAndNothingElse(t *testing.T) {
	token := tokenWith(t, "go-reader", `path "secret/data/go/open" { capabilities = ["read", "patch"] }`)
	_, err := vault(t).KVv2("secret").Put(background, "go/open", object{"n": 1})
	fine(t, err)
	kv := vaultWith(t, token).KVv2("secret")
	_, err = kv.Get(background, "go/open")
	fine(t, err)
	_, err = kv.Patch(background, "go/open", object{"m": 2})
	fine(t, err)
	_, err = kv.Put(background, "go/open", object{})
	refused(t, err, 403, denied)
	_, err = kv.Get(background, "go/shut")
	refused(t, err, 403, denied)
}

func TestCapabilitiesAreReturned(t *testing.T) {
	fine(t, vault(t).Sys().PutPolicy("go-able", `path "secret/data/x" { capabilities = ["update", "read"] }`))
	auth := createToken(t, &api.TokenCreateRequest{Policies: []string{"go-able"}})
	own, err := vaultWith(t, auth.ClientToken).Sys().CapabilitiesSelf("secret/data/x")
	fine(t, err)
	same(t, own, []string{"read", "update"})
	result, err := vault(t).Sys().Capabilities(auth.ClientToken, "secret/data/y")
	fine(t, err)
	same(t, result, []string{"deny"})
	result, err = vault(t).Sys().CapabilitiesAccessor(auth.Accessor, "secret/data/x")
	fine(t, err)
	same(t, result, []string{"read", "update"})
}

func TestAnAnswerIsWrappedAndOpenedOnce(t *testing.T) {
	client := vault(t)
	_, err := client.KVv2("secret").Put(background, "go/wrapped", object{"n": 1})
	fine(t, err)
	client.SetWrappingLookupFunc(func(operation, path string) string { return "60s" })
	info := read(t, client, "secret/data/go/wrapped").WrapInfo
	same(t, []interface{}{info.TTL, info.CreationPath}, []interface{}{60, "secret/data/go/wrapped"})
	looked := write(t, vault(t), "sys/wrapping/lookup", object{"token": info.Token})
	same(t, looked.Data["creation_path"], "secret/data/go/wrapped")
	opened, err := vaultWith(t, info.Token).Logical().Unwrap("")
	fine(t, err)
	same(t, opened.Data["data"], object{"n": json.Number("1")})
	_, err = vault(t).Logical().Unwrap(info.Token)
	refused(t, err, 400, "wrapping token is not valid or does not exist")
}

func TestATokenIsMadeWrappedAndWrappedAgain(t *testing.T) {
	client := vault(t)
	client.SetWrappingLookupFunc(func(operation, path string) string { return "5m" })
	secret, err := client.Auth().Token().Create(&api.TokenCreateRequest{Policies: []string{"default"}})
	fine(t, err)
	again := write(t, vault(t), "sys/wrapping/rewrap", object{"token": secret.WrapInfo.Token})
	same(t, again.WrapInfo.CreationPath, "auth/token/create")
	opened, err := vault(t).Logical().Unwrap(again.WrapInfo.Token)
	fine(t, err)
	same(t, opened.Auth.Accessor, secret.WrapInfo.WrappedAccessor)
}
