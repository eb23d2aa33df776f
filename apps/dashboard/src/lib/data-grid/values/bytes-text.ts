/** Bytes as bytea writes them: `\x` and two digits for each. */
export function hexOfBytes(bytes: Uint8Array): string {
  return `\\x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Bytes of a bytea in hex form; null when it is none. */
export function bytesOfHex(text: string): Uint8Array | null {
  const [, digits = ''] = /^\\x((?:[0-9a-f]{2})*)$/i.exec(text.replaceAll(/\s/g, '')) ?? []
  if (digits === '' && text.trim() !== '\\x') return null
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export function base64OfBytes(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Bytes written in base64, also in its form for addresses; null when it is none. */
export function bytesOfBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/')), (character) => character.codePointAt(0)!)
  } catch {
    return null
  }
}
