import { cryptographySuite } from "./cryptography.suite.ts";
import { cryptographyForTests } from "./cryptography-for-tests.suite.ts";

cryptographySuite("for engine tests", cryptographyForTests);
