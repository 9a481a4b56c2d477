/** Repeat a request while somebody looks at the page. */

/**
 * Run a task now, then again some time after each run has ended, and at once when the page becomes visible; return a
 * function that stops it. A task that returns false is not repeated.
 */
export function pollWhileVisible(task: () => Promise<boolean>, pauseMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isDone = false;

  async function run() {
    clearTimeout(timer);
    if (isRunning || isDone || document.hidden) return;
    isRunning = true;
    const isWanted = await task();
    isRunning = false;
    if (!isWanted) stop();
    else if (!isDone) timer = setTimeout(run, pauseMs);
  }
  function stop() {
    isDone = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", run);
  }
  document.addEventListener("visibilitychange", run);
  run();
  return stop;
}
