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

export interface TableAccessProps {
  readonly projectRef: string
  readonly table: RelationSummary
  readonly access: ColumnAccess
  readonly mayWrite: boolean
}

/** So many columns are drawn; the search finds the others. */
const maxShown = 200
const nothing = ''

/** One privilege of a table at a time; what is changed of all of them is collected, reviewed and run together. */
export function TableAccess({ projectRef, table, access, mayWrite }: TableAccessProps) {
  const [privilege, setPrivilege] = useState<ColumnAccessType>('SELECT')
  const [words, setWords] = useState('')
  const [added, setAdded] = useState<readonly string[]>([])
  const [changes, setChanges] = useState<Changes>(new Map())
  const [isReviewing, setIsReviewing] = useState(false)
  // to who is given another role meanwhile, what is collected stays: its review says who can run it
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
          label="Privilege"
          value={privilege}
          options={columnAccessTypes.map((value) => ({
            value,
            label: value === 'REFERENCES' ? 'References' : value[0]! + value.slice(1).toLowerCase(),
          }))}
          onValueChange={setPrivilege}
        />
        <SearchInput
          label="Search columns"
          placeholder="Search columns"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          className="w-full md:w-48"
        />
        <SearchSelect
          label="Show another role"
          className="h-7 w-full text-xs md:w-48"
          value={nothing}
          options={[
            { value: nothing, label: 'Show another role' },
            ...all.filter((role) => !shown.includes(role)).map((role) => ({ value: role, label: role })),
          ]}
          searchLabel="Search roles"
          emptyText="No other role has this name."
          onValueChange={(role) => role !== nothing && setAdded([...added, role])}
        />
      </div>
      {found.length === 0 ? (
        <p className="text-soft">
          No column of {table.name} has “{words.trim().slice(0, 80)}” in its name.
        </p>
      ) : (
        <AccessMatrix
          label={`${privilege} on ${table.name}`}
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
      {found.length > maxShown && (
        <p className="text-xs text-faint">{(found.length - maxShown).toLocaleString('en')} more columns: search for them</p>
      )}
      <p className="text-xs text-soft">
        – not granted, ✓ granted, ✓✓ granted with the right to grant it in turn; grey comes with the whole table. The owner, {access.owner}, keeps all
        of it.
      </p>
      {isOpen && (
        <div className="sticky bottom-0 flex items-center gap-2 border-t bg-surface py-2">
          <output className="mr-auto text-soft">
            {changes.size === 0 ? 'Nothing is changed' : `${changes.size} ${changes.size === 1 ? 'change' : 'changes'} not run yet`}
          </output>
          {/* disabled, they would lose the focus */}
          <Button isPending={false} aria-disabled={changes.size === 0 || undefined} onClick={() => setChanges(new Map())}>
            Discard
          </Button>
          <Button variant="primary" aria-disabled={changes.size === 0 || undefined} onClick={() => changes.size > 0 && setIsReviewing(true)}>
            Review changes
          </Button>
        </div>
      )}
      <UnsavedGuard isDirty={changes.size > 0 && !isReviewing} isLoss={isOtherTable} />
      {isReviewing && (
        <ChangePanel
          projectRef={projectRef}
          title={`Privileges on ${table.name}`}
          draft={draftOf(table, access, changes)}
          isDirty={false}
          submitLabel="Run changes"
          doneText={`Privileges on ${table.name} changed`}
          onClose={() => setIsReviewing(false)}
          onDone={() => {
            setIsReviewing(false)
            setChanges(new Map())
          }}
          costs={<p className="px-4 pb-4 text-xs text-soft">It locks no rows; what runs already goes on as it began.</p>}
        >
          {() => <Sentences access={access} changes={changes} />}
        </ChangePanel>
      )}
    </>
  )
}

/** Roles of the data API and everybody: they are looked at first. */
const usual: ReadonlySet<string> = new Set(['public', 'anon', 'authenticated', 'service_role'])

const isOtherTable = (current: Place, next: Place): boolean =>
  current.pathname !== next.pathname || JSON.stringify(current.search) !== JSON.stringify(next.search)

function draftOf(table: RelationSummary, access: ColumnAccess, changes: Changes): Draft {
  const kept = changesOf(access, changes).flatMap((change) => keptBy(access, changes, change))
  if (kept.length > 0) return { kind: 'incomplete', problems: { changes: 'Not all of it can be taken back' } }
  const commands = commandsOf(table, access, changes)
  return commands.length === 0 ? { kind: 'unchanged' } : { kind: 'change', change: { name: `Change privileges on ${table.name}`, commands } }
}

/** What is changed, role by role, with what that takes. */
function Sentences({ access, changes }: { readonly access: ColumnAccess; readonly changes: Changes }) {
  return (
    <ul aria-label="Changes" className="flex flex-col gap-3">
      {changesOf(access, changes).map((change) => {
        const { grantee, privilege, before, after } = change
        const rest = Object.values(after.columns).filter((level) => level > 0).length
        const kept = keptBy(access, changes, change)
        const losers = losersBy(access, change)
        return (
          <li key={changeKey(grantee, privilege)} className="flex flex-col gap-0.5">
            <span>
              {privilege} for <span className="font-mono text-xs">{grantee}</span>
            </span>
            <span className="text-xs text-soft">
              {after.table < before.table && after.table === 0
                ? rest === 0
                  ? 'It is revoked of the whole table and of all its columns.'
                  : `Postgres has no grant of all columns but some: it is revoked of the whole table, and granted on ${rest} of ${access.columns.length} columns. Columns that are added later are not among them.`
                : after.table !== before.table
                  ? 'It changes for the whole table, also for columns that are added later.'
                  : 'It changes for single columns.'}
            </span>
            {losers.length > 0 && (
              <span className="text-xs text-warning">
                {grantee} has granted it in turn: {losers.join(', ')} {losers.length === 1 ? 'loses' : 'lose'} that, too.
              </span>
            )}
            {kept.map((grantor) => (
              <span key={grantor} role="alert" className="text-xs text-danger">
                {grantor} has granted it, too, which only {grantor} can take back. Take from {grantor} the right to grant it at the same place, and
                what it has granted goes along; or change {grantee} back.
              </span>
            ))}
          </li>
        )
      })}
    </ul>
  )
}
