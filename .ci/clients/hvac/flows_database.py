"""Database credentials and their leases."""

import unittest
from urllib.parse import unquote, urlsplit

import psycopg
from hvac import exceptions

from setting import RAISED, eventually, token_with, vault

SERVER = urlsplit(RAISED["databases"][0]["url"])
ENGINE = {"mount_point": "py-database"}
CREATE_USER = "CREATE ROLE \"{{name}}\" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'"


def lets_in(credentials):
    """Returns True if PostgreSQL accepts these credentials."""
    try:
        with psycopg.connect(
            host=SERVER.hostname,
            port=SERVER.port,
            dbname="postgres",
            user=credentials["username"],
            password=credentials["password"],
        ) as connection:
            return connection.execute("SELECT current_user").fetchone() == (credentials["username"],)
    except psycopg.Error:  # one that is being removed may get in and be refused afterwards
        return False


class Database(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        vault().sys.enable_secrets_engine("database", path=ENGINE["mount_point"])
        cls.database = vault().secrets.database
        cls.database.configure(
            "main",
            plugin_name="postgresql-database-plugin",
            allowed_roles=["reader", "nightly"],
            connection_url=f"postgresql://{{{{username}}}}:{{{{password}}}}@{SERVER.hostname}:{SERVER.port}/postgres",
            username=unquote(SERVER.username),
            password=unquote(SERVER.password),
            **ENGINE,
        )
        cls.database.create_role("reader", "main", [CREATE_USER], default_ttl="10m", max_ttl="30m", **ENGINE)

    @classmethod
    def tearDownClass(cls):
        vault().sys.disable_secrets_engine(ENGINE["mount_point"])

    def credentials(self):
        return self.database.generate_credentials("reader", **ENGINE)

    def test_connection_and_role_are_read_without_the_password(self):
        read = self.database.read_connection("main", **ENGINE)["data"]
        self.assertEqual(read["connection_details"]["username"], unquote(SERVER.username))
        self.assertNotIn(SERVER.password, str(read))
        role = self.database.read_role("reader", **ENGINE)["data"]
        self.assertEqual((role["default_ttl"], role["max_ttl"], role["creation_statements"]), (600, 1800, [CREATE_USER]))
        self.assertEqual(self.database.list_connections(**ENGINE)["data"]["keys"], ["main"])
        self.assertEqual(self.database.list_roles(**ENGINE)["data"]["keys"], ["reader"])

    def test_credentials_work_are_renewed_and_end_when_revoked(self):
        answer = self.credentials()
        lease = answer["lease_id"]
        self.assertEqual((answer["lease_duration"], answer["renewable"]), (600, True))
        self.assertTrue(lets_in(answer["data"]))
        read = vault().sys.read_lease(lease)["data"]
        self.assertEqual((read["id"], read["renewable"], read["last_renewal"]), (lease, True, None))
        self.assertIn(lease.rsplit("/", 1)[1], vault().sys.list_leases("py-database/creds/reader")["data"]["keys"])
        self.assertEqual(vault().sys.renew_lease(lease, increment=1200)["lease_duration"], 1200)
        vault().sys.revoke_lease(lease)
        self.assertFalse(lets_in(answer["data"]))
        with self.assertRaisesRegex(exceptions.InvalidRequest, "^lease not found"):
            vault().sys.renew_lease(lease)
        with self.assertRaisesRegex(exceptions.InvalidRequest, "^invalid lease"):
            vault().sys.read_lease(lease)

    def test_leases_are_revoked_by_their_prefix(self):
        given = [self.credentials()["data"] for _ in range(2)]
        vault().sys.revoke_prefix("py-database/creds/reader")
        self.assertEqual([lets_in(one) for one in given], [False, False])

    def test_leases_are_forgotten_by_force(self):
        answer = self.credentials()
        vault().sys.revoke_force("py-database/creds/reader")
        with self.assertRaises(exceptions.InvalidRequest):
            vault().sys.read_lease(answer["lease_id"])

    def test_credentials_end_with_the_token_that_asked_for_them(self):
        token = token_with("py-database", 'path "py-database/creds/*" { capabilities = ["read"] }')
        given = vault(token).secrets.database.generate_credentials("reader", **ENGINE)["data"]
        self.assertTrue(lets_in(given))
        vault().auth.token.revoke(token)
        self.assertEqual(eventually(lambda: {"in": lets_in(given)}, {"in": False}), {"in": False})

    def test_a_static_role_has_its_users_password_changed(self):
        first = self.credentials()["data"]
        self.database.create_static_role("nightly", "main", first["username"], None, 3600, **ENGINE)
        self.assertEqual(self.database.list_static_roles(**ENGINE)["data"]["keys"], ["nightly"])
        kept = self.database.get_static_credentials("nightly", **ENGINE)["data"]
        self.assertNotEqual(kept["password"], first["password"])
        self.assertTrue(lets_in(kept))
        self.database.rotate_static_role_credentials("nightly", **ENGINE)
        self.assertFalse(lets_in(kept))
        self.assertTrue(lets_in(self.database.get_static_credentials("nightly", **ENGINE)["data"]))
        self.database.delete_static_role("nightly", **ENGINE)

    def test_the_connection_is_reset(self):
        self.database.reset_connection("main", **ENGINE)
        self.assertTrue(lets_in(self.credentials()["data"]))

    def test_a_role_that_is_not_there_gives_nothing(self):
        with self.assertRaisesRegex(exceptions.InvalidRequest, "^unknown role: none"):
            self.database.generate_credentials("none", **ENGINE)
