import { printHstore, type HstorePair } from '@colonnade/pg-meta/hstore-literal'
import { Button, IconButton, Input } from '@colonnade/ui'
import { Plus, X } from 'lucide-react'
import { PartField } from './part-field.tsx'
import type { PartsEditorProps } from './editor-props.ts'
import { hstoreEditorText } from './messages.ts'

/** Keys and their values. */
export function HstoreEditor({ shape, label, onChange, isReadOnly = false, parsed, Editor }: PartsEditorProps<readonly HstorePair[]>) {
  const pairs = parsed ?? []
  const change = (next: readonly HstorePair[]) => onChange(printHstore(next))
  const part = { ...shape, format: 'text', name: 'text' }
  return (
    <div className="flex flex-col gap-1">
      {pairs.map(([key, value], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a pair is its place: its key is being typed
        <div key={index} className="flex items-start gap-1">
          <Input
            isMono
            className="w-1/3"
            aria-label={hstoreEditorText.key(label, index + 1)}
            readOnly={isReadOnly}
            value={key}
            onChange={(event) => change(pairs.with(index, [event.target.value, value]))}
          />
          <div className="min-w-0 flex-1">
            <PartField
              Editor={Editor}
              shape={part}
              rows={1}
              label={hstoreEditorText.value(label, index + 1)}
              value={value}
              isReadOnly={isReadOnly}
              onChange={(next) => change(pairs.with(index, [key, next]))}
            />
          </div>
          {!isReadOnly && (
            <IconButton label={hstoreEditorText.remove(label, index + 1)} onClick={() => change(pairs.toSpliced(index, 1))}>
              <X aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
      {!isReadOnly && (
        <div>
          <Button size="sm" aria-label={hstoreEditorText.addTo(label)} onClick={() => change([...pairs, ['', '']])}>
            <Plus aria-hidden />
            {hstoreEditorText.addKey}
          </Button>
        </div>
      )}
    </div>
  )
}
