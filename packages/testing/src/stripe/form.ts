type Json = { [name: string]: unknown }

/** What Stripe's library sends: `a[b][0][c]=1` is `{ a: { b: { 0: { c: '1' } } } }`. */
export function readForm(text: string): Json {
  const read: Json = {}
  for (const [path, value] of new URLSearchParams(text)) {
    const names = path.split(/\]?\[|\]/).filter((name) => name !== '')
    let place = read
    for (const name of names.slice(0, -1)) place = (place[name] ??= {}) as Json
    place[names.at(-1)!] = value
  }
  return read
}
