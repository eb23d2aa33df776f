import { printArray, type ArrayItem, type ArrayLiteral } from '@colonnade/pg-meta/array-literal'
import { Button, IconButton } from '@colonnade/ui'
import { ChevronDown, ChevronUp, Plus, X } from 'lucide-react'
import type { PartsEditorProps } from './editor-props.ts'
import { arrayEditorText } from './messages.ts'
import { PartField } from './part-field.tsx'
import type { ValueShape } from './value-shape.ts'

const textShape: ValueShape = { name: 'text', format: 'text', kind: 'plain', enums: [], inner: null, delimiter: ',', attributes: [] }
/** Longer lists are edited as text: so many fields help nobody. */
const maxEntries = 200

/** The entries of an array, each with an editor of its own type; those of further dimensions within their own lists. */
export function ArrayEditor({ shape, label, onChange, isReadOnly = false, parsed, Editor }: PartsEditorProps<ArrayLiteral>) {
  const inner = shape.inner ?? textShape
  const print = (items: readonly ArrayItem[]) => {
    // bounds that are written hold for as many entries as there were
    const bounds = items.length === parsed?.items.length ? parsed.bounds : null
    onChange(printArray({ bounds, items }, inner.delimiter))
  }
  return <Items Editor={Editor} label={label} inner={inner} items={parsed?.items ?? []} isReadOnly={isReadOnly} onChange={print} />
}

interface ItemsProps extends Pick<PartsEditorProps<unknown>, 'Editor'> {
  readonly label: string
  readonly inner: ValueShape
  readonly items: readonly ArrayItem[]
  readonly isReadOnly: boolean
  readonly onChange: (items: readonly ArrayItem[]) => void
}

function Items({ Editor, label, inner, items, isReadOnly, onChange }: ItemsProps) {
  const isNested = items.some((item) => typeof item === 'object' && item !== null)
  const move = (from: number, to: number) => onChange(items.toSpliced(from, 1).toSpliced(to, 0, items[from]!))
  return (
    <div className="flex flex-col gap-1">
      {items.length > 0 && (
        <ol className="flex flex-col gap-1">
          {items.slice(0, maxEntries).map((item, index) => {
            const name = `${label} ${index + 1}`
            return (
              // oxlint-disable-next-line react/no-array-index-key -- an entry is its place
              <li key={index} className="flex items-start gap-1">
                <span className="mt-2 w-5 shrink-0 text-right text-2xs text-faint tabular-nums">{index + 1}</span>
                <div className="min-w-0 flex-1">
                  {typeof item === 'object' && item !== null ? (
                    <div className="border-l pl-2">
                      <Items
                        Editor={Editor}
                        label={name}
                        inner={inner}
                        items={item}
                        isReadOnly={isReadOnly}
                        onChange={(next) => onChange(items.with(index, next))}
                      />
                    </div>
                  ) : (
                    <PartField
                      Editor={Editor}
                      shape={inner}
                      label={name}
                      value={item}
                      isReadOnly={isReadOnly}
                      onChange={(next) => onChange(items.with(index, next))}
                    />
                  )}
                </div>
                {!isReadOnly && (
                  <span className="mt-1 flex shrink-0">
                    <IconButton label={arrayEditorText.moveUp(name)} disabled={index === 0} onClick={() => move(index, index - 1)}>
                      <ChevronUp aria-hidden />
                    </IconButton>
                    <IconButton label={arrayEditorText.moveDown(name)} disabled={index === items.length - 1} onClick={() => move(index, index + 1)}>
                      <ChevronDown aria-hidden />
                    </IconButton>
                    <IconButton label={arrayEditorText.remove(name)} onClick={() => onChange(items.toSpliced(index, 1))}>
                      <X aria-hidden />
                    </IconButton>
                  </span>
                )}
              </li>
            )
          })}
        </ol>
      )}
      {items.length > maxEntries && <p className="text-xs text-faint">{arrayEditorText.tooMany(items.length - maxEntries)}</p>}
      {!isReadOnly && (
        <div>
          <Button
            size="sm"
            aria-label={arrayEditorText.addTo(label)}
            onClick={() => onChange([...items, isNested ? [...(items.at(-1) as readonly ArrayItem[])] : firstOf(inner)])}
          >
            <Plus aria-hidden />
            {arrayEditorText.add}
          </Button>
        </div>
      )}
    </div>
  )
}

/** What a new entry is at first: an empty text where that is a value, else NULL. */
function firstOf({ kind, format }: ValueShape): string | null {
  return kind === 'plain' && (format === 'text' || format === 'varchar') ? '' : null
}
