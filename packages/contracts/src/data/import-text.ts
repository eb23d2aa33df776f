import type { ImportEncoding } from './row-imports.ts'

/**
 * Characters that Windows reads in another way than the Shift_JIS of JIS X 0208: the wave dash and its like. TextDecoder and Postgres's SJIS know the
 * reading of Windows only.
 */
const jisCharacters: Readonly<Record<string, string>> = {
  '\uff5e': '\u301c',
  '\u2225': '\u2016',
  '\uff0d': '\u2212',
  '\uffe0': '\u00a2',
  '\uffe1': '\u00a3',
  '\uffe2': '\u00ac',
}

/** Reads bytes piece by piece: `stream` says that more follow. */
export type ImportDecoder = (bytes: Uint8Array | undefined, stream: boolean) => string

/** Makes a decoder of an import's file. The decoder throws a TypeError at what is no text, if `fatal` is set. */
export function importDecoder(encoding: ImportEncoding, options: { readonly fatal?: boolean; readonly ignoreBOM?: boolean } = {}): ImportDecoder {
  const decoder = new TextDecoder(encoding === 'windows-31j' ? 'shift_jis' : encoding, options)
  if (encoding !== 'shift_jis') return (bytes, stream) => decoder.decode(bytes, { stream })
  return (bytes, stream) =>
    decoder.decode(bytes, { stream }).replaceAll(/[\uff5e\u2225\uff0d\uffe0-\uffe2]/g, (character) => jisCharacters[character]!)
}
