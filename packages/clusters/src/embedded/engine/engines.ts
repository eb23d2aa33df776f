import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@colonnade/core'
import { readIfThere } from '../storage/files.ts'
import { type Engine, type EngineSource, installEngine, placeOfEngine } from './engine.ts'

/** The Postgres programs of a home: of each major version the one that clusters of it run on. */
export interface Engines {
  /** What new clusters run on unless another is asked for. */
  readonly standard: Engine
  /** Versions, one of each major, that of `standard` first and then the newest first. */
  readonly versions: readonly string[]
  /**
   * The engine of a version's major ("17", "17.9"), put in place if it is not yet.
   *
   * @throws AppError `engine_unavailable` when there is none
   */
  of(version: string): Promise<Engine>
}

/** 17 of "17.10". */
export function majorOf(version: string): number {
  return Number.parseInt(version, 10)
}

/** The major version of a data folder, e.g. "17"; undefined when the file that says so is gone. */
export async function readMajor(data: string): Promise<string | undefined> {
  const text = (await readIfThere(join(data, 'PG_VERSION')))?.trim()
  return text === undefined || !/^\d+$/.test(text) ? undefined : text
}

/**
 * The engines of packages, and those of other major versions that an earlier life has put into the folder: clusters may still need them.
 *
 * @param sources that of new clusters first
 */
export async function openEngines(sources: readonly EngineSource[], folder: string): Promise<Engines> {
  const known = new Map<number, () => Promise<Engine>>()
  const versions = new Map<number, string>()
  for (const source of sources) {
    let installed: Promise<Engine> | undefined
    versions.set(majorOf(source.version), source.version)
    known.set(majorOf(source.version), async () => {
      installed ??= installEngine(source, folder)
      try {
        return await installed
      } catch (error) {
        installed = undefined
        throw error
      }
    })
  }
  // the newest of a major comes last
  for (const version of (await installedVersions(folder)).filter((found) => !versions.has(majorOf(found)))) {
    versions.set(majorOf(version), version)
    known.set(majorOf(version), async () => placeOfEngine(version, folder))
  }
  const standard = await known.get(majorOf(sources[0]!.version))!()
  const others = [...versions.values()].filter((version) => version !== standard.version)
  return {
    standard,
    versions: [standard.version, ...others.sort((one, other) => majorOf(other) - majorOf(one))],
    async of(version) {
      const major = majorOf(version)
      const find = known.get(major)
      if (find !== undefined) return find()
      const all = [...versions.values()].join(', ')
      const message = `Postgres ${major} isn’t installed, only ${all}. Install the Postgres ${major} package for this machine, or the Colonnade release that included it`
      throw new AppError('engine_unavailable', { version: String(major) }, { message })
    },
  }
}

async function installedVersions(folder: string): Promise<string[]> {
  const found = (await readdir(folder)).flatMap((name) => /^pg-(\d+\.\d+)$/.exec(name)?.[1] ?? [])
  const minorOf = (version: string): number => Number(version.split('.')[1])
  return found.sort((one, other) => majorOf(one) - majorOf(other) || minorOf(one) - minorOf(other))
}
