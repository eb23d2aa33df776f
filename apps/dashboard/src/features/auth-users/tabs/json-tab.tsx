import type { AuthUserDetails } from '@colonnade/contracts/auth/users'
import { Button, toast } from '@colonnade/ui'
import { useState } from 'react'
import { CodeField } from '../../../lib/code/code-field.tsx'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { useSetMetadata } from '../mutations.ts'
import { jsonTabText } from './messages.ts'

export interface JsonTabProps {
  readonly projectRef: string
  readonly user: AuthUserDetails
  readonly onEdited: (isEdited: boolean) => void
}

const fields = [
  { name: 'user_metadata', label: jsonTabText.userMetadata, hint: jsonTabText.userMetadataHint },
  {
    name: 'app_metadata',
    label: jsonTabText.appMetadata,
    hint: jsonTabText.appMetadataHint,
  },
] as const
type Name = (typeof fields)[number]['name']

/** The metadata of a user, to be edited, over all else that is known of them. */
export function JsonTab({ projectRef, user, onEdited }: JsonTabProps) {
  const save = useSetMetadata(projectRef, user.id)
  const [edited, setEdited] = useState<Readonly<Partial<Record<Name, string>>>>({})
  const problems = Object.fromEntries(Object.entries(edited).map(([name, text]) => [name, problemOf(text)])) as Partial<
    Record<Name, string | undefined>
  >
  const isEdited = Object.keys(edited).length > 0
  const isWrong = Object.values(problems).some((problem) => problem !== undefined)
  const { identities: _identities, sessions: _sessions, factors: _factors, user_metadata: _user, app_metadata: _app, ...rest } = user
  const change = (next: typeof edited) => {
    setEdited(next)
    onEdited(Object.keys(next).length > 0)
  }
  const submit = () => {
    const body = Object.fromEntries(Object.entries(edited).map(([name, text]) => [name, JSON.parse(text) as Record<string, unknown>]))
    save.mutate(body, {
      onSuccess: () => {
        toast.success(jsonTabText.metadataSaved)
        change({})
      },
    })
  }
  return (
    <div className="flex flex-col gap-4">
      {fields.map(({ name, label, hint }) => (
        <CodeField
          key={name}
          label={label}
          hint={hint}
          language="json"
          rows={6}
          value={edited[name] ?? textOf(user[name])}
          error={problems[name]}
          onChange={(text) => {
            const { [name]: _before, ...others } = edited
            change(text === textOf(user[name]) ? others : { ...others, [name]: text })
          }}
        />
      ))}
      {save.error !== null && <ErrorNotice error={save.error} />}
      <div className="flex justify-end gap-2">
        <Button disabled={!isEdited} onClick={() => change({})}>
          {jsonTabText.reset}
        </Button>
        <Button variant="primary" disabled={!isEdited || isWrong} isPending={save.isPending} onClick={submit}>
          {jsonTabText.saveMetadata}
        </Button>
      </div>
      <CodeField label={jsonTabText.userObject} hint={jsonTabText.userObjectHint} language="json" rows={6} value={textOf(rest)} />
    </div>
  )
}

const textOf = (value: unknown): string => JSON.stringify(value, null, 2)

function problemOf(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : jsonTabText.notAnObject
  } catch (error) {
    return (error as Error).message
  }
}
