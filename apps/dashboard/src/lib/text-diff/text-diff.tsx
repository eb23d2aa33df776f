import type { Extension } from '@codemirror/state'
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { type CodeLanguage, loadLanguage } from '../code/code-language.ts'
import { useIsNarrow } from '../use-is-narrow.ts'
import { type DiffTexts, type DiffView, showSideBySide, showUnified } from './diff-view.ts'

export interface TextDiffHandle {
  text(): string
}

export interface TextDiffProps extends Omit<DiffTexts, 'language'> {
  /** SQL, unless said. */
  readonly language?: CodeLanguage
  readonly isEditable?: boolean
  readonly ref?: Ref<TextDiffHandle>
}

/** What two texts differ in: beside each other, on a phone in one column. */
export function TextDiff({
  before,
  after,
  labels: { before: beforeLabel, after: afterLabel },
  language = 'sql',
  isEditable = false,
  ref,
}: TextDiffProps) {
  const isNarrow = useIsNarrow()
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<DiffView>(null)
  useImperativeHandle(ref, () => ({ text: () => view.current?.text() ?? after }), [after])
  useEffect(() => {
    let isCurrent = true
    const show = (extension?: Extension) => {
      const texts = { before, after, labels: { before: beforeLabel, after: afterLabel }, language: extension }
      view.current = isNarrow && !isEditable ? showUnified(place.current!, texts) : showSideBySide(place.current!, texts, isEditable)
    }
    if (language === 'sql') show()
    else void loadLanguage(language).then((extension) => isCurrent && show(extension))
    return () => {
      isCurrent = false
      view.current?.destroy()
      view.current = null
    }
  }, [before, after, beforeLabel, afterLabel, language, isNarrow, isEditable])
  return <div ref={place} className="min-h-0 flex-1 overflow-auto rounded-md border [&_.cm-merge-revert]:w-8!" />
}
