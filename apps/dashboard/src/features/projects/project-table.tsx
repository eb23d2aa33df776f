import type { Project } from '@colonnade/contracts'
import { CopyButton, RelativeTime, Table, TableCell, TableHead } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { computeName, regionName } from './names.ts'
import { ProjectStatus } from './project-status.tsx'

export function ProjectTable({ projects }: { readonly projects: readonly Project[] }) {
  return (
    <Table label="Projects">
      <thead>
        <tr>
          <TableHead>Name</TableHead>
          <TableHead>Status</TableHead>
          <TableHead>Region</TableHead>
          <TableHead>Compute</TableHead>
          <TableHead>Ref</TableHead>
          <TableHead>Created</TableHead>
        </tr>
      </thead>
      <tbody>
        {projects.map((project) => (
          <tr key={project.ref} className="hover:bg-hover">
            <TableCell className="max-w-64">
              <Link to={paths.project.home(project.ref)} className="block truncate font-medium hover:text-accent">
                {project.name}
              </Link>
            </TableCell>
            <TableCell>
              <ProjectStatus status={project.status} />
            </TableCell>
            <TableCell className="whitespace-nowrap text-soft">{regionName(project.region)}</TableCell>
            <TableCell className="text-soft">{computeName(project.compute)}</TableCell>
            <TableCell className="whitespace-nowrap">
              <span className="inline-flex items-center">
                <span className="font-mono text-xs text-soft">{project.ref}</span>
                <CopyButton text={project.ref} label={`Copy ref of ${project.name}`} isIconOnly />
              </span>
            </TableCell>
            <TableCell className="text-soft">
              <RelativeTime value={project.inserted_at} />
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
