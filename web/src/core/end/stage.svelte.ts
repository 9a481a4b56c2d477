/** The order of an ending: the last cards come to rest, the scene plays, the result is shown. */

type Part = "waiting" | "scene" | "board";

export class EndStage {
  part = $state<Part>("waiting");
  /** Whether the result is unfolded; folded away it leaves the whole table visible. */
  isOpen = $state(true);

  /** Show what comes first once the table lies still. */
  begin(hasScene: boolean): void {
    if (this.part === "waiting") this.part = hasScene ? "scene" : "board";
  }

  /** The scene is over or was skipped. */
  finishScene = (): void => {
    this.part = "board";
  };

  playAgain = (): void => {
    this.part = "scene";
  };

  toggle = (): void => {
    this.isOpen = !this.isOpen;
  };

  fold = (): void => {
    this.isOpen = false;
  };
}
