import type { TriggerSummary } from '@colonnade/pg-meta/trigger-summaries'
import { LoadedPanel } from '../../../lib/object-page/loaded-panel.tsx'
import { addressOf } from '../../../lib/object-page/object-search.ts'
import { OpenedObject } from '../../../lib/object-page/opened-object.tsx'
import type { DatabaseSearchProps } from '../objects/database-search.ts'
import { triggerPanelText } from './messages.ts'
import { TriggerForm } from './trigger-form.tsx'
import { TriggerPanel } from './trigger-panel.tsx'
import { triggerQuery } from './trigger-queries.ts'

export interface OpenedTriggerProps extends DatabaseSearchProps {
  readonly projectRef: string
  readonly schema: string
  /** Undefined while they load. */
  readonly all: readonly TriggerSummary[] | undefined
  readonly mayWrite: boolean
}

/** The panel that the address asks for. */
export function OpenedTrigger({ projectRef, schema, all, mayWrite, search, onSearch }: OpenedTriggerProps) {
  const address = addressOf({ search, onSearch })
  const onClose = () => address.close()
  const onDone = () => address.leaveSaved()
  if (all === undefined) return null
  return (
    <OpenedObject
      items={all}
      keyOf={({ id }) => String(id)}
      search={search}
      onSearch={onSearch}
      renderNew={mayWrite ? () => <TriggerForm work={{ kind: 'create', schema }} {...{ projectRef, all, onClose, onDone }} /> : undefined}
      renderForm={({ id, name }, act) =>
        mayWrite &&
        (act === 'edit' || act === 'duplicate') && (
          <LoadedPanel key={act} title={name} label={triggerPanelText.loading} query={triggerQuery(projectRef, id)} onClose={onClose}>
            {(original) => <TriggerForm work={{ kind: act, original }} onClose={() => address.show()} {...{ projectRef, all, onDone }} />}
          </LoadedPanel>
        )
      }
      renderObject={(item) => (
        <TriggerPanel
          key={item.id}
          siblings={all.filter(({ table_id: table }) => table === item.table_id)}
          onAct={address.act}
          {...{ projectRef, item, mayWrite, onClose }}
        />
      )}
    />
  )
}
