import type { Project } from '@colonnade/contracts/projects/projects'
import { CopyButton, RelativeTime, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { computeName, nounOf, regionName } from '../../../lib/texts/project-names.ts'
import { activityQuery } from '../queries.ts'
import { projectFactsText } from './messages.ts'

/** Shows a project's ref, region, compute size, Postgres version and uptime in one line. */
export function ProjectFacts({ project }: { readonly project: Project }) {
  const noun = nounOf(project)
  const isActive = project.status === 'ACTIVE_HEALTHY' && project.sleep === 'awake'
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-xs text-faint md:gap-x-2 md:[&>*+*]:before:mr-2 md:[&>*+*]:before:content-['·']">
      <span className="flex items-center font-mono">
        <span className="sr-only">{projectFactsText.ref(noun)} </span>
        <span>{project.ref}</span>
        <CopyButton text={project.ref} label={projectFactsText.copyRef(noun)} isIconOnly />
      </span>
      {project.driver === 'external' ? (
        <span>{projectFactsText.externalServer}</span>
      ) : (
        <>
          <span>{regionName(project.region)}</span>
          <span>{computeName(project.compute)}</span>
        </>
      )}
      {project.db_version !== null && <span>{projectFactsText.postgres(project.db_version)}</span>}
      {isActive && <Uptime projectRef={project.ref} />}
    </span>
  )
}

function Uptime({ projectRef }: { readonly projectRef: string }) {
  const { data, error } = useQuery(activityQuery(projectRef))
  if (!data && error) return null
  return (
    <span className="flex items-center">
      {data ? (
        <>
          {projectFactsText.started}&nbsp;
          <RelativeTime value={data.started_at} className="min-h-6" />
        </>
      ) : (
        <Skeleton className="h-3 w-28" />
      )}
    </span>
  )
}
