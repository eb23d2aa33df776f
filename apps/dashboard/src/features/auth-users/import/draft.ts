import { type Delimiter, guessDelimiter } from '@colonnade/contracts/auth/user-files/csv-rows'
import { readHashConfig } from '@colonnade/contracts/auth/user-files/foreign-hashes'
import { type ColumnChoice, type ColumnTarget, targetOf, userFormats, type UserFormatKey } from '@colonnade/contracts/auth/user-files/formats'
import { type FileKind, firstRows, guessFormat, guessKind } from '@colonnade/contracts/auth/user-files/guess-format'
import { columnNames, type UserFile } from '@colonnade/contracts/auth/user-files/read-users'
import { headBytes } from './limits.ts'
import { draftText } from './messages.ts'

/** How a file will be imported, as chosen in the form. */
export interface ImportDraft {
  readonly file: File
  readonly head: string
  readonly format: UserFormatKey
  readonly kind: FileKind
  readonly delimiter: Delimiter
  readonly columns: readonly ColumnChoice[]
  /** As they are typed. */
  readonly firebase: { readonly signerKey: string; readonly saltSeparator: string; readonly rounds: string; readonly memoryCost: string }
  readonly onExisting: 'skip' | 'update'
  readonly dropsHashes: boolean
  readonly isConfirmed: boolean
}

/** Looks at the beginning of a file and guesses the rest. */
export async function startDraft(file: File): Promise<ImportDraft> {
  const head = (await file.slice(0, headBytes).text()).replace(/^\uFEFF/, '')
  const format = await guessFormat(head)
  return {
    file,
    head,
    format,
    ...(await shapeOf(head, format)),
    firebase: { signerKey: '', saltSeparator: 'Bw==', rounds: '8', memoryCost: '14' },
    onExisting: 'skip',
    dropsHashes: false,
    isConfirmed: true,
  }
}

/** The draft with another format. */
export async function withFormat(draft: ImportDraft, format: UserFormatKey): Promise<ImportDraft> {
  return { ...draft, format, ...(await shapeOf(draft.head, format)) }
}

async function shapeOf(head: string, format: UserFormatKey): Promise<Pick<ImportDraft, 'kind' | 'delimiter' | 'columns'>> {
  const kind = guessKind(head)
  const delimiter = guessDelimiter(head)
  if (format !== 'plain') return { kind, delimiter, columns: [] }
  const names = kind === 'csv' ? columnNames((await firstRows(head, delimiter))[0]?.fields ?? []) : namesOf(head)
  return { kind, delimiter, columns: firstOfEach(names.map((column) => ({ column, target: targetOf(column) }))) }
}

/** Field names of the first JSON objects, as far as their text shows them. */
function namesOf(head: string): string[] {
  const names = new Set<string>()
  for (const line of head.split('\n').slice(0, 50)) {
    try {
      const value: unknown = JSON.parse(line.trim().replace(/^\[|,$|\]$/g, ''))
      if (typeof value === 'object' && value !== null) for (const name of Object.keys(value)) names.add(name)
    } catch {
      // cut off, or an object on several lines
    }
  }
  if (names.size === 0) for (const [, name] of head.matchAll(/"([^"\\]{1,100})"\s*:/g)) names.add(name!)
  return [...names].slice(0, 200)
}

/** The first column for a field has it; others are kept as metadata. */
function firstOfEach(columns: readonly ColumnChoice[]): ColumnChoice[] {
  const taken = new Set<ColumnTarget>()
  return columns.map(({ column, target }) => {
    if (target === 'metadata' || target === 'skip') return { column, target }
    const own = taken.has(target) ? 'metadata' : target
    taken.add(target)
    return { column, target: own }
  })
}

/** Fills in what a pasted block of the Firebase console has. */
export function withHashConfig(firebase: ImportDraft['firebase'], pasted: string): ImportDraft['firebase'] | null {
  const { signerKey, saltSeparator, rounds, memoryCost } = readHashConfig(pasted)
  if (signerKey === undefined) return null
  return {
    signerKey,
    saltSeparator: saltSeparator ?? firebase.saltSeparator,
    rounds: rounds === undefined ? firebase.rounds : String(rounds),
    memoryCost: memoryCost === undefined ? firebase.memoryCost : String(memoryCost),
  }
}

export function sourceOf({ format, kind, delimiter, columns, firebase }: ImportDraft): UserFile {
  const { signerKey, saltSeparator, rounds, memoryCost } = firebase
  const parameters = {
    signerKey: signerKey.trim(),
    saltSeparator: saltSeparator.trim(),
    rounds: Number(rounds),
    memoryCost: Number(memoryCost),
  }
  return { format, kind, delimiter, columns, firebase: format === 'firebase' && parameters.signerKey !== '' ? parameters : null }
}

/** What keeps a file from being read; null for nothing. */
export function problemOf({ file, format, kind, columns, firebase, dropsHashes }: ImportDraft): string | null {
  if (file.size === 0) return draftText.empty
  const { files, label } = userFormats[format]
  if (!files.includes(kind))
    return `This file is ${kind.toUpperCase()}; an export of ${label} is ${files.map((each) => each.toUpperCase()).join(' or ')}.`
  const targets = columns.map(({ target }) => target).filter((target) => target !== 'metadata' && target !== 'skip')
  const twice = targets.find((target, place) => targets.indexOf(target) !== place)
  if (twice !== undefined) return draftText.sameField
  const keys: readonly ColumnTarget[] = ['email', 'phone', 'id', 'source_id', 'identities']
  if (format === 'plain' && !targets.some((target) => keys.includes(target))) return draftText.addressMissing
  if (format !== 'firebase') return null
  if (firebase.signerKey.trim() === '') return dropsHashes ? null : draftText.hashMissing
  const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/_-]*={0,2}$/.test(text.trim())
  if (!isBase64(firebase.signerKey) || !isBase64(firebase.saltSeparator)) return draftText.notBase64
  const isWithin = (text: string, most: number): boolean => /^\d{1,2}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most
  return isWithin(firebase.rounds, 64) && isWithin(firebase.memoryCost, 20) ? null : draftText.numbers
}
