import { columnAccessTypes, type ColumnAccess, type ColumnAccessType } from '@colonnade/pg-meta/column-access'
import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { Button, SearchInput, SearchSelect, SegmentedControl } from '@colonnade/ui'
import { useState } from 'react'
import { UnsavedGuard, type Place } from '../../../lib/panels/unsaved-guard.tsx'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import type { Draft } from '../../../scope/changes/draft.ts'
import {
  changeKey,
  changesOf,
  commandsOf,
  heldBy,
  isSame,
  keptBy,
  losersBy,
  withColumn,
  withTable,
  type Changes,
  type Held,
} from './access-changes.ts'
import { AccessMatrix } from './access-matrix.tsx'
import { tableAccessText } from './messages.ts'

export interface TableAccessProps {
  readonly projectRef: string
  readonly table: RelationSummary
  readonly access: ColumnAccess
  readonly mayWrite: boolean
}

/** Most columns shown; the search finds the others. */
const maxShown = 200
const nothing = ''

/** Edits one privilege of a table at a time. Changes to all of them are reviewed and saved together. */
export function TableAccess({ projectRef, table, access, mayWrite }: TableAccessProps) {
  const [privilege, setPrivilege] = useState<ColumnAccessType>('SELECT')
  const [words, setWords] = useState('')
  const [added, setAdded] = useState<readonly string[]>([])
  const [changes, setChanges] = useState<Changes>(new Map())
  const [isReviewing, setIsReviewing] = useState(false)
  // a person who loses the permission keeps unsaved changes; the review says who can save them
  const isOpen = mayWrite || changes.size > 0
  const heldOf = (role: string): Held => changes.get(changeKey(role, privilege)) ?? heldBy(access, role, privilege)
  const change = (role: string, held: Held) => {
    const next = new Map(changes)
    const key = changeKey(role, privilege)
    if (isSame(heldBy(access, role, privilege), held, access.columns)) next.delete(key)
    else next.set(key, held)
    setChanges(next)
  }
  const all = ['public', ...access.roles]
  const holders = new Set(access.grants.map(({ grantee }) => grantee))
  const shown = all.filter((role) => holders.has(role) || usual.has(role) || added.includes(role))
  const found = access.columns.filter((column) => column.toLowerCase().includes(words.trim().toLowerCase()))
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedControl<ColumnAccessType>
          label={tableAccessText.privilege}
          value={privilege}
          options={columnAccessTypes.map((value) => ({
            value,
            label: value === 'REFERENCES' ? tableAccessText.references : value[0]! + value.slice(1).toLowerCase(),
          }))}
          onValueChange={setPrivilege}
        />
        <SearchInput
          label={tableAccessText.searchColumns}
          placeholder={tableAccessText.searchColumns}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          className="w-full md:w-48"
        />
        <SearchSelect
          label={tableAccessText.showRole}
          className="h-7 w-full text-xs md:w-48"
          value={nothing}
          options={[
            { value: nothing, label: tableAccessText.showRole },
            ...all.filter((role) => !shown.includes(role)).map((role) => ({ value: role, label: role })),
          ]}
          searchLabel={tableAccessText.searchRoles}
          emptyText={tableAccessText.noRole}
          onValueChange={(role) => role !== nothing && setAdded([...added, role])}
        />
      </div>
      {found.length === 0 ? (
        <p className="text-soft">{tableAccessText.noColumn(table.name, words.trim().slice(0, 80))}</p>
      ) : (
        <AccessMatrix
          label={tableAccessText.on(privilege, table.name)}
          access={access}
          privilege={privilege}
          roles={shown}
          columns={found.slice(0, maxShown)}
          mayWrite={isOpen}
          heldOf={heldOf}
          onTable={(role, level) => change(role, withTable(heldOf(role), level))}
          onColumn={(role, column, level) => change(role, withColumn(heldOf(role), column, level, access.columns))}
        />
      )}
      {found.length > maxShown && <p className="text-xs text-faint">{tableAccessText.moreColumns((found.length - maxShown).toLocaleString('en'))}</p>}
      <p className="text-xs text-soft">{tableAccessText.legend(access.owner)}</p>
      {isOpen && (
        <div className="sticky bottom-0 flex items-center gap-2 border-t bg-surface py-2">
          <output className="mr-auto text-soft">{changes.size === 0 ? tableAccessText.noChanges : tableAccessText.unsaved(changes.size)}</output>
          {/* disabled, they would lose the focus */}
          <Button isPending={false} aria-disabled={changes.size === 0 || undefined} onClick={() => setChanges(new Map())}>
            {tableAccessText.discard}
          </Button>
          <Button variant="primary" aria-disabled={changes.size === 0 || undefined} onClick={() => changes.size > 0 && setIsReviewing(true)}>
            {tableAccessText.review}
          </Button>
        </div>
      )}
      <UnsavedGuard isDirty={changes.size > 0 && !isReviewing} isLoss={isOtherTable} />
      {isReviewing && (
        <ChangePanel
          projectRef={projectRef}
          title={tableAccessText.title(table.name)}
          draft={draftOf(table, access, changes)}
          isDirty={false}
          submitLabel={tableAccessText.submit}
          doneText={tableAccessText.done(table.name)}
          onClose={() => setIsReviewing(false)}
          onDone={() => {
            setIsReviewing(false)
            setChanges(new Map())
          }}
          costs={<p className="px-4 pb-4 text-xs text-soft">{tableAccessText.costs}</p>}
        >
          {() => <Sentences access={access} changes={changes} />}
        </ChangePanel>
      )}
    </>
  )
}

/** Roles shown at first: those of the data API, and public. */
const usual: ReadonlySet<string> = new Set(['public', 'anon', 'authenticated', 'service_role'])

const isOtherTable = (current: Place, next: Place): boolean =>
  current.pathname !== next.pathname || JSON.stringify(current.search) !== JSON.stringify(next.search)

function draftOf(table: RelationSummary, access: ColumnAccess, changes: Changes): Draft {
  const kept = changesOf(access, changes).flatMap((change) => keptBy(access, changes, change))
  if (kept.length > 0) return { kind: 'incomplete', problems: { changes: tableAccessText.incomplete } }
  const commands = commandsOf(table, access, changes)
  return commands.length === 0 ? { kind: 'unchanged' } : { kind: 'change', change: { name: tableAccessText.change(table.name), commands } }
}

/** Lists the changes role by role, with their effects. */
function Sentences({ access, changes }: { readonly access: ColumnAccess; readonly changes: Changes }) {
  return (
    <ul aria-label={tableAccessText.changes} className="flex flex-col gap-3">
      {changesOf(access, changes).map((change) => {
        const { grantee, privilege, before, after } = change
        const rest = Object.values(after.columns).filter((level) => level > 0).length
        const kept = keptBy(access, changes, change)
        const losers = losersBy(access, change)
        return (
          <li key={changeKey(grantee, privilege)} className="flex flex-col gap-0.5">
            <span>
              {tableAccessText.changeFor(privilege)}
              <span className="font-mono text-xs">{grantee}</span>
            </span>
            <span className="text-xs text-soft">
              {after.table < before.table && after.table === 0
                ? rest === 0
                  ? tableAccessText.revokedAll
                  : tableAccessText.revokedSome(rest, access.columns.length)
                : after.table !== before.table
                  ? tableAccessText.wholeTable
                  : tableAccessText.columnsOnly}
            </span>
            {losers.length > 0 && <span className="text-xs text-warning">{tableAccessText.losers(grantee, losers)}</span>}
            {kept.map((grantor) => (
              <span key={grantor} role="alert" className="text-xs text-danger">
                {tableAccessText.otherGrantor(grantor, grantee)}
              </span>
            ))}
          </li>
        )
      })}
    </ul>
  )
}
