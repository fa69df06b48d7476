package flows

import (
	"fmt"
	"testing"

	"github.com/hashicorp/vault/api"
)

// Follows the runbook docs/failover.md in Go. Links between the clusters use TLS.
func TestARunbookOfAPlannedFailoverAndBack(t *testing.T) {
	clusters := map[string]*api.Client{}
	for _, cluster := range up.Clusters {
		clusters[cluster.Name] = vaultAt(t, up, cluster.Name, cluster.Token)
	}
	oslo, lima, kyoto := clusters["Oslo"], clusters["Lima"], clusters["Kyoto"]

	// 1. Link the clusters.
	write(t, oslo, performance+"primary/enable", nil)
	activation := func(primary *api.Client, id string) string {
		return write(t, primary, performance+"primary/secondary-token", object{"id": id}).WrapInfo.Token
	}
	write(t, lima, performance+"secondary/enable", object{"token": activation(oslo, "go-lima")})
	write(t, kyoto, performance+"secondary/enable", object{"token": activation(oslo, "go-kyoto")})
	streams(t, lima)
	streams(t, kyoto)
	write(t, oslo, "secret/data/go-colours", object{"data": object{"sky": "blue"}})
	shows(t, lima, "blue")
	shows(t, kyoto, "blue")

	// 2. Fail over: Oslo is demoted, Lima is promoted. From then on Oslo refuses writes.
	write(t, oslo, performance+"primary/demote", nil)
	is(t, oslo, "mode", "secondary")
	if _, err := oslo.Logical().Write("secret/data/go-colours", object{"data": object{"sky": "grey"}}); err == nil {
		t.Fatal("a demoted cluster took a write")
	}
	promote(t, lima)
	shows(t, lima, "blue")
	write(t, lima, "secret/data/go-colours", object{"data": object{"sky": "red"}})

	// 3. Oslo and Kyoto replicate from Lima.
	write(t, oslo, performance+"secondary/update-primary", object{"token": activation(lima, "go-oslo")})
	write(t, kyoto, performance+"secondary/update-primary", object{"token": activation(lima, "go-kyoto")})
	streams(t, oslo)
	streams(t, kyoto)
	shows(t, oslo, "red")
	shows(t, kyoto, "red")
	// A write on a secondary is executed by the primary.
	write(t, oslo, "secret/data/go-colours", object{"data": object{"sky": "green"}})
	shows(t, lima, "green")

	// 4. Fail back: Lima is demoted, Oslo is promoted.
	write(t, lima, performance+"primary/demote", nil)
	promote(t, oslo)
	write(t, lima, performance+"secondary/update-primary", object{"token": activation(oslo, "go-lima-again")})
	write(t, kyoto, performance+"secondary/update-primary", object{"token": activation(oslo, "go-kyoto-again")})
	streams(t, lima)
	streams(t, kyoto)
	is(t, oslo, "mode", "primary")
	shows(t, kyoto, "green")

	// Restore the clusters for other flows.
	write(t, lima, performance+"secondary/disable", nil)
	write(t, kyoto, performance+"secondary/disable", nil)
	write(t, oslo, performance+"primary/disable", nil)
	remove(t, oslo, "secret/metadata/go-colours")
}

func streams(t *testing.T, cluster *api.Client) {
	t.Helper()
	is(t, cluster, "state", "stream-wals")
}

// is waits until the status of a cluster has these values.
func is(t *testing.T, cluster *api.Client, field, wanted string) {
	t.Helper()
	eventually(t, func() error {
		if found := read(t, cluster, performance+"status").Data[field]; found != wanted {
			return fmt.Errorf("%s is %v, not %s", field, found, wanted)
		}
		return nil
	})
}

// shows waits until a cluster returns this colour.
func shows(t *testing.T, cluster *api.Client, wanted string) {
	t.Helper()
	eventually(t, func() error {
		secret, err := cluster.Logical().Read("secret/data/go-colours")
		if err != nil || secret == nil || fmt.Sprint(secret.Data["data"]) != fmt.Sprint(object{"sky": wanted}) {
			return fmt.Errorf("the sky is %v (%v), not %s", secret, err, wanted)
		}
		return nil
	})
}

// promote repeats a promotion without force until it succeeds: it is refused while the cluster lacks a write.
func promote(t *testing.T, cluster *api.Client) {
	t.Helper()
	eventually(t, func() error {
		_, err := cluster.Logical().Write(performance+"secondary/promote", nil)
		return err
	})
}
