import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { useIsNarrow } from '../use-is-narrow.ts'
import { type DiffTexts, type DiffView, showSideBySide, showUnified } from './diff-view.ts'

export interface TextDiffHandle {
  text(): string
}

export interface TextDiffProps extends DiffTexts {
  readonly isEditable?: boolean
  readonly ref?: Ref<TextDiffHandle>
}

/** What two texts differ in: beside each other, on a phone in one column. */
export function TextDiff({ before, after, labels: { before: beforeLabel, after: afterLabel }, isEditable = false, ref }: TextDiffProps) {
  const isNarrow = useIsNarrow()
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<DiffView>(null)
  useImperativeHandle(ref, () => ({ text: () => view.current?.text() ?? after }), [after])
  useEffect(() => {
    const texts = { before, after, labels: { before: beforeLabel, after: afterLabel } }
    const created = isNarrow && !isEditable ? showUnified(place.current!, texts) : showSideBySide(place.current!, texts, isEditable)
    view.current = created
    return () => created.destroy()
  }, [before, after, beforeLabel, afterLabel, isNarrow, isEditable])
  return <div ref={place} className="min-h-0 flex-1 overflow-auto rounded-md border [&_.cm-merge-revert]:w-8!" />
}
