export type HstorePair = readonly [key: string, value: string | null]

const part = String.raw`(?:"((?:[^"\\]|\\.)*)"|((?:[^"\\\s,=]|\\.|=(?!>))+))`
const pair = new RegExp(String.raw`\s*${part}\s*=>\s*${part}\s*(,|$)`, 'sy')

/** Reads keys and values as hstore writes them: `"a"=>"1", "b"=>NULL`. @throws Error when they are none */
export function parseHstore(text: string): HstorePair[] {
  const pairs: HstorePair[] = []
  if (text.trim() === '') return pairs
  pair.lastIndex = 0
  for (let isMore = true; isMore;) {
    const found = pair.exec(text)
    if (found === null) throw new Error('Write pairs as "key"=>"value", separated by commas')
    const [, quotedKey, bareKey, quotedValue, bareValue, end] = found
    const value = quotedValue === undefined && bareValue?.toLowerCase() === 'null' ? null : unescaped(quotedValue ?? bareValue ?? '')
    pairs.push([unescaped(quotedKey ?? bareKey ?? ''), value])
    isMore = end === ','
  }
  return pairs
}

export function printHstore(pairs: readonly HstorePair[]): string {
  return pairs.map(([key, value]) => `${escaped(key)}=>${value === null ? 'NULL' : escaped(value)}`).join(', ')
}

function escaped(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gs, '$1')
}
