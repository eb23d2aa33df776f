/** Small things that the browser remembers for a person. Failing to read or write them is no error (spec §8). */

export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // nothing depends on it
  }
}

export function dropKept(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // nothing depends on it
  }
}
