/** The locale of dates and lists. */

/** Return the locale of a language: English dates put the day before the month, like all others. */
export const localeOf = (language: string): string => (language === "en" ? "en-GB" : language);
