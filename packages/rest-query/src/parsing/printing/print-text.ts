const bareName = /^[A-Za-z0-9_$]+(?:-[A-Za-z0-9_$]+)*$/
const index = /^\d+$/
const bareValue = /^[^\s,()"\\{}]+$/

/** A name as the grammar has it: quoted where it isn't made of words. */
export function printName(name: string): string {
  return bareName.test(name) ? name : quote(name)
}

/** A key of a JSON path, quoted where it could be taken for an index. */
export function printKey(key: string | number): string {
  if (typeof key === 'number') return String(key)
  return index.test(key) ? quote(key) : printName(key)
}

/** A value of a list or of a logic tree, quoted where it could end early or lose blanks. */
export function printValue(value: string): string {
  return bareValue.test(value) ? value : quote(value)
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
