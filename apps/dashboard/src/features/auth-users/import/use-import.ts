import type { UserImportOutcome } from '@colonnade/contracts/auth/user-imports'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { dataApi } from '../../../scope/data-client.ts'
import { keyOf } from '../../../scope/keys/keys.ts'
import { type ImportDraft, sourceOf } from './draft.ts'
import { emptyTally, sendUsers, type Tally } from './send-users.ts'

/** Where an import is: from the choice of a file to its end. */
export type Stage =
  | { readonly kind: 'choose' }
  | { readonly kind: 'draft'; readonly draft: ImportDraft }
  | { readonly kind: 'running'; readonly draft: ImportDraft; readonly isTrial: boolean; readonly tally: Tally; readonly total: number }
  | { readonly kind: 'checked'; readonly draft: ImportDraft; readonly tally: Tally }
  | { readonly kind: 'done'; readonly draft: ImportDraft; readonly tally: Tally }
  | { readonly kind: 'failed'; readonly draft: ImportDraft; readonly isTrial: boolean; readonly tally: Tally; readonly error: unknown }
  | { readonly kind: 'cancelled'; readonly draft: ImportDraft; readonly tally: Tally }

export interface Import {
  readonly stage: Stage
  readonly show: (stage: Stage) => void
  /** Says what an import would do. */
  readonly check: (draft: ImportDraft) => void
  readonly run: (draft: ImportDraft) => void
  readonly cancel: () => void
}

/** One import of users, which ends with the page that shows it. */
export function useImport(ref: string): Import {
  const [stage, show] = useState<Stage>({ kind: 'choose' })
  const stop = useRef<AbortController | null>(null)
  const queryClient = useQueryClient()
  const isImporting = stage.kind === 'running' && !stage.isTrial
  useEffect(() => () => stop.current?.abort(), [])
  useEffect(() => {
    if (!isImporting) return
    const askFirst = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', askFirst)
    return () => window.removeEventListener('beforeunload', askFirst)
  }, [isImporting])

  const start = async (draft: ImportDraft, isTrial: boolean): Promise<void> => {
    const controller = new AbortController()
    stop.current = controller
    const { signal } = controller
    const rules = {
      on_existing: draft.onExisting,
      on_bad_hash: draft.dropsHashes ? 'drop' : 'refuse',
      is_confirmed: draft.isConfirmed ? 'true' : 'false',
    } as const
    const id = newUuid()
    const send = (file: Blob): Promise<UserImportOutcome> =>
      isTrial
        ? dataApi.userImports.check({ params: { ref }, query: rules, file, signal })
        : dataApi.userImports.create({ params: { ref }, query: { ...rules, import: id }, file, signal })
    let last = emptyTally
    const tell = (tally: Tally): void => {
      last = tally
      if (!signal.aborted) show({ kind: 'running', draft, isTrial, tally, total: draft.file.size })
    }
    tell(emptyTally)
    try {
      const tally = await sendUsers({ file: draft.file, source: sourceOf(draft), send, onProgress: tell, signal })
      show({ kind: isTrial ? 'checked' : 'done', draft, tally })
    } catch (error) {
      if (!signal.aborted) show({ kind: 'failed', draft, isTrial, tally: last, error })
      else show(isTrial ? { kind: 'draft', draft } : { kind: 'cancelled', draft, tally: last })
    } finally {
      if (!isTrial) await queryClient.invalidateQueries({ queryKey: keyOf('/platform/auth/{ref}/users', { ref }) })
    }
  }
  return {
    stage,
    show,
    check: (draft) => void start(draft, true),
    run: (draft) => void start(draft, false),
    cancel: () => stop.current?.abort(),
  }
}

/** `crypto.randomUUID` is missing where the page came without TLS. */
function newUuid(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = ['8', '9', 'a', 'b'][Number.parseInt(hex[16]!, 16) & 3]!
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
