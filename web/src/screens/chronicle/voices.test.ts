import { expect, test } from "vitest";
import { chooseVoice, sentencesOf } from "./voices";

const voice = (lang: string, isDefault = false, localService = true) => ({ lang, default: isDefault, localService });

test("a voice speaks the language of the text, however the device writes it", () => {
  expect(chooseVoice([voice("en-US", true), voice("es_ES")], "es")?.lang).toBe("es_ES");
  expect(chooseVoice([voice("ES-mx")], "es")?.lang).toBe("ES-mx");
  expect(chooseVoice([voice("est-EE"), voice("en-US")], "es")).toBeNull();
  expect(chooseVoice([], "en")).toBeNull();
});

test("the player's region comes first, then the device's default, then voices without a network", () => {
  const voices = [voice("en-US", false, false), voice("en-IN"), voice("en-AU", true), voice("en-GB", false, false)];
  expect(chooseVoice(voices, "en", ["en-gb", "es-ES"])?.lang).toBe("en-GB");
  expect(chooseVoice(voices, "en", ["fr"])?.lang).toBe("en-AU");
  expect(chooseVoice(voices.slice(0, 2), "en")?.lang).toBe("en-IN");
});

test("a text is cut into sentences, and nothing of it is lost", () => {
  const text = "The door held. “Who goes there?” she asked. Nobody did.";
  const sentences = sentencesOf(text, "en");
  expect(sentences.length).toBeGreaterThan(1);
  expect(sentences.join(" ")).toBe(text);
  expect(sentencesOf("«¿Quién va?» Nadie.", "es").join(" ")).toBe("«¿Quién va?» Nadie.");
});
