import { Button, Field, SearchSelect, SegmentedControl, Select, Skeleton } from '@colonnade/ui'
import { useState } from 'react'
import { messageOf } from '../../lib/error-notice.tsx'
import type { AssuranceLevel } from './claims.ts'
import { isOwn, ownRole, rolePlace, setDatabaseRole, useDatabaseRole, type DatabaseRole, type RoleVerb } from './database-role.ts'
import { type FoundUser, nameOfUser, noteRecentUser, useUserSource } from './found-users.ts'
import { roleMessages } from './messages.ts'
import { claimsOfKey, claimsOfUser, roleChoicesQuery, type RoleChoices } from './role-queries.ts'
import { emptyWrittenClaims, userOfWritten, withWritten, type WrittenClaims } from './written-claims.ts'
import { AssuranceChoice } from './user-choice.tsx'
import { UserPicker } from './user-picker.tsx'
import { WrittenClaimsFields } from './written-claims-fields.tsx'
import { Loaded } from '../loaded/loaded.tsx'

export interface RoleFormProps {
  readonly projectRef: string
  readonly verb: RoleVerb
  /** The choice in progress; null if there is none. */
  readonly draft: RoleDraft | null
  readonly onDraft: (draft: RoleDraft | null) => void
  readonly onDone: () => void
}

type Who = 'own' | 'anon' | 'user' | 'service_role' | 'other'

const noFunction = ''

/** A choice in progress. */
export interface RoleDraft {
  readonly who: Who
  readonly user: FoundUser | null
  readonly aal: AssuranceLevel
  readonly isWritten: boolean
  readonly written: WrittenClaims
  readonly customize: string
  readonly other: string
  readonly how: DatabaseRole['type']
}

/** Chooses a role: the project's own user, an API key, a user of the application, or any other role. */
export function RoleForm(props: RoleFormProps) {
  return (
    <Loaded query={roleChoicesQuery(props.projectRef)} label="roles" skeleton={<Skeleton className="h-24" />} className="m-3">
      {(choices) => <ChoiceForm {...props} choices={choices} />}
    </Loaded>
  )
}

function ChoiceForm({ projectRef, verb, choices, draft, onDraft, onDone }: RoleFormProps & { readonly choices: RoleChoices }) {
  const place = rolePlace(projectRef, verb)
  const { role } = useDatabaseRole(place)
  const isCall = verb === 'Call'
  const source = useUserSource(projectRef)
  const hasUsers = source === 'service' || choices.hasUsers
  const begun: RoleDraft = draft ?? {
    who: isCall && isOwn(role) ? 'anon' : whoOf(role),
    user: null,
    aal: 'aal1',
    isWritten: !hasUsers,
    written: emptyWrittenClaims,
    customize: noFunction,
    other: role.role,
    how: isCall ? 'postgrest' : 'postgres',
  }
  const change = (next: Partial<RoleDraft>) => onDraft({ ...begun, ...next })
  const { who, user, aal, isWritten, written, customize, other, how } = begun
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setIsPending] = useState(false)
  const names = choices.functions.map(({ schema, name }) => `${schema}.${name}`)
  const chosenUser = isWritten ? userOfWritten(written) : user

  const roleOf = async (): Promise<DatabaseRole> => {
    if (who === 'own') return ownRole
    if (who === 'other') return how === 'postgres' ? { type: 'postgres', role: other } : keyed(projectRef, other)
    if (who !== 'user') return keyed(projectRef, who)
    if (chosenUser === null) throw new Error(isWritten ? 'Enter the user’s ID as sub' : 'Choose a user')
    const derived = await claimsOfUser(projectRef, chosenUser, { aal, customize: choices.functions[names.indexOf(customize)] ?? null })
    const claims = isWritten ? withWritten(derived, written) : derived
    const named = typeof claims['role'] === 'string' && claims['role'] !== '' ? claims['role'] : 'authenticated'
    if (!isWritten && user !== null) noteRecentUser(projectRef, user)
    return { type: 'postgrest', role: named, claims, user: nameOfUser(chosenUser) }
  }
  const choose = async () => {
    setIsPending(true)
    setFailure(null)
    try {
      setDatabaseRole(place, await roleOf())
      onDraft(null)
      onDone()
    } catch (thrown) {
      setFailure(messageOf(thrown))
    }
    setIsPending(false)
  }
  return (
    <form
      className="flex flex-col gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void choose()
      }}
    >
      <Field label={`${verb} as`}>
        <Select
          value={who}
          onValueChange={(next) => change({ who: next })}
          options={whoOptions.filter(({ value, role: needed }) => (value === 'own' ? !isCall : needed === null || choices.roles.includes(needed)))}
        />
      </Field>
      {who === 'user' && (
        <>
          {hasUsers && (
            <SegmentedControl
              label="How to choose the user"
              value={isWritten ? 'written' : 'chosen'}
              onValueChange={(value) => change({ isWritten: value === 'written' })}
              options={[
                { value: 'chosen', label: 'A user' },
                { value: 'written', label: 'Custom claims' },
              ]}
            />
          )}
          {isWritten ? (
            <WrittenClaimsFields value={written} onChange={(next) => change({ written: next })} />
          ) : (
            <UserPicker projectRef={projectRef} source={source} value={user} onChange={(next) => change({ user: next })} />
          )}
          <AssuranceChoice value={aal} onChange={(value) => change({ aal: value })} />
          <p className="text-xs text-faint">{names.length > 0 ? roleMessages.previewThenCustomize : roleMessages.preview}</p>
          {names.length > 0 && (
            <Field label="Function that customizes tokens" hint="Its result replaces the claims." isOptional>
              <Select
                value={customize}
                onValueChange={(next) => change({ customize: next })}
                options={[{ value: noFunction, label: 'None' }, ...names.map((name) => ({ value: name, label: name }))]}
              />
            </Field>
          )}
        </>
      )}
      {who === 'other' && (
        <>
          <Field label="Role">
            <SearchSelect
              value={other}
              onValueChange={(next) => change({ other: next })}
              options={choices.roles.map((name) => ({ value: name, label: name }))}
              searchLabel="Search roles"
              emptyText="No matching role"
            />
          </Field>
          {!isCall && (
            <SegmentedControl
              label="How to use the role"
              value={how}
              onValueChange={(next) => change({ how: next })}
              options={[
                { value: 'postgres', label: 'Database role' },
                { value: 'postgrest', label: 'Through the data API' },
              ]}
            />
          )}
        </>
      )}
      {draft !== null && failure === null && (
        <p className="text-xs text-faint">
          Not applied yet: the current role is {isCall && isOwn(role) ? 'anon' : role.role}. Your changes stay here until you leave the page.
        </p>
      )}
      {failure !== null && (
        <p role="alert" className="text-xs break-words text-danger">
          {failure}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        size="sm"
        className="self-end"
        isPending={isPending}
        disabled={who === 'other' && !choices.roles.includes(other)}
      >
        {who === 'own' ? `${verb} as postgres` : verb === 'View' ? 'View' : 'Choose'}
      </Button>
    </form>
  )
}

const whoOptions: readonly { readonly value: Who; readonly label: string; readonly hint: string; readonly role: string | null }[] = [
  { value: 'own', label: 'postgres', hint: 'everything', role: null },
  { value: 'anon', label: 'anon', hint: 'not signed in', role: 'anon' },
  { value: 'user', label: 'authenticated', hint: 'a user', role: 'authenticated' },
  { value: 'service_role', label: 'service_role', hint: 'bypasses RLS', role: 'service_role' },
  { value: 'other', label: 'Another role', hint: '', role: null },
]

function whoOf(role: DatabaseRole): Who {
  if (role.type === 'postgrest') return role.user !== null ? 'user' : role.role === 'anon' || role.role === 'service_role' ? role.role : 'other'
  return role.role === ownRole.role ? 'own' : 'other'
}

function keyed(ref: string, role: string): DatabaseRole {
  return { type: 'postgrest', role, claims: claimsOfKey(ref, role), user: null }
}
