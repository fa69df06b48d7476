"""Tokens, their roles and policies."""

import unittest

from hvac import exceptions

from setting import token_with, vault


class Tokens(unittest.TestCase):
    def setUp(self):
        self.token = vault().auth.token

    def test_a_token_is_made_as_asked_and_looked_up(self):
        auth = self.token.create(policies=["default"], ttl="1h", display_name="py", meta={"for": "tests"}, num_uses=5)["auth"]
        self.assertEqual((auth["lease_duration"], auth["renewable"], auth["num_uses"]), (3600, True, 5))
        data = self.token.lookup(auth["client_token"])["data"]
        self.assertEqual((data["display_name"], data["meta"], data["num_uses"]), ("token-py", {"for": "tests"}, 5))
        own = vault(auth["client_token"]).auth.token.lookup_self()["data"]
        self.assertEqual((own["id"], own["creation_ttl"]), (auth["client_token"], 3600))
        data = self.token.lookup_accessor(auth["accessor"])["data"]
        self.assertEqual((data["id"], data["path"]), ("", "auth/token/create"))
        self.assertIn(auth["accessor"], self.token.list_accessors()["data"]["keys"])

    def test_a_token_is_renewed_by_every_way(self):
        auth = self.token.create(policies=["default"], ttl="10m")["auth"]
        self.assertEqual(self.token.renew(auth["client_token"], increment="5m")["auth"]["lease_duration"], 300)
        own = vault(auth["client_token"]).auth.token.renew_self(increment="6m")["auth"]
        self.assertEqual((own["lease_duration"], own["client_token"]), (360, auth["client_token"]))
        by_accessor = self.token.renew_accessor(auth["accessor"], increment="7m")["auth"]
        self.assertEqual((by_accessor["lease_duration"], by_accessor["client_token"]), (420, ""))

    def test_a_periodic_token_is_renewed_for_its_period(self):
        auth = self.token.create(policies=["default"], period="30m")["auth"]
        self.assertEqual(self.token.renew(auth["client_token"], increment="5h")["auth"]["lease_duration"], 1800)
        self.assertEqual(self.token.lookup(auth["client_token"])["data"]["period"], 1800)

    def test_a_revoked_token_is_none_nor_are_its_children(self):
        parent = self.token.create(policies=["root"], ttl="1h")["auth"]["client_token"]
        child = vault(parent).auth.token.create(policies=["default"])["auth"]["client_token"]
        self.token.revoke(parent)
        for token in (parent, child):
            self.assertFalse(vault(token).is_authenticated())
            with self.assertRaisesRegex(exceptions.Forbidden, "^bad token"):
                self.token.lookup(token)

    def test_children_may_be_spared(self):
        parent = self.token.create(policies=["root"], ttl="1h")["auth"]["client_token"]
        child = vault(parent).auth.token.create(policies=["default"])["auth"]["client_token"]
        self.token.revoke_and_orphan_children(parent)
        self.assertTrue(vault(child).auth.token.lookup_self()["data"]["orphan"])

    def test_a_token_is_revoked_by_accessor_and_by_itself(self):
        one = self.token.create(policies=["default"])["auth"]
        self.token.revoke_accessor(one["accessor"])
        self.assertFalse(vault(one["client_token"]).is_authenticated())
        other = vault(self.token.create_orphan(policies=["default"])["auth"]["client_token"])
        other.logout(revoke_token=True)
        self.assertIsNone(other.token)

    def test_a_batch_token_works_and_has_no_accessor(self):
        auth = self.token.create(type="batch", policies=["default"], ttl="20m")["auth"]
        self.assertEqual((auth["token_type"], auth["accessor"], auth["renewable"]), ("batch", "", False))
        self.assertEqual(vault(auth["client_token"]).auth.token.lookup_self()["data"]["type"], "batch")
        with self.assertRaisesRegex(exceptions.InvalidRequest, "^batch tokens cannot be renewed"):
            self.token.renew(auth["client_token"])

    def test_a_role_bounds_its_tokens(self):
        self.token.create_or_update_role("py-role", allowed_policies=["default"], orphan=True, token_period="1h")
        self.assertIn("py-role", self.token.list_roles()["data"]["keys"])
        role = self.token.read_role("py-role")["data"]
        self.assertEqual((role["token_period"], role["orphan"], role["allowed_policies"]), (3600, True, ["default"]))
        auth = self.token.create(role_name="py-role")["auth"]
        self.assertEqual((auth["orphan"], auth["lease_duration"]), (True, 3600))
        with self.assertRaisesRegex(exceptions.InvalidRequest, "must be subset of the role's allowed policies"):
            self.token.create(role_name="py-role", policies=["py-other"])
        self.token.delete_role("py-role")
        with self.assertRaises(exceptions.InvalidPath):
            self.token.read_role("py-role")

    def test_tidying_is_begun(self):
        warning = "Tidy operation successfully started. Any information from the operation will be printed to Vault's server logs."
        self.assertEqual(self.token.tidy().json()["warnings"], [warning])

    def test_a_client_without_a_token_is_not_let_in(self):
        self.assertFalse(vault("hvs.unknown").is_authenticated())
        with self.assertRaisesRegex(exceptions.Forbidden, "^permission denied"):
            vault("hvs.unknown").secrets.kv.v2.list_secrets("")


class Policies(unittest.TestCase):
    def test_are_written_read_listed_and_deleted_under_both_paths(self):
        rules = 'path "secret/*" { capabilities = ["read"] }'
        vault().sys.create_or_update_policy("py-rules", rules)
        self.assertEqual(vault().sys.read_policy("py-rules")["data"]["rules"], rules)
        self.assertIn("py-rules", vault().sys.list_policies()["data"]["policies"])
        self.assertEqual(vault().sys.read_acl_policy("py-rules")["data"]["policy"], rules)
        self.assertIn("py-rules", vault().sys.list_acl_policies()["data"]["keys"])
        vault().sys.delete_policy("py-rules")
        with self.assertRaises(exceptions.InvalidPath):
            vault().sys.read_acl_policy("py-rules")

    def test_may_be_given_as_an_object(self):
        vault().sys.create_or_update_acl_policy("py-object", {"path": {"secret/data/py/*": {"capabilities": ["read"]}}})
        token = vault().auth.token.create(policies=["py-object"])["auth"]["client_token"]
        able = vault(token).sys.get_capabilities(["secret/data/py/x"])
        self.assertEqual(able["capabilities"], ["read"])
        vault().sys.delete_acl_policy("py-object")

    def test_a_mistake_is_reported(self):
        with self.assertRaisesRegex(exceptions.InvalidRequest, 'path "x": invalid capability "bogus"'):
            vault().sys.create_or_update_policy("py-bad", 'path "x" { capabilities = ["bogus"] }')

    def test_a_token_does_what_its_policy_allows_and_nothing_else(self):
        token = token_with("py-reader", 'path "secret/data/py/open" { capabilities = ["read"] }')
        vault().secrets.kv.v2.create_or_update_secret("py/open", {"n": 1})
        kv = vault(token).secrets.kv.v2
        self.assertEqual(kv.read_secret_version("py/open", raise_on_deleted_version=True)["data"]["data"], {"n": 1})
        with self.assertRaises(exceptions.Forbidden):
            kv.create_or_update_secret("py/open", {"n": 2})
        with self.assertRaises(exceptions.Forbidden):
            kv.list_secrets("py")

    def test_capabilities_are_returned_by_token_and_by_accessor(self):
        vault().sys.create_or_update_policy("py-able", 'path "secret/data/x" { capabilities = ["update", "read"] }')
        auth = vault().auth.token.create(policies=["py-able"])["auth"]
        for who in ({"token": auth["client_token"]}, {"accessor": auth["accessor"]}):
            result = vault().sys.get_capabilities(["secret/data/x", "secret/data/y"], **who)
            self.assertEqual(result["secret/data/x"], ["read", "update"])
            self.assertEqual(result["data"]["secret/data/y"], ["deny"])


class Wrapping(unittest.TestCase):
    def test_an_answer_is_wrapped_and_opened_once(self):
        vault().secrets.kv.v2.create_or_update_secret("py/wrapped", {"n": 1})
        wrapped = vault().read("secret/data/py/wrapped", wrap_ttl="60s")
        self.assertIsNone(wrapped["data"])
        info = wrapped["wrap_info"]
        self.assertEqual((info["ttl"], info["creation_path"]), (60, "secret/data/py/wrapped"))
        looked = vault().write_data("sys/wrapping/lookup", data={"token": info["token"]})["data"]
        self.assertEqual((looked["creation_ttl"], looked["creation_path"]), (60, "secret/data/py/wrapped"))
        self.assertEqual(vault(info["token"]).sys.unwrap()["data"]["data"], {"n": 1})
        with self.assertRaisesRegex(exceptions.InvalidRequest, "^wrapping token is not valid or does not exist"):
            vault(info["token"]).sys.unwrap()

    def test_data_of_ones_own_is_wrapped_rewrapped_and_opened_by_the_body(self):
        token = vault().sys.wrap({"a": "b"}, ttl=300)["wrap_info"]["token"]
        again = vault().write_data("sys/wrapping/rewrap", data={"token": token})["wrap_info"]["token"]
        with self.assertRaises(exceptions.InvalidRequest):
            vault().sys.unwrap(token)
        self.assertEqual(vault().sys.unwrap(again)["data"], {"a": "b"})

    def test_a_token_is_made_wrapped(self):
        info = vault().auth.token.create(policies=["default"], wrap_ttl="1m")["wrap_info"]
        auth = vault(info["token"]).sys.unwrap()["auth"]
        self.assertEqual(auth["accessor"], info["wrapped_accessor"])
        self.assertTrue(vault(auth["client_token"]).is_authenticated())

    def test_a_client_adopts_the_token_that_it_unwraps(self):
        info = vault().auth.token.create(policies=["default"], wrap_ttl="1m")["wrap_info"]
        client = vault(None)
        client.auth_cubbyhole(info["token"])
        self.assertEqual(client.auth.token.lookup_self()["data"]["accessor"], info["wrapped_accessor"])
