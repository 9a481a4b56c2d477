import { expect, test } from "vitest";
import { fakeBrowser } from "./fake_browser";

async function open(hash: string) {
  const browser = fakeBrowser({ hash });
  return { browser, ...(await import("./router.svelte")) };
}

test.each([
  ["", { screen: "home", param: "", subparam: "" }],
  ["#/", { screen: "home", param: "", subparam: "" }],
  ["#/rules", { screen: "rules", param: "", subparam: "" }],
  ["#/rules/tomb/3.6", { screen: "rules", param: "tomb", subparam: "3.6" }],
  ["#join/a%2Fb", { screen: "join", param: "a/b", subparam: "" }],
])("the address %s is read as a route", async (hash, expected) => {
  expect((await open(hash)).route).toEqual(expected);
});

test("links are written so that they are read back", async () => {
  const { href } = await open("");
  expect(href("home")).toBe("#/");
  expect(href("rules", "tomb", "3.6")).toBe("#/rules/tomb/3.6");
  expect((await open(href("join", "a/b c"))).route.param).toBe("a/b c");
});

test("going somewhere changes the address, and the route follows it", async () => {
  const { browser, go, route } = await open("#/rules/tomb");
  go("table", "t1");
  expect(browser.location.hash).toBe("#/table/t1");
  browser.dispatch("hashchange");
  expect(route).toEqual({ screen: "table", param: "t1", subparam: "" });
});

test.each([
  ["#/watch/key", "#/table/t1"],
  ["#/rules", "#/rules"],
])("a redirect from watching takes a viewer at %s to %s", async (hash, expected) => {
  const { browser, redirect } = await open(hash);
  redirect("watch", "table", "t1");
  expect(browser.location.hash).toBe(expected);
});
