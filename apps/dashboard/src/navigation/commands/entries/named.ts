import type { Branch } from '@colonnade/contracts/copies/branches'
import type { Snippet } from '@colonnade/contracts/data/snippets'
import type { FunctionOverview } from '@colonnade/contracts/functions/function-versions'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import { Archive, Box, Building2, CloudCog, Columns3, FileCode2, FunctionSquare, GitBranch, GitMerge, ShieldPlus, Table2 } from 'lucide-react'
import { paths } from '../../../paths.ts'
import type { TableName } from '../../../scope/table-names.ts'
import { messages } from '../messages.ts'
import { newPolicyAddress } from './actions.ts'
import type { Entry } from './entry.ts'
import type { FunctionName, TableColumns } from './object-names.ts'

export const tableEntries = (ref: string, tables: readonly TableName[]): readonly Entry[] =>
  tables.map(({ id, schema, name }) => ({
    id: `table:${ref}:${id}`,
    label: name,
    hint: schema,
    icon: Table2,
    does: { to: paths.project.table(ref, { schema, id }) },
  }))

export const columnEntries = (ref: string, tables: readonly TableColumns[]): readonly Entry[] =>
  tables.flatMap(({ id, schema, name, columns }) => {
    const does = { to: paths.project.table(ref, { schema, id }) }
    const hint = schema === 'public' ? name : `${schema}.${name}`
    return columns.map((column) => ({ id: `column:${ref}:${id}:${column}`, label: column, hint, icon: Columns3, does }))
  })

/** The form of a policy on each table that can have one. */
export const policyEntries = (ref: string, tables: readonly TableColumns[]): readonly Entry[] =>
  tables
    .filter(({ kind }) => kind === 'r' || kind === 'p')
    .map(({ id, schema, name }) => ({
      id: `new-policy:${ref}:${id}`,
      label: messages.actions.newPolicyOn(name),
      hint: schema,
      icon: ShieldPlus,
      does: { to: newPolicyAddress(ref, { schema, id }) },
    }))

export const databaseFunctionEntries = (ref: string, functions: readonly FunctionName[]): readonly Entry[] =>
  functions.map(({ id, schema, name }) => ({
    id: `database-function:${ref}:${id}`,
    label: name,
    hint: schema,
    icon: FunctionSquare,
    does: { to: paths.project.databaseFunction(ref, { schema, id }) },
  }))

export const edgeFunctionEntries = (ref: string, functions: readonly Pick<FunctionOverview, 'slug' | 'name'>[]): readonly Entry[] =>
  functions.map(({ slug, name }) => ({
    id: `edge-function:${ref}:${slug}`,
    label: slug,
    synonyms: name,
    icon: CloudCog,
    does: { to: paths.project.edgeFunction(ref, slug) },
  }))

export const snippetEntries = (ref: string, snippets: readonly Pick<Snippet, 'id' | 'name' | 'folder' | 'tags'>[]): readonly Entry[] =>
  snippets.map(({ id, name, folder, tags }) => ({
    id: `snippet:${ref}:${id}`,
    label: name,
    ...(folder !== '' && { hint: folder }),
    synonyms: tags.join(' '),
    icon: FileCode2,
    does: { to: paths.project.sql(ref, id) },
  }))

export const bucketEntries = (ref: string, buckets: readonly { readonly id: string; readonly name: string }[]): readonly Entry[] =>
  buckets.map(({ id, name }) => ({ id: `bucket:${ref}:${id}`, label: name, icon: Archive, does: { to: paths.project.bucket(ref, id) } }))

type NamedBranch = Pick<Branch, 'id' | 'name' | 'project_ref' | 'is_default' | 'status'>

export const branchEntries = (branches: readonly NamedBranch[]): readonly Entry[] =>
  branches.map(({ name, project_ref: ref }) => ({
    id: `branch:${ref}`,
    label: name,
    synonyms: `${ref} switch`,
    icon: GitBranch,
    does: { to: paths.project.home(ref) },
  }))

/** The review of each branch that can be merged. */
export const mergeEntries = (ref: string, branches: readonly NamedBranch[]): readonly Entry[] =>
  branches
    .filter(({ is_default: isDefault, status }) => !isDefault && status === 'ACTIVE_HEALTHY')
    .map(({ id, name }) => ({
      id: `merge:${id}`,
      label: messages.actions.merge(name),
      synonyms: 'review rehearsal',
      icon: GitMerge,
      does: { to: paths.project.merge(ref, id) },
    }))

export const projectEntries = (projects: readonly Pick<Project, 'ref' | 'name' | 'organization_slug'>[], organizations: readonly Organization[]) => {
  const names = new Map(organizations.map(({ slug, name }) => [slug, name]))
  return projects.map(({ ref, name, organization_slug: slug }): Entry => ({
    id: `project:${ref}`,
    label: name,
    hint: names.get(slug) ?? slug,
    synonyms: ref,
    icon: Box,
    does: { to: paths.project.home(ref) },
  }))
}

export const organizationEntries = (organizations: readonly Organization[]): readonly Entry[] =>
  organizations.map(({ slug, name, plan }) => ({
    id: `organization:${slug}`,
    label: name,
    hint: plan.name,
    synonyms: slug,
    icon: Building2,
    does: { to: paths.organization.projects(slug) },
  }))
