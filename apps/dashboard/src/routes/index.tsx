import { createFileRoute, redirect } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { homeOrganization } from '../scope/last-organization/last-organization.ts'
import { organizationsQuery } from '../scope/queries.ts'
import { requireProfile } from '../scope/require-profile.ts'

/** To where the person was last. */
export const Route = createFileRoute('/')({
  beforeLoad: async (args) => {
    await requireProfile(args)
    const organizations = await args.context.queryClient.ensureQueryData(organizationsQuery)
    const slug = homeOrganization(organizations)
    throw redirect({ to: slug === null ? paths.organizations : paths.organization.projects(slug), replace: true })
  },
})
