import { containerServer } from "./container-server.ts";
import { realServerSuite } from "./real-server.suite.ts";

for (const product of ["postgresql", "mariadb", "redis"] as const) {
  realServerSuite("in a container", product, containerServer);
}
