import type { Project } from '@colonnade/contracts/projects/projects'
import { ChoiceFrame } from '../parts/choice-frame.tsx'
import { ConnectionChoice } from '../parts/connection-choice.tsx'
import { GuideSteps } from '../parts/guide-steps.tsx'
import { PasswordFill } from '../parts/password-fill.tsx'
import type { Connection } from '../use-connection.ts'
import { useKeptChoice } from '../../../lib/tabs/use-kept-choice.ts'
import { ormGuides } from './orm-guides.ts'

export interface OrmsPanelProps {
  readonly project: Project
  readonly connection: Connection
  readonly password: string
  readonly onPassword: (password: string) => void
}

const ids = ormGuides.map(({ id }) => id)

/** Files of an ORM, which speaks to the database itself. */
export function OrmsPanel({ project, connection, password, onPassword }: OrmsPanelProps) {
  const [id, choose] = useKeptChoice('connect:orm', ids)
  const guide = ormGuides.find((candidate) => candidate.id === id)!
  return (
    <ChoiceFrame label="ORM" items={ormGuides} chosen={id} onChoose={choose}>
      <ConnectionChoice projectRef={project.ref} connection={connection}>
        {(target, notes) => (
          <>
            {notes}
            <PasswordFill project={project} password={password} onPassword={onPassword} />
            <GuideSteps
              key={id}
              install={guide.install}
              run={guide.run}
              files={guide.variants[0].files({
                target,
                migrationTarget: migrationTargetOf(connection) ?? target,
                password: password === '' ? null : password,
                isTransactionPooler: connection.kind === 'ready' && connection.method.id === 'transaction',
              })}
            />
          </>
        )}
      </ConnectionChoice>
    </ChoiceFrame>
  )
}

/** Through a session pooler where there is one, as it is reached from everywhere; else directly. */
function migrationTargetOf(connection: Connection) {
  if (connection.kind !== 'ready') return undefined
  const state = (connection.methods.find(({ id }) => id === 'session') ?? connection.methods[0])?.state
  return state && 'target' in state ? state.target : undefined
}
