package flows

import (
	"testing"

	"github.com/hashicorp/vault/api"
	"github.com/hashicorp/vault/api/auth/approle"
	"github.com/hashicorp/vault/api/auth/aws"
	"github.com/hashicorp/vault/api/auth/userpass"
)

func enableAuth(t *testing.T, path, kind string) {
	t.Helper()
	fine(t, vault(t).Sys().EnableAuthWithOptions(path, &api.EnableAuthOptions{Type: kind}))
	t.Cleanup(func() { fine(t, vault(t).Sys().DisableAuth(path)) })
}

func TestLoginWithANameAndAPassword(t *testing.T) {
	enableAuth(t, "go-users", "userpass")
	write(t, vault(t), "auth/go-users/users/ada", object{"password": "love-lace", "token_policies": "go-a", "token_ttl": "10m"})
	login := func(password string) (*api.Client, *api.Secret, error) {
		client := vaultWith(t, "")
		method, err := userpass.NewUserpassAuth("ada", &userpass.Password{FromString: password}, userpass.WithMountPath("go-users"))
		fine(t, err)
		secret, err := client.Auth().Login(background, method)
		return client, secret, err
	}
	client, secret, err := login("love-lace")
	fine(t, err)
	same(t, secret.Auth.Metadata, map[string]string{"username": "ada"})
	same(t, []interface{}{secret.Auth.LeaseDuration, secret.Auth.Policies}, []interface{}{600, []string{"default", "go-a"}})
	own, err := client.Auth().Token().LookupSelf()
	fine(t, err)
	same(t, own.Data["path"], "auth/go-users/login/ada")
	_, _, err = login("wrong")
	refused(t, err, 400, "invalid username or password")
	same(t, keys(t, vault(t), "auth/go-users/users"), []interface{}{"ada"})
}

func TestLoginWithARoleAndItsSecret(t *testing.T) {
	enableAuth(t, "go-approle", "approle")
	write(t, vault(t), "auth/go-approle/role/builder", object{"token_policies": "go-a", "token_ttl": "20m", "secret_id_num_uses": 1})
	id := read(t, vault(t), "auth/go-approle/role/builder/role-id").Data["role_id"].(string)
	made := write(t, vault(t), "auth/go-approle/role/builder/secret-id", object{"metadata": `{"for":"go"}`})
	login := func() (*api.Secret, error) {
		secretID := &approle.SecretID{FromString: made.Data["secret_id"].(string)}
		method, err := approle.NewAppRoleAuth(id, secretID, approle.WithMountPath("go-approle"))
		fine(t, err)
		return vaultWith(t, "").Auth().Login(background, method)
	}
	secret, err := login()
	fine(t, err)
	same(t, secret.Auth.Metadata, map[string]string{"for": "go", "role_name": "builder"})
	same(t, secret.Auth.LeaseDuration, 1200)
	_, err = login()
	refused(t, err, 400, "invalid role or secret ID")
}

// The secret ID of a role is sent wrapped, as the library supports it.
func TestLoginWithAWrappedSecret(t *testing.T) {
	enableAuth(t, "go-wrapped", "approle")
	write(t, vault(t), "auth/go-wrapped/role/builder", object{"token_policies": "go-a"})
	id := read(t, vault(t), "auth/go-wrapped/role/builder/role-id").Data["role_id"].(string)
	wrapping := vault(t)
	wrapping.SetWrappingLookupFunc(func(operation, path string) string { return "60s" })
	wrapped := write(t, wrapping, "auth/go-wrapped/role/builder/secret-id", nil).WrapInfo.Token
	secretID := &approle.SecretID{FromString: wrapped}
	method, err := approle.NewAppRoleAuth(id, secretID, approle.WithMountPath("go-wrapped"), approle.WithWrappingToken())
	fine(t, err)
	secret, err := vaultWith(t, "").Auth().Login(background, method)
	fine(t, err)
	same(t, secret.Auth.Policies, []string{"default", "go-a"})
}

func TestLoginWithACloudIdentityThatTheLibrarySigned(t *testing.T) {
	enableAuth(t, "go-aws", "aws")
	cloud := up.Cloud
	client := object{"sts_endpoint": cloud.URL, "sts_region": cloud.Region, "iam_server_id_header_value": "oslo.example"}
	write(t, vault(t), "auth/go-aws/config/client", client)
	arn := "arn:aws:iam::" + cloud.Account + ":user/*"
	role := object{"auth_type": "iam", "bound_iam_principal_arn": arn, "token_policies": "go-a", "token_ttl": "20m"}
	write(t, vault(t), "auth/go-aws/role/painter", role)
	login := func(secretKey, server string) (*api.Secret, error) {
		t.Setenv("AWS_ACCESS_KEY_ID", cloud.AccessKeyID)
		t.Setenv("AWS_SECRET_ACCESS_KEY", secretKey)
		method, err := aws.NewAWSAuth(aws.WithMountPath("go-aws"), aws.WithRole("painter"), aws.WithIAMAuth(),
			aws.WithRegion(cloud.Region), aws.WithIAMServerIDHeader(server))
		fine(t, err)
		return vaultWith(t, "").Auth().Login(background, method)
	}
	secret, err := login(cloud.SecretAccessKey, "oslo.example")
	fine(t, err)
	same(t, []interface{}{secret.Auth.LeaseDuration, secret.Auth.Policies}, []interface{}{1200, []string{"default", "go-a"}})
	same(t, secret.Auth.Metadata["account_id"], cloud.Account)
	_, err = login(cloud.SecretAccessKey, "lima.example")
	refused(t, err, 400, "")
	_, err = login("forged", "oslo.example")
	refused(t, err, 400, "")
}

func TestAnEntityLendsItsPoliciesToItsLogins(t *testing.T) {
	enableAuth(t, "go-people", "userpass")
	write(t, vault(t), "auth/go-people/users/grace", object{"password": "hopper"})
	mount, err := vault(t).Sys().GetAuth("go-people")
	fine(t, err)
	entity := write(t, vault(t), "identity/entity", object{"name": "go-grace", "policies": []string{"go-b"}}).Data["id"]
	write(t, vault(t), "identity/entity-alias", object{"name": "grace", "canonical_id": entity, "mount_accessor": mount.Accessor})
	group := write(t, vault(t), "identity/group", object{"name": "go-group", "policies": []string{"go-c"}, "member_entity_ids": []interface{}{entity}})
	secret := write(t, vaultWith(t, ""), "auth/go-people/login/grace", object{"password": "hopper"})
	same(t, secret.Auth.EntityID, entity)
	same(t, secret.Auth.IdentityPolicies, []string{"go-b", "go-c"})
	policies, err := secret.TokenPolicies()
	fine(t, err)
	same(t, policies, []string{"default", "go-b", "go-c"})
	found := write(t, vault(t), "identity/lookup/entity", object{"alias_name": "grace", "alias_mount_accessor": mount.Accessor})
	same(t, found.Data["name"], "go-grace")
	remove(t, vault(t), "identity/group/id/"+group.Data["id"].(string))
	remove(t, vault(t), "identity/entity/id/"+entity.(string))
	same(t, read(t, vault(t), "identity/entity/name/go-grace"), (*api.Secret)(nil))
}
