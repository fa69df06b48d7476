package flows

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/vault/api"
)

func TestDataIsReadWithItsMetadata(t *testing.T) {
	kv := vault(t).KVv2("secret")
	written, err := kv.Put(background, "go/sky", object{"colour": "blue", "depth": 3})
	fine(t, err)
	got, err := kv.Get(background, "go/sky")
	fine(t, err)
	same(t, got.Data, object{"colour": "blue", "depth": json.Number("3")})
	same(t, got.VersionMetadata.Version, 1)
	same(t, got.VersionMetadata.CreatedTime, written.VersionMetadata.CreatedTime)
	if age := time.Since(got.VersionMetadata.CreatedTime); age < 0 || age > time.Minute {
		t.Fatalf("written %s ago", age)
	}
}

func TestNumbersKeepTheirFormat(t *testing.T) {
	_, err := vault(t).Logical().WriteBytes("secret/data/go/numbers", []byte(`{"data":{"a":1.10,"b":1e3,"c":12345678901234567890}}`))
	fine(t, err)
	got, err := vault(t).KVv2("secret").Get(background, "go/numbers")
	fine(t, err)
	same(t, got.Data, object{"a": json.Number("1.10"), "b": json.Number("1e3"), "c": json.Number("12345678901234567890")})
}

func TestVersionsAreCountedReadAndRolledBack(t *testing.T) {
	kv := vault(t).KVv2("secret")
	for number := 1; number <= 2; number++ {
		_, err := kv.Put(background, "go/versions", object{"n": number})
		fine(t, err)
	}
	first, err := kv.GetVersion(background, "go/versions", 1)
	fine(t, err)
	same(t, first.Data, object{"n": json.Number("1")})
	versions, err := kv.GetVersionsAsList(background, "go/versions")
	fine(t, err)
	same(t, len(versions), 2)
	_, err = kv.Rollback(background, "go/versions", 1)
	fine(t, err)
	latest, err := kv.Get(background, "go/versions")
	fine(t, err)
	same(t, latest.Data, object{"n": json.Number("1")})
	same(t, latest.VersionMetadata.Version, 3)
}

func TestAWriteThatNamesTheWrongVersionIsRefused(t *testing.T) {
	kv := vault(t).KVv2("secret")
	_, err := kv.Put(background, "go/cas", object{"n": 1}, api.WithCheckAndSet(0))
	fine(t, err)
	_, err = kv.Put(background, "go/cas", object{"n": 2}, api.WithCheckAndSet(0))
	refused(t, err, 400, "check-and-set parameter did not match the current version")
	_, err = kv.Put(background, "go/cas", object{"n": 2}, api.WithCheckAndSet(1))
	fine(t, err)
}

func TestADeletedVersionIsReportedAndCanBeUndeleted(t *testing.T) {
	kv := vault(t).KVv2("secret")
	_, err := kv.Put(background, "go/deleted", object{"n": 1})
	fine(t, err)
	fine(t, kv.Delete(background, "go/deleted"))
	result, err := kv.Get(background, "go/deleted")
	fine(t, err)
	same(t, result.Data, object(nil))
	same(t, result.VersionMetadata.DeletionTime.IsZero(), false)
	fine(t, kv.Undelete(background, "go/deleted", []int{1}))
	back, err := kv.Get(background, "go/deleted")
	fine(t, err)
	same(t, back.Data, object{"n": json.Number("1")})
}

func TestADestroyedVersionDoesNotComeBack(t *testing.T) {
	kv := vault(t).KVv2("secret")
	_, err := kv.Put(background, "go/destroyed", object{"n": 1})
	fine(t, err)
	fine(t, kv.Destroy(background, "go/destroyed", []int{1}))
	fine(t, kv.Undelete(background, "go/destroyed", []int{1}))
	result, err := kv.Get(background, "go/destroyed")
	fine(t, err)
	same(t, result.Data, object(nil))
	same(t, result.VersionMetadata.Destroyed, true)
}

func TestAPatchKeepsTheRestBothWays(t *testing.T) {
	kv := vault(t).KVv2("secret")
	_, err := kv.Put(background, "go/patched", object{"a": "1", "b": "2"})
	fine(t, err)
	_, err = kv.Patch(background, "go/patched", object{"b": nil, "c": "3"})
	fine(t, err)
	_, err = kv.Patch(background, "go/patched", object{"d": "4"}, api.WithMergeMethod(api.KVMergeMethodReadWrite))
	fine(t, err)
	got, err := kv.Get(background, "go/patched")
	fine(t, err)
	same(t, got.Data, object{"a": "1", "c": "3", "d": "4"})
	_, err = kv.Patch(background, "go/none", object{"a": "1"})
	if !errors.Is(err, api.ErrSecretNotFound) {
		t.Fatalf("patching nothing: %v", err)
	}
}

func TestMetadataIsWrittenPatchedReadAndDeletedWithAll(t *testing.T) {
	kv := vault(t).KVv2("secret")
	_, err := kv.Put(background, "go/meta", object{"n": 1})
	fine(t, err)
	custom := object{"owner": "Ada", "team": "engines"}
	fine(t, kv.PutMetadata(background, "go/meta", api.KVMetadataPutInput{MaxVersions: 2, CustomMetadata: custom, DeleteVersionAfter: time.Hour}))
	longer := 2 * time.Hour
	patch := api.KVMetadataPatchInput{CustomMetadata: object{"team": nil}, DeleteVersionAfter: &longer}
	fine(t, kv.PatchMetadata(background, "go/meta", patch))
	got, err := kv.GetMetadata(background, "go/meta")
	fine(t, err)
	same(t, got.CustomMetadata, object{"owner": "Ada"})
	same(t, []int{got.MaxVersions, got.CurrentVersion}, []int{2, 1})
	same(t, got.DeleteVersionAfter, longer)
	same(t, keys(t, vault(t), "secret/metadata/go/"), keys(t, vault(t), "secret/metadata/go"))
	fine(t, kv.DeleteMetadata(background, "go/meta"))
	_, err = kv.GetMetadata(background, "go/meta")
	if !errors.Is(err, api.ErrSecretNotFound) && !strings.Contains(err.Error(), "nil secret") {
		t.Fatalf("reading nothing: %v", err)
	}
}

func TestKvVersion1KeepsOneValue(t *testing.T) {
	fine(t, vault(t).Sys().Mount("go-kv1", &api.MountInput{Type: "kv", Options: map[string]string{"version": "1"}}))
	kv := vault(t).KVv1("go-kv1")
	fine(t, kv.Put(background, "a/sky", object{"colour": "blue"}))
	got, err := kv.Get(background, "a/sky")
	fine(t, err)
	same(t, got.Data, object{"colour": "blue"})
	same(t, []interface{}{got.Raw.LeaseID, got.Raw.LeaseDuration, got.Raw.Renewable}, []interface{}{"", 2764800, false})
	fine(t, kv.Put(background, "b", object{"n": 1}))
	same(t, keys(t, vault(t), "go-kv1"), []interface{}{"a/", "b"})
	fine(t, kv.Delete(background, "a/sky"))
	_, err = kv.Get(background, "a/sky")
	if !errors.Is(err, api.ErrSecretNotFound) {
		t.Fatalf("reading nothing: %v", err)
	}
	fine(t, vault(t).Sys().Unmount("go-kv1"))
}

func TestAMissingObjectIsNil(t *testing.T) {
	same(t, read(t, vault(t), "secret/data/go/nothing"), (*api.Secret)(nil))
	same(t, keys(t, vault(t), "secret/metadata/go/nothing"), []interface{}(nil))
	remove(t, vault(t), "secret/metadata/go/nothing")
}

func TestAPathOfVersion1GetsTheHintThatUsersKnow(t *testing.T) {
	secret, err := vault(t).Logical().Read("secret/go/sky")
	fine(t, err)
	holds(t, secret.Warnings, "Invalid path for a versioned K/V secrets engine.")
}

func TestACubbyholeIsItsTokensAlone(t *testing.T) {
	mine := vaultWith(t, tokenWith(t, "go-cubby", `path "cubbyhole/*" { capabilities = ["create", "read", "update"] }`))
	write(t, mine, "cubbyhole/mine", object{"n": 1})
	same(t, read(t, mine, "cubbyhole/mine").Data, object{"n": json.Number("1")})
	same(t, read(t, vault(t), "cubbyhole/mine"), (*api.Secret)(nil))
}
