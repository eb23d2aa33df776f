/** Postgres truncates names to 63 bytes. */
const bytesMost = 63

/** Returns the name if it is free, otherwise a free one that says where it comes from. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  for (let number = 1; ; number += 1) {
    const candidate = withEnding(name, number === 1 ? '_restored' : `_restored_${number}`)
    if (!taken.has(candidate)) return candidate
  }
}

/** Shortens a name by whole characters until it fits with its ending. */
function withEnding(name: string, ending: string): string {
  const characters = Array.from(name)
  while (Buffer.byteLength(characters.join('')) + ending.length > bytesMost) characters.pop()
  return characters.join('') + ending
}
