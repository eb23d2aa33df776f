import type { Project } from '@colonnade/contracts/projects/projects'
import type { DatabaseParameters } from '../guide.ts'
import { ChoiceFrame } from '../parts/choice-frame.tsx'
import { CopyableText } from '../../../lib/code-text/code-text.tsx'
import { ConnectionChoice } from '../parts/connection-choice.tsx'
import { DatabaseParameterList } from '../parts/database-parameters.tsx'
import { GuideSteps } from '../parts/guide-steps.tsx'
import { PasswordFill, ResetHint } from '../parts/password-fill.tsx'
import type { Connection } from '../use-connection.ts'
import { useKeptChoice } from '../../../lib/tabs/use-kept-choice.ts'
import { connectionTypes } from './connection-types.ts'

export interface StringsPanelProps {
  readonly project: Project
  readonly connection: Connection
  readonly password: string
  readonly onPassword: (password: string) => void
}

const ids = connectionTypes.map(({ id }) => id)

/** The address of the database in the form that each kind of client takes. */
export function StringsPanel({ project, connection, password, onPassword }: StringsPanelProps) {
  const [id, choose] = useKeptChoice('connect:type', ids)
  const type = connectionTypes.find((candidate) => candidate.id === id)!
  const isTransactionPooler = connection.kind === 'ready' && connection.method.id === 'transaction'
  return (
    <ChoiceFrame label="Connection type" items={connectionTypes} chosen={id} onChoose={choose}>
      <ConnectionChoice projectRef={project.ref} connection={connection}>
        {(target, notes) => {
          const parameters: DatabaseParameters = { target, password: password === '' ? null : password, isTransactionPooler }
          const files = type.files(parameters)
          return (
            <>
              <CopyableText text={type.text(parameters)} language={type.language} label={`${type.label} connection string`} isWrapped />
              {type.hasPassword ? (
                <PasswordFill project={project} password={password} onPassword={onPassword} />
              ) : (
                <p className="text-xs text-faint">
                  Prompts for the database password, so it stays out of your shell history. <ResetHint project={project} />
                </p>
              )}
              <DatabaseParameterList target={target} />
              {notes}
              {files.length > 0 && (
                <div className="flex flex-col gap-3 border-t pt-4">
                  <h4 className="text-sm font-medium">Example program</h4>
                  <GuideSteps install={type.install} files={files} run={type.run} />
                </div>
              )}
            </>
          )
        }}
      </ConnectionChoice>
    </ChoiceFrame>
  )
}
