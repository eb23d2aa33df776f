import { realtimePublication } from '@colonnade/contracts/data/row-changes'
import type { ChangeCheckReport, CheckedTable } from '@colonnade/pg-meta/realtime-changes'
import {
  addPrimaryKey,
  createReadPolicy,
  grantSchema,
  grantSelect,
  publishEveryEvent,
  publishTable,
  publishWholeTable,
  type RepairedTable,
  setReplicaIdentity,
} from '@colonnade/pg-meta/realtime-repairs'
import type { ChangesDraft } from '../join/draft.ts'
import { filterColumns } from './filter-columns.ts'
import { fault, type Finding, ok, type Repair, warning } from './finding.ts'
import { answerText, questionText, repairText } from './messages.ts'

interface Asked {
  readonly target: RepairedTable
  /** The table name as typed. */
  readonly shown: string
  readonly changes: ChangesDraft
  readonly role: string
  readonly table: CheckedTable
}

/** Explains what keeps row changes from a client, in the order of the checks. */
export function changeFindings(changes: ChangesDraft, role: string, { hasRole, publication, table }: ChangeCheckReport): readonly Finding[] {
  if (!hasRole) return [fault(questionText.role, answerText.noRole(role))]
  const target = { schema: changes.schema, name: changes.table.trim() }
  const shown = `${target.schema}.${target.name}`
  const events = publication === null ? [] : [eventsFinding(changes, publication)]
  if (target.name === '*') {
    const count = publication?.tables ?? 0
    return [
      count === 0 ? fault(questionText.table, answerText.noneOf(target.schema)) : ok(questionText.table, answerText.tablesOf(count, target.schema)),
      ...events,
    ]
  }
  if (table === null) return [fault(questionText.table, answerText.noTable(shown))]
  if (table.kind !== 'r' && table.kind !== 'p') return [fault(questionText.table, answerText.notATable(shown))]
  const asked: Asked = { target, shown, changes, role, table }
  return [
    publishedFinding(asked, publication !== null),
    ...events,
    keyFinding(asked),
    grantFinding(asked),
    rowsFinding(asked),
    ...filterFindings(asked),
    identityFinding(asked),
  ]
}

function publishedFinding({ target, shown, table }: Asked, isThere: boolean): Finding {
  if (!table.isPublished) {
    const command = publishTable(realtimePublication, target, isThere)
    return fault(questionText.table, answerText.notPublished(shown), { name: repairText.publish, note: repairText.publishNote, command })
  }
  const parts = [
    ...(table.rowFilter === null ? [] : [answerText.rowFilter(table.rowFilter)]),
    ...(table.publishedColumns === null ? [] : [answerText.someColumns(table.publishedColumns.join(', '))]),
  ]
  if (parts.length === 0) return ok(questionText.table, answerText.published(shown))
  const command = publishWholeTable(realtimePublication, target)
  return warning(questionText.table, parts.join(' '), { name: repairText.whole, note: repairText.publishNote, command })
}

function eventsFinding({ event }: ChangesDraft, { inserts, updates, deletes }: NonNullable<ChangeCheckReport['publication']>): Finding {
  const missing = Object.entries({ INSERT: inserts, UPDATE: updates, DELETE: deletes })
    .filter(([name, isPublished]) => !isPublished && (event === '*' || event === name))
    .map(([name]) => name)
  if (missing.length === 0) return ok(questionText.events, answerText.events)
  const command = publishEveryEvent(realtimePublication)
  return fault(questionText.events, answerText.eventsMissing(missing.join(' and ')), {
    name: repairText.events,
    note: repairText.eventsNote,
    command,
  })
}

function keyFinding({ target, table }: Asked): Finding {
  const key = table.columns.filter(({ isKey }) => isKey)
  if (key.length > 0) return ok(questionText.key, answerText.key(namesOf(key)))
  const command = addPrimaryKey(
    target,
    table.columns.some(({ name }) => name === 'id'),
  )
  return fault(questionText.key, answerText.noKey, { name: repairText.key, note: repairText.keyNote, command })
}

function grantFinding({ target, shown, role, table }: Asked): Finding {
  const question = questionText.grants
  const selecting = (columns: readonly string[] | null): Repair => ({
    name: repairText.select,
    note: repairText.selectNote(role),
    command: grantSelect(target, role, columns),
  })
  const usage = table.hasSchemaUsage
    ? []
    : [{ name: repairText.schema, note: repairText.schemaNote(role), command: grantSchema(target.schema, role) }]
  const unreadable = table.columns.filter(({ isReadable }) => !isReadable)
  const hidden = unreadable.filter(({ isKey }) => isKey)
  const schema = usage.length > 0 ? [answerText.noSchema(role, target.schema)] : []
  if (table.columns.length > 0 && unreadable.length === table.columns.length) {
    return fault(question, [...schema, answerText.noSelect(role, shown)].join(' '), ...usage, selecting(null))
  }
  if (hidden.length > 0) {
    return fault(question, [...schema, answerText.noKeySelect(role, namesOf(hidden))].join(' '), ...usage, selecting(hidden.map(({ name }) => name)))
  }
  if (usage.length > 0) return fault(question, schema.join(' '), ...usage)
  if (unreadable.length > 0) {
    return warning(question, answerText.someSelect(role, namesOf(unreadable)), selecting(unreadable.map(({ name }) => name)))
  }
  return ok(question, answerText.grants(role))
}

/** Columns that usually contain the user a row belongs to. */
const userColumns = ['user_id', 'owner_id', 'owner', 'created_by', 'author_id', 'profile_id']

function rowsFinding({ target, role, table }: Asked): Finding {
  const question = questionText.rows
  if (table.unbound === 'off') return warning(question, answerText.rlsOff(role))
  if (table.unbound !== null) return ok(question, answerText[table.unbound](role))
  const policies = table.policies.map(({ name, rows, error }) => ({
    name,
    isTrue: rows !== null && rows > 0,
    text: error ?? answerText.policyRows(rows ?? 0, table.rows),
  }))
  const userColumn =
    role === 'anon' ? undefined : userColumns.find((name) => table.columns.some((column) => column.name === name && column.type === 'uuid'))
  const repair: Repair = {
    name: repairText.policy,
    note: userColumn === undefined ? repairText.allRowsNote(role) : repairText.ownRowsNote(userColumn),
    command: createReadPolicy(target, role, userColumn ?? null),
  }
  const { error, rows, visible } = table
  if (!table.policies.some(({ isPermissive }) => isPermissive))
    return { ...fault(question, answerText.noPolicies(role), repair), policies, link: 'tablePolicies' }
  if (error !== null) return { ...fault(question, answerText.policiesFail(error)), policies, link: 'tablePolicies' }
  if (rows === 0) return { ...warning(question, answerText.empty), policies }
  if (visible === 0 || visible === null) return { ...fault(question, answerText.hidden(rows), repair), policies, link: 'tablePolicies' }
  return { ...ok(question, answerText.shown(visible, rows)), policies }
}

function filterFindings({ target, changes, role, table }: Asked): readonly Finding[] {
  const question = questionText.filter
  const wanted = filterColumns(changes.filter)
  if (wanted.length === 0) return []
  const missing = wanted.find((name) => table.columns.every((column) => column.name !== name))
  if (missing !== undefined) return [fault(question, answerText.filterColumn(missing, namesOf(table.columns)))]
  const found = table.columns.filter(({ name }) => wanted.includes(name))
  const unreadable = found.filter(({ isReadable }) => !isReadable).map(({ name }) => name)
  if (unreadable.length > 0) {
    const command = grantSelect(target, role, unreadable)
    return [
      fault(question, answerText.filterUnreadable(role, unreadable.join(', ')), {
        name: repairText.select,
        note: repairText.selectNote(role),
        command,
      }),
    ]
  }
  const unknown = changes.event === '*' || changes.event === 'DELETE' ? found.filter(({ isIdentity }) => !isIdentity) : []
  if (unknown.length > 0) {
    const say = changes.event === 'DELETE' ? fault : warning
    return [say(question, answerText.filterDelete(namesOf(unknown)), fullIdentity(target))]
  }
  return [ok(question, answerText.filter)]
}

const fullIdentity = (target: RepairedTable): Repair => ({
  name: repairText.identityFull,
  note: repairText.identityNote,
  command: setReplicaIdentity(target, 'full'),
})

function identityFinding({ target, changes, table }: Asked): Finding {
  const question = questionText.identity
  const hasKey = table.columns.some(({ isKey }) => isKey)
  if (table.identity === 'full') return ok(question, answerText.identityFull)
  const identity = table.columns.filter(({ isIdentity }) => isIdentity)
  if (identity.length === 0) {
    const repair = hasKey
      ? { name: repairText.identityDefault, note: repairText.identityNote, command: setReplicaIdentity(target, 'default') }
      : fullIdentity(target)
    return changes.event === 'INSERT' ? warning(question, answerText.identityNothing, repair) : fault(question, answerText.identityNothing, repair)
  }
  return ok(question, answerText.identityKey(namesOf(identity)))
}

const namesOf = (columns: readonly { readonly name: string }[]): string => columns.map(({ name }) => name).join(', ')
