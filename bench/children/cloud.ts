// Runs a cluster, a cloud that verifies signatures, a user and an instance of the cloud, and roles with one entry
// ("one") or a thousand ("many") in each binding list. Reports the bodies of logins. Bare services for comparison only
// verify what is posted to them, or also send the cloud the requests of such a login.
import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { startCluster } from "#cluster/cluster.ts";
import { nodeCryptography } from "#cluster/cryptography.ts";
import { pemCertificate } from "#engine/cloud/certificate/pem-certificate.ts";
import { verifyMessage } from "#engine/cloud/instance/documents/verify-message.ts";
import { type X509Certificate, x509Certificate } from "#engine/cloud/instance/documents/x509-certificate.ts";
import { formOf, signRequest } from "#engine/cloud/provider-api/sign-request.ts";
import { instanceIdentity } from "#harness/cloud/embedded/authority/instance-identity.ts";
import { builtInCertificates, signerOf } from "#harness/cloud/embedded/authority/test-authority.ts";
import { embeddedCloud } from "#harness/cloud/embedded/embedded-cloud.ts";
import { verifySignature } from "#harness/cloud/embedded/signature/verify-signature.ts";
import { signCallerIdentity } from "#harness/cloud/signed-identity.ts";
import { operatorOf } from "../operator.ts";
import { inputOf, report } from "./child-process.ts";

const { entries } = inputOf(z.object({ entries: z.int() }));

const rootToken = "root";
const cloud = await embeddedCloud();
const certificates = builtInCertificates();
const cluster = await startCluster({ name: "Oslo", rootToken, surroundings: { environment: {}, certificates } });
const operator = operatorOf(cluster, rootToken);
await operator.write("sys/auth/cloud", { type: "cloud" });
const { url, region, administrator } = cloud;
await operator.write("auth/cloud/config/client", {
  ...{ endpoint: url, iam_endpoint: url, sts_endpoint: url, sts_region: region },
  ...{ access_key: administrator.accessKeyId, secret_key: administrator.secretAccessKey },
});

const { certificate } = signerOf(region, "rsa2048");
await operator.write("auth/cloud/config/certificate/rsa2048", { cloud_public_cert: btoa(certificate), type: "pkcs7" });

const user = await cloud.createUser("ada");
const { name: webRole, arn: webRoleArn } = await cloud.createRole("web");
const profile = await cloud.createProfile("web", webRole);
const place = { image: "ami-1", vpc: "vpc-1", subnet: "subnet-1", region };
const instance = await cloud.runInstance({ ...place, profile: "web" });
const bounds: Readonly<Record<string, readonly [held: string, other: (number: number) => string]>> = {
  bound_account_id: [cloud.account, (number) => String(200_000_000_000 + number)],
  bound_ami_id: [place.image, (number) => `ami-other-${number}`],
  bound_iam_instance_profile_arn: [profile, (number) => `${profile}-${number}`],
  bound_ec2_instance_id: [instance.id, (number) => `i-${number}`],
  bound_iam_role_arn: [webRoleArn, (number) => `${webRoleArn}-${number}`],
  bound_vpc_id: [place.vpc, (number) => `vpc-other-${number}`],
  bound_subnet_id: [place.subnet, (number) => `subnet-other-${number}`],
  bound_region: [region, (number) => `elsewhere-${number}`],
};
for (const [size, count] of Object.entries({ one: 1, many: entries })) {
  /** Returns a list in which only the last entry matches, so that all entries are compared. */
  const list = (held: string, other: (number: number) => string) => [
    ...Array.from({ length: count - 1 }, (_, number) => other(number)),
    held,
  ];
  await operator.write(`auth/cloud/role/ec2-${size}`, {
    auth_type: "ec2",
    ...Object.fromEntries(Object.entries(bounds).map(([field, [held, other]]) => [field, list(held, other)])),
  });
  await operator.write(`auth/cloud/role/iam-${size}`, {
    auth_type: "iam",
    bound_iam_principal_arn: list(user.arn, (number) => `arn:aws:iam::${cloud.account}:user/other-${number}`),
    // Unique ids could not be resolved, since the other users do not exist.
    resolve_cloud_unique_ids: false,
  });
}

const signed = await signCallerIdentity({ key: user, url, region, date: Date.now() });
const { id: instanceId, account: accountId, image: imageId } = instance;
const { rsa2048 } = instanceIdentity({ instanceId, accountId, imageId, region, pendingTime: Date.now() });
const nonce = "a-nonce-of-the-instance";

const keys = new Map([[user.accessKeyId, user]]);
const signer = signerCertificate(certificate);

function verifyRequest(body: typeof signed): void {
  const { host, pathname } = new URL(atob(body.iam_request_url));
  const headers = JSON.parse(atob(body.iam_request_headers)) as Readonly<Record<string, string>>;
  verifySignature(
    {
      method: body.iam_http_request_method,
      target: pathname,
      headers: [["host", host], ...Object.entries(headers)],
      body: Buffer.from(body.iam_request_body, "base64"),
    },
    (id) => keys.get(id),
    { service: "sts", regions: new Set([region]), now: Date.now() },
  );
}

function verifyDocument({ pkcs7 }: Readonly<{ pkcs7: string }>): void {
  verifyMessage(pkcs7, { certificates: [signer], allowSha1: false, cryptography: nodeCryptography });
}

type Posted = Readonly<{ url: string; headers: readonly string[]; body: string }>;

const questions = {
  iam: [
    {
      url: atob(signed.iam_request_url),
      headers: Object.entries(JSON.parse(atob(signed.iam_request_headers)) as Record<string, string>).flat(),
      body: atob(signed.iam_request_body),
    },
  ],
  ec2: [
    question("ec2", { Action: "DescribeInstances", Version: "2016-11-15", "InstanceId.1": instance.id }),
    question("iam", { Action: "GetInstanceProfile", Version: "2010-05-08", InstanceProfileName: "web" }),
  ],
} satisfies Record<string, readonly Posted[]>;

function question(service: string, parameters: Readonly<Record<string, string>>): Posted {
  const { headers, body } = signRequest(
    { url: `${url}/`, service, region, body: formOf(parameters), timeoutMilliseconds: 0 },
    { credentials: administrator, now: Date.now(), cryptography: nodeCryptography },
  );
  return { url: `${url}/`, headers: headers.flat(), body };
}

const agent = new Agent({ keepAlive: true });

function post({ url, headers, body }: Posted): Promise<void> {
  return new Promise((resolve, reject) => {
    const defaultHeaders = { host: new URL(url).host, "content-length": String(Buffer.byteLength(body)) };
    const others = Object.entries(defaultHeaders).filter(
      ([name]) => !headers.some((sent) => sent.toLowerCase() === name),
    );
    const sent = request(url, { method: "POST", headers: [...headers, ...others.flat()], agent }, (answer) => {
      text(answer).then(
        () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`))),
        reject,
      );
    });
    sent.on("error", reject).end(body);
  });
}

async function askIam(): Promise<void> {
  for (const asked of questions.iam) await post(asked);
}

async function askEc2(body: Readonly<{ pkcs7: string }>): Promise<void> {
  verifyDocument(body);
  for (const asked of questions.ec2) await post(asked);
}

report({
  address: cluster.api,
  rootToken,
  iam: signed,
  ec2: { pkcs7: rsa2048, nonce },
  bareIam: await bareService(verifyRequest),
  bareEc2: await bareService(verifyDocument),
  askingIam: await bareService(askIam),
  askingEc2: await bareService(askEc2),
});

function signerCertificate(pem: string): X509Certificate {
  const der = pemCertificate(pem);
  const found = der && x509Certificate(der);
  if (!found) throw new Error("the authority has no certificate that can be read");
  return found;
}

async function bareService<Body>(verify: (body: Body) => void | Promise<void>): Promise<string> {
  const server = createServer(async (request, response) => {
    await verify(JSON.parse(await text(request)) as Body);
    response.writeHead(200, { "content-type": "application/json" }).end('{"verified":true}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
