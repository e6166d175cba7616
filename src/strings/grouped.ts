/** A whole number as it is read in all languages here: thousands in groups. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
