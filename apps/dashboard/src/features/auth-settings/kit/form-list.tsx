import { Badge, Panel, PanelHeader } from '@colonnade/ui'
import { ChevronRight } from 'lucide-react'

export interface FormListItem {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
  /** Null for what is neither on nor off. */
  readonly isEnabled: boolean | null
  /** What is particular about it: "edited". */
  readonly note?: string | undefined
}

export interface FormListProps {
  readonly title: string
  readonly description?: string
  readonly items: readonly FormListItem[]
  readonly onOpen: (id: string) => void
}

/** Forms that are opened one at a time, with the state of each. */
export function FormList({ title, description, items, onOpen }: FormListProps) {
  return (
    <Panel label={title}>
      <PanelHeader title={title} {...(description !== undefined && { description })} />
      <ul className="divide-y">
        {items.map(({ id, name, description: text, isEnabled, note }) => (
          <li key={id}>
            <button
              type="button"
              className="flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-2 transition-colors last:rounded-b-lg hover:bg-hover"
              onClick={() => onOpen(id)}
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium wrap-anywhere">{name}</span>
                {text !== undefined && <span className="block text-xs wrap-anywhere text-faint">{text}</span>}
              </span>
              {note !== undefined && <span className="text-xs text-faint">{note}</span>}
              {isEnabled !== null && <Badge tone={isEnabled ? 'accent' : 'neutral'}>{isEnabled ? 'Enabled' : 'Disabled'}</Badge>}
              <ChevronRight aria-hidden className="size-3.5 shrink-0 text-faint" />
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
