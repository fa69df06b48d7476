import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { namesEndpoint } from "../../core/mounts/names-endpoint.ts";
import { oncePerProvider, type Provider, publicCertificateField } from "../provider.ts";
import { certificateOf, certificates, certificateTypes, shownCertificate } from "./certificate.ts";

const named = z.object({ cert_name: field.name });

const commonFields = named.extend({
  type: field.text.meta({ description: `What it verifies: ${certificateTypes.join(" or ")}.` }).default("pkcs7"),
});

/**
 * Endpoints that register certificates, which verify identity documents and PKCS#7 messages. Field names are those of
 * `provider` (CLOUD-CERT-01, CLOUD-CERT-02, CLOUD-CERT-03).
 */
export function certificateEndpoints(provider: Provider): readonly Endpoint<HandlerContext>[] {
  return [
    certificateEndpoint(provider),
    namesEndpoint("config/certificates", "List the names of the registered certificates", certificates.names),
  ];
}

function certificateEndpoint(provider: Provider): Endpoint<HandlerContext> {
  const textField = publicCertificateField(provider);
  return {
    path: "config/certificate/:cert_name",
    operations: {
      read: operation({
        summary: "Read a registered certificate",
        served: "locally",
        input: named,
        output: shownFields(provider),
        async run({ cert_name }, { storage }: HandlerContext) {
          const certificate = await certificates.read(storage, cert_name);
          if (!certificate) throw new Problem("absent", "");
          return { data: shownCertificate(certificate, provider) };
        },
      }),
      write: operation({
        summary: "Register a certificate, in place of the one of that name",
        served: "by-primary",
        input: certificateFields(provider),
        exists: async ({ cert_name }, { storage }: HandlerContext) =>
          (await certificates.read(storage, cert_name)) !== undefined,
        async run({ cert_name, type, ...others }, { storage }: HandlerContext) {
          const fieldsByName: Readonly<Record<string, unknown>> = others;
          const certificate = certificateOf({ text: String(fieldsByName[textField]), type }, provider);
          await storage.commit([certificates.put(cert_name, certificate)]);
          return undefined;
        },
      }),
      delete: operation({
        summary: "Delete a registered certificate",
        served: "by-primary",
        input: named,
        async run({ cert_name }, { storage }: HandlerContext) {
          await storage.commit([certificates.remove(cert_name)]);
          return undefined;
        },
      }),
    },
  };
}

const shownFields = oncePerProvider((provider) =>
  z.object({ [publicCertificateField(provider)]: z.string(), type: z.enum(certificateTypes) }),
);

const certificateFields = oncePerProvider((provider) => {
  // The field name depends on the provider, so it is not in the type; the handler reads it by name.
  const fields: z.ZodObject = commonFields.extend({ [publicCertificateField(provider)]: field.text });
  return fields as typeof commonFields;
});
