import { StorageError } from '../errors.ts'
import { bucketNameMost, nameBytesMost } from '../limits.ts'

/** Controls, of which NUL is the one that Postgres doesn't take either, and the last character, which marks the end of a range. */
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u001f\u007f-\u009f]|\u{10ffff}/u

/** What is wrong with a name of an object; null for a good one. */
export function faultOf(name: string): string | null {
  if (name === '') return 'it is empty'
  if (!name.isWellFormed()) return 'it is not Unicode'
  if (forbidden.test(name)) return 'it has a control character'
  if (Buffer.byteLength(name) > nameBytesMost) return `it is longer than ${nameBytesMost} bytes`
  if (name.split('/').some((segment) => segment === '.' || segment === '..')) return 'it has a segment that is . or ..'
  return null
}

/** A name to write under: composed (NFC), so that texts that look the same are one name. @throws StorageError `InvalidKey` */
export function writtenName(name: string): string {
  const composed = name.isWellFormed() ? name.normalize('NFC') : name
  return checkName(composed)
}

/** A name as it is, for protocols that keep bytes. @throws StorageError `InvalidKey` */
export function checkName(name: string): string {
  const fault = faultOf(name)
  if (fault !== null) throw new StorageError('InvalidKey', `Invalid key: ${shown(name)} (${fault})`)
  return name
}

/** Names that a reader may mean, the likelier first. Names that can't be are nowhere. */
export function readNames(name: string): readonly string[] {
  if (faultOf(name) !== null) return []
  const composed = name.normalize('NFC')
  return composed === name ? [name] : [name, composed]
}

/** What a name looks like in a message. */
function shown(name: string): string {
  const clean = name.toWellFormed().replaceAll(new RegExp(forbidden, 'gu'), '�')
  return clean.length > 200 ? `${clean.slice(0, 200).toWellFormed()}…` : clean
}

const bucketForm = /^[\w!.*'() &$@=;:+,?-]+$/

/** @throws StorageError `InvalidBucketName` */
export function checkBucketName(name: string): string {
  const isGood = bucketForm.test(name) && name.length <= bucketNameMost && name.trim() === name && name !== '.' && name !== '..'
  if (!isGood) throw new StorageError('InvalidBucketName')
  return name
}
