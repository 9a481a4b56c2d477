import { expect, test } from "vitest";
import { EndStage } from "./stage.svelte";

test("the scene comes before the board, and only once", () => {
  const stage = new EndStage();
  expect(stage.part).toBe("waiting");
  stage.begin(true);
  expect(stage.part).toBe("scene");
  stage.finishScene();
  stage.begin(true);
  expect(stage.part).toBe("board");
});

test("without a scene the board is shown at once; the scene can be watched later", () => {
  const stage = new EndStage();
  stage.begin(false);
  expect(stage.part).toBe("board");
  stage.playAgain();
  expect(stage.part).toBe("scene");
});

test("the board can be folded away and shown again", () => {
  const stage = new EndStage();
  stage.fold();
  stage.fold();
  expect(stage.isOpen).toBe(false);
  stage.toggle();
  expect(stage.isOpen).toBe(true);
});
