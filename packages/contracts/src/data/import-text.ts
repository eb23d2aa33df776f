import type { ImportEncoding } from './row-imports.ts'

/**
 * Characters that Windows decodes differently from Shift_JIS of JIS X 0208, such as the wave dash. TextDecoder and Postgres's SJIS only support the
 * Windows variant.
 */
const jisCharacters: Readonly<Record<string, string>> = {
  '\uff5e': '\u301c',
  '\u2225': '\u2016',
  '\uff0d': '\u2212',
  '\uffe0': '\u00a2',
  '\uffe1': '\u00a3',
  '\uffe2': '\u00ac',
}

/** Decodes bytes incrementally. `stream` is true if more bytes follow. */
export type ImportDecoder = (bytes: Uint8Array | undefined, stream: boolean) => string

/** Returns a decoder for an import file. With `fatal`, it throws a TypeError for invalid bytes. */
export function importDecoder(encoding: ImportEncoding, options: { readonly fatal?: boolean; readonly ignoreBOM?: boolean } = {}): ImportDecoder {
  const decoder = new TextDecoder(encoding === 'windows-31j' ? 'shift_jis' : encoding, options)
  if (encoding !== 'shift_jis') return (bytes, stream) => decoder.decode(bytes, { stream })
  return (bytes, stream) =>
    decoder.decode(bytes, { stream }).replaceAll(/[\uff5e\u2225\uff0d\uffe0-\uffe2]/g, (character) => jisCharacters[character]!)
}
