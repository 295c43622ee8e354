/** Small wishes of the user, such as the theme, in the browser's simple storage: read at once, before anything is drawn. */

/** A browser told to keep nothing throws here; the wish then lasts as long as the page. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch (error) {
    console.warn(`The ${key} could not be stored`, error);
  }
}

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // nothing can be stored, so nothing is
  }
}
