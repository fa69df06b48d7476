"""Tests the embedded cloud with botocore, the core of the AWS SDK for Python."""

import unittest

import botocore.session
from botocore.config import Config
from botocore.exceptions import ClientError

from setting import RAISED, vault

CLOUD = RAISED["cloud"]


def client(service, secret=CLOUD["secret_access_key"], key=CLOUD["access_key_id"], token=None):
    """Creates an unmodified client of the library for the endpoint."""
    return botocore.session.Session().create_client(
        service,
        region_name=CLOUD["region"],
        endpoint_url=CLOUD["url"],
        aws_access_key_id=key,
        aws_secret_access_key=secret,
        aws_session_token=token,
        config=Config(retries={"max_attempts": 0}),
    )


def code(error):
    """Returns the error code of a refusal."""
    return error.exception.response["Error"]["Code"]


class Cloud(unittest.TestCase):
    def test_a_key_says_who_its_user_is(self):
        result = client("sts").get_caller_identity()
        self.assertEqual(result["Account"], CLOUD["account"])
        with self.assertRaises(ClientError) as refused:
            client("sts", secret="forged").get_caller_identity()
        self.assertEqual(code(refused), "SignatureDoesNotMatch")

    def test_users_and_their_keys(self):
        iam = client("iam")
        user = iam.create_user(UserName="py-user", Path="/team/")["User"]
        self.assertEqual(user["Arn"], f"arn:aws:iam::{CLOUD['account']}:user/team/py-user")
        made = iam.create_access_key(UserName="py-user")["AccessKey"]
        self.assertEqual([key["AccessKeyId"] for key in iam.list_access_keys(UserName="py-user")["AccessKeyMetadata"]], [made["AccessKeyId"]])
        own = client("sts", secret=made["SecretAccessKey"], key=made["AccessKeyId"]).get_caller_identity()
        self.assertEqual((own["Arn"], own["UserId"]), (user["Arn"], user["UserId"]))
        iam.delete_access_key(UserName="py-user", AccessKeyId=made["AccessKeyId"])
        iam.delete_user(UserName="py-user")
        with self.assertRaises(ClientError) as gone:
            iam.get_user(UserName="py-user")
        self.assertEqual(code(gone), "NoSuchEntity")

    def test_a_session_of_a_role_logs_in(self):
        iam, method = client("iam"), {"mount_point": "py-sessions"}
        role = iam.create_role(RoleName="py-role", AssumeRolePolicyDocument="{}")["Role"]
        request = {"RoleArn": role["Arn"], "RoleSessionName": "py-session"}
        begun = client("sts").assume_role(**request)["Credentials"]
        key = {"key": begun["AccessKeyId"], "secret": begun["SecretAccessKey"], "token": begun["SessionToken"]}
        self.assertTrue(client("sts", **key).get_caller_identity()["Arn"].endswith(":assumed-role/py-role/py-session"))
        vault().sys.enable_auth_method("aws", path="py-sessions")
        vault().auth.aws.configure(sts_endpoint=CLOUD["url"], sts_region=CLOUD["region"], **method)
        arn = f"arn:aws:iam::{CLOUD['account']}:role/*"
        vault().auth.aws.create_role("web", auth_type="iam", bound_iam_principal_arn=[arn], policies=["py-a"], **method)
        auth = vault(None).auth.aws.iam_login(key["key"], key["secret"], key["token"], role="web", **method)["auth"]
        self.assertEqual(auth["policies"], ["default", "py-a"])
        vault().sys.disable_auth_method("py-sessions")
        iam.delete_role(RoleName="py-role")

    def test_an_instance_that_is_not_there_is_not_found(self):
        ec2 = client("ec2")
        self.assertEqual(ec2.describe_instances()["Reservations"], [])
        with self.assertRaises(ClientError) as unknown:
            ec2.describe_instances(InstanceIds=["i-0123456789abcdef0"])
        self.assertEqual(code(unknown), "InvalidInstanceID.NotFound")
