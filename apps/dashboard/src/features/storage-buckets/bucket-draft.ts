import type { BucketSummary } from '@colonnade/contracts/storage/storage-buckets'
import { join, literal, sql, toText } from '@colonnade/sql'
import { formatBytes } from '../../lib/bytes.ts'
import { bytesOf, inLargestUnit, type SizeUnit } from '../../lib/texts/file-sizes.ts'
import { formText } from './messages.ts'

/** A bucket in its form. */
export interface BucketDraft {
  readonly name: string
  readonly isPublic: boolean
  /** As typed; empty for the project's limit. */
  readonly limit: string
  readonly unit: SizeUnit
  /** As typed, separated by commas. */
  readonly types: string
}

export const newBucket: BucketDraft = { name: '', isPublic: false, limit: '', unit: 'MB', types: '' }

export function draftOf({ name, public: isPublic, file_size_limit: limit, allowed_mime_types: types }: BucketSummary): BucketDraft {
  const { amount, unit } = limit === null ? { amount: '', unit: 'MB' as const } : inLargestUnit(limit)
  return { name, isPublic, limit: amount, unit, types: types?.join(', ') ?? '' }
}

export const typesOf = (types: string): readonly string[] => [...new Set(types.split(/[,\s]+/).filter((type) => type !== ''))]

export interface DraftProblems {
  readonly name?: string
  readonly limit?: string
  readonly types?: string
}

/** Bucket names that storage accepts. */
const nameForm = /^[\w!\-.*'() &$@=;:+,?]+$/
const typeForm = /^(\*|[\w.+-]+\/(\*|[\w.+-]+))$/

/** @param projectLimit largest file of the project, in bytes; undefined while it isn't known */
export function findProblems({ name, limit, unit, types }: BucketDraft, projectLimit: number | undefined): DraftProblems {
  const trimmed = name.trim()
  const bytes = limit.trim() === '' ? null : bytesOf(limit, unit)
  const wrongType = typesOf(types).find((type) => !typeForm.test(type))
  return {
    ...(trimmed === ''
      ? { name: formText.nameMissing }
      : trimmed.length > 100
        ? { name: formText.nameTooLong }
        : !nameForm.test(trimmed) && { name: formText.nameWrong }),
    ...(bytes !== null &&
      (Number.isNaN(bytes)
        ? { limit: formText.limitWrong }
        : projectLimit !== undefined && bytes > projectLimit && { limit: formText.limitTooLarge(formatBytes(projectLimit)) })),
    ...(wrongType !== undefined && { types: formText.typeWrong(wrongType) }),
  }
}

/** The settings sent to storage. */
export interface BucketSettings {
  readonly public: boolean
  readonly file_size_limit: number | null
  readonly allowed_mime_types: readonly string[] | null
}

export function settingsOf({ isPublic, limit, unit, types }: BucketDraft): BucketSettings {
  const list = typesOf(types)
  return { public: isPublic, file_size_limit: limit.trim() === '' ? null : bytesOf(limit, unit), allowed_mime_types: list.length === 0 ? null : list }
}

/** Returns the bucket as SQL for a migration. It can run again. */
export function migrationOf(draft: BucketDraft): string {
  const { public: isPublic, file_size_limit: limit, allowed_mime_types: types } = settingsOf(draft)
  const name = draft.name.trim()
  const limitSql = limit === null || Number.isNaN(limit) ? sql`null` : sql`${literal(limit)}`
  const typesSql =
    types === null
      ? sql`null`
      : sql`array[${join(
          types.map((type) => literal(type)),
          sql`, `,
        )}]`
  return toText(sql`insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (${literal(name)}, ${literal(name)}, ${isPublic ? sql`true` : sql`false`}, ${limitSql}, ${typesSql})
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;`)
}
