import { expect, test } from "vitest";
import { ARCHES, archPath } from "./arches";

test("each arch stands inside the one before it", () => {
  for (const [index, arch] of ARCHES.entries()) {
    const outer = ARCHES[index - 1];
    if (!outer) continue;
    expect(arch.half).toBeLessThan(outer.half);
    expect(arch.floor).toBeLessThan(outer.floor);
    expect(arch.crown).toBeGreaterThan(outer.crown);
  }
});

test("the vault begins above the floor and ends above that", () => {
  for (const { floor, spring, crown } of ARCHES)
    expect([crown, spring, floor]).toEqual([crown, spring, floor].toSorted((a, b) => a - b));
});

test("the outline goes up, over the vault and down again, around the middle", () => {
  expect(archPath({ half: 100, floor: 600, spring: 500, crown: 400 })).toBe(
    "M 700 600 L 700 500 A 100 100 0 0 1 900 500 L 900 600",
  );
});
