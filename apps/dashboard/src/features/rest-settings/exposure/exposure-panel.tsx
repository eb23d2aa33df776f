import { type Exposed, exposedRoles } from '@colonnade/pg-meta/exposure'
import { Badge, Button, Checkbox } from '@colonnade/ui'
import { useState } from 'react'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { Fact } from '../../../lib/object-page/fact.tsx'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { paths } from '../../../paths.ts'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { useProject } from '../../../scope/use-project.ts'
import { assess, toneOf } from './assess.ts'
import { exposurePanelText } from './messages.ts'
import { keyOf, recommendedOf, repairDraft, repairsOf } from './repair-draft.ts'
import { accessText, findingTitle, protectionOf, findingReason, repairHint, repairLabel } from './words.ts'

export interface ExposurePanelProps {
  readonly projectRef: string
  readonly item: Exposed
  readonly onClose: () => void
}

/** Shows who can reach an object, the findings, and the SQL that fixes them. */
export function ExposurePanel({ projectRef, item, onClose }: ExposurePanelProps) {
  const { db_version: version } = useProject(projectRef)
  // stays as opened: running a fix twice does no harm
  const [opened] = useState(item)
  const major = Number.parseInt(version ?? '', 10)
  const repairs = repairsOf(opened, major)
  const recommended = recommendedOf(opened, major)
  const [chosen, setChosen] = useState<readonly string[]>(recommended === undefined ? [] : [keyOf(recommended)])
  const title = `${opened.schema}.${opened.name}`
  const description = opened.kind === 'function' ? <span className="font-mono text-xs wrap-anywhere">({opened.arguments})</span> : opened.kind
  if (repairs.length === 0) {
    return (
      <SidePanel title={title} description={description} onClose={onClose} footer={<Button onClick={onClose}>{exposurePanelText.close}</Button>}>
        <div className="flex flex-col gap-4 p-4">
          <Facts item={opened} projectRef={projectRef} />
        </div>
      </SidePanel>
    )
  }
  return (
    <ChangePanel
      projectRef={projectRef}
      title={title}
      description={description}
      draft={repairDraft(
        opened,
        repairs.filter((repair) => chosen.includes(keyOf(repair))),
      )}
      isDirty={false}
      submitLabel={exposurePanelText.submit}
      doneText={exposurePanelText.done(opened.name)}
      onClose={onClose}
      onDone={onClose}
    >
      {() => (
        <>
          <Findings item={opened} />
          <Facts item={opened} projectRef={projectRef} />
          <fieldset className="flex flex-col gap-3">
            <legend className="mb-2 text-xs text-faint">{exposurePanelText.repairs}</legend>
            {repairs.map((repair) => {
              const key = keyOf(repair)
              return (
                <div key={key}>
                  <Checkbox
                    isChecked={chosen.includes(key)}
                    label={repairLabel(repair)}
                    onCheckedChange={(isChecked) => setChosen(isChecked ? [...chosen, key] : chosen.filter((each) => each !== key))}
                  />
                  <p className="pl-6 text-xs text-soft">{repairHint(repair, opened)}</p>
                </div>
              )
            })}
          </fieldset>
        </>
      )}
    </ChangePanel>
  )
}

function Findings({ item }: { readonly item: Exposed }) {
  const { findings } = assess(item, exposedRoles)
  if (findings.length === 0) return null
  return (
    <ul aria-label={exposurePanelText.findings} className="flex flex-col gap-3">
      {findings.map((finding) => (
        <li key={finding.role} className="flex flex-col items-start gap-1">
          <Badge tone={toneOf(finding)}>{findingTitle(finding, item)}</Badge>
          <p>{findingReason(finding, item)}</p>
        </li>
      ))}
    </ul>
  )
}

function Facts({ item, projectRef }: Pick<ExposurePanelProps, 'item' | 'projectRef'>) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm [&_dt]:text-xs [&_dt]:text-faint">
      {exposedRoles.map((role) => (
        <Fact key={role} term={role}>
          {accessText(item, role)}
        </Fact>
      ))}
      <Fact term={exposurePanelText.protection}>
        {item.kind === 'table' ? (
          <AppLink href={paths.project.policies(projectRef, item)} className="text-accent underline underline-offset-2">
            {protectionOf(item)}
          </AppLink>
        ) : (
          protectionOf(item)
        )}
      </Fact>
      <Fact term={exposurePanelText.owner}>
        {item.owner}
        {item.is_of_extension && exposurePanelText.throughExtension}
      </Fact>
    </dl>
  )
}
