import { z } from 'zod'
import { get, patch, post, put, remove, resource } from '../foundation/endpoint.ts'
import { commaList, Name, Nothing, page, QueryInteger, Text, Timestamp } from '../foundation/values.ts'

/** Largest text of a snippet, in bytes. */
export const maxSnippetBytes = 5 * 1024 * 1024
/** Most snippets of one project. */
export const maxSnippets = 10_000
/** Versions that are kept of one snippet; the oldest make room. */
export const maxSnippetVersions = 200
/** Saves of one person within this are one version, so that saving while typing keeps a history that can be read. */
export const versionSpanSeconds = 300

/** `private`: only its owner sees it. `project`: everybody who can see the project's database; who may change the database may change it. */
export const SnippetVisibility = z.enum(['private', 'project'])
export type SnippetVisibility = z.infer<typeof SnippetVisibility>

const segment = /^[^/\p{Cc}]*\S[^/\p{Cc}]*$/u

/** Names of folders from the outermost, separated by slashes: "reports/monthly"; empty for none. */
export const SnippetFolder = z
  .string()
  .max(200, 'Use at most 200 characters')
  .refine((path) => path === '' || path.split('/').every((name) => segment.test(name)), 'Give each folder a name, with one slash between them')
  .refine((path) => path.isWellFormed(), 'Leave out half characters (a surrogate without its other half)')

export const SnippetTags = z
  .array(
    z
      .string()
      .trim()
      .min(1, 'Give the tag a name')
      .max(40, 'Use at most 40 characters')
      .regex(/^[^,\p{Cc}]*$/u, 'Leave out commas and control characters'),
  )
  .max(20, 'Use at most 20 tags')
  .transform((tags) => [...new Set(tags)])

/** How the result of a snippet is drawn. */
export const SnippetChart = z.object({
  kind: z.enum(['bar', 'line', 'area', 'scatter', 'pie']),
  /** Names of columns. */
  x: z.string().max(200),
  y: z.array(z.string().max(200)).min(1).max(8),
  /** A column each of whose values is a series of the first of `y`. Null or left out for none. */
  split_by: z.string().max(200).nullable().optional(),
  /** Bars and areas on top of one another. */
  is_stacked: z.boolean().default(false),
  /** Each value is added to those before it. */
  is_cumulative: z.boolean().default(false),
  is_logarithmic: z.boolean().default(false),
})
export type SnippetChart = z.infer<typeof SnippetChart>

export const SnippetPerson = z.object({ username: z.string(), primary_email: z.string() })

/** A snippet without its text. */
export const Snippet = z.object({
  id: z.uuid(),
  name: z.string(),
  visibility: SnippetVisibility,
  folder: z.string(),
  tags: z.array(z.string()),
  owner: SnippetPerson,
  is_mine: z.boolean(),
  /** The caller may change it. */
  is_writable: z.boolean(),
  /** Of the caller. */
  is_favorite: z.boolean(),
  /** Goes up with every change of name, text or chart. */
  version: z.number().int(),
  /** Who changed it last. */
  updated_by: SnippetPerson,
  inserted_at: Timestamp,
  updated_at: Timestamp,
})
export type Snippet = z.infer<typeof Snippet>

export const SnippetDetails = Snippet.extend({ content: z.string(), chart: SnippetChart.nullable() })
export type SnippetDetails = z.infer<typeof SnippetDetails>

/** One found by its text: a line of it. */
export const FoundSnippet = Snippet.extend({
  /** The first line that holds what was searched for, cut around it; null when the name, folder or a tag holds it. */
  line: z.string().nullable(),
})
export type FoundSnippet = z.infer<typeof FoundSnippet>

const Content = Text(maxSnippetBytes)

export const SnippetInput = z.object({
  /** Chosen by the caller, so that the same call twice makes one snippet. */
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
  /** The version that was edited; a change of name, SQL or chart is refused when the snippet has a newer one. */
  version: z.number().int(),
  name: Name.optional(),
  content: Content.optional(),
  visibility: SnippetVisibility.optional(),
  folder: SnippetFolder.optional(),
  tags: SnippetTags.optional(),
  chart: SnippetChart.nullable().optional(),
  /** The text before stays a version of its own, however lately it was saved: for what is restored, or goes over somebody's text. */
  is_new_version: z.boolean().optional(),
})

/** A state of a snippet's text. */
export const SnippetVersion = z.object({
  version: z.number().int(),
  name: z.string(),
  author: SnippetPerson,
  inserted_at: Timestamp,
  bytes: z.number().int(),
})
export type SnippetVersion = z.infer<typeof SnippetVersion>

/** A folder, and how many of the snippets that the caller sees are in it or in folders in it. */
export const SnippetFolderCount = z.object({ folder: z.string(), visibility: SnippetVisibility, snippets: z.number().int() })

const bodyLimitBytes = 2 * maxSnippetBytes + 64 * 1024

export const snippets = resource('/platform/projects/{ref}/snippets', {
  list: get('/', {
    summary: 'Snippets that the caller sees: their own and those shared with the project',
    auth: 'user',
    permission: 'database:read',
    query: z.object({
      /** In names, folders, tags and texts, whatever the case. */
      search: z.string().max(200).optional(),
      visibility: SnippetVisibility.optional(),
      favorite: z.stringbool().optional(),
      /** That folder and those in it. */
      folder: SnippetFolder.optional(),
      tag: commaList(z.string()).optional(),
      sort: z.enum(['name', 'updated_at']).default('name'),
      offset: QueryInteger.min(0).default(0),
      limit: QueryInteger.min(1).max(500).default(100),
    }),
    reply: page(FoundSnippet),
  }),
  create: post('/', {
    summary: 'Keep a snippet. One with that id that is already there and the same is answered as it is',
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
    summary: 'A snippet with its text',
    auth: 'user',
    permission: 'database:read',
    reply: SnippetDetails,
    errors: ['snippet_not_found'],
  }),
  update: patch('/{id}', {
    summary: 'Change a snippet that is still at the version given; otherwise `details.current` is what it has become',
    auth: 'user',
    permission: 'database:read',
    tokens: 'database:write',
    body: SnippetChange,
    bodyLimitBytes,
    reply: SnippetDetails,
    errors: ['snippet_not_found', 'snippet_changed', 'forbidden'],
  }),
  remove: remove('/{id}', {
    summary: 'Delete a snippet with its versions',
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
    summary: 'What the text of a snippet was, newest first',
    auth: 'user',
    permission: 'database:read',
    query: z.object({ offset: QueryInteger.min(0).default(0), limit: QueryInteger.min(1).max(100).default(50) }),
    reply: page(SnippetVersion),
    errors: ['snippet_not_found'],
  }),
  retrieveVersion: get('/{id}/versions/{version}', {
    summary: 'The text of a snippet as it was',
    auth: 'user',
    permission: 'database:read',
    reply: SnippetVersion.extend({ content: z.string() }),
    errors: ['snippet_not_found'],
  }),
  folders: get('/folders', {
    summary: 'Folders of the snippets that the caller sees',
    auth: 'user',
    permission: 'database:read',
    reply: z.array(SnippetFolderCount),
  }),
  moveFolder: post('/folders/move', {
    summary: 'Rename or move a folder with all that is in it and that the caller may change',
    auth: 'user',
    permission: 'database:read',
    tokens: 'database:write',
    audit: 'snippet.folder_moved',
    body: z.object({ visibility: SnippetVisibility, from: SnippetFolder.min(1, 'Name a folder'), to: SnippetFolder }),
    reply: z.object({ moved: z.number().int() }),
    errors: ['forbidden'],
  }),
})
