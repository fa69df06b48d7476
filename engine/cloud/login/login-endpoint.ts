import { noData } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import type { Cloud } from "../../ports/cloud.ts";
import { logInInstance } from "../instance/log-in-instance.ts";
import type { Provider } from "../provider.ts";
import type { Release } from "../release.ts";
import { logIn } from "./login.ts";
import { loginType } from "./login-type.ts";
import { loginFields } from "./signed-request/evidence.ts";

export function loginEndpoint({
  cloud,
  provider,
  release,
}: Readonly<{ cloud: Cloud; provider: Provider; release: Release }>): Endpoint<HandlerContext> {
  return {
    path: "login",
    operations: {
      write: operation({
        summary: "Log in with a signed identity lookup, or as an instance with its identity document",
        served: "locally",
        statuses: [500, 502],
        unauthenticated: true,
        login: true,
        input: loginFields,
        output: noData,
        run: (input, context: HandlerContext) =>
          loginType(input) === "ec2"
            ? logInInstance(input, { cloud, release, context })
            : logIn(input, { cloud, provider, release, context }),
      }),
    },
  };
}
