import { printMultirange, printRange, type RangeLiteral } from '@colonnade/pg-meta/range-literal'
import { Button, Checkbox, IconButton, Select } from '@colonnade/ui'
import { Plus, X } from 'lucide-react'
import { takesEmpty } from './formats.ts'
import type { PartsEditorProps } from './editor-props.ts'
import { rangeEditorText } from './messages.ts'

const everything: RangeLiteral = { kind: 'range', lower: null, upper: null, isLowerIncluded: true, isUpperIncluded: false }

/** Two bounds, and whether each is part of the range. */
export function RangeEditor({ onChange, parsed, ...props }: PartsEditorProps<RangeLiteral>) {
  return <Bounds {...props} range={parsed ?? everything} onChange={(range) => onChange(printRange(range))} />
}

/** Several ranges, one below the other. */
export function MultirangeEditor({ shape, label, onChange, isReadOnly = false, parsed, ...props }: PartsEditorProps<readonly RangeLiteral[]>) {
  const ranges = parsed ?? []
  const change = (next: readonly RangeLiteral[]) => onChange(printMultirange(next))
  return (
    <div className="flex flex-col gap-1.5">
      {ranges.map((range, index) => {
        const name = `${label} ${index + 1}`
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a range is its place
          <div key={index} className="flex items-start gap-1">
            <div className="min-w-0 flex-1">
              <Bounds
                {...props}
                shape={shape.inner ?? shape}
                label={name}
                isReadOnly={isReadOnly}
                range={range}
                onChange={(next) => change(ranges.with(index, next))}
              />
            </div>
            {!isReadOnly && (
              <IconButton label={rangeEditorText.remove(name)} onClick={() => change(ranges.toSpliced(index, 1))}>
                <X aria-hidden />
              </IconButton>
            )}
          </div>
        )
      })}
      {!isReadOnly && (
        <div>
          <Button size="sm" aria-label={rangeEditorText.addTo(label)} onClick={() => change([...ranges, everything])}>
            <Plus aria-hidden />
            {rangeEditorText.addRange}
          </Button>
        </div>
      )}
    </div>
  )
}

type BoundsProps = Omit<PartsEditorProps<unknown>, 'onChange' | 'value' | 'parsed'> & {
  readonly range: RangeLiteral
  readonly onChange: (range: RangeLiteral) => void
}

function Bounds({ Editor, shape, label, range, isReadOnly = false, onChange }: BoundsProps) {
  const isEmpty = range.kind === 'empty'
  const bounds = isEmpty ? (everything as Extract<RangeLiteral, { kind: 'range' }>) : range
  const inner = shape.inner ?? { ...shape, kind: 'plain' as const }
  const bound = (side: 'lower' | 'upper') => {
    const isIncluded = side === 'lower' ? bounds.isLowerIncluded : bounds.isUpperIncluded
    const sign = side === 'lower' ? (isIncluded ? '≥' : '>') : isIncluded ? '≤' : '<'
    const name = side === 'lower' ? 'from' : 'to'
    const key = side === 'lower' ? 'isLowerIncluded' : 'isUpperIncluded'
    return (
      <div className="flex items-start gap-1">
        <Select
          size="sm"
          className="mt-0.5 w-14"
          label={rangeEditorText.isIncluded(label, name)}
          value={sign}
          disabled={isReadOnly || isEmpty}
          onValueChange={(next) => onChange({ ...bounds, [key]: next === '≥' || next === '≤' })}
          options={(side === 'lower' ? ['≥', '>'] : ['≤', '<']).map((option) => ({ value: option, label: option }))}
        />
        <div className="min-w-0 flex-1">
          <Editor
            shape={inner}
            label={`${label} ${name}`}
            value={bounds[side]}
            placeholder={isEmpty ? rangeEditorText.empty : rangeEditorText.noBound}
            isReadOnly={isReadOnly || isEmpty}
            onChange={(next) => onChange({ ...bounds, [side]: next === '' && !takesEmpty(inner) ? null : next })}
          />
        </div>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-1">
      {bound('lower')}
      {bound('upper')}
      <Checkbox
        isChecked={isEmpty}
        disabled={isReadOnly}
        label={rangeEditorText.emptyRange}
        onCheckedChange={(next) => onChange(next ? { kind: 'empty' } : everything)}
      />
    </div>
  )
}
