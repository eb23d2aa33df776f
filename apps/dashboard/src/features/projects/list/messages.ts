export const newProjectButtonText = {
  newProject: 'New project',
  organizationNewProject: 'Organization for the new project',
  chooseOrganization: 'Choose an organization',
  noMatchingOrganizations: 'No matching organizations',
} as const

export const organizationFilterText = {
  allOrganizations: 'All organizations',
  organization: 'Organization',
  prefix: 'Organization: ',
  searchOrganizations: 'Search organizations',
  noMatchingOrganizations: 'No matching organizations',
} as const

export const projectBrowserText = {
  anyStatus: 'Any status',
  searchProjects: 'Search projects',
  searchNameRef: 'Search by name or ref',
  status: 'Status',
  order: 'Order',
  by: (value: string | number) => `By ${value}`,
  cardView: 'Card view',
  listView: 'List view',
  noMatchingProjects: 'No matching projects',
  showAllProjects: 'Show all projects',
  noProjectsHaveStatus: 'No projects have this status.',
  noProjectNameRef: (search: string) => `No project name or ref contains “${search}”.`,
} as const

export const projectCardsText = {
  projects: 'Projects',
  postgres: (dbVersion: string | number) => `Postgres ${dbVersion}`,
} as const

export const projectTableText = {
  name: 'Name',
  copyRef: (value: string | number) => `Copy ref of ${value}`,
  organization: 'Organization',
  projects: 'Projects',
  status: 'Status',
  compute: 'Compute',
  region: 'Region',
  postgres: 'Postgres',
  created: 'Created',
} as const

export const searchText = {
  name: 'Name',
  newest: 'Newest',
  status: 'Status',
} as const
