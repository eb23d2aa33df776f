import type { ImportEncoding } from '@colonnade/contracts/data/row-imports'
import { encodingNamesText } from './messages.ts'

/** Encodings as people know them. */
export const encodingNames: Readonly<Record<ImportEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': encodingNamesText.utf16LE,
  'utf-16be': encodingNamesText.utf16,
  'windows-1252': encodingNamesText.westernWindows1252,
  'windows-1250': encodingNamesText.centralEuropeanWindows1250,
  'windows-1251': encodingNamesText.cyrillicWindows1251,
  'windows-1253': encodingNamesText.greekWindows1253,
  'windows-1254': encodingNamesText.turkishWindows1254,
  'windows-1255': encodingNamesText.hebrewWindows1255,
  'windows-1256': encodingNamesText.arabicWindows1256,
  'windows-1257': encodingNamesText.balticWindows1257,
  'windows-1258': encodingNamesText.vietnameseWindows1258,
  'windows-874': encodingNamesText.thaiWindows874,
  'iso-8859-2': encodingNamesText.centralEuropeanISO8859,
  'koi8-r': encodingNamesText.cyrillicKOI8R,
  ibm866: encodingNamesText.cyrillicDOSCP866,
  shift_jis: encodingNamesText.japaneseShiftJIS,
  'windows-31j': encodingNamesText.japaneseWindows31JCP932,
  'euc-jp': encodingNamesText.japaneseEUCJP,
  gb18030: encodingNamesText.simplifiedChineseGBKGB,
  big5: encodingNamesText.traditionalChineseBig5,
  'euc-kr': encodingNamesText.koreanEUCKR,
}
