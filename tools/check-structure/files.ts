import { dirname, basename } from 'node:path'
import type { SourceFile } from './source-files.ts'

const maxLines = 400
const maxTestLines = 600
const maxFilesInFolder = 20
const medianBudget = 90
const p95Budget = 300

const vagueName = /(^|[-_.])(utils?|helpers?|common|misc)([-_.]|$)/i
const versionedName = /(V2|New|Old)(\.|$)/

/** Sizes and names of files and folders. */
export function checkFiles(paths: readonly string[], sources: readonly SourceFile[]): string[] {
  const written = sources.filter(({ isGenerated }) => !isGenerated)
  return [
    ...written.flatMap(checkSize),
    ...checkFolders(paths),
    ...paths.flatMap(checkName),
    ...checkBudgets(written.filter(({ isTest }) => !isTest)),
  ]
}

function checkSize({ path, lines, isTest }: SourceFile): string[] {
  const limit = isTest ? maxTestLines : maxLines
  return lines > limit ? [`${path}: ${lines} lines, and ${limit} is the limit`] : []
}

/** Decisions and migrations: a series that only grows, in which each file is found by its number. */
const numberedName = /^\d{3,4}[-_]/

function checkFolders(paths: readonly string[]): string[] {
  const folders = Map.groupBy(
    paths.filter((path) => !numberedName.test(basename(path))),
    (path) => dirname(path),
  )
  return [...folders]
    .filter(([, files]) => files.length > maxFilesInFolder)
    .map(([folder, { length }]) => `${folder}: ${length} files, and ${maxFilesInFolder} is the limit`)
}

function checkName(path: string): string[] {
  const isVague = path.split('/').some((part) => vagueName.test(part) || versionedName.test(part))
  return isVague ? [`${path}: a name that says nothing (utils, helpers, common, misc, V2, New, Old)`] : []
}

function checkBudgets(sources: readonly SourceFile[]): string[] {
  const lines = sources.map((file) => file.lines).sort((a, b) => a - b)
  const at = (share: number): number => lines[Math.floor((lines.length - 1) * share)] ?? 0
  return [
    ...(at(0.5) > medianBudget ? [`the median file has ${at(0.5)} lines, and ${medianBudget} is the budget`] : []),
    ...(at(0.95) > p95Budget ? [`the 95th percentile of files has ${at(0.95)} lines, and ${p95Budget} is the budget`] : []),
  ]
}

/** Files that only re-export, other than a package's root. */
export function checkBarrels(sources: readonly SourceFile[]): string[] {
  return sources.filter(isBarrel).map(({ path }) => `${path}: a barrel (${basename(path)} only re-exports); import the files themselves`)
}

function isBarrel({ path, text, isGenerated }: SourceFile): boolean {
  if (isGenerated || /^(packages|services)\/[^/]+\/src\/index\.ts$/.test(path)) return false
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('//'))
  return code.length > 0 && code.every((line) => /^export .* from /.test(line))
}
