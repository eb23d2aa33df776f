import type { ImportEncoding } from '@colonnade/contracts/data/row-imports'

/** How common a character of two bytes is, from 0 to 1, by the rows of its encoding's table: the first rows have the everyday characters. */
type Commonness = (lead: number, trail: number) => number

const isIn = (value: number, from: number, to: number): boolean => value >= from && value <= to

const doubleBytes: Partial<Record<ImportEncoding, { readonly isLead: (byte: number) => boolean; readonly commonness: Commonness }>> = {
  shift_jis: {
    isLead: (byte) => isIn(byte, 0x81, 0x9f) || isIn(byte, 0xe0, 0xfc),
    commonness: (lead) => (isIn(lead, 0x81, 0x83) || isIn(lead, 0x88, 0x97) ? 1 : 0.4),
  },
  'euc-jp': {
    isLead: (byte) => byte >= 0x8e,
    commonness: (lead) => (lead === 0xa4 || lead === 0xa5 || lead === 0xa1 ? 1 : isIn(lead, 0xb0, 0xcf) ? 0.9 : 0.3),
  },
  gb18030: {
    isLead: (byte) => byte >= 0x81,
    commonness: (lead, trail) =>
      trail < 0xa1 ? 0 : isIn(lead, 0xb0, 0xd7) || lead === 0xa1 || lead === 0xa3 ? 0.97 : isIn(lead, 0xd8, 0xf7) ? 0.5 : 0.2,
  },
  big5: {
    isLead: (byte) => byte >= 0x81,
    commonness: (lead) => (isIn(lead, 0xa4, 0xc6) || lead === 0xa1 ? 0.98 : isIn(lead, 0xc9, 0xf9) ? 0.4 : 0),
  },
  'euc-kr': {
    isLead: (byte) => byte >= 0x81,
    commonness: (lead, trail) => (trail < 0xa1 ? 0 : isIn(lead, 0xb0, 0xc8) || lead === 0xa1 ? 1 : 0.2),
  },
}

/** Letters that are frequent where an encoding is used. */
const frequent: Partial<Record<ImportEncoding, string>> = {
  'windows-1252': 'äöüßÄÖÜéèêëàâáãåæçñóòôõøíìîïúùûÉÈÀÅÆØÇÑ',
  'windows-1250': 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽäöüßőűăâîșțđ',
  'iso-8859-2': 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽäöüßőű',
  'windows-1254': 'ğışİŞĞçöüÇÖÜ',
  'windows-1257': 'āčēģīķļņšūžĀČĒĢĪĶĻŅŠŪŽąęėįųĄĘĖĮŲõäöüÕÄÖÜ',
  'windows-1251': 'оеаинтсрвлкмдпуыОЕАИНТСРВЛКМДПУБГіїє',
  'koi8-r': 'оеаинтсрвлкмдпуыОЕАИНТСРВЛКМДПУБГ',
  ibm866: 'оеаинтсрвлкмдпуыОЕАИНТСРВЛКМДПУБГ',
  'windows-1253': 'αοιετσνηυρπκμλςάέήίόύώγδθχβΑΟΙΕΤΣΝΗΥΡΠΚΜΛ',
  'windows-1255': 'אבגדהוזחטיכלמנסעפצקרשתםןךףץ',
  'windows-1256': 'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةأإآء',
  'windows-874': 'กขคงจชซดตถทนบปพมยรลวสหอะาิีึืุูเแโใไ่้็์ั',
}

/** What stands beside words in texts of the West. */
const marks = new Set('–—‘’“”„…€§°«»£·№©®™½¼¾×•¿¡\u00a0')

/**
 * How much a head looks like text in an encoding, from 0 to 1: in the encodings of East Asia by how common its characters are, in those of one
 * byte by whether its letters are frequent ones that form words of one script, with capitals in front.
 */
export function plausibility(encoding: ImportEncoding, bytes: Uint8Array, text: string): number {
  const table = doubleBytes[encoding === 'windows-31j' ? 'shift_jis' : encoding]
  return table === undefined ? scoreOfLetters(encoding, text) : scoreOfPairs(bytes, table)
}

function scoreOfPairs(bytes: Uint8Array, { isLead, commonness }: NonNullable<(typeof doubleBytes)[ImportEncoding]>): number {
  let sum = 0
  let count = 0
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place]!
    if (byte < 0x80) continue
    count += 1
    const trail = bytes[place + 1]
    if (!isLead(byte) || trail === undefined) continue
    sum += commonness(byte, trail)
    place += 1
  }
  return count === 0 ? 0 : sum / count
}

function scoreOfLetters(encoding: ImportEncoding, text: string): number {
  const known = frequent[encoding] ?? ''
  let sum = 0
  let count = 0
  for (let place = 0; place < text.length; place += 1) {
    const character = text[place]!
    if (character <= '\x7f') continue
    count += 1
    const [before, after] = [text[place - 1] ?? '', text[place + 1] ?? '']
    if (isLetter(character)) sum += (known.includes(character) ? 1 : 0.4) * fits(before, character)
    else if (marks.has(character) && !(isLetter(before) && isLetter(after) && character !== '’')) sum += 0.8
  }
  return count === 0 ? 0 : sum / count
}

/** How well a letter follows the character before it. */
function fits(before: string, letter: string): number {
  if (!isLetter(before)) return 1
  if (isLatin(before) !== isLatin(letter)) return 0
  if (isUpper(letter) && !isUpper(before)) return 0.1
  // words of Latin letters have few that are not ASCII in a row
  return isLatin(letter) && before > '\x7f' ? 0.2 : 1
}

const isLetter = (character: string): boolean => /^[\p{L}\p{M}]$/u.test(character)
const isLatin = (character: string): boolean => /^\p{Script=Latin}$/u.test(character)
const isUpper = (character: string): boolean => /^\p{Lu}$/u.test(character)
