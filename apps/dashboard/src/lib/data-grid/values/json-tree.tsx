import type { JsonNode } from '@colonnade/pg-meta/json-text'
import { copyText } from '@colonnade/ui'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { matchesJson } from './json-search.ts'

export interface JsonTreeProps {
  readonly node: JsonNode
  /** As jsonpath has it: `$.items[0]`. */
  readonly path: string
  readonly name: string | null
  /** In small letters; what holds it is open, and the rest is left out. Empty: nothing is sought. */
  readonly sought: string
}

/** Levels that are open at first, and children that are drawn at a time. */
const openLevels = 2
const drawnChildren = 100

/** A document as a tree of which parts are opened. A click on a name copies the path to it. */
export function JsonTree(props: JsonTreeProps) {
  return (
    <ul className="font-mono text-xs" aria-label="Document">
      <Branch {...props} level={0} />
    </ul>
  )
}

function Branch({ node, path, name, sought, level }: JsonTreeProps & { readonly level: number }) {
  const [isOpen, setIsOpen] = useState(level < openLevels)
  const [drawn, setDrawn] = useState(drawnChildren)
  const children = node.kind === 'scalar' ? [] : childrenOf(node, path).filter(({ child, key }) => sought === '' || matchesJson(child, key, sought))
  const isShown = isOpen || sought !== ''
  const size = node.kind === 'array' ? node.items.length : node.kind === 'object' ? node.entries.length : 0
  const Sign = isShown ? ChevronDown : ChevronRight
  return (
    <li>
      <span className="flex min-h-6 items-start gap-1 leading-6">
        {size > 0 ? (
          <button
            type="button"
            aria-expanded={isShown}
            aria-label={`${isShown ? 'Close' : 'Open'} ${path}`}
            className="flex size-6 shrink-0 items-center justify-center text-faint"
            onClick={() => setIsOpen(!isOpen)}
          >
            <Sign aria-hidden className="size-3.5" />
          </button>
        ) : (
          <span className="w-6 shrink-0" />
        )}
        {name !== null && (
          <button
            type="button"
            title={`Copy ${path}`}
            aria-label={`Copy the path ${path}`}
            className="min-h-6 min-w-6 shrink-0 text-left text-soft hover:underline"
            onClick={() => void copyText(path)}
          >
            {name}:
          </button>
        )}
        {node.kind === 'scalar' ? (
          <span className={sought !== '' && node.raw.toLowerCase().includes(sought) ? 'break-all bg-warning/25' : 'break-all'}>{node.raw}</span>
        ) : (
          <span className="text-faint">{node.kind === 'array' ? `[${size}]` : `{${size}}`}</span>
        )}
      </span>
      {isShown && children.length > 0 && (
        <ul className="ml-3 border-l pl-1">
          {children.slice(0, drawn).map(({ key, child, childPath }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- keys may stand twice
            <Branch key={`${index} ${key}`} node={child} path={childPath} name={key} sought={sought} level={level + 1} />
          ))}
          {children.length > drawn && (
            <li>
              <button type="button" className="text-accent hover:underline" onClick={() => setDrawn(drawn + drawnChildren)}>
                {children.length - drawn} more
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

function childrenOf(
  node: Exclude<JsonNode, { kind: 'scalar' }>,
  path: string,
): { readonly key: string; readonly child: JsonNode; readonly childPath: string }[] {
  if (node.kind === 'array') return node.items.map((child, index) => ({ key: String(index), child, childPath: `${path}[${index}]` }))
  return node.entries.map(([raw, child]) => {
    const plain = /^"[A-Za-z_][A-Za-z0-9_]*"$/.test(raw)
    return { key: plain ? raw.slice(1, -1) : raw, child, childPath: `${path}.${plain ? raw.slice(1, -1) : raw}` }
  })
}
