import type { Branch, BranchInput } from '@colonnade/contracts/copies/branches'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { branchesQuery } from '../../scope/branches/branches-query.ts'
import { dataApi } from '../../scope/data-client.ts'
import { rememberPassword } from '../../scope/known-passwords.ts'
import { projectQuery } from '../../scope/queries.ts'

function showBranch(queryClient: QueryClient, ref: string, branch: Branch): void {
  queryClient.setQueryData(branchesQuery(ref).queryKey, (known) => known?.map((one) => (one.id === branch.id ? branch : one)))
  void queryClient.invalidateQueries({ queryKey: branchesQuery(ref).queryKey })
  void queryClient.invalidateQueries({ ...projectQuery(branch.project_ref), exact: true })
}

/** Creates a branch and goes to its page at once, where it is seen coming up with its password. */
export function useCreateBranch(ref: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (body: BranchInput) => {
      const { db_pass, ...branch } = await dataApi.branches.create({ params: { ref }, body })
      rememberPassword(branch.project_ref, db_pass)
      showBranch(queryClient, ref, branch)
      // branching is enabled now
      void queryClient.invalidateQueries({ ...projectQuery(branch.parent_project_ref), exact: true })
      await navigate({ to: paths.project.home(branch.project_ref) })
    },
  })
}

function useBranchMutation<Variables>(ref: string, call: (variables: Variables) => Promise<Branch>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (variables: Variables) => {
      const branch = await call(variables)
      showBranch(queryClient, ref, branch)
      return branch
    },
  })
}

export interface BranchEdit {
  readonly branch: string
  readonly name?: string
  readonly expires_at?: string | null
}

export const useUpdateBranch = (ref: string) =>
  useBranchMutation(ref, ({ branch, ...body }: BranchEdit) => dataApi.branches.update({ params: { ref, branch }, body }))
export const useResetBranch = (ref: string) =>
  useBranchMutation(ref, ({ branch, source_ref }: { readonly branch: string; readonly source_ref: string }) =>
    dataApi.branches.reset({ params: { ref, branch }, body: { source_ref } }),
  )
export const useRemoveBranch = (ref: string) => useBranchMutation(ref, (branch: string) => dataApi.branches.remove({ params: { ref, branch } }))
