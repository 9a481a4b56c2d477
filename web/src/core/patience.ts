/** Requests that wait while the server asks for patience, as after a large import. */
import { Refusal } from "./api";

const TOO_MANY_REQUESTS = 429;
const RETRY_DELAY_MS = 3000;
/** Together longer than the minute after which the server forgets any debt. */
const MAX_ATTEMPTS = 25;

/** Send a request again until the server takes it; throw any other refusal. */
export async function patiently<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (refusal) {
      const isEarly = refusal instanceof Refusal && refusal.status === TOO_MANY_REQUESTS;
      if (!isEarly || attempt === MAX_ATTEMPTS) throw refusal;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
  }
}
