import type { ApiKey, ApiKeyType } from '@colonnade/contracts/api/api-keys'
import { Button, Panel, PanelHeader } from '@colonnade/ui'
import { KeyRow } from './key-row.tsx'
import { sections, keySectionText } from './messages.ts'

export interface KeySectionProps {
  readonly projectRef: string
  readonly type: ApiKeyType
  readonly keys: readonly ApiKey[]
  readonly mayChange: boolean
  readonly onCreate: (type: ApiKeyType) => void
  readonly onEdit: (key: ApiKey) => void
  readonly onDelete: (key: ApiKey) => void
}

/** All keys of a type. */
export function KeySection({ projectRef, type, keys, mayChange, onCreate, onEdit, onDelete }: KeySectionProps) {
  const { title, description, empty } = sections[type]
  return (
    <Panel label={title}>
      <PanelHeader title={title} description={description} />
      {keys.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 text-sm text-soft">
          <p>{keySectionText.noKeys(type, empty)}</p>
          {mayChange && (
            <Button size="sm" onClick={() => onCreate(type)}>
              {keySectionText.createKey(type)}
            </Button>
          )}
        </div>
      ) : (
        <ul aria-label={title} className="ruled">
          {keys.map((key) => (
            <KeyRow
              key={key.id}
              projectRef={projectRef}
              apiKey={key}
              {...(mayChange && { onEdit: () => onEdit(key), onDelete: () => onDelete(key) })}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}
