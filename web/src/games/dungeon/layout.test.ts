import { describe, expect, test } from "vitest";
import { CARD_RATIO, columnLeft, fitPorthole, fitTunnel, hasPortholes, MIN_CARD_PX, rowTop, shapeOf } from "./layout";

const FULL = { columns: 10, rows: 6 };
const MAX_CARD = 112;

describe("a tunnel", () => {
  test("fills its space with cards as large as possible", () => {
    const wide = fitTunnel({ width: 1400, height: 330 }, FULL, MAX_CARD);
    expect(wide.card).toBeGreaterThan(80);
    expect(wide).toMatchObject({ width: 1400, height: 330 });
    expect(columnLeft(wide, 9) + wide.card).toBeLessThanOrEqual(1400);
    expect(rowTop(wide, 5)).toBeGreaterThanOrEqual(0);
    expect(rowTop(wide, 0) + wide.card * CARD_RATIO).toBeLessThanOrEqual(330);
  });

  test("has no cards beyond the largest size", () => {
    expect(fitTunnel({ width: 3000, height: 2000 }, FULL, MAX_CARD).card).toBe(MAX_CARD);
  });

  test("overlaps its cards rather than shrink them, and keeps their ranks visible", () => {
    const { card, pitch, tab, width } = fitTunnel({ width: 344, height: 180 }, FULL, MAX_CARD);
    expect(card).toBeGreaterThanOrEqual(MIN_CARD_PX);
    expect(pitch).toBeGreaterThanOrEqual(card * 0.6);
    expect(tab).toBeGreaterThanOrEqual(card * 0.39);
    expect(width).toBe(344);
  });

  test("has cards apart from each other where they are large enough anyway", () => {
    const { card, pitch } = fitTunnel({ width: 1000, height: 300 }, { columns: 10, rows: 1 }, MAX_CARD);
    expect(card).toBeGreaterThan(80);
    expect(pitch).toBeGreaterThan(card);
  });

  test("is larger than its space, and panned, rather than drawn too small", () => {
    const { card, width, height } = fitTunnel({ width: 200, height: 100 }, FULL, MAX_CARD);
    expect(card).toBe(MIN_CARD_PX);
    expect(width).toBeGreaterThan(200);
    expect(height).toBeGreaterThan(100);
  });

  test("that is only a cell has no columns to spread", () => {
    expect(fitTunnel({ width: 300, height: 120 }, { columns: 1, rows: 1 }, MAX_CARD).card).toBeGreaterThan(MIN_CARD_PX);
  });
});

test("a porthole holds any tunnel, with its front whole", () => {
  for (const rows of [1, 6])
    for (const columns of [1, 2, 10]) {
      const fitted = fitPorthole({ width: 94, height: 70 }, { columns, rows });
      expect(fitted).toMatchObject({ card: MIN_CARD_PX, width: 94, height: 70 });
      expect(columnLeft(fitted, columns - 1) + fitted.card).toBeLessThanOrEqual(94);
    }
});

test("in a wide porthole the cards lie apart", () => {
  const fitted = fitPorthole({ width: 560, height: 70 }, { columns: 6, rows: 1 });
  expect(fitted.pitch).toBeGreaterThan(fitted.card);
});

describe("the table", () => {
  test.each([
    [1440, 790, "wide"],
    [1024, 660, "wide"],
    [844, 340, "low"],
    [390, 735, "tall"],
    [360, 530, "tall"],
  ])("%i x %i is %s", (width, height, shape) => {
    expect(shapeOf({ width, height })).toBe(shape);
  });

  test("has portholes where there is no room for tunnels", () => {
    expect(hasPortholes("wide", 3)).toBe(false);
    expect(hasPortholes("low", 1)).toBe(true);
    expect(hasPortholes("tall", 3)).toBe(true);
    expect(hasPortholes("tall", 1)).toBe(false);
  });
});
