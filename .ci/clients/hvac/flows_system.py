"""Mounts, namespaces, audit, quotas, the seal and replication."""

import base64
import tempfile
import unittest
from pathlib import Path

import hvac
from hvac import exceptions

from setting import UNTOUCHED, cluster, eventually, vault

PERFORMANCE = "sys/replication/performance"


class Mounts(unittest.TestCase):
    def test_an_engine_is_enabled_listed_tuned_and_disabled(self):
        sys = vault().sys
        sys.enable_secrets_engine("kv", path="py-mount", description="ours", config={"max_lease_ttl": "2h"})
        listed = sys.list_mounted_secrets_engines()
        self.assertEqual(listed["data"]["py-mount/"], listed["py-mount/"])
        self.assertEqual(listed["py-mount/"]["description"], "ours")
        sys.tune_mount_configuration("py-mount", default_lease_ttl="1h", description="theirs")
        tuned = sys.read_mount_configuration("py-mount")["data"]
        self.assertEqual((tuned["default_lease_ttl"], tuned["max_lease_ttl"]), (3600, 7200))
        with self.assertRaisesRegex(exceptions.InvalidRequest, "^path is already in use at py-mount/"):
            sys.enable_secrets_engine("kv", path="py-mount")
        sys.disable_secrets_engine("py-mount")
        self.assertNotIn("py-mount/", sys.list_mounted_secrets_engines()["data"])

    def test_an_engine_moves_with_all_that_is_in_it(self):
        vault().sys.enable_secrets_engine("kv", path="py-from")
        vault().write_data("py-from/a", data={"n": 1})
        moving = vault().sys.move_backend("py-from", "py-to")
        status = f"sys/remount/status/{moving['data']['migration_id']}"
        result = eventually(lambda: vault().read(status)["data"]["migration_info"], {"status": "success"})
        self.assertEqual((result["source_mount"], result["target_mount"], result["status"]), ("py-from/", "py-to/", "success"))
        self.assertEqual(vault().read("py-to/a")["data"], {"n": 1})
        vault().sys.disable_secrets_engine("py-to")

    def test_a_login_method_is_enabled_listed_tuned_and_disabled(self):
        sys = vault().sys
        sys.enable_auth_method("userpass", path="py-auth", description="ours")
        self.assertEqual(sys.list_auth_methods()["data"]["py-auth/"]["type"], "userpass")
        sys.tune_auth_method("py-auth", default_lease_ttl="30m", listing_visibility="unauth")
        tuned = sys.read_auth_method_tuning("py-auth")["data"]
        self.assertEqual((tuned["default_lease_ttl"], tuned["listing_visibility"]), (1800, "unauth"))
        sys.disable_auth_method("py-auth")
        self.assertNotIn("py-auth/", sys.list_auth_methods()["data"])


class Namespaces(unittest.TestCase):
    def test_a_namespace_has_things_of_its_own(self):
        vault().sys.create_namespace("py-team")
        self.assertIn("py-team/", vault().sys.list_namespaces()["data"]["keys"])
        inside = vault(namespace="py-team")
        inside.sys.enable_secrets_engine("kv", path="inner")
        inside.write_data("inner/a", data={"n": 1})
        self.assertEqual(vault().read("py-team/inner/a")["data"], {"n": 1})
        self.assertIsNone(vault().read("inner/a"))
        token = inside.auth.token.create(policies=["default"])["auth"]["client_token"]
        self.assertTrue(vault(token, namespace="py-team").is_authenticated())
        with self.assertRaises(exceptions.Forbidden):
            vault(token).auth.token.lookup_self()
        inside.sys.disable_secrets_engine("inner")
        vault().sys.delete_namespace("py-team")
        self.assertNotIn("py-team/", (vault().list("sys/namespaces") or {"data": {"keys": []}})["data"]["keys"])


class Audit(unittest.TestCase):
    def test_a_device_records_requests_without_their_secrets(self):
        with tempfile.TemporaryDirectory(prefix="understudy-audit-") as folder:
            file = Path(folder) / "audit.log"
            vault().sys.enable_audit_device("file", path="py-audit", options={"file_path": str(file)})
            self.assertIn("py-audit/", vault().sys.list_enabled_audit_devices()["data"])
            vault().secrets.kv.v2.create_or_update_secret("py/audited", {"secret": "open-sesame"})
            hashed = vault().sys.calculate_hash("py-audit", "open-sesame")["data"]["hash"]
            vault().sys.disable_audit_device("py-audit")
            log = file.read_text()
        self.assertIn('"path":"secret/data/py/audited"', log)
        self.assertIn(hashed, log)
        self.assertNotIn("open-sesame", log)


class Limits(unittest.TestCase):
    def test_over_a_quota_the_library_says_so(self):
        vault().sys.enable_secrets_engine("kv", path="py-quota")
        vault().sys.create_or_update_quota("py-quota", rate=1, path="py-quota/", interval="60s")
        self.assertEqual(vault().sys.read_quota("py-quota")["data"]["rate"], 1)
        self.assertIn("py-quota", vault().sys.list_quotas()["data"]["keys"])
        self.assertIsNone(vault().read("py-quota/x"))
        with self.assertRaisesRegex(exceptions.RateLimitExceeded, '^request path "py-quota/x": rate limit quota exceeded'):
            vault().read("py-quota/x")
        vault().sys.delete_quota("py-quota")
        vault().sys.disable_secrets_engine("py-quota")


class Errors(unittest.TestCase):
    def test_each_has_its_own_exception(self):
        for kind, ask in (
            (exceptions.InvalidRequest, lambda: vault().write_data("auth/token/create", data={"ttl": "bogus"})),
            (exceptions.Forbidden, lambda: vault("hvs.unknown").sys.list_auth_methods()),
            (exceptions.InvalidPath, lambda: vault().secrets.kv.v2.read_secret_metadata("py/none")),
            (exceptions.InvalidPath, lambda: vault().write_data("py-nomount/x", data={})),
        ):
            with self.assertRaises(kind):
                ask()

    def test_a_verb_that_is_not_served_is_405(self):
        with self.assertRaises(exceptions.VaultError) as raised:
            vault().delete("sys/capabilities-self")
        self.assertIn("unsupported operation", str(raised.exception))


class Health(unittest.TestCase):
    def test_a_cluster_that_is_open_says_so(self):
        self.assertEqual(vault().sys.read_health_status().status_code, 200)
        result = vault().sys.read_health_status(method="GET")
        self.assertEqual((result["initialized"], result["sealed"]), (True, False))
        self.assertFalse(vault().sys.is_sealed())
        self.assertTrue(vault().sys.is_initialized())
        self.assertIn("leader_address", vault().sys.read_leader_status())
        self.assertEqual(vault().seal_status["type"], "shamir")

    def test_the_key_is_rotated(self):
        before = vault().sys.get_encryption_key_status()["data"]["term"]
        vault().sys.rotate_encryption_key()
        self.assertEqual(vault().key_status["term"], before + 1)


class Seal(unittest.TestCase):
    def test_a_cluster_is_initialised_opened_sealed_rekeyed_and_gives_a_root_token(self):
        url = cluster(UNTOUCHED, "Lima")["api"]
        unauthenticated = hvac.Client(url=url)
        self.assertFalse(unauthenticated.sys.is_initialized())
        self.assertEqual(unauthenticated.sys.read_health_status().status_code, 501)
        made = unauthenticated.sys.initialize(secret_shares=3, secret_threshold=2)
        root = hvac.Client(url=url, token=made["root_token"])
        self.assertTrue(root.sys.is_sealed())
        self.assertEqual(unauthenticated.sys.read_health_status().status_code, 503)
        with self.assertRaisesRegex(exceptions.VaultDown, "^Vault is sealed"):
            root.sys.list_auth_methods()
        with self.assertRaisesRegex(exceptions.InvalidRequest, "^Vault is already initialized"):
            unauthenticated.sys.initialize(secret_shares=1, secret_threshold=1)

        self.assertEqual(root.sys.submit_unseal_key(made["keys"][0])["progress"], 1)
        self.assertEqual(root.sys.submit_unseal_key(reset=True)["progress"], 0)
        self.assertFalse(root.sys.submit_unseal_keys(made["keys"][1:])["sealed"])
        root.sys.enable_secrets_engine("kv", path="kept")
        root.write_data("kept/a", data={"n": 1})

        started = root.sys.start_root_token_generation()
        for key in made["keys"][:2]:
            done = root.sys.generate_root(key, started["nonce"])
        encoded = base64.b64decode(done["encoded_token"] + "==")
        another = bytes(a ^ b for a, b in zip(encoded, started["otp"].encode())).decode()
        self.assertEqual(hvac.Client(url=url, token=another).lookup_token()["data"]["policies"], ["root"])

        rekey = root.sys.start_rekey(secret_shares=1, secret_threshold=1)
        result = root.sys.rekey_multi(made["keys"][:2], nonce=rekey["nonce"])
        self.assertTrue(result["complete"])
        root.sys.seal()
        self.assertTrue(root.sys.is_sealed())
        self.assertFalse(root.sys.submit_unseal_key(result["keys"][0])["sealed"])
        self.assertEqual(root.read("kept/a")["data"], {"n": 1})


class Replication(unittest.TestCase):
    @staticmethod
    def write(name, path, **data):
        return vault(name=name).write_data(f"{PERFORMANCE}/{path}", data=data)

    @staticmethod
    def status(name):
        return vault(None, name=name).read(f"{PERFORMANCE}/status")["data"]

    def becomes(self, name, **wanted):
        seen = eventually(lambda: self.status(name), wanted)
        self.assertEqual({key: seen.get(key) for key in wanted}, wanted)

    def test_a_secondary_is_enabled_with_a_wrapped_token_and_takes_over(self):
        self.write("Lima", "primary/enable")
        self.becomes("Lima", mode="primary")
        info = self.write("Lima", "primary/secondary-token", id="py-kyoto")["wrap_info"]
        self.assertEqual(info["ttl"], 1800)
        self.write("Kyoto", "secondary/enable", token=info["token"])
        self.becomes("Kyoto", mode="secondary", state="stream-wals")
        vault(name="Kyoto").secrets.kv.v2.create_or_update_secret("py/forwarded", {"n": 1})
        read = vault(name="Lima").secrets.kv.v2.read_secret_version("py/forwarded", raise_on_deleted_version=True)
        self.assertEqual(read["data"]["data"], {"n": 1})
        self.assertEqual(self.status("Lima")["known_secondaries"], ["py-kyoto"])
        self.write("Lima", "primary/demote")
        self.becomes("Lima", mode="secondary")
        self.promote("Kyoto")
        self.becomes("Kyoto", mode="primary")
        self.write("Lima", "secondary/disable")
        self.write("Kyoto", "primary/disable")
        for name in ("Lima", "Kyoto"):
            self.becomes(name, mode="disabled")

    def promote(self, name):
        """Promotes the cluster once it has caught up."""

        def tried():
            try:
                self.write(name, "secondary/promote")
            except exceptions.VaultError as error:
                return {"refused": str(error)}
            return {"refused": None}

        self.assertIsNone(eventually(tried, {"refused": None})["refused"])
