import { cryptographySuite } from "#engine/ports/cryptography.suite.ts";
import { nodeCryptography } from "./cryptography.ts";

cryptographySuite("Node's", nodeCryptography);
