import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, lineNumbers, placeholder as shownWhenEmpty } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CodeLanguage, loadLanguage } from './code-language.ts'
import { createCodeView, height } from './code-view.ts'
import { asEdited, updateText } from './update-text.ts'

export interface CodeEditorProps {
  /** Its accessible name. */
  readonly label: string
  readonly language: CodeLanguage
  readonly value: string
  /** Without it, the code can be read, selected and copied only. */
  readonly onChange?: ((value: string) => void) | undefined
  /** Lines it has room for at least. */
  readonly rows?: number
  /** Left out for an expression, which no error message refers to by line. */
  readonly hasLineNumbers?: boolean
  /** Wraps long lines instead of scrolling them. */
  readonly isWrapped?: boolean
  readonly placeholder?: string | undefined
  /** The id of what explains it. */
  readonly describedBy?: string | undefined
  readonly isInvalid?: boolean
}

/** The editor of a code panel. Its code comes late: use `CodePanel`. */
export function CodeEditor({
  label,
  language,
  value,
  onChange,
  rows = 10,
  hasLineNumbers = true,
  isWrapped = false,
  placeholder,
  describedBy,
  isInvalid = false,
}: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const [parts] = useState(() => ({ look: new Compartment(), language: new Compartment() }))
  const isReadOnly = onChange === undefined
  const begin = useEffectEvent(() => value)
  const tell = useEffectEvent((text: string) => {
    if (text === asEdited(value)) return
    onChange?.(text)
    // forms that watch their fields hear of it, as of any other
    place.current?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  useEffect(() => {
    const created = createCodeView(place.current!, begin(), (text) => tell(text), [parts.look.of([]), parts.language.of([])])
    view.current = created
    return () => {
      created.destroy()
      view.current = null
    }
  }, [parts])
  useEffect(() => {
    if (view.current) updateText(view.current, value)
  }, [value])
  useEffect(() => {
    const look: Extension = [
      height(rows),
      hasLineNumbers ? lineNumbers() : [],
      isWrapped ? EditorView.lineWrapping : [],
      EditorState.readOnly.of(isReadOnly),
      placeholder === undefined ? [] : shownWhenEmpty(placeholder),
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-invalid': String(isInvalid),
        'aria-readonly': String(isReadOnly),
        // forms find what to correct by this mark, as of any other field
        ...(isInvalid && { 'data-invalid': '' }),
        ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
        tabindex: '0',
        spellcheck: 'false',
        autocorrect: 'off',
        autocapitalize: 'off',
      }),
    ]
    view.current?.dispatch({ effects: parts.look.reconfigure(look) })
  }, [parts, rows, hasLineNumbers, isWrapped, label, isReadOnly, placeholder, describedBy, isInvalid])
  useEffect(() => {
    let isCurrent = true
    void loadLanguage(language).then((extension) => isCurrent && view.current?.dispatch({ effects: parts.language.reconfigure(extension) }))
    return () => {
      isCurrent = false
    }
  }, [parts, language])
  return <div ref={place} />
}
