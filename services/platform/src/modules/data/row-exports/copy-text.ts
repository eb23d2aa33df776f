const backslash = 0x5c
const lineFeed = 0x0a

/** Characters after a backslash in COPY's text format (Postgres documentation, COPY, "Text Format"). */
const escapes = new Uint8Array(256).map((_, byte) => byte)
for (const [letter, byte] of Object.entries({ b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 })) escapes[letter.charCodeAt(0)] = byte

/** Calls back for each line of COPY's text format with one column: with its position, without its end. The data consists of whole lines. */
export function forEachLine(data: Buffer, visit: (start: number, end: number) => void): void {
  for (let start = 0; start < data.length;) {
    const end = data.indexOf(lineFeed, start)
    visit(start, end)
    start = end + 1
  }
}

/** Returns the line without escapes; the data itself if there are none. */
export function unescaped(data: Buffer, start: number, end: number): Buffer {
  const line = data.subarray(start, end)
  let at = line.indexOf(backslash)
  if (at === -1) return line
  const out = Buffer.allocUnsafe(line.length)
  let length = 0
  let from = 0
  while (at !== -1) {
    length += line.copy(out, length, from, at)
    out[length] = escapes[line[at + 1]!]!
    length += 1
    from = at + 2
    at = line.indexOf(backslash, from)
  }
  length += line.copy(out, length, from)
  return out.subarray(0, length)
}

/** Replaces line breaks between JSON tokens, which values of type json may contain, with spaces. Strings contain none. */
export function onOneLine(json: Buffer): Buffer {
  for (let at = 0; at < json.length; at += 1) if (json[at] === 0x0a || json[at] === 0x0d) json[at] = 0x20
  return json
}
