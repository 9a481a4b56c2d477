/** The story of a table so far, from messages that bring only what is new. */
export interface StoryPart {
  story: string[];
  /** Where the sentences belong if they don't simply follow the others, which is so after an undo. */
  story_from?: number | null;
}

/** Add new sentences, and drop those about moves that were taken back. */
export function continueStory(story: string[], { story: added, story_from: from }: StoryPart): string[] {
  return [...(from == null ? story : story.slice(0, from)), ...added];
}
