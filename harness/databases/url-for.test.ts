import { test } from "node:test";
import { expect } from "chai";
import { urlFor } from "./url-for.ts";

const url = "postgresql://postgres:secret@127.0.0.1:5432/shop?sslmode=disable";

test("credentials are percent-encoded, and the rest is unchanged", () => {
  expect(urlFor(url, "o'hara@home", "a/b:c%?#ü")).to.equal(
    "postgresql://o'hara%40home:a%2Fb%3Ac%25%3F%23%C3%BC@127.0.0.1:5432/shop?sslmode=disable",
  );
});

test("templates stay templates", () => {
  expect(urlFor(url, "{{username}}", "{{password}}")).to.equal(
    "postgresql://{{username}}:{{password}}@127.0.0.1:5432/shop?sslmode=disable",
  );
});
