"""The database flows on every product, each login at the real server."""

import unittest

import psycopg
import pymysql
import redis
from hvac import exceptions

from setting import SERVERS, vault


def postgresql(host, port, username, password):
    psycopg.connect(host=host, port=port, dbname="postgres", user=username, password=password).close()


def mariadb(host, port, username, password):
    pymysql.connect(host=host, port=port, user=username, password=password).close()


def key_value(host, port, username, password):
    redis.Redis(host=host, port=port, username=username, password=password).ping()


# Login with each product's driver, and the driver's error for a refused login.
LOGINS = {
    "postgresql": (postgresql, psycopg.OperationalError, "password authentication failed"),
    "mariadb": (mariadb, pymysql.err.OperationalError, "Access denied"),
    "redis": (key_value, redis.exceptions.AuthenticationError, "invalid username-password pair"),
}


class Products(unittest.TestCase):
    def lets_in(self, server, login):
        """Returns True if the server accepts these credentials; errors other than a refusal are raised."""
        log_in, refusal, text = LOGINS[server["product"]]
        try:
            log_in(server["host"], server["port"], login["username"], login["password"])
            return True
        except refusal as error:
            self.assertIn(text, str(error))
            return False

    def flows(self, server):
        database, engine = vault().secrets.database, {"mount_point": f"py-{server['product']}"}
        lets_in = lambda login: self.lets_in(server, login)
        vault().sys.enable_secrets_engine("database", path=engine["mount_point"])
        self.addCleanup(vault().sys.disable_secrets_engine, engine["mount_point"])

        connection = {name: value for name, value in server["connection"].items() if name != "plugin_name"}
        plugin = server["connection"]["plugin_name"]
        database.configure("main", plugin_name=plugin, allowed_roles=["reader", "app"], **connection, **engine)
        database.create_role("reader", "main", server["creation"], default_ttl="10m", max_ttl="30m", **engine)
        made = database.generate_credentials("reader", **engine)
        self.assertTrue(lets_in(made["data"]))
        self.assertEqual(vault().sys.renew_lease(made["lease_id"], increment=1200)["lease_duration"], 1200)
        self.assertTrue(lets_in(made["data"]))
        vault().sys.revoke_lease(made["lease_id"])
        self.assertFalse(lets_in(made["data"]))
        with self.assertRaisesRegex(exceptions.InvalidRequest, "^lease not found"):
            vault().sys.renew_lease(made["lease_id"])

        self.assertTrue(lets_in(server["app"]))
        database.create_static_role("app", "main", server["app"]["username"], None, 3600, **engine)
        kept = database.get_static_credentials("app", **engine)["data"]
        self.assertEqual((kept["username"], kept["rotation_period"]), (server["app"]["username"], 3600))
        self.assertEqual((lets_in(server["app"]), lets_in(kept)), (False, True))
        database.rotate_static_role_credentials("app", **engine)
        rotated = database.get_static_credentials("app", **engine)["data"]
        self.assertEqual((lets_in(kept), lets_in(rotated)), (False, True))

        self.assertTrue(lets_in(server["root"]))
        database.rotate_root_credentials("main", **engine)
        self.assertFalse(lets_in(server["root"]))
        later = database.generate_credentials("reader", **engine)
        self.assertTrue(lets_in(later["data"]))
        vault().sys.revoke_lease(later["lease_id"])
        self.assertFalse(lets_in(later["data"]))


def flow_on(server):
    return lambda self: self.flows(server)


for each in SERVERS:
    setattr(Products, f"test_on_{each['product']}", flow_on(each))
