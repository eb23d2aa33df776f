import { z } from 'zod'
import { get, patch, post, put, remove, resource } from '../foundation/endpoint.ts'
import { commaList, Name, Nothing, page, QueryInteger, Text, Timestamp } from '../foundation/values.ts'

/** Maximum size of a snippet in bytes. */
export const maxSnippetBytes = 5 * 1024 * 1024
/** Most snippets of a project. */
export const maxSnippets = 10_000
/** Most stored versions of a snippet. The oldest are removed first. */
export const maxSnippetVersions = 200
/** Saves by one person within this time form one version, so that autosave leaves a readable history. */
export const versionSpanSeconds = 300

/** `private`: visible to its owner. `project`: visible to members who can read the database, editable by those who can change it. */
export const SnippetVisibility = z.enum(['private', 'project'])
export type SnippetVisibility = z.infer<typeof SnippetVisibility>

const segment = /^[^/\p{Cc}]*\S[^/\p{Cc}]*$/u

/** Folder path with slashes, such as "reports/monthly"; empty for none. */
export const SnippetFolder = z
  .string()
  .max(200, 'Use at most 200 characters')
  .refine((path) => path === '' || path.split('/').every((name) => segment.test(name)), 'Enter folder names separated by single slashes')
  .refine((path) => path.isWellFormed(), 'Remove incomplete characters (unpaired surrogates)')

export const SnippetTags = z
  .array(
    z
      .string()
      .trim()
      .min(1, 'Enter a tag')
      .max(40, 'Use at most 40 characters')
      .regex(/^[^,\p{Cc}]*$/u, 'Remove commas and control characters'),
  )
  .max(20, 'Use at most 20 tags')
  .transform((tags) => [...new Set(tags)])

/** Chart settings of a snippet's result. */
export const SnippetChart = z.object({
  kind: z.enum(['bar', 'line', 'area', 'scatter', 'pie']),
  /** Column names. */
  x: z.string().max(200),
  y: z.array(z.string().max(200)).min(1).max(8),
  /** Column that splits the first `y` into one series per value. Null or omitted for none. */
  split_by: z.string().max(200).nullable().optional(),
  /** Stack bars and areas. */
  is_stacked: z.boolean().default(false),
  /** Show running totals. */
  is_cumulative: z.boolean().default(false),
  is_logarithmic: z.boolean().default(false),
})
export type SnippetChart = z.infer<typeof SnippetChart>

export const SnippetPerson = z.object({ username: z.string(), primary_email: z.string() })

/** A snippet without its SQL. */
export const Snippet = z.object({
  id: z.uuid(),
  name: z.string(),
  visibility: SnippetVisibility,
  folder: z.string(),
  tags: z.array(z.string()),
  owner: SnippetPerson,
  is_mine: z.boolean(),
  /** True if the caller can edit it. */
  is_writable: z.boolean(),
  /** True if it is a favorite of the caller. */
  is_favorite: z.boolean(),
  /** Increases with every change of name, SQL or chart. */
  version: z.number().int(),
  /** The last editor. */
  updated_by: SnippetPerson,
  inserted_at: Timestamp,
  updated_at: Timestamp,
})
export type Snippet = z.infer<typeof Snippet>

export const SnippetDetails = Snippet.extend({ content: z.string(), chart: SnippetChart.nullable() })
export type SnippetDetails = z.infer<typeof SnippetDetails>

/** A search result. */
export const FoundSnippet = Snippet.extend({
  /** The first matching line, shortened around the match; null if the name, folder or a tag matches. */
  line: z.string().nullable(),
})
export type FoundSnippet = z.infer<typeof FoundSnippet>

const Content = Text(maxSnippetBytes)

export const SnippetInput = z.object({
  /** Chosen by the caller, so that a repeated request creates one snippet. */
  id: z.uuid(),
  name: Name,
  content: Content.default(''),
  visibility: SnippetVisibility.default('private'),
  folder: SnippetFolder.default(''),
  tags: SnippetTags.default([]),
  chart: SnippetChart.nullable().default(null),
})
export type SnippetInput = z.infer<typeof SnippetInput>

export const SnippetChange = z.object({
  /** The edited version. A change of name, SQL or chart is refused if there is a newer version. */
  version: z.number().int(),
  name: Name.optional(),
  content: Content.optional(),
  visibility: SnippetVisibility.optional(),
  folder: SnippetFolder.optional(),
  tags: SnippetTags.optional(),
  chart: SnippetChart.nullable().optional(),
  /** Keeps the previous SQL as a separate version even if it was saved recently. Used for restores and for overwriting someone's changes. */
  is_new_version: z.boolean().optional(),
})

/** A version of a snippet's SQL. */
export const SnippetVersion = z.object({
  version: z.number().int(),
  name: z.string(),
  author: SnippetPerson,
  inserted_at: Timestamp,
  bytes: z.number().int(),
})
export type SnippetVersion = z.infer<typeof SnippetVersion>

/** A folder with the number of snippets in it and its subfolders that the caller can see. */
export const SnippetFolderCount = z.object({ folder: z.string(), visibility: SnippetVisibility, snippets: z.number().int() })

const bodyLimitBytes = 2 * maxSnippetBytes + 64 * 1024

export const snippets = resource('/platform/projects/{ref}/snippets', {
  list: get('/', {
    summary: 'List snippets of the caller and snippets shared with the project',
    auth: 'user',
    permission: 'database:read',
    query: z.object({
      /** Searches names, folders, tags and SQL, ignoring case. */
      search: z.string().max(200).optional(),
      visibility: SnippetVisibility.optional(),
      favorite: z.stringbool().optional(),
      /** The folder and its subfolders. */
      folder: SnippetFolder.optional(),
      tag: commaList(z.string()).optional(),
      sort: z.enum(['name', 'updated_at']).default('name'),
      offset: QueryInteger.min(0).default(0),
      limit: QueryInteger.min(1).max(500).default(100),
    }),
    reply: page(FoundSnippet),
  }),
  create: post('/', {
    summary: 'Create a snippet. Returns an identical snippet with the same ID if it already exists',
    auth: 'user',
    permission: 'database:read',
    tokens: 'database:write',
    body: SnippetInput,
    bodyLimitBytes,
    reply: SnippetDetails,
    status: 201,
    errors: ['snippet_exists', 'snippet_limit_reached', 'forbidden'],
  }),
  retrieve: get('/{id}', {
    summary: 'Retrieve a snippet with its SQL',
    auth: 'user',
    permission: 'database:read',
    reply: SnippetDetails,
    errors: ['snippet_not_found'],
  }),
  update: patch('/{id}', {
    summary: 'Update a snippet at the given version. If it has changed since, `details.current` is the current snippet',
    auth: 'user',
    permission: 'database:read',
    tokens: 'database:write',
    body: SnippetChange,
    bodyLimitBytes,
    reply: SnippetDetails,
    errors: ['snippet_not_found', 'snippet_changed', 'forbidden'],
  }),
  remove: remove('/{id}', {
    summary: 'Delete a snippet and its versions',
    auth: 'user',
    permission: 'database:read',
    tokens: 'database:write',
    audit: 'snippet.removed',
    reply: Nothing,
    status: 204,
    errors: ['snippet_not_found', 'forbidden'],
  }),
  setFavorite: put('/{id}/favorite', {
    summary: "Add a snippet to the caller's favorites, or remove it",
    auth: 'user',
    permission: 'database:read',
    tokens: 'database:write',
    body: z.object({ is_favorite: z.boolean() }),
    reply: Snippet,
    errors: ['snippet_not_found'],
  }),
  versions: get('/{id}/versions', {
    summary: 'List the versions of a snippet, newest first',
    auth: 'user',
    permission: 'database:read',
    query: z.object({ offset: QueryInteger.min(0).default(0), limit: QueryInteger.min(1).max(100).default(50) }),
    reply: page(SnippetVersion),
    errors: ['snippet_not_found'],
  }),
  retrieveVersion: get('/{id}/versions/{version}', {
    summary: 'Retrieve a version of a snippet',
    auth: 'user',
    permission: 'database:read',
    reply: SnippetVersion.extend({ content: z.string() }),
    errors: ['snippet_not_found'],
  }),
  folders: get('/folders', {
    summary: 'List folders with snippets that the caller can see',
    auth: 'user',
    permission: 'database:read',
    reply: z.array(SnippetFolderCount),
  }),
  moveFolder: post('/folders/move', {
    summary: 'Rename or move a folder with all snippets in it that the caller can edit',
    auth: 'user',
    permission: 'database:read',
    tokens: 'database:write',
    audit: 'snippet.folder_moved',
    body: z.object({ visibility: SnippetVisibility, from: SnippetFolder.min(1, 'Enter a folder'), to: SnippetFolder }),
    reply: z.object({ moved: z.number().int() }),
    errors: ['forbidden'],
  }),
})
