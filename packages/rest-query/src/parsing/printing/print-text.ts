const bareName = /^[A-Za-z0-9_$]+(?:-[A-Za-z0-9_$]+)*$/
const index = /^\d+$/
const bareValue = /^[^\s,()"\\{}]+$/

/** Quotes a name unless it consists of plain words. */
export function printName(name: string): string {
  return bareName.test(name) ? name : quote(name)
}

/** Quotes a key of a JSON path that would be read as an index or isn't a plain word. */
export function printKey(key: string | number): string {
  if (typeof key === 'number') return String(key)
  return index.test(key) ? quote(key) : printName(key)
}

/** Quotes a value in a list or a logic tree that would end early or lose blanks. */
export function printValue(value: string): string {
  return bareValue.test(value) ? value : quote(value)
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
