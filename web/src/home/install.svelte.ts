/** The browser's offer to install the page as an app comes once, early, and is kept until it is wanted. */
interface Offer extends Event {
  prompt: () => Promise<void>;
}

let offer = $state.raw<Offer | null>(null);

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = event as Offer;
});
addEventListener("appinstalled", () => (offer = null));

export const app = {
  get offered(): boolean {
    return offer !== null;
  },
  get installed(): boolean {
    return matchMedia("(display-mode: standalone)").matches;
  },
  async install(): Promise<void> {
    await offer?.prompt();
    offer = null;
  },
};
