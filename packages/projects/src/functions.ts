/** A version of an edge function that is live. */
export interface DeployedFunction {
  readonly id: string
  readonly slug: string
  /** Counts from 1 within the function. */
  readonly version: number
  /** Whether callers must show a token or key of the project. */
  readonly isJwtVerified: boolean
  /** Folder of the bundle below the folder of bundles; named by its content, so it never changes. */
  readonly bundle: string
  /** The module that is run: its path within the bundle. */
  readonly entrypoint: string
  /** The only hosts that it can connect to, besides its own project: `example.com`, `*.example.com:443`; null for any on the internet. */
  readonly allowedHosts: readonly string[] | null
}

/** What workers of a project may take. */
export interface FunctionLimits {
  readonly memoryBytes: number
  /** Of a request. */
  readonly cpuMs: number
  /** From the start of a worker to its end. */
  readonly wallClockMs: number
  /** Without a request, before a worker ends. */
  readonly idleMs: number
  readonly maxWorkers: number
}

/** What the functions service knows of a project. */
export interface ProjectFunctions {
  readonly functions: readonly DeployedFunction[]
  /** Changes whenever `FunctionEnvironment` does: workers with another one are drained. */
  readonly environmentRevision: string
  readonly limits: FunctionLimits
}

/** Variables that workers of a project see, secrets opened: read when a worker starts, and kept nowhere. */
export type FunctionEnvironment = Readonly<Record<string, string>>

/** What a function is built from. */
export interface FunctionSource {
  /** Paths are relative, with slashes, without `..`: `supabase/functions/hello/index.ts`. */
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[]
  /** Path of one of the files. */
  readonly entrypoint: string
  /** `deno.json`, `deno.jsonc` or an import map: path of one of the files; null for none. */
  readonly importMap: string | null
  /** Globs of files that are read at run time, relative to the root. */
  readonly staticPatterns: readonly string[]
}

/** What comes of building a function: a bundle that has booted, or why there is none. */
export type FunctionBuild =
  | { readonly bundle: string; readonly entrypoint: string; readonly notices: readonly string[] }
  /** `log` is what the tool or the function wrote, bounded. */
  | { readonly failure: 'bundle_failed' | 'boot_failed'; readonly log: string }

/** Builds functions: nothing of a source runs but in a sandbox. */
export interface FunctionBuilder {
  /** Bundles a source and boots it once, as the project's workers would. */
  build(ref: string, source: FunctionSource, environment: FunctionEnvironment): Promise<FunctionBuild>
  /** Removes bundles that no version of any project names. */
  keepOnly(bundles: ReadonlySet<string>): Promise<void>
}
