import type { StorageTrialReport } from '@colonnade/pg-meta/storage-trial'
import { Panel, PanelContent, PanelHeader } from '@colonnade/ui'
import { VerdictEntry } from '../../../scope/policy-trials/verdict-entry.tsx'
import { explainTrial } from '../../../scope/storage-trial/explain.ts'
import { actionHints, testText } from './messages.ts'

export interface TestResultsProps {
  /** The client it was tested as. */
  readonly who: string
  readonly report: StorageTrialReport
}

/** Shows each file operation with the policies that decide. */
export function TestResults({ who, report }: TestResultsProps) {
  const { bucket, file } = report
  return (
    <Panel label={testText.results(who)}>
      <PanelHeader
        title={testText.results(who)}
        description={bucket === null ? testText.noBucket : file === null ? testText.notThere : testText.there(file.owner_id)}
      />
      {bucket === null ? (
        <PanelContent>{testText.noBucket}</PanelContent>
      ) : (
        <ul aria-label={testText.results(who)} className="flex flex-col ruled">
          {explainTrial(report).map((explained) => (
            <VerdictEntry key={explained.action} {...explained} {...actionHints[explained.action]} afterText={testText.changedFile} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
