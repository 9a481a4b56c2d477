/** The browser's offer to install the page as an app comes once and early, so it is kept until the player accepts. */
interface InstallPrompt extends Event {
  prompt: () => Promise<void>;
}

let installPrompt = $state.raw<InstallPrompt | null>(null);

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  installPrompt = event as InstallPrompt;
});
addEventListener("appinstalled", () => (installPrompt = null));

export const app = {
  get offered(): boolean {
    return installPrompt !== null;
  },
  get installed(): boolean {
    return matchMedia("(display-mode: standalone)").matches;
  },
  async install(): Promise<void> {
    await installPrompt?.prompt();
    installPrompt = null;
  },
};
