"""Secrets: kv versions 1 and 2, and the cubbyhole."""

import unittest

from hvac import exceptions

from setting import ROOT, token_with, vault


class Versioned(unittest.TestCase):
    def setUp(self):
        self.kv = vault().secrets.kv.v2

    def read(self, path, **options):
        return self.kv.read_secret_version(path, raise_on_deleted_version=True, **options)

    def test_what_is_written_is_read_with_its_metadata(self):
        written = self.kv.create_or_update_secret("py/sky", {"colour": "blue", "depth": 3, "deep": {"a": [1]}})
        self.assertEqual(written["data"]["version"], 1)
        data = self.read("py/sky")["data"]
        self.assertEqual(data["data"], {"colour": "blue", "depth": 3, "deep": {"a": [1]}})
        self.assertEqual(data["metadata"], written["data"])

    def test_versions_are_counted_and_each_is_read_by_its_number(self):
        for number in (1, 2):
            self.kv.create_or_update_secret("py/versions", {"n": number})
        self.assertEqual(self.read("py/versions", version=1)["data"]["data"], {"n": 1})
        self.assertEqual(self.read("py/versions")["data"]["metadata"]["version"], 2)

    def test_a_write_that_names_the_wrong_version_is_refused(self):
        self.kv.create_or_update_secret("py/cas", {"n": 1}, cas=0)
        with self.assertRaisesRegex(exceptions.InvalidRequest, "^check-and-set parameter did not match"):
            self.kv.create_or_update_secret("py/cas", {"n": 2}, cas=0)
        self.assertEqual(self.kv.create_or_update_secret("py/cas", {"n": 2}, cas=1)["data"]["version"], 2)

    def test_a_deleted_version_is_reported_and_can_be_undeleted(self):
        self.kv.create_or_update_secret("py/deleted", {"n": 1})
        self.kv.delete_latest_version_of_secret("py/deleted")
        with self.assertRaises(exceptions.InvalidPath):
            self.read("py/deleted")
        # The library treats a 404 with metadata as a response.
        result = self.kv.read_secret_version("py/deleted", raise_on_deleted_version=False)
        self.assertIsNone(result["data"]["data"])
        self.assertNotEqual(result["data"]["metadata"]["deletion_time"], "")
        self.kv.undelete_secret_versions("py/deleted", [1])
        self.assertEqual(self.read("py/deleted")["data"]["data"], {"n": 1})

    def test_a_destroyed_version_does_not_come_back(self):
        self.kv.create_or_update_secret("py/destroyed", {"n": 1})
        self.kv.create_or_update_secret("py/destroyed", {"n": 2})
        self.kv.delete_secret_versions("py/destroyed", [1])
        self.kv.destroy_secret_versions("py/destroyed", [1])
        self.kv.undelete_secret_versions("py/destroyed", [1])
        result = self.kv.read_secret_version("py/destroyed", version=1, raise_on_deleted_version=False)
        self.assertTrue(result["data"]["metadata"]["destroyed"])
        self.assertEqual(self.read("py/destroyed")["data"]["data"], {"n": 2})

    def test_a_patch_by_the_library_keeps_the_rest(self):
        self.kv.create_or_update_secret("py/patched", {"a": 1, "b": 2})
        self.kv.patch("py/patched", {"b": 3})
        self.assertEqual(self.read("py/patched")["data"]["data"], {"a": 1, "b": 3})
        with self.assertRaisesRegex(exceptions.InvalidPath, "patch only works on existing data"):
            self.kv.patch("py/none", {"a": 1})

    def test_metadata_is_written_read_listed_and_deleted_with_all(self):
        self.kv.create_or_update_secret("py/meta/one", {"n": 1})
        self.kv.update_metadata("py/meta/one", max_versions=2, custom_metadata={"owner": "Ada"}, delete_version_after="1h")
        data = self.kv.read_secret_metadata("py/meta/one")["data"]
        self.assertEqual(data["custom_metadata"], {"owner": "Ada"})
        self.assertEqual((data["current_version"], data["max_versions"]), (1, 2))
        self.assertEqual(data["delete_version_after"], "1h0m0s")
        self.assertEqual(self.kv.list_secrets("py/meta")["data"]["keys"], ["one"])
        self.kv.delete_metadata_and_all_versions("py/meta/one")
        with self.assertRaises(exceptions.InvalidPath):
            self.kv.list_secrets("py/meta")

    def test_the_engine_is_configured(self):
        vault().sys.enable_secrets_engine("kv-v2", path="py-kv2")
        engine = {"mount_point": "py-kv2"}
        self.kv.configure(max_versions=3, cas_required=True, **engine)
        data = self.kv.read_configuration(**engine)["data"]
        self.assertEqual((data["max_versions"], data["cas_required"]), (3, True))
        with self.assertRaisesRegex(exceptions.InvalidRequest, "check-and-set parameter required for this call"):
            self.kv.create_or_update_secret("x", {"n": 1}, **engine)
        self.assertEqual(vault().sys.retrieve_mount_option("py-kv2", "version"), "2")
        vault().sys.disable_secrets_engine("py-kv2")


class Unversioned(unittest.TestCase):
    def test_one_value_is_written_read_listed_and_deleted(self):
        vault().sys.enable_secrets_engine("kv", path="py-kv1", options={"version": "1"})
        kv, engine = vault().secrets.kv.v1, {"mount_point": "py-kv1"}
        kv.create_or_update_secret("a/sky", {"colour": "blue"}, **engine)
        kv.create_or_update_secret("a/sky", {"colour": "grey"}, **engine)
        answer = kv.read_secret("a/sky", **engine)
        self.assertEqual(answer["data"], {"colour": "grey"})
        self.assertEqual((answer["lease_id"], answer["lease_duration"]), ("", 2764800))
        kv.create_or_update_secret("b", {"n": 1}, **engine)
        self.assertEqual(kv.list_secrets("", **engine)["data"]["keys"], ["a/", "b"])
        kv.delete_secret("a/sky", **engine)
        with self.assertRaises(exceptions.InvalidPath):
            kv.read_secret("a/sky", **engine)
        vault().sys.disable_secrets_engine("py-kv1")


class Plain(unittest.TestCase):
    """Raw paths, without the library's support for engines."""

    def test_what_is_not_there_is_none(self):
        self.assertIsNone(vault().read("secret/data/py/nothing"))
        self.assertIsNone(vault().list("secret/metadata/py/nothing"))

    def test_a_list_is_asked_for_with_a_capital_true(self):
        vault().write_data("secret/data/py/listed/one", data={"data": {}})
        self.assertEqual(vault().list("secret/metadata/py/listed")["data"]["keys"], ["one"])

    def test_a_strict_client_lists_without_a_verb_of_its_own(self):
        vault().secrets.kv.v2.create_or_update_secret("py/strict/one", {"n": 1})
        strict = vault(strict_http=True).secrets.kv.v2
        self.assertEqual(strict.list_secrets("py/strict")["data"]["keys"], ["one"])

    def test_a_delete_of_nothing_is_no_error(self):
        self.assertIsNone(vault().delete("secret/metadata/py/nothing"))

    def test_a_cubbyhole_is_its_tokens_alone(self):
        token = token_with("py-cubby", 'path "cubbyhole/*" { capabilities = ["create", "update", "read"] }')
        vault(token).write_data("cubbyhole/mine", data={"n": 1})
        self.assertEqual(vault(token).read("cubbyhole/mine")["data"], {"n": 1})
        self.assertIsNone(vault(ROOT).read("cubbyhole/mine"))
