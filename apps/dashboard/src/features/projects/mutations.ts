import type { Input } from '@colonnade/contracts/foundation/endpoint'
import type { Compute, Project, ProjectInput } from '@colonnade/contracts/projects/projects'
import { toast } from '@colonnade/ui'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { api } from '../../scope/client.ts'
import { organizationProjectsQuery, organizationsQuery, projectQuery, projectsQuery } from '../../scope/queries.ts'
import { rememberPassword } from '../../scope/known-passwords.ts'
import { mutationsText } from './messages.ts'

/** Shows a changed project on every page. A response that came in the meantime may be newer, so the project is fetched once more. */
export function showProject(queryClient: QueryClient, project: Project): void {
  const { queryKey } = projectQuery(project.ref)
  queryClient.setQueryData(queryKey, project)
  void queryClient.invalidateQueries({ queryKey, exact: true })
  void queryClient.invalidateQueries({ ...projectsQuery, exact: true })
  void queryClient.invalidateQueries(organizationProjectsQuery(project.organization_slug))
}

/** Creates a project and goes to its page at once, where it is seen coming up. */
export function useCreateProject() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (body: Input<typeof ProjectInput>) => {
      const { db_pass, ...project } = await api.projects.create({ body })
      const password = db_pass ?? body.db_pass
      if (password !== undefined) rememberPassword(project.ref, password)
      showProject(queryClient, project)
      void queryClient.invalidateQueries({ ...organizationsQuery, exact: true })
      await navigate({ to: paths.project.home(project.ref) })
    },
  })
}

function useProjectMutation<Variables = void>(ref: string, call: (params: { ref: string }, variables: Variables) => Promise<Project>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (variables: Variables) => {
      const project = await call({ ref }, variables)
      showProject(queryClient, project)
      return project
    },
  })
}

export const usePauseProject = (ref: string) => useProjectMutation(ref, (params) => api.projects.pause({ params }))
export const useRestoreProject = (ref: string) => useProjectMutation(ref, (params) => api.projects.restore({ params }))
export const useRestartProject = (ref: string) => useProjectMutation(ref, (params) => api.projects.restart({ params }))
export const useResizeProject = (ref: string) =>
  useProjectMutation(ref, (params, compute: Compute) => api.projects.resize({ params, body: { compute } }))
export const useRenameProject = (ref: string) => useProjectMutation(ref, (params, name: string) => api.projects.update({ params, body: { name } }))

/** Begins to delete a project and leaves its pages at once: of a branch for those of its siblings, otherwise for those of the organization. */
export function useRemoveProject({ ref, name, organization_slug: slug, parent_project_ref: parent }: Project) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      showProject(queryClient, await api.projects.remove({ params: { ref } }))
      await navigate({ to: parent === null ? paths.organization.projects(slug) : paths.project.branches(parent) })
      // once the other page is there: it does not show what was said on this one
      toast.success(mutationsText.deleting(name))
    },
  })
}

export function useResetPassword(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (db_pass: string) => api.projects.resetPassword({ params: { ref }, body: { db_pass } }),
    onSuccess: ({ db_pass }) => {
      rememberPassword(ref, db_pass)
      void queryClient.invalidateQueries({ ...projectQuery(ref), exact: true })
    },
  })
}

/** Somebody has the password that a restore generated: its project asks for it no more. */
export const useKeepPassword = (ref: string) => useProjectMutation(ref, (params) => api.projects.keepPassword({ params }))
