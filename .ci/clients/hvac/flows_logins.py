"""Logins and their entities."""

import unittest

from hvac import exceptions

from setting import RAISED, vault


class Logins(unittest.TestCase):
    def test_with_a_name_and_a_password(self):
        method = {"mount_point": "py-users"}
        vault().sys.enable_auth_method("userpass", path="py-users")
        users = vault().auth.userpass
        users.create_or_update_user("ada", "love-lace", policies="py-a", token_ttl="10m", **method)
        self.assertEqual(users.list_user(**method)["data"]["keys"], ["ada"])
        self.assertEqual(users.read_user("ada", **method)["data"]["token_ttl"], 600)
        client = vault(None)
        auth = client.auth.userpass.login("ada", "love-lace", **method)["auth"]
        self.assertEqual(auth["metadata"], {"username": "ada"})
        self.assertEqual(auth["policies"], ["default", "py-a"])
        self.assertTrue(client.is_authenticated())
        users.update_password_on_user("ada", "byron", **method)
        with self.assertRaisesRegex(exceptions.InvalidRequest, "^invalid username or password"):
            vault(None).auth.userpass.login("ada", "love-lace", **method)
        users.delete_user("ada", **method)
        with self.assertRaises(exceptions.InvalidPath):
            users.read_user("ada", **method)
        vault().sys.disable_auth_method("py-users")
        self.assertFalse(client.is_authenticated())

    def test_with_a_role_and_its_secret(self):
        method = {"mount_point": "py-approle"}
        vault().sys.enable_auth_method("approle", path="py-approle")
        approle = vault().auth.approle
        approle.create_or_update_approle("builder", token_policies=["py-a"], token_ttl="20m", secret_id_num_uses=2, **method)
        role = approle.read_role("builder", **method)["data"]
        self.assertEqual((role["token_ttl"], role["token_policies"], role["bind_secret_id"]), (1200, ["py-a"], True))
        self.assertEqual(approle.list_roles(**method)["data"]["keys"], ["builder"])
        role_id = approle.read_role_id("builder", **method)["data"]["role_id"]
        made = approle.generate_secret_id("builder", metadata={"for": "py"}, **method)["data"]
        auth = vault(None).auth.approle.login(role_id, made["secret_id"], **method)["auth"]
        self.assertEqual(auth["metadata"], {"for": "py", "role_name": "builder"})
        self.assertEqual(auth["lease_duration"], 1200)
        self.assertEqual(approle.read_secret_id("builder", made["secret_id"], **method)["data"]["secret_id_num_uses"], 1)
        accessors = approle.list_secret_id_accessors("builder", **method)["data"]["keys"]
        self.assertEqual(accessors, [made["secret_id_accessor"]])
        approle.read_secret_id_accessor("builder", accessors[0], **method)
        approle.destroy_secret_id_accessor("builder", accessors[0], **method)
        with self.assertRaises(exceptions.InvalidRequest):
            vault(None).auth.approle.login(role_id, made["secret_id"], **method)
        approle.create_custom_secret_id("builder", "our-own-secret", **method)
        approle.update_role_id("builder", "builder-of-houses", **method)
        self.assertTrue(vault(None).auth.approle.login("builder-of-houses", "our-own-secret", **method)["auth"]["client_token"])
        approle.delete_role("builder", **method)
        with self.assertRaises(exceptions.InvalidPath):
            approle.read_role("builder", **method)
        vault().sys.disable_auth_method("py-approle")

    def test_with_a_cloud_identity_that_the_library_signed(self):
        cloud, method = RAISED["cloud"], {"mount_point": "py-aws"}
        vault().sys.enable_auth_method("aws", path="py-aws")
        aws = vault().auth.aws
        aws.configure(
            sts_endpoint=cloud["url"],
            sts_region=cloud["region"],
            iam_server_id_header_value="oslo.example",
            **method,
        )
        self.assertEqual(aws.read_config(**method)["iam_server_id_header_value"], "oslo.example")
        arn = f"arn:aws:iam::{cloud['account']}:user/*"
        aws.create_role("painter", auth_type="iam", bound_iam_principal_arn=[arn], policies=["py-a"], ttl="20m", **method)
        self.assertEqual(aws.read_role("painter", **method)["bound_iam_principal_arn"], [arn])
        self.assertEqual(aws.list_roles(**method)["keys"], ["painter"])
        key = (cloud["access_key_id"], cloud["secret_access_key"])
        client = vault(None)
        auth = client.auth.aws.iam_login(*key, header_value="oslo.example", role="painter", **method)["auth"]
        self.assertEqual((auth["lease_duration"], auth["policies"]), (1200, ["default", "py-a"]))
        self.assertEqual(auth["metadata"]["account_id"], cloud["account"])
        self.assertTrue(client.is_authenticated())
        for wrong in ({"header_value": "lima.example"}, {"header_value": None}):
            with self.assertRaises(exceptions.InvalidRequest):
                vault(None).auth.aws.iam_login(*key, role="painter", **wrong, **method)
        with self.assertRaises(exceptions.InvalidRequest):
            vault(None).auth.aws.iam_login(key[0], "forged", header_value="oslo.example", role="painter", **method)
        aws.delete_role("painter", **method)
        vault().sys.disable_auth_method("py-aws")


class Identity(unittest.TestCase):
    def test_an_entity_lends_its_policies_to_its_logins(self):
        identity = vault().secrets.identity
        vault().sys.enable_auth_method("userpass", path="py-people")
        vault().auth.userpass.create_or_update_user("grace", "hopper", mount_point="py-people")
        accessor = vault().sys.list_auth_methods()["data"]["py-people/"]["accessor"]
        entity = identity.create_or_update_entity("py-grace", policies=["py-b"], metadata={"ship": "yes"})["data"]["id"]
        alias = identity.create_or_update_entity_alias("grace", entity, accessor)["data"]["id"]
        auth = vault(None).auth.userpass.login("grace", "hopper", mount_point="py-people")["auth"]
        self.assertEqual((auth["entity_id"], auth["identity_policies"]), (entity, ["py-b"]))
        self.assertEqual(identity.read_entity_alias(alias)["data"]["mount_path"], "auth/py-people/")
        found = identity.lookup_entity(alias_name="grace", alias_mount_accessor=accessor)["data"]
        self.assertEqual((found["id"], found["metadata"]), (entity, {"ship": "yes"}))
        self.assertIn(entity, identity.list_entities()["data"]["keys"])
        self.assertIn("py-grace", identity.list_entities_by_name()["data"]["keys"])
        identity.delete_entity(entity)
        with self.assertRaises(exceptions.InvalidPath):
            identity.read_entity_by_name("py-grace")
        vault().sys.disable_auth_method("py-people")

    def test_entities_are_merged(self):
        identity = vault().secrets.identity
        one, other = (identity.create_or_update_entity(name)["data"]["id"] for name in ("py-one", "py-other"))
        identity.merge_entities([one], other)
        self.assertEqual(identity.read_entity(other)["data"]["merged_entity_ids"], [one])
        with self.assertRaises(exceptions.InvalidPath):
            identity.read_entity_by_name("py-one")
        identity.delete_entity(other)

    def test_a_group_has_members(self):
        identity = vault().secrets.identity
        entity = identity.create_or_update_entity("py-member")["data"]["id"]
        group = identity.create_or_update_group("py-group", policies=["py-c"], member_entity_ids=[entity])["data"]["id"]
        self.assertEqual(identity.read_group(group)["data"]["member_entity_ids"], [entity])
        self.assertEqual(identity.read_group_by_name("py-group")["data"]["id"], group)
        self.assertEqual(identity.read_entity(entity)["data"]["direct_group_ids"], [group])
        self.assertIn("py-group", identity.list_groups_by_name()["data"]["keys"])
        identity.delete_group(group)
        identity.delete_entity(entity)
