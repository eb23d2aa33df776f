import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { permissionsIn } from '../scope/permissions.ts'
import { profileQuery } from '../scope/queries.ts'
import { visible, type Menu, type MenuScope, type VisibleGroup } from './visible.ts'

/** Flags that are on for everybody. */
const releasedFlags = ['new_api_keys']

/** Whether a page of `pages` has a route. */
export function useHasPage(): (route: string) => boolean {
  const { routesByPath } = useRouter()
  return (route) => Object.hasOwn(routesByPath, route)
}

/** Where one is. */
export interface Place {
  readonly organization?: Organization | undefined
  readonly project?: Project | undefined
}

/** The entries of a menu that the signed-in person sees here. */
export function useMenu(menu: Menu, place: Place): VisibleGroup[] {
  return visible(menu, useMenuScope(place))
}

/** Everything that decides about menus here. */
export function useMenuScope({ organization, project }: Place): MenuScope {
  const { variant } = useRouter().options.context
  const { data: profile } = useSuspenseQuery(profileQuery)
  const hasPage = useHasPage()
  return {
    params: { ...(project && { ref: project.ref }), ...(organization && { slug: organization.slug }) },
    home: project ? paths.project.home(project.ref) : paths.root,
    isComingUp: project?.status === 'COMING_UP',
    permissions: organization === undefined ? [] : project === undefined ? organization.permissions : permissionsIn(organization, project),
    variant,
    disabledFeatures: profile.disabled_features,
    flags: [...releasedFlags, ...profile.preferences.feature_previews],
    hasPage,
  }
}
