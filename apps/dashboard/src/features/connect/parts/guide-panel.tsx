import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import { SegmentedControl, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { permissionsIn } from '../../../scope/permissions.ts'
import type { Guide } from '../guide.ts'
import { notServedText, withoutKeysText } from '../messages.ts'
import { type ApiParameters, apiParametersOf } from '../../../scope/project-settings/api-parameters.ts'
import { projectSettingsQuery } from '../../../scope/project-settings/settings-query.ts'
import { useKeptChoice } from '../../../lib/tabs/use-kept-choice.ts'
import { ChoiceFrame } from './choice-frame.tsx'
import { GuideSteps } from './guide-steps.tsx'
import { Notice } from '../../../lib/texts/notice.tsx'
import { SettingsFailed } from './settings-failed.tsx'

export interface GuidePanelProps {
  readonly project: Project
  readonly organization: Organization
  /** Names what is remembered of it. */
  readonly name: string
  readonly label: string
  readonly guides: readonly Guide<ApiParameters>[]
}

/** Files of a framework, with the address and the key of the project's API for those who may read them. */
export function GuidePanel({ project, organization, name, label, guides }: GuidePanelProps) {
  const [id, choose] = useKeptChoice(
    `connect:${name}`,
    guides.map((guide) => guide.id),
  )
  const guide = guides.find((candidate) => candidate.id === id)!
  const [variantId, chooseVariant] = useKeptChoice(
    `connect:${name}:variant`,
    guides.flatMap(({ variants }) => variants.map((variant) => variant.id)),
  )
  const variant = guide.variants.find((candidate) => candidate.id === variantId) ?? guide.variants[0]
  const mayRead = permissionsIn(organization, project).includes('service_keys:read')
  const { data, error, isPending, refetch } = useQuery({ ...projectSettingsQuery(project.ref), enabled: mayRead })
  const parameters = apiParametersOf(data)
  return (
    <ChoiceFrame
      label={label}
      items={guides}
      chosen={id}
      onChoose={choose}
      aside={
        guide.variants.length > 1 && (
          <SegmentedControl
            label="Variant"
            value={variant.id}
            onValueChange={chooseVariant}
            options={guide.variants.map(({ id: value, label: variantLabel }) => ({ value, label: variantLabel }))}
          />
        )
      }
    >
      {!mayRead && <Notice tone="warning">{withoutKeysText}</Notice>}
      {data?.app_config.is_served === false && <Notice>{notServedText}</Notice>}
      {error && !data && <SettingsFailed projectRef={project.ref} error={error} onRetry={() => void refetch()} />}
      {mayRead && isPending ? (
        <output aria-label="Loading files" className="flex flex-col gap-4">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-48 w-full" />
        </output>
      ) : (
        <GuideSteps key={`${id} ${variant.id}`} install={guide.install} files={variant.files(parameters)} run={guide.run} />
      )}
    </ChoiceFrame>
  )
}
